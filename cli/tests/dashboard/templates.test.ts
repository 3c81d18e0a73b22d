import { expect } from 'vitest';
import { browserTest, expectWellMade, openPlace, startDashboard } from '../../testing/dashboard.ts';

browserTest('templates are filtered, previewed with values, synced, and a rejection says what to change', async () => {
  const { page, complaints, control, info } = await startDashboard();
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
  await page.keyboard.press('Escape');
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
  await page.getByText('wa_1 has 8 templates.').waitFor();
  await page.getByRole('searchbox', { name: 'Search templates' }).fill('nothing like this');
  await page.getByRole('heading', { name: 'No template matches' }).waitFor();
  expect(complaints).toEqual([]);
});
