import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { browserTest, type Dashboard, expectWellMade, startDashboard } from '../../testing/dashboard.ts';
import { conversation, POLL } from './jobs/inbox.ts';

const PEOPLE = { Ada: '905551112231', Grace: '905551112232', Linus: '905551112233', Mona: '905551112234' };
type Name = keyof typeof PEOPLE;

async function everyoneWrites({ control, info, page }: Dashboard): Promise<void> {
  for (const [name, id] of Object.entries(PEOPLE)) {
    const from = { id, name };
    const message = { account_id: info.account_id, channel: 'whatsapp', from, type: 'text', text: `I am ${name}` };
    await control('POST', '/inbound', message);
    await row(page, name).waitFor();
  }
}

const row = (page: Page, name: string) => conversation(page, `I am ${name}`);
const box = (page: Page, name: string) => page.getByRole('checkbox', { name: `Select ${name}` });
const bar = (page: Page) => page.getByRole('region', { name: 'Selection' });

browserTest('several conversations are closed at once, and the page says which one failed and why', async () => {
  const dashboard = await startDashboard();
  const { page, api, admin, info, openAs, complaints } = dashboard;
  await everyoneWrites(dashboard);
  const status = async (name: Name) => (await api('GET', `/conversations/${PEOPLE[name]}`)).body.data?.status;

  // Shift+click selects all rows up to this one: Mona, Linus and Grace, the newest first.
  await row(page, 'Mona').hover();
  await box(page, 'Mona').click();
  await row(page, 'Grace').click({ modifiers: ['Shift'] });
  await bar(page).getByText('3 selected').waitFor();
  expect(await box(page, 'Linus').getAttribute('aria-checked')).toBe('true');
  expect(await box(page, 'Ada').getAttribute('aria-checked')).toBe('false');
  await expectWellMade(page, 'three selected conversations');

  // Linus is erased by someone else.
  const erased = await admin('POST', `/accounts/${info.account_id}/people/erase`, { person: PEOPLE.Linus });
  expect(erased.status).toBe(200);
  await bar(page).getByRole('button', { name: 'Close' }).click();
  const alert = bar(page).getByRole('alert');
  await alert.getByText('1 conversation of 3 could not be closed.').waitFor();
  await alert.getByText(/^Linus: \S/).waitFor();
  await expectWellMade(page, 'a failed change of several conversations');
  await expect.poll(() => Promise.all([status('Mona'), status('Grace')]), POLL).toEqual(['closed', 'closed']);
  expect(await status('Ada')).toBe('open');

  // What is done can be taken back.
  await page.getByText('Closed: 2 conversations').waitFor();
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect.poll(() => Promise.all([status('Mona'), status('Grace')]), POLL).toEqual(['open', 'open']);
  await row(page, 'Mona').waitFor();
  // Chromium reports the refusal.
  expect(complaints.filter((text) => !/404/.test(String(text)))).toEqual([]);

  const viewer = await openAs('viewer');
  await row(viewer.page, 'Mona').waitFor();
  await viewer.page.keyboard.press('j');
  await viewer.page.keyboard.press('x');
  expect(await viewer.page.getByRole('checkbox').count()).toBe(0);
  expect(await viewer.page.getByRole('button', { name: 'Select conversations' }).count()).toBe(0);
  expect(await bar(viewer.page).count()).toBe(0);
  expect(viewer.complaints).toEqual([]);
});

browserTest('conversations are selected, assigned, labeled and marked as read with the keyboard alone', async () => {
  const dashboard = await startDashboard();
  const { page, api, control, info, complaints } = dashboard;
  await control('POST', '/labels', { account_id: info.account_id, name: 'Urgent' });
  await everyoneWrites(dashboard);
  const details = (names: readonly Name[]) =>
    Promise.all(names.map(async (name) => (await api('GET', `/conversations/${PEOPLE[name]}`)).body.data));
  const both = () => details(['Mona', 'Linus']);
  const selectTwo = async () => {
    await bar(page).waitFor({ state: 'detached' });
    await page.keyboard.press('x');
    await page.keyboard.press('j');
    await page.keyboard.press('x');
    await bar(page).getByText('2 selected').waitFor();
  };
  await page.reload();
  await row(page, 'Mona').waitFor();
  await page.keyboard.press('j');
  await selectTwo();
  await page.keyboard.press('Escape');
  await bar(page).waitFor({ state: 'detached' });
  await row(page, 'Linus').and(page.locator(':focus')).waitFor();

  await page.keyboard.press('k');
  await selectTwo();
  await page.keyboard.press('a');
  await page.getByRole('menuitem', { name: 'Assign to me' }).and(page.locator(':focus')).waitFor();
  await page.keyboard.press('Enter');
  await page.getByText('Assigned: 2 conversations').waitFor();
  expect((await both()).map(({ agent }) => agent !== null)).toEqual([true, true]);
  await row(page, 'Linus').and(page.locator(':focus')).waitFor();

  await page.keyboard.press('k');
  await selectTwo();
  await page.keyboard.press('l');
  await page.getByRole('menuitem', { name: 'Urgent' }).and(page.locator(':focus')).waitFor();
  await page.keyboard.press('Enter');
  await page.getByText('Labeled: 2 conversations').waitFor();
  await row(page, 'Mona').getByText('Urgent').waitFor();
  await row(page, 'Linus').getByText('Urgent').waitFor();

  await page.keyboard.press('k');
  await selectTwo();
  await bar(page).getByRole('button', { name: 'Mark as read' }).focus();
  await page.keyboard.press('Enter');
  await page.getByText('Marked as read: 2 conversations').waitFor();
  expect((await both()).map(({ unread_count }) => unread_count)).toEqual([0, 0]);
  expect((await details(['Ada', 'Grace'])).map(({ unread_count, agent }) => [unread_count, agent])).toEqual([
    [1, null],
    [1, null],
  ]);
  expect(complaints).toEqual([]);
});

browserTest('on a phone, a press on a row selects it after "Select conversations"', async () => {
  const dashboard = await startDashboard(['--memory'], { hasTouch: true });
  const { page, api, complaints } = dashboard;
  await page.setViewportSize({ width: 390, height: 844 });
  await everyoneWrites(dashboard);
  await page.getByRole('button', { name: 'Select conversations' }).tap();
  await bar(page).getByText('Select conversations').waitFor();
  await row(page, 'Ada').tap();
  await row(page, 'Grace').tap();
  await bar(page).getByText('2 selected').waitFor();
  for (const name of ['Close', 'Assign', 'Mark as read']) {
    const place = await bar(page).getByRole('button', { name }).boundingBox();
    expect((place?.x ?? 0) + (place?.width ?? 0)).toBeLessThanOrEqual(390);
  }
  await bar(page).getByRole('button', { name: 'Close' }).tap();
  await page.getByText('Closed: 2 conversations').waitFor();
  for (const name of ['Ada', 'Grace'] as const) {
    expect((await api('GET', `/conversations/${PEOPLE[name]}`)).body.data.status).toBe('closed');
  }
  // A press opens a conversation again.
  await row(page, 'Mona').tap();
  await page.getByRole('region', { name: 'Conversation with Mona' }).waitFor();
  expect(complaints).toEqual([]);
});

browserTest('Undo gives each conversation its agent back, and a label leaves only those that have it', async () => {
  const dashboard = await startDashboard();
  const { page, api, admin, control, info, complaints } = dashboard;
  const account = `/accounts/${info.account_id}`;
  const colleague = (await admin('POST', `${account}/agents`, { name: 'Hedy' })).body.id;
  const label = (await control('POST', '/labels', { account_id: info.account_id, name: 'Urgent' })).body.id;
  await everyoneWrites(dashboard);
  expect((await api('PATCH', `/conversations/${PEOPLE.Mona}`, { agent_id: colleague })).status).toBe(200);
  const labelsOf = (name: Name) => `${account}/conversations/${PEOPLE[name]}/labels`;
  expect((await admin('PUT', labelsOf('Mona'), { label_ids: [label] })).status).toBe(200);
  await page.reload();
  await row(page, 'Mona').getByText('Urgent').waitFor();
  const agents = () =>
    Promise.all(
      (['Mona', 'Linus'] as const).map(
        async (name) => (await api('GET', `/conversations/${PEOPLE[name]}`)).body.data.agent?.name ?? null,
      ),
    );
  const selectTwo = async () => {
    await row(page, 'Mona').click({ modifiers: ['Shift'] });
    await row(page, 'Linus').click({ modifiers: ['Shift'] });
    await bar(page).getByText('2 selected').waitFor();
  };

  await selectTwo();
  await bar(page).getByRole('button', { name: 'Assign' }).click();
  await page.getByRole('menuitem', { name: 'Assign to me' }).click();
  await page.getByText('Assigned: 2 conversations').waitFor();
  const [mine] = await agents();
  expect([mine, await agents()]).toEqual([expect.not.stringMatching('Hedy'), [mine, mine]]);
  await page.getByRole('button', { name: 'Undo' }).click();
  await page.getByText('Undone: 2 conversations').waitFor();
  expect(await agents()).toEqual(['Hedy', null]);
  await row(page, 'Mona').getByText('Hedy').waitFor();
  await row(page, 'Linus').getByText('Unassigned').waitFor();

  await selectTwo();
  await bar(page).getByRole('button', { name: 'Label' }).click();
  await page.getByRole('menuitem', { name: 'Urgent', exact: true }).waitFor();
  await page.getByRole('menuitem', { name: 'Remove Urgent' }).click();
  await page.getByText('Label removed: 1 conversation', { exact: true }).waitFor();
  await expect.poll(() => row(page, 'Mona').getByText('Urgent').count(), POLL).toBe(0);
  expect((await admin('GET', labelsOf('Mona'))).body.labels).toEqual([]);
  expect(complaints).toEqual([]);
});

browserTest('Stop ends a change of several conversations, and the rest stays selected', async () => {
  const dashboard = await startDashboard();
  const { page, api, complaints } = dashboard;
  await everyoneWrites(dashboard);
  const statuses = () =>
    Promise.all(
      (['Mona', 'Linus', 'Grace'] as const).map(
        async (name) => (await api('GET', `/conversations/${PEOPLE[name]}`)).body.data.status,
      ),
    );
  const held = Promise.withResolvers<void>();
  await page.route(`**/conversations/${PEOPLE.Linus}`, async (route) => {
    if (route.request().method() === 'PATCH') {
      await held.promise;
    }
    await route.continue();
  });
  await row(page, 'Mona').click({ modifiers: ['Shift'] });
  await row(page, 'Grace').click({ modifiers: ['Shift'] });
  await bar(page).getByText('3 selected').waitFor();
  await bar(page).getByRole('button', { name: 'Close' }).click();
  await bar(page).getByText('1 of 3').waitFor();
  await expectWellMade(page, 'a change of several conversations');
  await bar(page).getByRole('button', { name: 'Stop' }).click();
  held.resolve();
  // The request in flight is finished.
  await page.getByText('Closed: 2 conversations').waitFor();
  await bar(page).getByText('1 selected').waitFor();
  expect(await box(page, 'Grace').getAttribute('aria-checked')).toBe('true');
  expect(await statuses()).toEqual(['closed', 'closed', 'open']);

  await bar(page).getByRole('button', { name: 'Close' }).click();
  await page.getByText('Closed: 1 conversation', { exact: true }).waitFor();
  expect(await statuses()).toEqual(['closed', 'closed', 'closed']);
  expect(complaints).toEqual([]);
});
