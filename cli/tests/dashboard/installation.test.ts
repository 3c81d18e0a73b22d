import { expect } from 'vitest';
import { scratchFolder } from '../../testing/cli.ts';
import {
  browserTest,
  callAsPage,
  enterAs,
  expectWellMade,
  openPlace,
  startDashboard,
} from '../../testing/dashboard.ts';

browserTest('an operator sees the installation, adds an account and an app, and deactivates an account', async () => {
  const data = scratchFolder();
  const dashboard = await startDashboard(['--data', data]);
  const owner = dashboard.page;
  expect(await callAsPage(owner, 'GET', '/admin/v1/installation')).toMatchObject({ status: 403 });
  expect(await owner.getByRole('link', { name: 'Installation' }).count()).toBe(0);

  const { page, complaints } = await enterAs(dashboard, data, 'operator');
  // The own login needs no account. Its parts about one do.
  await openPlace(page, 'Settings');
  await page.getByRole('heading', { name: 'Your login' }).waitFor();
  await page.getByRole('tab', { name: 'People' }).click();
  await page.getByRole('heading', { name: 'Choose an account' }).waitFor();
  // A new installation leads from nothing to the first account.
  const accountsOnly = /\/admin\/v1\/accounts$/;
  await page.route(accountsOnly, (route) => route.fulfill({ json: { accounts: [] } }));
  await page.reload();
  await page.getByRole('link', { name: 'Create an account' }).click();
  await page.getByRole('dialog', { name: 'Create an account' }).getByRole('button', { name: 'Cancel' }).click();
  await page.unroute(accountsOnly);
  await page.reload();
  await page.getByRole('navigation', { name: 'Pages' }).getByRole('link', { name: 'Installation' }).click();
  const queues = page.getByRole('region', { name: 'Queues' });
  expect(await queues.getByRole('row', { name: 'Webhook deliveries' }).innerText()).toMatch(/0\s+0\s+0\s+0 s/);
  await queues.getByRole('row', { name: 'Deliveries to other endpoints' }).waitFor();
  await page.getByText('None known').waitFor();
  // SQLite has one worker, and a disk.
  await page.getByText('This server', { exact: true }).waitFor();
  await page.getByText(/^[\d.,]+ (MB|GB)$/).waitFor();
  await expectWellMade(page, 'the installation');

  await page.getByRole('button', { name: 'Create account' }).click();
  const form = page.getByRole('dialog', { name: 'Create an account' });
  await form.getByRole('textbox', { name: 'Name' }).fill('Corner shop');
  await form.getByRole('button', { name: /Country/ }).click();
  await page.getByRole('option', { name: 'Germany', exact: true }).click();
  await form.getByRole('button', { name: /Time zone/ }).click();
  await page
    .getByRole('option', { name: 'Asia/Kolkata', exact: true })
    .or(page.getByRole('option', { name: 'Asia/Calcutta', exact: true }))
    .first()
    .click();
  await form.getByRole('button', { name: 'Create account' }).click();
  const created = page.getByRole('dialog', { name: 'The account is created' });
  expect(await created.getByRole('region', { name: 'Signing secret' }).innerText()).toMatch(/^whsec_/);
  await created.getByRole('button', { name: 'Open the account' }).click();

  // The new account leads to its first channel.
  await page.getByRole('heading', { level: 1, name: 'Connections' }).waitFor();
  await page.getByRole('heading', { name: 'No connections yet' }).waitFor();
  await openPlace(page, 'Inbox');
  await page.getByRole('link', { name: 'Connect a channel' }).waitFor();
  await openPlace(page, 'Templates');
  await page.getByRole('link', { name: 'Connect a number' }).click();
  await page.getByRole('button', { name: 'Add connection' }).click();
  const connection = page.getByRole('dialog', { name: 'Add a connection' });
  await connection.getByRole('button', { name: /Channel$/ }).click();
  await page.getByRole('option', { name: 'Web chat' }).click();
  await connection.getByRole('textbox', { name: 'Name' }).fill('Site');
  await connection.getByRole('button', { name: 'Add web chat' }).click();
  await page.getByRole('dialog', { name: 'Site' }).getByText('Put it on your site').waitFor();
  await page.keyboard.press('Escape');
  await page.goto(new URL('/dashboard/settings?tab=people', page.url()).href);
  await page.getByRole('button', { name: 'Invite a person' }).click();
  await page.getByRole('button', { name: 'Owner Role' }).waitFor();
  await page.keyboard.press('Escape');
  await openPlace(page, 'Installation');

  await page.getByRole('button', { name: 'Corner shop', exact: true }).click();
  const sheet = page.getByRole('dialog', { name: 'Corner shop' });
  await sheet.getByRole('switch', { name: /^Active/ }).press('Space');
  await sheet.getByRole('checkbox', { name: 'Flows' }).press('Space');
  await expectWellMade(page, 'an account');
  await sheet.getByLabel('License ends').fill('2031-05-04');
  await sheet.getByRole('button', { name: 'Save' }).click();
  const question = page.getByRole('dialog', { name: 'Suspend Corner shop?' });
  await question.getByText('Nothing is deleted.').waitFor();
  await question.getByRole('button', { name: 'Suspend the account' }).click();
  const accounts = page.getByRole('region', { name: 'Accounts' });
  const row = accounts.getByRole('row', { name: /Corner shop/ });
  await row.getByText('Inactive').waitFor();
  expect(await row.innerText()).toMatch(/api, webhook\s+(May 4,|4 May) 2031/);

  await page.getByRole('button', { name: 'Register app' }).click();
  const app = page.getByRole('dialog', { name: 'Register a Meta app' });
  await app.getByLabel('App secret').fill('0123456789abcdef0123456789abcdef');
  await app.getByRole('button', { name: 'Register' }).click();
  const values = page.getByRole('dialog', { name: 'Enter this at Meta' });
  expect(await values.getByRole('region', { name: 'Callback URL' }).innerText()).toMatch(/\/callbacks\/meta\/\w+$/);
  expect(await values.getByRole('region', { name: 'Verify token' }).innerText()).toMatch(/^\w{32}$/);
  await values.getByRole('button', { name: 'Done' }).click();

  await page.getByRole('button', { name: 'Invite operator' }).click();
  const invitation = page.getByRole('dialog', { name: 'Invite an operator' });
  await invitation.getByLabel('Email').fill('operator@shop.example');
  await invitation.getByRole('button', { name: 'Create invitation' }).click();
  await invitation.getByRole('alert').waitFor(); // this operator has the address
  await invitation.getByLabel('Email').fill('second@shop.example');
  await invitation.getByRole('button', { name: 'Create invitation' }).click();
  const link = page.getByRole('dialog', { name: 'Link for the person' });
  expect(await link.locator('code').innerText()).toContain('#link=');
  await link.getByRole('button', { name: 'Done' }).click();
  await page.getByRole('button', { name: 'Actions for second@shop.example' }).click();
  await page.getByRole('menuitem', { name: 'Disable the login' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Disable' }).click();
  await page.getByRole('row', { name: /^second@shop\.example Disabled/ }).waitFor();
  // An operator cannot lock out themselves.
  expect(await page.getByRole('button', { name: 'Actions for operator@shop.example' }).count()).toBe(0);
  const changes = page.getByRole('region', { name: 'Audit log' });
  await changes.getByRole('row', { name: /^Update operator: .+ operator@shop\.example Done/ }).waitFor();
  await expectWellMade(page, 'operators');
  expect(complaints.filter((text) => !/status of 422/.test(text))).toEqual([]);
});
