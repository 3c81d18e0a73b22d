import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { browserTest, expectWellMade, openPlace, startDashboard } from '../../testing/dashboard.ts';

const BOB = '905552223344';
const POLL = { interval: 100 };
const row = (page: Page, name: string) =>
  page.getByRole('navigation', { name: 'Conversations' }).getByRole('button', { name });

browserTest('an agent begins a conversation with a template, and an erased person disappears', async () => {
  const { page, api, admin, info, customerWrites, complaints } = await startDashboard();
  expect((await api('POST', '/contacts', { phone: BOB, name: 'Bob' })).status).toBe(201);
  await customerWrites('Hi');
  const begin = page.getByText(`${BOB} has not written yet`);

  // The link of a contact opens the thread of that person.
  await openPlace(page, 'Contacts');
  await page.getByRole('row', { name: /Bob/ }).click();
  await page.getByRole('link', { name: 'Conversation' }).click();
  await begin.waitFor();
  await expectWellMade(page, 'a person without messages');

  // So does a person or a number of the dialog.
  await openPlace(page, 'Inbox');
  await page.getByRole('button', { name: 'New message' }).click();
  // The dialog begins in its field.
  await page.getByRole('dialog').getByRole('searchbox').and(page.locator(':focus')).waitFor();
  await page.keyboard.type('+90 555 222 33 55');
  await page.getByRole('button', { name: /Write on WhatsApp/ }).waitFor();
  // On other channels, people write first.
  expect(await page.getByRole('button', { name: /Instagram.*People write first/ }).isDisabled()).toBe(true);
  await page.getByRole('dialog').getByRole('searchbox').fill('Bob');
  const people = page.getByRole('dialog').getByRole('listitem');
  await expect.poll(() => people.allTextContents(), POLL).toEqual([expect.stringContaining('Bob')]);
  // Enter opens the first row.
  await page.keyboard.press('Enter');
  await begin.waitFor();
  await page.getByRole('button', { name: 'Send a template' }).click();
  await page.getByRole('button', { name: 'order_update' }).click();
  await page.getByLabel('Value 1').fill('Bob');
  await page.getByLabel('Value 2').fill('4711');
  await page.getByLabel('End of the address of “Track order”').fill('4711');
  await page.getByRole('button', { name: 'Send the template' }).click();
  const thread = page.getByRole('region', { name: 'Messages with Bob' });
  await thread.getByText('Hi Bob, your order 4711 is on its way.').waitFor();

  // A notice names the person and is not over the composer.
  await row(page, 'Ada').click();
  await page.getByRole('button', { name: 'Assign', exact: true }).click();
  await page.getByRole('menuitem').first().click();
  await page.getByText(/^Assigned Ada to /).waitFor();
  const notice = await page.locator('.toasts').boundingBox();
  const composer = await page.locator('.composer').boundingBox();
  expect((notice?.y ?? 0) + (notice?.height ?? 0)).toBeLessThan(composer?.y ?? 0);

  // Marketing templates are disabled for a person who has opted out.
  expect((await api('POST', '/opt-outs', { phone: '905551112233' })).status).toBe(201);
  await page.reload();
  await page.getByText('Opted out of marketing').waitFor();
  await page.getByRole('button', { name: 'Send a template' }).click();
  await page.getByRole('button', { name: 'order_update' }).waitFor();
  expect(await page.getByRole('button', { name: /promo_spring.*opted out of marketing/ }).isDisabled()).toBe(true);
  await page.keyboard.press('Escape');

  // The palette searches messages.
  await page.keyboard.press('Control+k');
  await page.keyboard.type('4711');
  await page.getByRole('menuitem', { name: 'Search messages for “4711”' }).click();
  await page.getByRole('navigation', { name: 'Search results' }).getByRole('button', { name: 'Bob' }).waitFor();
  await page.getByRole('button', { name: 'Clear' }).click();

  // The next request about an erased person drops the row and the thread.
  await row(page, 'Bob').click();
  await thread.getByText('Hi Bob').waitFor();
  const path = `/accounts/${info.account_id}/people/erase`;
  expect((await admin('POST', path, { person: BOB })).status).toBe(200);
  await page.evaluate("document.dispatchEvent(new Event('visibilitychange'))");
  await page.getByText('This person was erased').waitFor();
  await expect.poll(() => row(page, 'Bob').count(), POLL).toBe(0);
  expect(complaints.filter((one) => !one.includes('404'))).toEqual([]);
});

browserTest('the thread scrolls to an own message and to one that a search found', async () => {
  const { page, customerWrites, complaints } = await startDashboard();
  for (let place = 0; place < 60; place += 1) {
    await customerWrites(`Question ${place}`);
  }
  const thread = page.getByRole('region', { name: /^Messages with/ });
  await row(page, 'Ada').click();
  await thread.getByText('Question 59').waitFor();
  // While the thread opens, it scrolls to its end, also after a person has scrolled up.
  const scrollUp = async () => {
    await thread.evaluate((one) => {
      (one as unknown as { scrollTop: number }).scrollTop = 0;
    });
    return page.getByRole('button', { name: /^Newest/ }).count();
  };
  await expect.poll(scrollUp, POLL).toBe(1);
  const reply = page.getByRole('textbox', { name: 'Your reply' });
  await reply.fill('An answer');
  await reply.press('Enter');
  await thread.getByText('An answer').waitFor();
  await expect.poll(() => page.getByRole('button', { name: /^(Newest|New messages)/ }).count(), POLL).toBe(0);

  // A search finds people by their name, and its rows are used by keyboard.
  const results = page.getByRole('navigation', { name: 'Search results' }).getByRole('button');
  await reply.press('Escape');
  await page.keyboard.press('/');
  await page.keyboard.type('ada');
  await expect.poll(() => results.allTextContents(), POLL).toEqual(['Ada905551112233']);
  await expectWellMade(page, 'people found');
  // The found message is on a page that was not loaded yet.
  await page.reload();
  await thread.getByText('An answer').waitFor();
  await page.keyboard.press('/');
  await page.keyboard.type('Question 7');
  await expect.poll(() => results.allTextContents(), POLL).toEqual([expect.stringContaining('Question 7')]);
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  const found = thread.locator('.found');
  await found.getByText('Question 7').waitFor();
  await expect
    .poll(async () => {
      const [one, all] = [await found.boundingBox(), await thread.boundingBox()];
      return one && all && one.y > all.y && one.y + one.height < all.y + all.height;
    }, POLL)
    .toBe(true);
  await expectWellMade(page, 'a message found');
  // The next press of the key replaces the words.
  await thread.press('/');
  await page.keyboard.type('ada');
  await expect.poll(() => results.allTextContents(), POLL).toEqual(['Ada905551112233']);
  expect(complaints).toEqual([]);
});
