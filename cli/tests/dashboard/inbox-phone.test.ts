import { expect } from 'vitest';
import { browserTest, expectWellMade, startDashboard } from '../../testing/dashboard.ts';
import { conversation, POLL, thread } from './jobs/inbox.ts';

/** Where an element and its text begin. It runs in the page. */
const PLACES = (
  element: Box & { ownerDocument: { createRange(): Box & { selectNodeContents(node: unknown): void } } },
) => {
  const range = element.ownerDocument.createRange();
  range.selectNodeContents(element);
  return [element.getBoundingClientRect().left, range.getBoundingClientRect().left];
};

/** The part of the DOM that `PLACES` uses, because the DOM types are not loaded here. */
interface Box {
  getBoundingClientRect(): { left: number };
}

browserTest('on a phone, an agent sends a location and goes back to the row in the list', async () => {
  const { page, customerWrites, control, info, complaints } = await startDashboard(['--memory'], { hasTouch: true });
  await page.setViewportSize({ width: 390, height: 844 });
  await customerWrites('Where are you?');
  await conversation(page, 'Ada').waitFor();
  const from = { id: '905552223344', name: 'محمد الأحمد' };
  await control('POST', '/inbound', {
    account_id: info.account_id,
    channel: 'whatsapp',
    from,
    type: 'text',
    text: 'Hi',
  });
  await conversation(page, from.name).tap();
  await thread(page).getByText('Hi').waitFor();
  // The list is hidden, but the page still has its heading.
  await page.getByRole('heading', { level: 1, name: 'Inbox' }).waitFor();
  const name = page.getByRole('heading', { level: 2, name: from.name });
  const [left, start] = await name.evaluate(PLACES);
  expect(start).toBe(left);
  await page.getByRole('button', { name: 'Back to the list' }).tap();
  await conversation(page, from.name).and(page.locator(':focus')).waitFor();

  await conversation(page, 'Ada').tap();
  await page.getByRole('button', { name: 'Add', exact: true }).tap();
  await page.getByRole('menuitem', { name: 'Location' }).tap();
  const form = page.getByRole('form', { name: 'Location' });
  await form.getByLabel('Latitude').and(page.locator(':focus')).waitFor();
  await page.keyboard.type('91,5');
  await form.getByText('Write a number from -90 to 90, such as 41.0082.').waitFor();
  await form.getByLabel('Longitude').fill('28,9784');
  expect(await form.getByRole('button', { name: 'Send the location' }).isDisabled()).toBe(true);
  await expectWellMade(page, 'a wrong location');
  await form.getByLabel('Latitude').fill('');
  await form.getByLabel('Latitude').pressSequentially('41,0082');
  expect(await form.getByLabel('Longitude').inputValue()).toBe('28,9784');
  // Maps copy both numbers together.
  await form.getByLabel('Latitude').fill('39.9208, 32.8541');
  await expect.poll(() => form.getByLabel('Longitude').inputValue(), POLL).toBe('32.8541');
  await form.getByLabel('Latitude').fill('41,0082');
  await form.getByRole('button', { name: 'Send the location' }).tap();
  await thread(page).getByRole('link', { name: '41.0082, 32.8541' }).waitFor();
  expect(complaints).toEqual([]);
});
