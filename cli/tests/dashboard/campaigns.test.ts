import { expect } from 'vitest';
import { browserTest, expectWellMade, openPlace, startDashboard } from '../../testing/dashboard.ts';
import { sendCampaign } from './jobs/campaign.ts';

browserTest('a campaign goes from a CSV file to its results', async () => {
  await sendCampaign(await startDashboard(['--memory'], { acceptDownloads: true }), expectWellMade);
});

browserTest('a list of contacts is sent, stopped and resumed; a long file does not freeze the page', async () => {
  const { page, complaints, api, openAs } = await startDashboard();
  for (let person = 0; person < 3; person += 1) {
    await api('POST', '/contacts', { phone: `90555111224${person}`, name: `Person ${person}` });
  }
  await openPlace(page, 'Campaigns');
  await page.getByRole('button', { name: 'New campaign' }).click();
  await page.getByRole('radio', { name: /^promo_spring/ }).check();
  await page.getByRole('button', { name: 'Continue to recipients' }).click();
  await page.getByRole('tab', { name: 'Contacts' }).click();
  await page.getByRole('button', { name: 'Use these contacts' }).click();
  await page.getByText('3 rows').waitFor();

  // 100,000 rows: the page draws while it reads them.
  const rows = Array.from({ length: 100_000 }, (_, row) => `90555${1_000_000 + row},Person ${row}`);
  const buffer = Buffer.from(['phone,name', ...rows].join('\n'));
  await page.getByRole('tab', { name: 'CSV file' }).click();
  await page.evaluate(`
    globalThis.shown = new Set();
    const look = () => globalThis.shown.add(document.querySelector('[role=progressbar]')?.getAttribute('aria-valuenow'));
    new MutationObserver(look).observe(document.body, { subtree: true, childList: true, attributes: true });
  `);
  await page.locator('input[type=file]').setInputFiles({ name: 'long.csv', mimeType: 'text/csv', buffer });
  await page.getByText('100,000 rows').waitFor();
  expect(Number(await page.evaluate('globalThis.shown.size'))).toBeGreaterThan(3);

  await page.locator('input[type=file]').setInputFiles({
    name: 'some.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from(['phone', ...rows.slice(0, 2_000)].map((row) => row.split(',')[0]).join('\n')),
  });
  await page.getByText('2,000 rows').waitFor();
  await page.getByRole('button', { name: 'Continue to values' }).click();
  await page.getByRole('button', { name: 'Continue to check and send' }).click();
  await page.getByRole('button', { name: 'Send to 2,000 people' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Start the campaign' }).click();
  await page.getByRole('button', { name: 'Stop', exact: true }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Stop the campaign' }).click();
  await page.getByText('Stopped', { exact: true }).waitFor();
  await expectWellMade(page, 'a stopped campaign');

  // A viewer sees campaigns, and an agent does not. Neither sends.
  const viewer = await openAs('viewer');
  await openPlace(viewer.page, 'Campaigns');
  await viewer.page
    .getByRole('row', { name: /^promo_spring/ })
    .getByRole('button')
    .click();
  await viewer.page.getByText('Stopped', { exact: true }).waitFor();
  expect(await viewer.page.getByRole('button', { name: /Resume|New campaign/ }).count()).toBe(0);
  const agent = await openAs('agent');
  await agent.page.getByRole('link', { name: 'Contacts', exact: true }).waitFor();
  expect(await agent.page.getByRole('link', { name: 'Campaigns', exact: true }).count()).toBe(0);

  await page.getByRole('button', { name: 'Resume' }).click();
  await page.getByText('Sending', { exact: true }).waitFor();
  expect([complaints, viewer.complaints, agent.complaints].flat()).toEqual([]);
});
