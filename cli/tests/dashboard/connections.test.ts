import { expect } from 'vitest';
import { browserTest, callAsPage, expectWellMade, openPlace, startDashboard } from '../../testing/dashboard.ts';

browserTest('an owner checks a connection, sees what is wrong with a token, and adds a web chat', async () => {
  const { page, info, customerWrites, complaints } = await startDashboard();
  await openPlace(page, 'Connections');
  // The page leads to the first message.
  await page.getByText('Meta sends one for each message and status').waitFor();
  await expectWellMade(page, 'connections without a message');
  await customerWrites('Hi');
  await page.reload();
  await page.getByRole('link', { name: 'Open the inbox' }).waitFor();
  await page.getByText('The last one came').waitFor();

  await page.getByRole('button', { name: /Demo whatsapp/ }).click();
  const sheet = page.getByRole('dialog', { name: 'Demo whatsapp' });
  await sheet.getByText('An app is subscribed to its callbacks.').waitFor();
  const passed = sheet.getByRole('list', { name: 'Checks' }).getByText('Passed');
  await expect.poll(() => passed.count()).toBe(3);
  await expectWellMade(page, 'a connection');
  await sheet.getByRole('button', { name: 'Replace token' }).click();
  const replace = page.getByRole('dialog', { name: 'Replace the token of wa_1' });
  await replace.getByLabel('Access token').fill('EAAwrong');
  await replace.getByRole('button', { name: 'Check and replace' }).click();
  const refusal = replace.getByRole('alert');
  expect(await refusal.innerText()).toMatch(/Nothing was changed[\s\S]*was refused[\s\S]*Create a system user token/);
  await expectWellMade(page, 'a token that Meta refuses');
  await replace.getByRole('button', { name: 'Cancel' }).click();
  // What was typed is a secret: it stays nowhere.
  expect(await page.evaluate('JSON.stringify({ ...localStorage, ...sessionStorage })')).not.toContain('EAAwrong');
  await sheet.getByRole('switch', { name: /^Active/ }).press('Space');
  await sheet.getByText('Inactive').waitFor();
  await page.keyboard.press('Escape');

  await page.getByRole('button', { name: 'Add connection' }).first().click();
  const form = page.getByRole('dialog', { name: 'Add a connection' });
  await form.getByRole('button', { name: /^WhatsApp/ }).click();
  await page.getByRole('option', { name: 'Web chat' }).click();
  await form.getByLabel('Name').fill('مرحبا नमस्ते 🎉');
  await form.getByLabel('Sites').fill('shop.example');
  await form.getByRole('button', { name: 'Add web chat' }).click();
  await form.getByText(/not "shop.example"/).waitFor();
  await expectWellMade(page, 'a site that is refused');
  await form.getByLabel('Sites').fill('https://shop.example');
  await form.getByRole('button', { name: 'Add web chat' }).click();
  const chat = page.getByRole('dialog', { name: 'مرحبا नमस्ते 🎉' });
  expect(await chat.getByRole('region', { name: 'Tag' }).innerText()).toBe(
    `<script src="${new URL(info.base_url).origin}/webchat/web_2/embed.js" data-lang="en" async></script>`,
  );
  await expectWellMade(page, 'a web chat');

  // Only an operator may skip the check, which proves that the number belongs to the account.
  const forced = { channel: 'whatsapp', app_id: 'x', provider_id: '1', waba_id: '2', access_token: 'x', force: true };
  const place = `/admin/v1/accounts/${info.account_id}/connections`;
  expect(await callAsPage(page, 'POST', place, forced)).toMatchObject({
    status: 403,
    error: 'the role owner may not change force',
  });
  expect(complaints.filter((text) => !/status of (422|403)/.test(text))).toEqual([]);
});
