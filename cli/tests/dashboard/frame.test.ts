import { expect } from 'vitest';
import { readState } from '../../dev/state.ts';
import { scratchFolder } from '../../testing/cli.ts';
import { browserTest, enterAs, expectWellMade, openPlace, startDashboard } from '../../testing/dashboard.ts';

browserTest('the link of dev logs in once, and leads to every page by mouse, keyboard and search', async () => {
  const { page, info, open, openElsewhere, complaints, hosts } = await startDashboard();
  const origin = new URL(info.base_url).origin;
  expect(page.url()).toBe(`${origin}/dashboard/inbox`);

  for (const name of ['Contacts', 'Templates', 'Campaigns', 'Flows', 'Reports', 'Webhooks', 'Keys', 'Connections']) {
    await openPlace(page, name);
  }
  await page.keyboard.press('g');
  await page.keyboard.press('s');
  await page.getByRole('heading', { level: 1, name: 'Settings' }).waitFor();
  await page.keyboard.press('Control+k');
  await page.keyboard.type('camp');
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { level: 1, name: 'Campaigns' }).waitFor();

  // People find it without its path.
  const start = await open('../');
  await start.page.waitForURL(`${origin}/dashboard/inbox`);

  const token = info.dashboard_url?.split('#')[1];
  const second = await openElsewhere(`#${token}`);
  await second.page.getByRole('heading', { name: 'The link does not work' }).waitFor();
  expect(second.page.url()).not.toContain('link=');

  expect(complaints).toEqual([]);
  expect([...hosts]).toEqual([new URL(origin).host]);
});

browserTest('a page that no one uses does not keep its session', async () => {
  const { page } = await startDashboard();
  await page.clock.install();
  await page.reload();
  // The first request comes as the page opens, the next ones by the clock.
  await page.getByText('No open conversations').waitFor();
  const requested = async (path: string) =>
    (await page.waitForRequest((request) => new URL(request.url()).pathname.endsWith(`/${path}`))).headers();
  const byPage = requested('conversations');
  await page.clock.runFor(61_000);
  expect((await byPage)['wigwag-background']).toBe(undefined);
  const later = requested('conversations');
  await page.clock.runFor(31_000);
  expect((await later)['wigwag-background']).toBe('1');
  const opened = requested('contacts');
  await openPlace(page, 'Contacts');
  expect((await opened)['wigwag-background']).toBe(undefined);
});

browserTest('without a session, a page leads to the login; the theme and the menu of a phone work', async () => {
  const { page, openElsewhere, info } = await startDashboard();
  const stranger = await openElsewhere('campaigns');
  await stranger.page.getByRole('heading', { name: 'Log in' }).waitFor();
  expect(new URL(stranger.page.url()).searchParams.get('back')).toContain('campaigns');
  await stranger.page.getByLabel('Email').fill('nobody@shop.example');
  await stranger.page.getByLabel('Password').fill('wrong password here');
  await stranger.page.getByRole('button', { name: 'Log in' }).click();
  await stranger.page.getByRole('alert').waitFor();
  await expectWellMade(stranger.page, 'login');

  await page.getByRole('button', { name: 'Dark colors' }).click();
  await page.reload();
  expect(await page.evaluate('document.documentElement.dataset.theme')).toBe('dark');
  await page.setViewportSize({ width: 390, height: 844 });
  await page.getByRole('button', { name: 'Pages', exact: true }).click();
  await page.getByRole('dialog').getByRole('link', { name: 'Settings' }).click();
  await page.getByRole('heading', { level: 1, name: 'Settings' }).waitFor();

  await page.getByRole('button', { name: /^Logged in as/ }).click();
  await page.getByRole('menuitem', { name: 'Log out' }).click();
  await page.getByRole('heading', { name: 'Log in' }).waitFor();

  const origin = new URL(info.base_url).origin;
  const missing = await Promise.all(
    ['/dashboard/assets/none.js', '/dashboard/api/v1/none', '/dashboard/api/v1/contacts'].map(
      async (path) => (await fetch(origin + path)).status,
    ),
  );
  expect(missing).toEqual([404, 404, 401]);
  const { headers } = await fetch(`${origin}/dashboard/inbox`);
  expect(headers.get('x-content-type-options')).toBe('nosniff');
  expect(headers.get('content-security-policy')).toMatch(
    /^default-src 'none'; script-src 'self'; style-src 'self' 'nonce-/,
  );
  expect(headers.get('content-security-policy')).toContain("frame-ancestors 'none'");
});

browserTest('a page that the role may not open, or that the account may not use, says so and whom to ask', async () => {
  const data = scratchFolder();
  const dashboard = await startDashboard(['--data', data]);
  const { page, info } = dashboard;
  const viewer = (await enterAs(dashboard, data, 'viewer')).page;
  const open = async (shown: typeof page, path: string, title: string) => {
    await shown.goto(new URL(`/dashboard/${path}`, info.base_url).href);
    await shown.getByRole('heading', { name: title, exact: true }).waitFor();
    await shown.getByRole('button', { name: /^Logged in as/ }).waitFor();
    expect(await shown.locator('main button, main .skeleton').count()).toBe(0);
  };
  for (const [path, name] of [
    ['connections', 'Connections'],
    ['keys', 'Keys'],
    ['webhooks', 'Webhooks'],
    ['installation', 'Installation'],
    ['settings?tab=people', 'Settings > People'],
    ['settings?tab=audit', 'Settings > Audit log'],
  ] as const) {
    await open(viewer, path, `Your role (viewer) cannot open ${name}`);
  }
  await viewer.getByText('Ask an owner of the account.').waitFor();
  await expectWellMade(viewer, 'a page without the right');
  await open(page, 'installation', 'Your role (owner) cannot open Installation');
  await page.getByText('Ask an operator of the installation.').waitFor();
  await open(page, 'nothing/here', 'There is no such page');
  await page.keyboard.press('Control+k');
  await page.keyboard.type('audit');
  await page.getByRole('menuitem', { name: 'Settings > Audit log' }).click();
  await page.getByRole('tab', { name: 'Audit log', selected: true }).waitFor();

  const change = async (body: object) => {
    const response = await fetch(new URL(`/admin/v1/accounts/${info.account_id}`, info.base_url), {
      method: 'PATCH',
      headers: { authorization: `Bearer ${readState(data)?.adminToken}`, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    expect(response.status).toBe(200);
  };
  await change({ modules: ['api'] });
  await open(page, 'flows?flow=new', 'The module Flows of this account is off');
  await open(page, 'webhooks', 'The module Webhooks of this account is off');
  await page.getByText('No live updates').waitFor();
  await change({ license_expires_at: '2020-01-01T00:00:00Z' });
  for (const path of ['inbox', 'connections', 'webhooks']) {
    await open(page, path, 'The license of this account has expired');
  }
  await expectWellMade(page, 'a page of a locked account');
  await change({ is_active: false });
  await page.goto(new URL('/dashboard/settings', info.base_url).href);
  await page.getByText('This account is suspended, so').waitFor();
  expect(await page.getByText('Connecting again').count()).toBe(0);
  await expectWellMade(page, 'settings of a locked account');
});
