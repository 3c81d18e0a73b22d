import { readFileSync } from 'node:fs';
import { expect } from 'vitest';
import { browserTest, expectWellMade, openPlace, startDashboard } from '../../testing/dashboard.ts';

const LIST = [
  'phone;name;var1;var2;button0',
  '0555 111 22 31;Ada Lovelace;Ada;4711;t/1',
  '+90 555 111 22 32;محمد الأحمد;محمد;4712;t/2',
  '905551112233;Grace;Grace;4713;t/3',
  '905551112231;Ada again;Ada;4714;t/4',
  'nobody;Bob;Bob;4715;t/5',
  '9.05551E+11;Eve;Eve;4716;t/6',
  '905551112236;Zoë;;4717;t/7',
].join('\r\n');

browserTest('a campaign goes from a CSV file to its results', async () => {
  const { page, complaints, api, control } = await startDashboard(['--memory'], { acceptDownloads: true });
  await api('POST', '/opt-outs', { phone: '905551112233', source: 'call' });
  await openPlace(page, 'Campaigns');
  await page.getByRole('heading', { name: 'No campaigns yet' }).waitFor();
  await expectWellMade(page, 'campaigns, none');
  await page.getByRole('button', { name: 'New campaign' }).click();

  await page.getByRole('radio', { name: /^order_update/ }).check();
  const preview = page.getByRole('complementary', { name: 'Preview' });
  await preview.getByText('your order').waitFor();
  await expectWellMade(page, 'template of a campaign');
  await page.getByRole('button', { name: 'Continue to recipients' }).click();

  const file = { name: 'list.csv', mimeType: 'text/csv', buffer: Buffer.from(`\ufeff${LIST}`) };
  await page.locator('input[type=file]').setInputFiles(file);
  await page.getByText('7 rows, 5 columns').waitFor();
  await expectWellMade(page, 'recipients of a campaign');
  await page.getByRole('button', { name: 'Continue to values' }).click();
  await preview.getByText('4711').waitFor();
  await preview.getByRole('button', { name: 'Next person' }).click();
  await preview.getByRole('figure').getByText('محمد').waitFor();
  await expectWellMade(page, 'values of a campaign');

  // The draft and the file stay after a reload.
  await page.reload();
  await preview.getByText('4711').waitFor();
  await page.getByRole('button', { name: 'Continue to check and send' }).click();
  const tile = (name: string) => page.locator('.tile').filter({ hasText: name });
  await tile('Will get the message').getByText('2', { exact: true }).waitFor();
  await tile('Skipped').getByText('1 Opted out of marketing').waitFor();
  await tile('Duplicates').getByText('1', { exact: true }).waitFor();
  const mistakes = page.getByRole('region', { name: 'Mistakes', exact: true });
  await mistakes.getByRole('row', { name: /^6 phone nobody is not a valid recipient/ }).waitFor();
  await mistakes.getByRole('row', { name: /^7 phone A spreadsheet has rounded the number/ }).waitFor();
  await mistakes.getByRole('row', { name: '8 var1 Variable 1 must not be empty.' }).waitFor();
  await expectWellMade(page, 'check of a campaign');

  const send = page.getByRole('button', { name: 'Send to 2 people' });
  await expect.poll(() => send.isDisabled()).toBe(true);
  await page.getByText('Leave out the 3 rows with mistakes').click();
  await send.click();
  await page.getByRole('dialog').getByRole('button', { name: 'Start the campaign' }).click();
  await page.getByRole('heading', { name: 'Results by recipient' }).waitFor();
  await control('POST', '/settle', {});
  await page.getByText('Done', { exact: true }).waitFor();
  const results = page.getByRole('region', { name: 'Results by recipient' });
  await results.getByRole('row', { name: /^2 905551112231 Ada Lovelace Read/ }).waitFor();
  await results.getByRole('row', { name: /^4 905551112233 Grace Skipped Opted out/ }).waitFor();
  await expectWellMade(page, 'results of a campaign');

  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Export CSV' }).click();
  const saved = readFileSync(await (await download).path(), 'utf8');
  expect(saved.split('\n').map((line) => line.split(',').slice(0, 5).join())).toEqual([
    '\ufeffrow,phone,name,status,reason',
    '2,905551112231,Ada Lovelace,read,',
    '3,905551112232,محمد الأحمد,read,',
    '4,905551112233,Grace,skipped,opted_out',
  ]);

  await page.getByRole('button', { name: 'Status' }).click();
  await page.getByRole('option', { name: 'Skipped' }).click();
  await results.getByRole('row', { name: /Ada/ }).waitFor({ state: 'detached' });
  expect(page.url()).toContain('state=skipped');
  await page.getByRole('button', { name: 'Export CSV, only skipped' }).waitFor();
  await page.getByRole('link', { name: 'All campaigns' }).click();
  await page.getByRole('row', { name: /order_update en_US Done 2 of 2/ }).waitFor();
  await expectWellMade(page, 'campaigns, one');

  // The same list is recognized, however it is given.
  await page.getByRole('button', { name: 'New campaign' }).click();
  await page.getByRole('radio', { name: /^order_update/ }).check();
  await page.getByRole('button', { name: 'Continue to recipients' }).click();
  await page.getByRole('tab', { name: 'Paste' }).click();
  await page.getByRole('textbox', { name: 'Rows' }).fill(LIST.replaceAll(';', '\t'));
  await page.getByRole('button', { name: 'Use these rows' }).click();
  await page.getByRole('button', { name: 'Continue to values' }).click();
  await page.getByRole('button', { name: 'Continue to check and send' }).click();
  await page.getByText('This list was already sent as campaign 1').waitFor();
  await page.getByText('Leave out the 3 rows with mistakes').click();
  await expect.poll(() => send.isDisabled()).toBe(true);
  await page.getByText('Send it again').click();
  await expect.poll(() => send.isDisabled()).toBe(false);

  // A time is one of the account's zone, whatever the zone of the device.
  await page.getByRole('button', { name: 'Start' }).click();
  await page.getByRole('option', { name: 'At a later time' }).click();
  const day = new Date(Date.now() + 2 * 86_400_000).toISOString().slice(0, 'yyyy-mm-dd'.length);
  await page.getByLabel('Start time').fill(`${day}T09:30`);
  const about = await page.getByText(/^In the time zone of the account, /).textContent();
  const [, zone] = /account, (.+)\.$/.exec(about ?? '') ?? [];
  await page.getByRole('button', { name: 'Schedule for 2 people' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Schedule the campaign' }).click();
  await page.getByText(new RegExp(`Sending starts on .* 9:30\\sAM \\(${zone}\\)`)).waitFor();
  await page.locator('time').filter({ hasText: '9:30' }).waitFor();
  await expectWellMade(page, 'a scheduled campaign');
  await page.getByRole('button', { name: 'Send now' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Send the campaign' }).click();
  await control('POST', '/settle', {});
  await page.getByText('Done', { exact: true }).waitFor();
  // Chromium reports the refused plan of a list that was already sent.
  expect(complaints.filter((text) => !text.includes('status of 422'))).toEqual([]);
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
  expect(await viewer.page.getByRole('button', { name: /Resume|Send now|New campaign/ }).count()).toBe(0);
  const agent = await openAs('agent');
  await agent.page.getByRole('link', { name: 'Contacts', exact: true }).waitFor();
  expect(await agent.page.getByRole('link', { name: 'Campaigns', exact: true }).count()).toBe(0);

  // If nothing was sent before the stop, the button is “Send now”.
  await page.getByRole('button', { name: /^(Resume|Send now)$/ }).click();
  await page.getByText('Sending', { exact: true }).waitFor();
  expect([complaints, viewer.complaints, agent.complaints].flat()).toEqual([]);
});
