import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import type { Dashboard, ExpectLook } from '../../../testing/dashboard.ts';

export const ADA = '905551112233';
/** How long a busy machine may take. The key of the API has a limit of requests per second. */
export const POLL = { timeout: 30_000, interval: 100 };

export const conversation = (page: Page, name: string) =>
  page.getByRole('navigation', { name: 'Conversations' }).getByRole('button', { name });
export const thread = (page: Page) => page.getByRole('region', { name: /^Messages with/ });
export const reply = (page: Page) => page.getByRole('textbox', { name: 'Your reply' });

/** Returns the texts that the provider accepted. */
export async function sentTexts({ control, info }: Dashboard): Promise<unknown[]> {
  const { body } = await control('GET', `/provider/sends?account_id=${info.account_id}`);
  return body.map(({ payload }: { payload: { text?: { body: string } } }) => payload.text?.body);
}

/** An agent answers a customer who has just written, with the keyboard. */
export async function answerCustomer(dashboard: Dashboard, expectLook: ExpectLook): Promise<void> {
  const { page, api, control, info, customerWrites, complaints } = dashboard;
  await page.getByText('No open conversations').waitFor();
  expect(await page.getByText('Choose a conversation').count()).toBe(0);
  await customerWrites('Where is my order?');
  await page.getByText('Choose a conversation').waitFor();
  // It appears without a reload.
  await conversation(page, 'Ada').getByText('1 unread').waitFor();
  await page.keyboard.press('j');
  await page.keyboard.press('Enter');
  await thread(page).getByText('Where is my order?').waitFor();
  await expect.poll(async () => (await api('GET', `/conversations/${ADA}`)).body.data.unread_count, POLL).toBe(0);
  await page.keyboard.press('r');
  await page.keyboard.type('It left');
  await page.keyboard.press('Shift+Enter');
  await page.keyboard.type('this morning.');
  // What is typed stays after a reload.
  await page.reload();
  await expect.poll(() => reply(page).inputValue(), POLL).toBe('It left\nthis morning.');
  await reply(page).press('Enter');
  await thread(page).getByText('It left\nthis morning.').waitFor();
  await thread(page).getByText('Read', { exact: true }).first().waitFor();
  expect(await sentTexts(dashboard)).toEqual(['It left\nthis morning.']);
  await expect.poll(() => reply(page).inputValue(), POLL).toBe('');

  // A quoted answer, and the customer's next message.
  await thread(page).getByText('Where is my order?').hover();
  await thread(page).getByRole('button', { name: 'Quote this message' }).first().click();
  await reply(page).fill('This one?');
  await reply(page).press('Enter');
  await thread(page).getByRole('button', { name: 'Where is my order?' }).waitFor();
  await customerWrites('Yes, thanks!');
  await thread(page).getByText('Yes, thanks!').waitFor();
  await expectLook(page, 'the inbox');

  // Closing can be taken back.
  await reply(page).press('Escape');
  await page.keyboard.press('e');
  await page.getByText('Closed the conversation with Ada').waitFor();
  await expect.poll(() => conversation(page, 'Ada').count(), POLL).toBe(0);
  await page.getByRole('button', { name: 'Undo' }).click();
  await conversation(page, 'Ada').waitFor();
  await page.keyboard.press('a');
  await page.getByRole('menuitem', { name: 'Assign to me' }).and(page.locator(':focus')).waitFor();
  await page.keyboard.press('Enter');
  await expect.poll(async () => (await api('GET', `/conversations/${ADA}`)).body.data.agent, POLL).not.toBe(null);

  // A refused message keeps its text, and says what to do. The page does not know of the block: it could not send then.
  const person = /\/conversations\/\d+$/;
  await page.route(person, async (route) => {
    const response = await route.fetch();
    const body = await response.json();
    body.data.contact.blocked = false;
    await route.fulfill({ response, json: body });
  });
  expect((await api('POST', '/blocked-numbers', { phone: ADA })).status).toBe(201);
  await reply(page).fill('Are you there?');
  await reply(page).press('Enter');
  const refused = thread(page).getByRole('alert');
  await refused.getByText('RECIPIENT_BLOCKED').waitFor();
  expect(await refused.textContent()).toMatch(/remove/i);
  expect((await api('DELETE', `/blocked-numbers/${ADA}`)).status).toBe(200);
  await page.unroute(person);
  await refused.getByRole('button', { name: 'Try again' }).click();
  await expect.poll(() => refused.count(), POLL).toBe(0);
  await expect.poll(() => sentTexts(dashboard), POLL).toContain('Are you there?');

  // So does a message that fails at the provider.
  await control('POST', '/provider/next', {
    account_id: info.account_id,
    channel: 'whatsapp',
    outcome: 'fail',
    code: 131026,
  });
  await reply(page).fill('This one fails');
  await reply(page).press('Enter');
  await thread(page).getByText('131026').waitFor();
  await thread(page).getByText('The person may not use WhatsApp').waitFor();
  expect(complaints.filter((one) => !one.includes('403'))).toEqual([]);
}
