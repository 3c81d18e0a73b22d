import { expect } from 'vitest';
import { browserTest, expectWellMade, openPlace, startDashboard } from '../../testing/dashboard.ts';

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
  await page.keyboard.press('ArrowDown');
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
  await page.getByRole('heading', { level: 1, name: 'Inbox' }).waitFor();
  const requested = async (path: string) =>
    (await page.waitForRequest((request) => request.url().includes(`/dashboard/api/v1/${path}`))).headers();
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
