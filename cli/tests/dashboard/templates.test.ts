import { expect } from 'vitest';
import { PNG } from '../../../lab/testing/png.ts';
import { browserTest, expectWellMade, openPlace, startDashboard } from '../../testing/dashboard.ts';

browserTest('templates are filtered, previewed with values, synced, and a rejection says what to change', async () => {
  const { page, complaints, control, info, openAs } = await startDashboard();
  await openPlace(page, 'Templates');
  const row = (name: string) => page.getByRole('row', { name: new RegExp(`^${name} `) });
  await row('order_update').waitFor();
  await expectWellMade(page, 'templates');

  await row('order_update').getByRole('button').click();
  const sheet = page.getByRole('dialog', { name: 'order_update' });
  const phone = sheet.getByRole('figure', { name: 'Preview as on a phone' });
  await phone.getByText('TR-1042').waitFor();
  await phone.getByText('Track order').waitFor();
  await sheet.getByRole('textbox', { name: '{{1}}' }).fill('محمد');
  await phone.getByText('محمد').waitFor();
  await expectWellMade(page, 'a template');
  await page.keyboard.press('Escape');

  await page.getByRole('button', { name: /statuses|Rejected/ }).click();
  await page.getByRole('option', { name: 'Rejected' }).click();
  await row('order_update').waitFor({ state: 'detached' });
  expect(page.url()).toContain('status=REJECTED');
  await page.reload();
  await row('rejected_one').getByRole('button').click();
  await page.getByRole('dialog', { name: 'rejected_one' }).getByRole('paragraph').first().waitFor();
  await expectWellMade(page, 'a rejected template');
  // A corrected one begins with its content.
  await page.getByRole('button', { name: 'Copy to a new template' }).click();
  await page.getByRole('heading', { level: 1, name: 'New template' }).waitFor();
  expect(await page.getByLabel('Name', { exact: true }).inputValue()).toBe('rejected_one_2');
  expect(await page.getByRole('textbox', { name: 'Text', exact: true }).inputValue()).toBe('Win a phone today.');
  await page.getByRole('link', { name: 'All templates' }).click();
  await page.getByRole('button', { name: /statuses|Rejected/ }).click();
  await page.getByRole('option', { name: 'All statuses' }).click();

  // Meta approves a template: the list shows it without a reload.
  const components = [{ type: 'BODY', text: 'Your invoice is ready.' }];
  const pending = {
    name: 'pending_one',
    language: 'en_US',
    category: 'UTILITY',
    parameter_format: 'POSITIONAL',
    components,
  };
  const changed = await control('POST', '/templates', { account_id: info.account_id, ...pending, status: 'APPROVED' });
  expect(changed.status).toBeLessThan(300);
  await control('POST', '/settle', {});
  await page.getByRole('row', { name: /^pending_one .*Approved/ }).waitFor();

  await page.getByRole('button', { name: 'Sync templates' }).click();
  await page.getByText('wa_1 has 8 templates').waitFor();
  await page.getByRole('searchbox', { name: 'Search templates' }).fill('nothing like this');
  await page.getByRole('heading', { name: 'No template matches' }).waitFor();

  // A campaign of a template begins with it.
  await page.getByRole('searchbox', { name: 'Search templates' }).fill('order_update');
  await row('order_update').getByRole('button').click();
  await sheet.getByRole('link', { name: 'New campaign' }).click();
  await expect.poll(() => page.getByRole('radio', { name: /^order_update/ }).isChecked()).toBe(true);

  const viewer = await openAs('viewer');
  await openPlace(viewer.page, 'Templates');
  await viewer.page.getByRole('row', { name: /^order_update/ }).waitFor();
  expect(await viewer.page.getByRole('button', { name: /Sync|New template/ }).count()).toBe(0);
  expect([complaints, viewer.complaints].flat()).toEqual([]);
});

browserTest('a template is written beside its preview, corrected, and submitted to Meta', async () => {
  const { page, complaints, api } = await startDashboard();
  await openPlace(page, 'Templates');
  await page.getByRole('button', { name: 'New template' }).click();
  await page.getByLabel('Name', { exact: true }).fill('Order ready');
  await page.getByLabel('Header text').fill('Good news');
  const text = page.getByLabel('Text', { exact: true });
  await text.fill('Hi , your order is ready');
  for (let step = 0; step < ', your order is ready'.length; step += 1) {
    await text.press('ArrowLeft');
  }
  await page.getByRole('button', { name: 'Add a variable' }).click();
  await page.keyboard.type(' ');
  await expect.poll(() => text.inputValue()).toBe('Hi {{1}} , your order is ready');
  await text.fill('Hi {{1}}, your order is ready.');
  await page.getByLabel('{{1}}').fill('अदिति');
  const preview = page.getByRole('figure', { name: 'Preview as on a phone' });
  await preview.getByText('अदिति').waitFor();
  await page.getByRole('button', { name: 'Add a button' }).click();
  await page.getByRole('button', { name: /Kind/ }).click();
  await page.getByRole('option', { name: 'Open a page' }).click();
  await page.getByLabel('Label').fill('Track');
  await page.getByLabel('Address', { exact: true }).fill('shop.example/{{1}}');

  // What is typed stays after a reload, and errors are at their fields.
  await page.reload();
  await preview.getByText('Track').waitFor();
  await page.getByRole('button', { name: 'Submit to Meta' }).click();
  await page.getByText('Must be an address that begins with https://').waitFor();
  await expectWellMade(page, 'a new template with an error');
  await page.getByLabel('Address', { exact: true }).fill('https://shop.example/{{1}}');
  await page.getByLabel('Example of the whole address').fill('https://shop.example/4711');
  await text.fill('{{1}}, your order is ready.');
  await page.getByRole('button', { name: 'Submit to Meta' }).click();
  // A rule of Meta, in its words.
  await page.getByRole('alert').getByText('Meta refused the template').waitFor();
  await text.fill('Hi {{1}}, your order is ready.');
  await page.getByRole('button', { name: 'Submit to Meta' }).click();
  await page.getByRole('dialog', { name: 'order_ready' }).getByText('Meta reviews the template').waitFor();
  const { templates } = (await api('GET', '/templates?status=PENDING')).body.data;
  expect(templates.find(({ name }: { name: string }) => name === 'order_ready')).toMatchObject({
    header: { text: 'Good news' },
    variables: { names: ['1'], samples: ['अदिति'] },
    buttons: [{ type: 'URL', text: 'Track', dynamic: true }],
  });
  await page.keyboard.press('Escape');

  // A header with a file: Meta reviews an example of it.
  const submit = page.getByRole('button', { name: 'Submit to Meta' });
  const choose = async (select: RegExp, option: string) => {
    await page.getByRole('button', { name: select }).click();
    await page.getByRole('option', { name: option }).click();
  };
  await page.getByRole('button', { name: 'New template' }).click();
  await page.getByLabel('Name', { exact: true }).fill('Shoe sale');
  await text.fill('All shoes cost half.');
  await choose(/Header$/, 'Image');
  await page.locator('.phone-media').waitFor();
  expect(await submit.isDisabled()).toBe(true);
  await page.locator('input[type=file]').setInputFiles({ name: 'shoe.png', mimeType: 'image/png', buffer: PNG });
  await page.getByRole('button', { name: 'Remove shoe.png' }).waitFor();
  await expectWellMade(page, 'a template with an image');
  await submit.click();
  await page.getByRole('dialog', { name: 'shoe_sale' }).getByText('Meta reviews the template').waitFor();
  await page.keyboard.press('Escape');

  // A template for codes: Meta writes its text.
  await page.getByRole('button', { name: 'New template' }).click();
  await page.getByLabel('Name', { exact: true }).fill('Login code');
  await choose(/Category$/, 'Authentication');
  await preview.getByText('is your verification code. For your security').waitFor();
  await page.getByText('Add a warning not to share the code').click();
  await preview.getByText('For your security').waitFor({ state: 'detached' });
  const minutes = page.getByLabel('Code expires after (minutes)');
  await minutes.fill('91');
  await page.getByText('Enter a number from 1 to 90.').waitFor();
  expect(await submit.isDisabled()).toBe(true);
  await expectWellMade(page, 'a template for codes with an error');
  await minutes.fill('5');
  await preview.getByText('This code expires in 5 minutes.').waitFor();
  await submit.click();
  await page.getByRole('dialog', { name: 'login_code' }).getByText('Meta reviews the template').waitFor();
  const all = (await api('GET', '/templates?status=PENDING')).body.data.templates;
  expect(all.find(({ name }: { name: string }) => name === 'shoe_sale')).toMatchObject({
    header: { format: 'IMAGE' },
    body: 'All shoes cost half.',
  });
  expect(all.find(({ name }: { name: string }) => name === 'login_code')).toMatchObject({
    category: 'AUTHENTICATION',
    footer: expect.stringContaining('5 minutes'),
    buttons: [{ type: expect.stringMatching(/OTP|COPY_CODE|URL/) }],
  });
  // Chromium reports the refused requests.
  expect(complaints.filter((complaint) => !complaint.includes('status of 422'))).toEqual([]);
});
