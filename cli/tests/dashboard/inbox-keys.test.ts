import { expect } from 'vitest';
import { browserTest, expectWellMade, startDashboard } from '../../testing/dashboard.ts';
import { ADA, conversation, POLL, reply, thread } from './jobs/inbox.ts';

const LONG_NAME = 'Waits-for-an-answer-of-the-warehouse-in-the-harbor-of-Izmir-since-Monday';
const LABELS = 40;

browserTest('the jobs of the inbox need only the keyboard, also with many labels', async () => {
  const { page, api, control, info, customerWrites, complaints } = await startDashboard();
  for (let number = 0; number < LABELS; number += 1) {
    await control('POST', '/labels', { account_id: info.account_id, name: `Label ${number}` });
  }
  await control('POST', '/labels', { account_id: info.account_id, name: LONG_NAME });
  await customerWrites('Where is my order?');
  await conversation(page, 'Ada').waitFor();
  await page.keyboard.press('j');
  await page.keyboard.press('Enter');
  await thread(page).getByText('Where is my order?').waitFor();

  // A note, and then a quoted reply, which leaves the note.
  await page.keyboard.press('n');
  await page.getByRole('textbox', { name: 'Your note' }).and(page.locator(':focus')).waitFor();
  await page.keyboard.type('Likes tea');
  await page.keyboard.press('Enter');
  await thread(page).getByText('Likes tea').waitFor();
  await page.keyboard.press('Escape');
  await page.keyboard.press('q');
  await reply(page).and(page.locator(':focus')).waitFor();
  await page.getByText('Reply to Where is my order?').waitFor();
  await page.keyboard.type('It left');
  await page.keyboard.press('Enter');
  await thread(page).getByRole('button', { name: 'Where is my order?' }).waitFor();
  // The button beside a message does the same as the key.
  await page.getByRole('button', { name: 'Note', exact: true }).click();
  await thread(page).getByText('Where is my order?').first().hover();
  await thread(page).getByRole('button', { name: 'Quote this message' }).first().click();
  await reply(page).and(page.locator(':focus')).waitFor();
  await page.keyboard.press('Escape');

  // A reply is saved for the team, and found again.
  await page.keyboard.press('r');
  await page.keyboard.type('We are here from 9 to 18.');
  await page.getByRole('button', { name: 'Saved replies' }).click();
  const saved = page.getByRole('dialog', { name: 'Saved replies' });
  await saved.getByText('No saved replies yet').waitFor();
  await saved.getByLabel('Save the text that you are writing as').fill('Opening hours');
  await page.keyboard.press('Enter');
  await saved.getByRole('button', { name: 'Opening hours We are here from 9 to 18.' }).waitFor();
  await expectWellMade(page, 'saved replies');
  await page.keyboard.press('Escape');
  await reply(page).fill('');
  await reply(page).press('/');
  await saved.getByRole('searchbox').and(page.locator(':focus')).waitFor();
  await page.keyboard.type('HOURS');
  await saved.getByRole('button', { name: 'Delete Opening hours' }).waitFor();
  await page.keyboard.press('Enter');
  await expect.poll(() => reply(page).inputValue(), POLL).toBe('We are here from 9 to 18.');
  await reply(page).and(page.locator(':focus')).waitFor();
  await reply(page).fill('');
  await reply(page).press('/');
  await saved.getByRole('button', { name: 'Delete Opening hours' }).click();
  await saved.getByText('No saved replies yet').waitFor();
  await page.keyboard.press('Escape');
  // The focus returns to the field when the list has closed.
  await saved.waitFor({ state: 'hidden' });
  await reply(page).and(page.locator(':focus')).waitFor();
  await reply(page).press('Escape');
  await reply(page).and(page.locator(':not(:focus)')).waitFor();

  // Of many labels, those of the conversation are shown, and the others are found by name.
  const labels = page.getByRole('region', { name: 'Labels' });
  await labels.getByText(`${LABELS + 1} more. Write a part of the name.`).waitFor();
  await page.keyboard.press('l');
  await labels.getByRole('searchbox').and(page.locator(':focus')).waitFor();
  await page.keyboard.type('HARBOR');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Space');
  const chip = labels.getByRole('button', { name: LONG_NAME });
  await expect.poll(() => chip.getAttribute('aria-pressed'), POLL).toBe('true');
  const [inner, outer] = await Promise.all([chip.boundingBox(), labels.boundingBox()]);
  expect((inner?.x ?? 0) + (inner?.width ?? 0)).toBeLessThanOrEqual((outer?.x ?? 0) + (outer?.width ?? 0));
  await expectWellMade(page, 'many labels');
  await labels.getByRole('searchbox').fill('');
  await expect.poll(() => labels.locator('.chip').count(), POLL).toBe(1);
  await page.keyboard.press('Escape');

  // Close it, and take that back.
  await page.keyboard.press('e');
  await expect.poll(async () => (await api('GET', `/conversations/${ADA}`)).body.data.status, POLL).toBe('closed');
  await page.getByText('Closed the conversation with Ada').waitFor();
  await page.keyboard.press('z');
  await expect.poll(async () => (await api('GET', `/conversations/${ADA}`)).body.data.status, POLL).toBe('open');
  await page.keyboard.press('?');
  const keys = page.getByRole('dialog', { name: 'Keys' });
  for (const does of ['Reply', 'Quote', 'note', 'labels', 'Assign', 'Undo']) {
    await keys.getByText(does).first().waitFor();
  }
  expect(complaints).toEqual([]);
});
