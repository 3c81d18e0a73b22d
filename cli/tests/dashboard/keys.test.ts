import { expect } from 'vitest';
import { scratchFolder } from '../../testing/cli.ts';
import {
  browserTest,
  callAsPage,
  enterAs,
  expectWellMade,
  openPlace,
  startDashboard,
} from '../../testing/dashboard.ts';

browserTest('an owner creates a key for a program, rotates and revokes it; a viewer may not', async () => {
  const data = scratchFolder();
  const dashboard = await startDashboard(['--data', data]);
  const { page, info, complaints } = dashboard;
  const get = async (path: string, key: string) => {
    const response = await fetch(info.base_url + path, { headers: { authorization: `Bearer ${key}` } });
    return [response.status, ((await response.json()) as { error?: { code: string } }).error?.code];
  };
  await openPlace(page, 'Keys');
  await page.getByRole('table').waitFor();
  await expectWellMade(page, 'the list of keys');
  await page.getByRole('button', { name: 'Create key' }).click();
  const form = page.getByRole('dialog', { name: 'Create a key' });
  // A key without scopes would do nothing.
  expect(await form.getByRole('button', { name: 'Create key' }).isDisabled()).toBe(true);
  await form.getByLabel('Name').fill('Corner shop');
  await form.getByRole('checkbox', { name: /contacts:read/ }).press('Space');
  await form.getByLabel('Allowed IP addresses').fill('127.0.0.0/8\nnowhere');
  await form.getByRole('button', { name: 'Create key' }).click();
  await form.getByText('nowhere is neither an IP address nor a CIDR range.').waitFor();
  await expectWellMade(page, 'a key that was refused');
  await form.getByLabel('Allowed IP addresses').fill('127.0.0.0/8');
  await form.getByLabel('Requests per minute').fill('90000');
  await form.getByRole('button', { name: 'Create key' }).click();
  await form.getByText('Requests per minute must be at most 1800', { exact: false }).waitFor();
  await form.getByLabel('Requests per minute').fill('1800');
  const list = async () => (await dashboard.admin('GET', `/accounts/${info.account_id}/keys`)).body.keys;
  const before = (await list()).length;
  await form.getByRole('button', { name: 'Create key' }).dblclick();
  const made = page.getByRole('dialog', { name: 'Your new key' });
  const first = await made.getByRole('region', { name: 'Key' }).innerText();
  expect(first).toMatch(/^ww_live_\w{41}$/);
  // A double click creates one key.
  expect((await list()).length).toBe(before + 1);
  await expectWellMade(page, 'a new key');
  expect([await get('/contacts', first), await get('/conversations', first)]).toEqual([
    [200, undefined],
    [403, 'SCOPE_DENIED'],
  ]);
  await made.getByRole('button', { name: 'I have copied it' }).click();
  // Focus returns to the button that opened the first of the two dialogs.
  const focused = () => page.evaluate('document.activeElement?.textContent') as Promise<string>;
  await expect.poll(focused).toContain('Create key');

  // The key is shown nowhere again, also not after a reload. Its last use is stored within a second.
  const isStored = async () => (await list()).at(-1).last_used_at !== null;
  await expect.poll(isStored).toBe(true);
  await page.reload();
  await page.getByRole('cell', { name: '127.0.0.0/8' }).waitFor();
  expect(await page.content()).not.toContain(first);
  await page.getByRole('row', { name: '127.0.0.0/8' }).getByRole('button').first().click();
  const sheet = page.getByRole('dialog', { name: 'Corner shop' });
  await sheet.getByText('contacts:read').waitFor();
  expect(await sheet.getByText('Last used').locator('..').innerText()).not.toContain('Never');
  await expectWellMade(page, 'a key');
  await sheet.getByRole('button', { name: 'Rotate' }).click();
  await page
    .getByRole('dialog', { name: /^Rotate/ })
    .getByRole('button', { name: 'Create new key' })
    .click();
  await made.getByText(/The old key works until/).waitFor();
  const second = await made.getByRole('region', { name: 'Key' }).innerText();
  await made.getByRole('button', { name: 'I have copied it' }).click();
  expect([await get('/contacts', first), await get('/contacts', second)]).toEqual([
    [200, undefined],
    [200, undefined],
  ]);
  // The page shows the new key. The old one is in the list.
  await sheet.getByText('Active', { exact: true }).waitFor();
  await page.keyboard.press('Escape');
  await page
    .getByRole('row', { name: /Corner shop.*Ends/ })
    .getByRole('button')
    .first()
    .click();
  await sheet.getByText(/^Ends/).waitFor();
  await sheet.getByRole('button', { name: 'Revoke' }).click();
  await page
    .getByRole('dialog', { name: /^Revoke/ })
    .getByRole('button', { name: 'Revoke key' })
    .click();
  await page.getByText('The key is revoked').waitFor();
  expect([await get('/contacts', first), await get('/contacts', second)]).toEqual([
    [401, 'API_KEY_REVOKED'],
    [200, undefined],
  ]);
  expect(complaints.filter((text) => !/status of 422/.test(text))).toEqual([]);

  const viewer = (await enterAs(dashboard, data, 'viewer')).page;
  const pages = viewer.getByRole('navigation', { name: 'Pages' });
  await pages.getByRole('link', { name: 'Inbox' }).waitFor();
  expect(await pages.getByRole('link', { name: /Keys|Webhooks/ }).count()).toBe(0);
  const keys = `/admin/v1/accounts/${info.account_id}/keys`;
  for (const [method, path, body] of [
    ['GET', keys, undefined],
    ['POST', keys, {}],
    ['POST', `${keys}/1/rotate`, {}],
    ['DELETE', `${keys}/1`, undefined],
    ['PUT', `/admin/v1/accounts/${info.account_id}/webhook`, { url: null }],
    ['POST', `/admin/v1/accounts/${info.account_id}/webhook/secret`, {}],
    ['POST', '/v1/webhooks/test', {}],
  ] as const) {
    expect([method, path, (await callAsPage(viewer, method, path, body)).status]).toEqual([method, path, 403]);
  }
});
