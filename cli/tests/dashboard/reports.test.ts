import { readFileSync } from 'node:fs';
import { expect } from 'vitest';
import { browserTest, expectWellMade, openPlace, startDashboard } from '../../testing/dashboard.ts';

const PEOPLE = ['905551112233', '905551110001', '905551110002'] as const;

browserTest('a report has the numbers that were sent, and its plots have tables and files', async () => {
  const { page, complaints, api, control, info, customerWrites } = await startDashboard();
  await openPlace(page, 'Reports');
  await page.getByText('No campaign has started yet.').waitFor();
  await expectWellMade(page, 'reports, none');

  // Grace replies to one of two customers; one of three messages of a campaign is refused.
  const { id: grace } = (await control('POST', '/agents', { account_id: info.account_id, name: 'Grace' })).body;
  await customerWrites('Hello', PEOPLE[0]);
  await customerWrites('Hi', PEOPLE[1]);
  await api('PATCH', `/conversations/${PEOPLE[0]}`, { agent_id: grace });
  await api('POST', '/messages', { channel: 'whatsapp', to: PEOPLE[0], type: 'text', text: 'Hello, Ada' });
  await control('POST', '/settle', {});
  await control('POST', '/provider/next', {
    account_id: info.account_id,
    channel: 'whatsapp',
    outcome: 'reject',
    code: 131026,
  });
  const recipients = PEOPLE.map((phone) => ({ phone }));
  await control('POST', '/campaigns', { account_id: info.account_id, template: 'promo_spring', recipients });
  await control('POST', '/settle', {});
  const { messages, conversations } = (await api('GET', '/stats')).body.data;
  expect(messages).toMatchObject({ incoming: 2, outgoing: 4 });

  await page.reload();
  const figure = (name: string) => page.locator('.figure', { hasText: name }).locator('dd');
  await expect.poll(() => figure('From customers').textContent()).toBe('2');
  await expect.poll(() => figure('To customers').textContent()).toBe('4');
  expect(await figure('Failed').textContent()).toBe(`${messages.failed_rate.toFixed(1)} %`);
  // The figures, the report and the campaigns arrive separately.
  const summaries = page.getByText('Show as a table');
  await expect.poll(() => summaries.count()).toBe(5);
  for (const summary of await summaries.all()) {
    await summary.click();
  }
  const byDay = page.getByRole('region', { name: 'Messages by day', exact: true });
  const rows = byDay.getByRole('row');
  await expect.poll(() => rows.count()).toBe(31); // the head and 30 days
  expect(await rows.last().getByRole('cell').allTextContents()).toEqual([expect.any(String), '2', '4']);
  const rates = page.getByRole('region', { name: 'Rates by day' }).getByRole('row').last().getByRole('cell');
  expect((await rates.allTextContents()).slice(1)).toEqual(
    ['delivered', 'read', 'failed'].map((name) => `${messages[`${name}_rate`].toFixed(1)} %`),
  );
  await page
    .getByRole('region', { name: 'Conversations by status' })
    .getByRole('row', { name: `Open ${conversations.open}` })
    .waitFor();
  await page
    .getByRole('region', { name: 'Response times' })
    .getByRole('row', { name: /^Grace 1 / })
    .waitFor();
  const campaigns = page.getByRole('region', { name: 'Campaigns', exact: true });
  await campaigns.getByRole('row', { name: /1: promo_spring .* 3 .* 33\.3 %/ }).waitFor();
  await expectWellMade(page, 'reports');

  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Export CSV of messages', exact: true }).click(),
  ]);
  const lines = readFileSync(await file.path(), 'utf8')
    .trim()
    .split('\n');
  expect(lines.length).toBe(31);
  expect(lines[0]).toMatch(/^\uFEFF?day,incoming,outgoing,delivered,read,failed$/);
  const { delivered, read, failed } = messages;
  expect(lines.at(-1)).toMatch(new RegExp(`^\\d{4}-\\d\\d-\\d\\d,2,4,${delivered},${read},${failed}$`));

  // Other days, which the address keeps, and a range that the server refuses.
  await page.getByRole('button', { name: 'Range' }).click();
  await page.getByRole('option', { name: 'Last 7 days' }).click();
  await expect.poll(() => rows.count()).toBe(8);
  expect(page.url()).toContain('days=7');
  await page.getByRole('button', { name: 'Range' }).click();
  await page.getByRole('option', { name: 'Other days' }).click();
  const first = page.getByLabel('First day');
  await first.fill('2020-01-01');
  await expect.poll(() => first.getAttribute('aria-invalid')).toBe('true');
  await page.getByText('From must be at most 91 days before to').waitFor();
  await expectWellMade(page, 'reports, an error');
  expect(complaints.filter((text) => !/status of 422/.test(text))).toEqual([]);
});
