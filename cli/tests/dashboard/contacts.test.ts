import { readFileSync } from 'node:fs';
import { expect } from 'vitest';
import { browserTest, expectWellMade, openPlace, startDashboard, WIDTHS } from '../../testing/dashboard.ts';

const LIST = [
  'Phone,Full name,E-mail,Note',
  '+90 555 111 22 31,Ada Lovelace,ada@shop.example,x',
  '0555 111 22 32,=1+1,,x',
  'nobody,Bob,,x',
  '9.05551E+11,Eve,,x',
  `905551112236,${'x'.repeat(256)},,x`,
  '905551112237,Zoë',
].join('\n');

browserTest.each(WIDTHS)('contacts are imported with a preview of mistakes, and exported, at %i px', async (width) => {
  const { page, complaints, api } = await startDashboard(['--memory'], { acceptDownloads: true });
  await api('POST', '/contacts', { phone: '905551112231', name: 'Ada' });
  await openPlace(page, 'Contacts');
  await page.setViewportSize({ width, height: 844 });
  await page.getByRole('button', { name: 'Import CSV' }).click();
  await expectWellMade(page, 'import, no file');
  const file = { name: 'people.csv', mimeType: 'text/csv', buffer: Buffer.from(LIST) };
  await page.locator('input[type=file]').setInputFiles(file);
  await page.getByText('1 new, 1 known, 4 with mistakes.').waitFor();
  await page.getByText('Note is not imported.').waitFor();
  const mistakes = page.getByRole('region', { name: 'Mistakes', exact: true });
  await mistakes.getByRole('row', { name: /^4 phone .*write a number with \+ and its country code/ }).waitFor();
  await mistakes.getByRole('row', { name: /^5 phone .*format its column as text/ }).waitFor();
  await mistakes.getByRole('row', { name: /^6 name Name must not have more than 255/ }).waitFor();
  await mistakes.getByRole('row', { name: /^7 – The row has 2 columns/ }).waitFor();
  await expectWellMade(page, 'import with mistakes');

  // The file stays after a reload, and columns can be chosen.
  await page.reload();
  await page
    .getByRole('button', { name: 'Name', exact: true })
    .or(page.getByLabel('Name', { exact: true }))
    .first()
    .click();
  await page.getByRole('option', { name: 'Note' }).click();
  await page.getByText('2 new, 1 known, 3 with mistakes.').waitFor();
  await page
    .getByRole('button', { name: 'Name', exact: true })
    .or(page.getByLabel('Name', { exact: true }))
    .first()
    .click();
  await page.getByRole('option', { name: 'Full name' }).click();
  await page.getByRole('button', { name: 'Import 2 contacts, leave out 4 rows' }).click();
  await page.getByText('1 contact is new, 1 is changed.').waitFor();
  expect((await api('GET', '/contacts/905551112231')).body.data).toMatchObject({
    name: 'Ada Lovelace',
    email: 'ada@shop.example',
  });

  // The corrected file replaces the result, and is imported.
  const choose = (text: string) =>
    page.locator('input[type=file]').setInputFiles({ ...file, buffer: Buffer.from(text) });
  await choose(LIST.replace('nobody', '905551112234').replace(',Zoë', ''));
  await mistakes.getByRole('row', { name: /^7 – The row has 1 column, unlike the first line/ }).waitFor();
  await page.getByRole('button', { name: 'Import 3 contacts, leave out 3 rows' }).click();
  await page.getByText('1 contact is new, 2 are changed.').waitFor();
  await choose('phone,name');
  await page.getByText('There are no contacts below the first line').waitFor();
  await choose('phone,name\n905551112234,Bob');
  await page.getByRole('heading', { name: 'people.csv, 1 row', exact: true }).waitFor();
  await page.getByRole('button', { name: 'Import 1 contact' }).click();

  await page.getByRole('link', { name: 'Show the contacts' }).click();
  await page.getByRole('row', { name: /=1\+1 905551112232/ }).waitFor();
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Export CSV' }).click();
  const saved = readFileSync(await (await download).path(), 'utf8');
  expect(saved).toContain('905551112232,"\'=1+1",');
  expect(complaints).toEqual([]);
});

browserTest('a list in Windows-1252 is read, and first names are names', async () => {
  const { page, complaints, api } = await startDashboard();
  await openPlace(page, 'Contacts');
  await page.getByRole('button', { name: 'Import CSV' }).click();
  const buffer = Buffer.from('Phone,First name\n905551112231,Zoë\n+90 555 111 22 31,Zoé', 'latin1');
  await page.locator('input[type=file]').setInputFiles({ name: 'people.csv', mimeType: 'text/csv', buffer });
  await page.getByText('read as Windows-1252').waitFor();
  await page.getByText('Row 3 has the same number as row 2.').waitFor();
  await page.getByRole('button', { name: 'Import 2 contacts' }).click();
  await page.getByText('1 contact is new, 1 is changed.').waitFor();
  expect((await api('GET', '/contacts/905551112231')).body.data.name).toBe('Zoé');
  expect(complaints).toEqual([]);
});

browserTest('a contact is found, edited, opted out, blocked, allowed again, exported and erased', async () => {
  const { page, complaints, api, customerWrites, openAs } = await startDashboard(['--memory'], {
    acceptDownloads: true,
  });
  await openPlace(page, 'Contacts');
  await page.getByRole('heading', { name: 'No contacts yet' }).waitFor();
  await expectWellMade(page, 'contacts, none');
  await customerWrites('Hello'); // from 905551112233

  // An error of the API is at its field.
  await page.getByRole('button', { name: 'Add contact' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Phone number').fill('12');
  await dialog.getByRole('button', { name: 'Add contact' }).click();
  await dialog.getByText('write a number with + and its country code').waitFor();
  await expectWellMade(page, 'a wrong number');
  await dialog.getByLabel('Phone number').fill('+90 555 111 22 44');
  await dialog.getByLabel('Name').fill('محمد الأحمد 🎉');
  await dialog.getByRole('button', { name: 'Add contact' }).click();
  await dialog.getByText('905551112244').first().waitFor();
  await page.keyboard.press('Escape');

  await page.getByRole('searchbox', { name: 'Search contacts' }).fill('2233');
  // The row moves when the others leave, which would end a press of it.
  await page.getByRole('row', { name: /905551112244/ }).waitFor({ state: 'detached' });
  await page
    .getByRole('row', { name: /905551112233/ })
    .getByRole('button')
    .click();
  await dialog.getByLabel('Email').fill('grace@shop.example');
  // What is typed stays after a reload.
  await page.reload();
  await dialog.getByLabel('Email').waitFor();
  expect(await dialog.getByLabel('Email').inputValue()).toBe('grace@shop.example');
  await dialog.getByRole('button', { name: 'Save changes' }).click();
  await page.getByText('The contact is saved').waitFor();
  expect((await api('GET', '/contacts/905551112233')).body.data.email).toBe('grace@shop.example');
  await expectWellMade(page, 'a contact');

  await dialog.getByRole('button', { name: 'Opt out' }).click();
  const asked = page.getByRole('dialog', { name: 'Opt out of marketing: 905551112233' });
  await asked.getByLabel('Source').fill('call centre');
  await asked.getByRole('button', { name: 'Opt out' }).click();
  await dialog.getByText('Marketing: not allowed').waitFor();
  await dialog.getByRole('button', { name: 'Block' }).click();
  const blocked = page.getByRole('dialog', { name: 'Block: 905551112233' });
  await blocked.getByLabel('Reason').fill('insults');
  await blocked.getByRole('button', { name: 'Block' }).click();
  await dialog.getByText('Messages: not allowed').waitFor();
  await page.keyboard.press('Escape');
  await page.getByRole('tab', { name: 'Blocked' }).click();
  await page.getByRole('row', { name: /905551112233 insults/ }).waitFor();
  await page.getByRole('button', { name: 'Unblock: 905551112233' }).click();
  await page.getByRole('heading', { name: 'No one is on this list' }).waitFor();
  await page.getByRole('tab', { name: 'Opted out' }).click();
  await page.getByRole('row', { name: /905551112233 call centre/ }).waitFor();
  await expectWellMade(page, 'people who opted out');
  expect((await api('GET', '/contacts/905551112233')).body.data).toMatchObject({ opted_out: true, blocked: false });

  await page
    .getByRole('row', { name: /905551112233/ })
    .getByRole('button', { name: '905551112233', exact: true })
    .click();
  // An agent edits and opts out, but does not block, export or erase. A viewer only reads.
  const agent = await openAs('agent');
  await openPlace(agent.page, 'Contacts');
  await agent.page
    .getByRole('row', { name: /905551112233/ })
    .getByRole('button')
    .click();
  const theirs = agent.page.getByRole('dialog');
  await theirs.getByRole('button', { name: 'Allow marketing' }).waitFor();
  expect(await theirs.getByRole('button', { name: /Block|Erase|Export/ }).count()).toBe(0);
  const viewer = await openAs('viewer');
  await openPlace(viewer.page, 'Contacts');
  await viewer.page
    .getByRole('row', { name: /905551112233/ })
    .getByRole('button')
    .click();
  await viewer.page.getByRole('dialog').getByText('grace@shop.example').waitFor();
  expect(await viewer.page.getByRole('dialog').getByRole('textbox').count()).toBe(0);
  expect(await viewer.page.getByRole('button', { name: /Import|Add contact/ }).count()).toBe(0);
  expect([agent.complaints, viewer.complaints].flat()).toEqual([]);

  const download = page.waitForEvent('download');
  await dialog.getByRole('button', { name: 'Export as JSON' }).click();
  const stored = JSON.parse(readFileSync(await (await download).path(), 'utf8'));
  expect(stored.messages).toMatchObject([{ text: 'Hello' }]);
  await dialog.getByRole('button', { name: 'Erase person' }).click();
  const erasure = page.getByRole('dialog', { name: 'Erase 905551112233?' });
  await erasure.getByText('Places in campaigns').waitFor();
  await expectWellMade(page, 'an erasure');
  const erase = erasure.getByRole('button', { name: 'Erase permanently' });
  expect(await erase.isDisabled()).toBe(true);
  await erasure.getByLabel('Type 905551112233 to confirm').fill('905551112233');
  await erase.click();
  await page.getByText('The person is erased').waitFor();
  expect((await api('GET', '/contacts/905551112233')).status).toBe(404);
  // Chromium reports refused requests: the wrong number.
  expect(complaints.filter((text) => !/status of (404|422)/.test(text))).toEqual([]);
});
