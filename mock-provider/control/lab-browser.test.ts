import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, onTestFinished } from 'vitest';
import {
  browserTest,
  expectFits,
  expectNoBarriers,
  expectNoBarriersInTheDark,
  openBrowser,
  openPage,
  WIDTHS,
} from '../../lab/testing/browser.ts';
import { createManualClock, createMockProvider } from '../index.ts';

/** An app that accepts every callback. */
async function startApp(): Promise<string> {
  const app = createServer((_, response) => void response.end('ok'));
  await new Promise<void>((resolve) => app.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void app.close());
  return `http://127.0.0.1:${(app.address() as AddressInfo).port}/hook`;
}

browserTest('a person writes, taps a choice, adopts a username and is answered on the page of the mock', async () => {
  const mock = createMockProvider({ callbackUrl: await startApp(), clock: createManualClock(Date.now()) });
  const { url, close } = await mock.listen();
  onTestFinished(close);
  const { access_token, whatsapp } = mock.credentials;
  const browser = await openBrowser();
  const { page, complaints } = await openPage(browser, url, { viewport: { width: 1280, height: 900 } });

  await page.getByLabel('First message').fill('Is the shop open?');
  await page.getByRole('button', { name: 'Write as a new person' }).click();
  const bubbles = page.getByRole('list', { name: /Ayla/ }).getByRole('listitem');
  await bubbles.filter({ hasText: 'Is the shop open?' }).waitFor();

  const reply = { id: 'yes', title: 'Yes please' };
  const interactive = {
    type: 'button',
    body: { text: 'Shall we call?' },
    action: { buttons: [{ type: 'reply', reply }] },
  };
  const sent = await fetch(`${url}/v25.0/${whatsapp.phone_number_id}/messages`, {
    method: 'POST',
    headers: { authorization: `Bearer ${access_token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ messaging_product: 'whatsapp', to: '905551112233', type: 'interactive', interactive }),
  });
  expect(sent.status).toBe(200);
  await bubbles.filter({ hasText: 'Shall we call?' }).filter({ hasText: '✓✓ read' }).waitFor();
  await page.getByRole('button', { name: 'Yes please' }).click();
  await bubbles.filter({ hasText: /^Yes please/ }).waitFor();

  await page.getByLabel('Type').selectOption('location');
  const text = page.getByLabel('Text, title of the button, or latitude and longitude');
  const send = page.getByRole('button', { name: 'Send as the person' });
  await text.fill('41.01, 28.97');
  await send.click();
  await bubbles.filter({ hasText: '41.01, 28.97' }).waitFor();

  await page.getByLabel('Type').selectOption('button');
  await text.fill('Stop promotions');
  await send.click();
  await bubbles.filter({ hasText: /^Stop promotions/ }).waitFor();
  expect(mock.callbacks().at(-1)?.body).toHaveProperty('entry.0.changes.0.value.messages.0.button', {
    payload: 'Stop promotions',
    text: 'Stop promotions',
  });

  await page
    .getByLabel('Own file')
    .setInputFiles({ name: 'receipt.png', mimeType: 'image/png', buffer: Buffer.from('pixels') });
  await text.fill('My receipt');
  await send.click();
  await bubbles.filter({ hasText: 'My receipt' }).waitFor();
  const { body } = mock.callbacks().at(-1) ?? {};
  expect(body).toHaveProperty('entry.0.changes.0.value.messages.0.image.caption', 'My receipt');

  await page.getByRole('textbox', { name: 'Username' }).fill('ayla.d');
  await page.getByRole('button', { name: 'Adopt username' }).click();
  await page.getByRole('heading', { name: /@ayla\.d/ }).waitFor();

  await page.getByRole('button', { name: 'Reject hello_world in en_US' }).click();
  await page
    .getByRole('row', { name: /hello_world/ })
    .filter({ hasText: 'REJECTED' })
    .waitFor();

  await page.getByLabel('Code').fill('131056');
  await page.getByRole('button', { name: 'Add fault' }).click();
  await page.locator('#faults').filter({ hasText: '131056' }).waitFor();
  await page.getByRole('button', { name: 'Clear faults' }).click();
  expect(mock.faults.list()).toEqual([]);

  const before = Date.parse(mock.now());
  await page.getByRole('button', { name: 'Advance the clock' }).click();
  await expect.poll(() => Date.parse(mock.now()) - before).toBe(3_600_000);

  await page.locator('#callbacks summary').filter({ hasText: 'message: status 200' }).first().click();
  await page.locator('#callbacks details[open]').filter({ hasText: 'X-Hub-Signature-256: sha256=' }).waitFor();
  expect(complaints).toEqual([]);
  for (const width of WIDTHS) {
    await page.setViewportSize({ width, height: 900 });
    await page.emulateMedia({ colorScheme: 'light' });
    await expectFits(page, `the lab at ${width}`);
    await expectNoBarriers(page, `the lab at ${width}`);
    await expectNoBarriersInTheDark(page, `the lab at ${width}`);
  }
});

browserTest('the page sends every kind of event from an example that can be changed', async () => {
  const mock = createMockProvider({ callbackUrl: await startApp() });
  const { url, close } = await mock.listen();
  onTestFinished(close);
  const { whatsapp, instagram } = mock.credentials;
  const first = await mock.receive({
    channel: 'whatsapp',
    business_id: whatsapp.phone_number_id,
    from: { id: '905551112299', name: 'Ayla' },
    type: 'text',
    text: 'Three please',
  });
  const from = { id: '7043812345678901', name: 'Can' };
  const base = { channel: 'instagram', business_id: instagram.account_id, from } as const;
  await mock.receive({ ...base, type: 'text', text: 'Hello' });
  const browser = await openBrowser();
  const { page, complaints } = await openPage(browser, url, { viewport: { width: 1280, height: 900 } });
  const kinds = page.locator('#event');
  const content = page.getByRole('textbox', { name: /^Content/ });
  const status = page.locator('#event-sent');
  const sendKind = async (name: string) => {
    await page.getByRole('button', { name: 'Send the event' }).click();
    await status.filter({ hasText: `Sent: ${name}` }).waitFor();
    return mock.callbacks().at(-1)?.body;
  };
  for (const [channel, person] of [
    ['whatsapp', 'Ayla · whatsapp'],
    ['instagram', 'Can · instagram'],
  ] as const) {
    await page.getByRole('button', { name: person }).click();
    const shown = mock.examples().filter((one) => one.channel === channel || one.call === 'report');
    await expect.poll(() => kinds.locator('option').allTextContents()).toEqual(shown.map(({ name }) => name));
    // The reports are the same in each chat.
    for (const { name } of shown.filter((one) => one.channel === channel)) {
      const before = mock.callbacks().length;
      await kinds.selectOption(name);
      await sendKind(name);
      expect(mock.callbacks().length, name).toBeGreaterThan(before);
    }
  }
  await page.getByRole('button', { name: 'Ayla · whatsapp' }).click();
  await kinds.selectOption('edit');
  await expect.poll(() => content.inputValue()).toContain(`"target": "wamid.`);
  await content.fill((await content.inputValue()).replace('Two, not three.', 'Four please'));
  expect(await sendKind('edit')).toHaveProperty(
    'entry.0.changes.0.value.messages.0.edit.message.text.body',
    'Four please',
  );
  expect(first.external_id).toMatch(/^wamid\./);
  await kinds.selectOption('user_preferences: stop');
  await expect.poll(() => content.inputValue()).toContain('905551112299');
  await content.fill('{');
  await page.getByRole('button', { name: 'Send the event' }).click();
  await page.getByRole('alert').filter({ hasText: 'The content is not JSON' }).waitFor();
  expect(complaints).toEqual([]);
  for (const width of WIDTHS) {
    await page.setViewportSize({ width, height: 900 });
    await expectFits(page, `the events at ${width}`);
    await expectNoBarriers(page, `the events at ${width}`);
  }
});

browserTest(
  'on a phone, the page shows the chosen chat and the buttons of templates, and no unusable form',
  async () => {
    const mock = createMockProvider({ callbackUrl: await startApp() });
    const { url, close } = await mock.listen();
    onTestFinished(close);
    const { phone_number_id: business_id } = mock.credentials.whatsapp;
    const browser = await openBrowser();
    const { page } = await openPage(browser, url, { viewport: { width: 390, height: 844 } });
    await page.getByText('No chat yet').waitFor();
    // The clock is real, and no chat is open.
    for (const name of ['Advance the clock', 'Send as the person', 'Adopt username']) {
      expect(await page.getByRole('button', { name }).isVisible()).toBe(false);
    }
    await mock.receive({
      channel: 'whatsapp',
      business_id,
      from: { id: '905551112233', name: 'Ayla' },
      type: 'text',
      text: 'hi',
    });
    await page.reload();
    await page.getByRole('button', { name: 'Ayla · whatsapp' }).click();
    // The viewport is 844 high, and the browser scrolls to the chat.
    await expect.poll(async () => (await page.locator('#chat-name').boundingBox())?.y).toBeLessThan(844);
    const box = await page.getByRole('button', { name: 'Reject hello_world in en_US' }).boundingBox();
    expect((box?.x ?? 0) + (box?.width ?? 390)).toBeLessThanOrEqual(390);
  },
);
