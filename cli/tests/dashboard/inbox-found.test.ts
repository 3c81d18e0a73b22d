import { expect } from 'vitest';
import { browserTest, PAINTED, startDashboard } from '../../testing/dashboard.ts';
import { ADA, POLL, reply, thread } from './jobs/inbox.ts';

/** More than the pages that are loaded around a found message. */
const MESSAGES = 170;

browserTest('a message found far back is shown between its neighbors, and both ways lead to the ends', async () => {
  const { page, api, control, info, customerWrites, complaints } = await startDashboard();
  for (let number = 0; number < MESSAGES; number += 1) {
    await customerWrites(number === 60 ? 'message 60 with a needle, the Needle' : `message ${number}`);
  }
  const requests: string[] = [];
  page.on('request', (request) => {
    const { pathname, search } = new URL(request.url());
    if (pathname.endsWith(`/conversations/${ADA}/messages`)) {
      requests.push(search);
    }
  });
  const hit = thread(page).getByText('message 60 with a needle');
  const shown = async (): Promise<number[]> =>
    (
      await thread(page)
        .getByText(/^message \d+/)
        .allTextContents()
    ).map((text) => Number(text.split(' ')[1]));
  const wheel = async (pixels: number) => {
    await thread(page).hover();
    await page.mouse.wheel(0, pixels);
    await page.evaluate(PAINTED);
  };
  const search = async () => {
    await page.keyboard.press('/');
    await page.keyboard.type('needle');
    await page.locator('.found-text mark').first().waitFor();
    const result = page.getByRole('navigation', { name: 'Search results' }).getByRole('button', { name: 'needle' });
    expect(await result.locator('mark').allTextContents()).toEqual(['needle', 'Needle']);
    await result.click();
    await hit.waitFor();
  };
  await search();
  await expect.poll(shown, POLL).toContain(61);
  expect(await shown()).toContain(59);
  // The newest page, and one page on each side of the message.
  expect(requests).toEqual(['?limit=50', expect.stringContaining('&before='), expect.stringContaining('&after=')]);
  // The address has the place, for a reload and for a colleague.
  await page.reload();
  await hit.waitFor();

  // A message that arrives meanwhile is not shown after messages that it does not follow.
  await customerWrites('Are you there?');
  await page.getByRole('button', { name: 'New messages' }).waitFor();
  expect(await thread(page).getByText('Are you there?').count()).toBe(0);

  const seen = new Set<number>();
  const note = async () => {
    for (const number of await shown()) {
      seen.add(number);
    }
  };
  for (let turn = 0; turn < 100 && !seen.has(0); turn += 1) {
    await note();
    await wheel(-500);
  }
  for (let turn = 0; turn < 200 && (await thread(page).getByText('Are you there?').count()) === 0; turn += 1) {
    await note();
    await wheel(400);
  }
  await thread(page).getByText('Are you there?').waitFor();
  await note();
  expect([...seen].sort((one, other) => one - other)).toEqual([...Array(MESSAGES).keys()]);
  // The part ends with the newest message now, so events continue it.
  await customerWrites('And now?');
  await thread(page).getByText('And now?').waitFor();
  expect(await shown()).toContain(MESSAGES - 1);

  await page.reload();
  await hit.waitFor();
  await page.getByRole('button', { name: 'Newest' }).click();
  await thread(page).getByText('And now?').waitFor();
  expect(page.url()).not.toContain('message=');
  await page.goBack();
  await hit.waitFor();
  // What a person sends is always shown.
  await reply(page).fill('Yes, I am');
  await reply(page).press('Enter');
  await thread(page).getByText('Yes, I am').waitFor();
  await thread(page).getByText('And now?').waitFor();
  // A message that the server does not have yet is sent again after a reload, and is new then.
  const newest = async () => (await api('GET', `/conversations/${ADA}`)).body.data.last_message.text;
  await expect.poll(newest, POLL).toBe('Yes, I am');

  // An address that someone wrote down has only the ID of the message.
  await page.goBack();
  await hit.waitFor();
  const address = new URL(page.url());
  address.searchParams.delete('at');
  await page.goto(address.href);
  await hit.waitFor();
  await page.getByRole('button', { name: 'Newest' }).click();

  // A quoted message that is not loaded is shown between its neighbors.
  const old = await api('GET', `/conversations/${ADA}/messages?limit=1&after=2000-01-01T00:00:00Z`);
  const [{ external_id: reply_to, text }] = old.body.data.messages;
  expect(text).toBe('message 0');
  const quoting = { type: 'text', text: 'This one', reply_to, from: { id: ADA, name: 'Ada' } };
  await control('POST', '/inbound', { account_id: info.account_id, channel: 'whatsapp', ...quoting });
  await thread(page).getByText('This one').waitFor();
  await thread(page).getByRole('button', { name: 'Earlier message' }).click();
  await thread(page).locator('.found').getByText('message 0', { exact: true }).waitFor();
  expect(complaints).toEqual([]);
});

browserTest('the thread shows why older messages did not load, and loads them on request', async () => {
  const { page, customerWrites } = await startDashboard();
  for (let number = 0; number < 80; number += 1) {
    await customerWrites(`message ${number}`);
  }
  const isOlder = (url: URL) => url.pathname.endsWith('/messages') && url.searchParams.has('before');
  const failure = { success: false, error: { code: 'INTERNAL_ERROR', message: 'The database is gone.' } };
  let failures = 0;
  await page.route(isOlder, (route) => {
    failures += 1;
    return route.fulfill({ status: 500, json: failure });
  });
  await page.getByRole('navigation', { name: 'Conversations' }).getByRole('button', { name: 'Ada' }).click();
  await thread(page).getByText('message 79').waitFor();
  await thread(page).hover();
  await page.mouse.wheel(0, -20_000);
  const alert = page.getByRole('alert').filter({ hasText: 'The database is gone.' });
  await alert.waitFor();
  expect(failures).toBe(1);
  await page.unroute(isOlder);
  await alert.getByRole('button', { name: 'Try again' }).click();
  await expect.poll(() => alert.count(), POLL).toBe(0);
  await page.mouse.wheel(0, -20_000);
  await thread(page).getByText('message 0', { exact: true }).waitFor();
});
