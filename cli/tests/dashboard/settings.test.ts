import { createHmac } from 'node:crypto';
import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { browserTest, expectWellMade, openPlace, startDashboard } from '../../testing/dashboard.ts';

const PASSWORD = 'correct horse battery staple';

const tab = (page: Page, name: string) => page.getByRole('tab', { name }).click();

browserTest(
  'an owner adds a label, changes the time zone and invites an agent, who sees only what an agent may',
  async () => {
    const { page, complaints, info, openElsewhere } = await startDashboard();
    await openPlace(page, 'Settings');
    await expectWellMade(page, 'settings, own login');

    await tab(page, 'Labels');
    await page.getByRole('heading', { name: 'No labels yet' }).waitFor();
    await page.getByRole('textbox', { name: 'Name' }).fill('VIP');
    await page.getByRole('textbox', { name: 'Color' }).fill('red');
    await page.getByRole('button', { name: 'Add the label' }).click();
    await page.getByRole('textbox', { name: 'Color' }).and(page.locator('[aria-invalid="true"]')).waitFor();
    await expectWellMade(page, 'settings, labels with an error');
    await page.getByRole('textbox', { name: 'Color' }).fill('#c0392b');
    await page.getByRole('button', { name: 'Add the label' }).click();
    await page.getByRole('row', { name: 'VIP #c0392b' }).waitFor();
    await page.getByRole('textbox', { name: 'Name' }).fill('Lat');
    await page.getByRole('button', { name: 'Add the label' }).click();
    await page.getByRole('button', { name: 'Actions for Lat' }).click();
    await page.getByRole('menuitem', { name: 'Edit' }).click();
    const change = page.getByRole('dialog', { name: 'Edit the label Lat' });
    await change.getByRole('textbox', { name: 'Name' }).fill('Lost');
    await change.getByRole('button', { name: 'Cancel' }).click();
    await page.getByRole('button', { name: 'Actions for Lat' }).click();
    await page.getByRole('menuitem', { name: 'Edit' }).click();
    await change.getByRole('textbox', { name: 'Name' }).fill('Late');
    await change.getByRole('button', { name: 'Save the label' }).click();
    await page.getByRole('button', { name: 'Actions for Late' }).click();
    await page.getByRole('menuitem', { name: 'Delete' }).click();
    await page.getByText('The label is removed from all conversations.').waitFor();
    await page.getByRole('button', { name: 'Delete label' }).click();
    await page.getByText('The label is deleted').waitFor();
    expect(await page.getByRole('row', { name: /^Late/ }).count()).toBe(0);

    await tab(page, 'Account');
    await page.getByRole('button', { name: 'Time zone' }).click();
    await page.getByRole('option', { name: 'Europe/Berlin' }).click();
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('The account is changed').waitFor();

    await tab(page, 'People');
    await page.getByRole('button', { name: 'Invite a person' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click();
    await page.getByRole('button', { name: 'Invite a person' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('textbox', { name: 'Name' }).fill('Grace');
    await dialog.getByRole('textbox', { name: 'Email' }).fill('owner@wigwag.localhost');
    await dialog.getByRole('button', { name: 'Create invitation' }).click();
    await dialog.getByRole('alert').waitFor(); // the owner has this address
    await dialog.getByRole('textbox', { name: 'Email' }).fill('grace@shop.example');
    await dialog.getByRole('button', { name: 'Create invitation' }).click();
    const link = (await page.getByRole('dialog', { name: 'Link for the person' }).locator('code').textContent()) ?? '';
    expect(new URL(link).origin).toBe(new URL(info.base_url).origin);
    await page.getByRole('button', { name: 'Done' }).click();
    const row = page.getByRole('row', { name: /^Grace / });
    await page.getByRole('row', { name: /^Grace grace@shop\.example agent Invited/ }).waitFor();
    expect(await row.count()).toBe(1); // the refused attempt has created no second agent
    await expectWellMade(page, 'settings, people');

    // Grace uses the link and sees an agent's settings.
    const { page: graces, complaints: gracesComplaints } = await openElsewhere(new URL(link).hash);
    await graces.getByRole('textbox', { name: 'New password' }).fill('too short');
    await graces.getByRole('button', { name: 'Set the password and log in' }).click();
    await graces.getByText('Password must have at least 12 characters.').waitFor();
    await graces.getByRole('textbox', { name: 'New password' }).fill(PASSWORD);
    await graces.getByRole('button', { name: 'Set the password and log in' }).click();
    await openPlace(graces, 'Settings');
    await expect.poll(() => graces.getByRole('tab').allTextContents()).toEqual(['You', 'Labels', 'Account']);
    await tab(graces, 'Labels');
    await graces.getByRole('row', { name: 'VIP #c0392b' }).waitFor();
    expect(await graces.getByRole('button', { name: /Add the label|Actions for/ }).count()).toBe(0);
    const places = graces.getByRole('navigation', { name: 'Pages' });
    expect(await places.getByRole('link', { name: 'Flows' }).count()).toBe(0);
    await tab(graces, 'You');

    // One-time codes: a wrong password and a wrong code are refused at their fields.
    await graces.getByRole('button', { name: 'Turn on' }).click();
    await graces.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click();
    await graces.getByRole('button', { name: 'Turn on' }).click();
    const codes = graces.getByRole('dialog');
    await codes.getByRole('textbox', { name: 'Your password' }).fill('a wrong password');
    await codes.getByRole('button', { name: 'Show the secret' }).click();
    await codes.getByText('This is not your password.').waitFor();
    await codes.getByRole('textbox', { name: 'Your password' }).fill(PASSWORD);
    await codes.getByRole('button', { name: 'Show the secret' }).click();
    await codes.getByRole('img', { name: 'QR code for the authenticator app' }).waitFor();
    const secret = (await codes.locator('code').textContent()) ?? '';
    await codes.getByRole('textbox', { name: 'Code that the app shows now' }).fill('000000');
    await codes.getByRole('button', { name: 'Confirm and turn on' }).click();
    await codes.getByText('This code is not right.').waitFor();
    await expectWellMade(graces, 'settings, one-time codes');
    await codes.getByRole('textbox', { name: 'Code that the app shows now' }).fill(codeOf(secret));
    await codes.getByRole('button', { name: 'Confirm and turn on' }).click();
    const made = graces.getByRole('dialog', { name: 'Recovery codes' });
    const [recovery = '', ...others] = (await made.locator('code').innerText()).trim().split(/\s+/);
    expect(others).toHaveLength(9);
    await expectWellMade(graces, 'settings, recovery codes');
    await made.getByRole('button', { name: 'I have stored them' }).click();
    await graces.getByRole('button', { name: 'Turn off' }).waitFor();
    await graces.getByText('10 left').waitFor();

    // Without the app, a recovery code logs her in.
    await graces.getByRole('button', { name: /^Logged in as/ }).click();
    await graces.getByRole('menuitem', { name: 'Log out' }).click();
    await graces.getByRole('textbox', { name: 'Email' }).fill('grace@shop.example');
    await graces.getByRole('textbox', { name: 'Password' }).fill(PASSWORD);
    await graces.getByRole('button', { name: 'Log in' }).click();
    await graces.getByRole('textbox', { name: 'One-time code' }).waitFor();
    await graces.getByRole('button', { name: 'Use a recovery code' }).click();
    await expectWellMade(graces, 'login with a recovery code');
    await graces.getByRole('textbox', { name: 'Recovery code' }).fill(recovery);
    await graces.getByRole('button', { name: 'Log in' }).click();
    await openPlace(graces, 'Settings');
    await graces.getByText('9 left').waitFor();

    // The owner ends her session, and disables the login.
    await tab(page, 'Sessions');
    await page.getByRole('row', { name: /grace@shop\.example/ }).waitFor();
    await page.getByRole('button', { name: /^End the session of grace@shop\.example/ }).click();
    await page.getByText('The session has ended').waitFor();
    await expect.poll(() => page.getByRole('row', { name: /grace@shop\.example/ }).count()).toBe(0);
    await tab(page, 'People');
    await row.getByRole('button', { name: 'Actions for Grace' }).click();
    await page.getByRole('menuitem', { name: 'Disable the login' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Disable' }).click();
    await page.getByRole('row', { name: /^Grace grace@shop\.example agent Disabled/ }).waitFor();

    // A person who was deactivated comes back.
    await row.getByRole('button', { name: 'Actions for Grace' }).click();
    await page.getByRole('menuitem', { name: 'Deactivate' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Deactivate' }).click();
    await page.getByRole('row', { name: /^Grace grace@shop\.example agent Inactive/ }).waitFor();
    await row.getByRole('button', { name: 'Actions for Grace' }).click();
    await page.getByRole('menuitem', { name: 'Activate' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Activate' }).click();
    await page.getByRole('row', { name: /^Grace grace@shop\.example agent Disabled/ }).waitFor();

    // An account keeps an owner.
    await page.getByRole('button', { name: 'Actions for Owner' }).click();
    expect(await page.getByRole('menuitem', { name: /Deactivate|Change the role/ }).count()).toBe(0);
    await page.getByRole('menuitem', { name: 'Disable the login' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Disable' }).click();
    await page.getByRole('dialog').getByRole('alert').waitFor();
    await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click();

    await tab(page, 'Audit log');
    const entries = page.getByRole('region', { name: 'Audit log' });
    await entries
      .getByRole('row', { name: /^Invite agent: Grace, role: agent owner@wigwag\.localhost Done/ })
      .waitFor();
    await entries
      .getByRole('row', { name: /^Update login: Grace, is disabled no to yes owner@wigwag\.localhost Done/ })
      .waitFor();
    await expectWellMade(page, 'settings, audit log');

    // By person, kind and time, which stay in the address.
    await page.getByRole('button', { name: /Kind/ }).click();
    await page.getByRole('option', { name: 'Logins and roles' }).click();
    await expect.poll(() => entries.getByRole('row', { name: /^Deactivate agent/ }).count()).toBe(0);
    await entries.getByRole('row', { name: /^Update login/ }).waitFor();
    await page.getByRole('button', { name: /Person/ }).click();
    await page.getByRole('option', { name: 'Grace' }).click();
    await page.getByText('No changes match').waitFor();
    await page.getByRole('button', { name: /Kind/ }).click();
    await page.getByRole('option', { name: 'Own login' }).click();
    await entries
      .getByRole('row', { name: /grace@shop\.example/ })
      .first()
      .waitFor();
    await page.getByLabel('To').fill('2020-01-01');
    await page.getByText('No changes match').waitFor();
    await page.reload();
    await page.getByText('No changes match').waitFor();
    await expectWellMade(page, 'settings, filtered audit log');
    expect(complaints.filter((text) => !/status of 422/.test(text))).toEqual([]);
    expect(gracesComplaints.filter((text) => !/status of (401|422)/.test(text))).toEqual([]);
  },
);

/** Returns the one-time code of a secret in base32 now (RFC 6238). */
function codeOf(secret: string): string {
  const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';
  const bits = [...secret].map((letter) => alphabet.indexOf(letter).toString(2).padStart(5, '0')).join('');
  const key = Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)));
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(Math.floor(Date.now() / 30_000)));
  const mac = createHmac('sha1', key).update(counter).digest();
  const offset = (mac.at(-1) ?? 0) & 0xf;
  return String((mac.readUInt32BE(offset) & 0x7fffffff) % 1_000_000).padStart(6, '0');
}
