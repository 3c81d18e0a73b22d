import type { BrowserContextOptions, Page } from 'playwright-core';
import { expect } from 'vitest';
import {
  browserTest,
  COLOR_RULES,
  expectFits,
  expectNoBarriers,
  openBrowser,
  openPage,
  WIDTHS,
  watch,
} from '../../lab/testing/browser.ts';
import { readState } from '../dev/state.ts';
import { startDev } from './cli.ts';

export { browserTest, expectFits, WIDTHS };

const HEIGHT = 800;

/** Waits in a page until what has changed is painted. */
export const PAINTED = 'new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))';

/** How far the frame of a page can be scrolled out of sight. Only its content scrolls. */
const SCROLLS = `document.querySelector('.frame') ? document.documentElement.scrollHeight - innerHeight : 0`;

/** The page of the dashboard, by the name in its navigation. */
export async function openPlace(page: Page, name: string): Promise<void> {
  await page.getByRole('navigation', { name: 'Pages' }).getByRole('link', { name, exact: true }).click();
  await page.getByRole('heading', { level: 1, name }).waitFor();
}

/** Starts `wigwag dev`, and opens the dashboard in Chromium as the owner of its account. */
export async function startDashboard(flags: readonly string[] = ['--memory'], options: BrowserContextOptions = {}) {
  const dev = await startDev(flags);
  const browser = await openBrowser();
  const { dashboard_url } = dev.info;
  if (dashboard_url === undefined) {
    throw new Error('dev has no dashboard');
  }
  const first = await openPage(browser, dashboard_url, { viewport: { width: 1280, height: HEIGHT }, ...options });
  await first.page.getByRole('navigation', { name: 'Pages' }).waitFor();
  const base = new URL('/dashboard/', dev.info.base_url);
  /** Calls an operation of the admin API as the owner. */
  const admin = async (method: string, path: string, data?: object) => {
    const url = (to: string) => new URL(`api/admin/v1${to}`, base).href;
    const { session } = await (await first.context.request.get(url('/session'))).json();
    const headers = { origin: base.origin, 'x-csrf-token': session.csrf_token };
    const response = await first.context.request.fetch(url(path), { method, headers, ...(data && { data }) });
    return { status: response.status(), body: await response.json() };
  };
  const openElsewhere = (path: string, elsewhere: BrowserContextOptions = {}) =>
    openPage(browser, new URL(path, base).href, { viewport: { width: 1280, height: HEIGHT }, ...elsewhere });
  return {
    ...dev,
    ...first,
    browser,
    admin,
    /** Invites an agent with a role, and opens the dashboard as that agent in another window. */
    async openAs(role: 'manager' | 'agent' | 'viewer') {
      const account = `/accounts/${dev.info.account_id}`;
      const { id } = (await admin('POST', `${account}/agents`, { name: `The ${role}` })).body;
      const email = `${role}@shop.example`;
      const { url } = (await admin('POST', `${account}/agents/${id}/invite`, { email, role })).body;
      const opened = await openElsewhere(url);
      await opened.page.getByLabel('New password').fill('correct horse battery staple');
      await opened.page.locator('button[type=submit]').click();
      await opened.page.getByRole('navigation', { name: 'Pages' }).waitFor();
      opened.complaints.length = 0; // the link is refused without a password, and Chromium reports that
      return opened;
    },
    /** Opens a path below /dashboard/ in another tab of the same session. */
    async open(path: string) {
      const page = await first.context.newPage();
      const watched = watch(page);
      await page.goto(new URL(path, base).href);
      return { page, ...watched };
    },
    /** Opens a path below /dashboard/ in another browser window, which has no session. */
    openElsewhere,
  };
}

export type Dashboard = Awaited<ReturnType<typeof startDashboard>>;

/** Checks the look of a page, such as `expectWellMade`. */
export type ExpectLook = (page: Page, what: string) => Promise<void>;

/**
 * Opens the dashboard in another window as a new login with this role, which sets its password.
 *
 * @param data the folder of `wigwag dev --data`
 */
export async function enterAs(
  { info, openElsewhere }: Pick<Dashboard, 'info' | 'openElsewhere'>,
  data: string,
  role: string,
) {
  const post = async (path: string, body: object) => {
    const response = await fetch(new URL(`/admin/v1${path}`, info.base_url), {
      method: 'POST',
      headers: { authorization: `Bearer ${readState(data)?.adminToken}`, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    return (await response.json()) as { id: number; url: string };
  };
  const email = `${role}@shop.example`;
  const agents = `/accounts/${info.account_id}/agents`;
  const { url } =
    role === 'operator'
      ? await post('/operators/invite', { email })
      : await post(`${agents}/${(await post(agents, { name: role })).id}/invite`, { email, role });
  const opened = await openElsewhere(url);
  await opened.page.getByLabel('New password').fill('correct horse battery staple');
  await opened.page.getByRole('button', { name: 'Set the password and log in' }).click();
  await opened.page.getByRole('navigation', { name: 'Pages' }).waitFor();
  return opened;
}

/** Calls an operation of the dashboard as its page does, and returns the status and the error. */
export const callAsPage = (page: Page, method: string, path: string, body?: object) =>
  page.evaluate(CALL, { method, path, ...(body && { body }) });

/** Runs in the page. */
const CALL = async ({ method, path, body }: { method: string; path: string; body?: object }) => {
  const answer = await fetch('/dashboard/api/admin/v1/session');
  const { session } = (await answer.json()) as { session: { csrf_token: string } };
  const response = await fetch(`/dashboard/api${path}`, {
    method,
    headers: { 'content-type': 'application/json', 'x-csrf-token': session.csrf_token },
    ...(body && { body: JSON.stringify(body) }),
  });
  const { error } = (await response.json()) as { error?: { message: string } };
  return { status: response.status, error: error?.message };
};

/** Fails if the page has accessibility violations in light or dark. Only the colors differ. */
export async function expectAccessible(page: Page, what: string): Promise<void> {
  for (const [theme, rules] of [['light'], ['dark', COLOR_RULES]] as const) {
    await page.evaluate(`document.documentElement.dataset.theme = '${theme}'`);
    await expectNoBarriers(page, `${what}, ${theme}`, rules);
  }
}

/** Fails if the page has accessibility violations in light or dark, or, on a phone or a laptop, if it scrolls sideways or as a whole. */
export async function expectWellMade(page: Page, what: string): Promise<void> {
  const size = page.viewportSize();
  await expectAccessible(page, what);
  for (const width of WIDTHS) {
    await page.setViewportSize({ width, height: HEIGHT });
    // Scripts that follow the width run in the next frame.
    await page.evaluate(PAINTED);
    await expectFits(page, `${what}, ${width} px`);
    expect([what, width, await page.evaluate(SCROLLS)]).toEqual([what, width, 0]);
  }
  if (size) {
    await page.setViewportSize(size);
  }
}
