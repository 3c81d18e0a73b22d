import { gzipSync } from 'node:zlib';
import type { BrowserContext, Page, Request, Route } from 'playwright-core';
import { expect } from 'vitest';
import { scratchFolder } from '../../testing/cli.ts';
import { browserTest, enterAs, openPlace, PAINTED, startDashboard, WIDTHS } from '../../testing/dashboard.ts';

const FIRST_PAGE_MAX_BYTES = 250_000;
/** A page that only fills its skeletons is below this. Above 0.1, Chromium's guide calls a page bad. */
const SHIFT_MAX = 0.02;

const isScript = (request: Request): boolean => request.resourceType() === 'script';

/** Returns the names and the compressed bytes of scripts. */
async function scriptsOf(requests: ReadonlySet<Request>): Promise<Map<string, number>> {
  const sizes = new Map<string, number>();
  for (const request of requests) {
    const body = await (await request.response())?.body();
    sizes.set(request.url().split('/').at(-1) ?? '', gzipSync(body ?? '').length);
  }
  return sizes;
}

browserTest(
  'the first page loads at most 250 kB of JavaScript, and other pages load theirs when they are opened',
  async () => {
    const { context, open } = await startDashboard();
    const requests = new Set<Request>();
    context.on('request', (request) => isScript(request) && requests.add(request));
    const { page } = await open('inbox');
    await page.getByText('No open conversations').waitFor();
    const first = await scriptsOf(requests);
    const bytes = [...first.values()].reduce((sum, one) => sum + one, 0);
    expect([bytes > 50_000, bytes <= FIRST_PAGE_MAX_BYTES, bytes, first]).toEqual([true, true, bytes, first]);
    expect([...first.keys()].join()).not.toMatch(/campaigns|flows|webhooks|plot/);
    requests.clear();
    await openPlace(page, 'Campaigns');
    expect([...(await scriptsOf(requests)).keys()].join()).toContain('campaigns');
  },
);

/** Runs in the page before its own scripts. */
const WATCH_SHIFTS = `{
  const shifts = (globalThis.shifts = []);
  const nameOf = ({ node }) => node?.outerHTML?.slice(0, 80) ?? node?.nodeName;
  new PerformanceObserver((list) => {
    for (const { value, hadRecentInput, sources } of list.getEntries()) {
      if (!hadRecentInput) {
        shifts.push({ value, moved: sources.map(nameOf) });
      }
    }
  }).observe({ type: 'layout-shift', buffered: true });
}`;

interface Shift {
  value: number;
  moved: string[];
}

/**
 * Opens a page whose data arrive only after its skeleton is painted, one response after another.
 *
 * @param isReversed whether the answer to the last request arrives first
 */
async function shiftsOf(context: BrowserContext, url: string, width: number, isReversed: boolean): Promise<Shift[]> {
  const page: Page = await context.newPage();
  await page.setViewportSize({ width, height: 800 });
  await page.addInitScript(WATCH_SHIFTS);
  const waiting: Route[] = [];
  await page.route(/\/dashboard\/api\/(v1|admin\/v1\/(?!session$))/, (route) => void waiting.push(route));
  await page.goto(url);
  await page.locator('h1').waitFor({ state: 'attached' });
  await expect.poll(() => waiting.length).toBeGreaterThan(0);
  await page.evaluate(PAINTED);
  for (
    let route = isReversed ? waiting.pop() : waiting.shift();
    route;
    route = isReversed ? waiting.pop() : waiting.shift()
  ) {
    await route.fulfill({ response: await route.fetch() });
    await (await route.request().response())?.finished();
    await page.evaluate(PAINTED);
  }
  await expect.poll(() => page.getByRole('status', { name: 'Loading' }).count()).toBe(0);
  const shifts = (await page.evaluate('shifts')) as Shift[];
  await page.close();
  return shifts;
}

const PATHS = [
  'inbox',
  'inbox?with=905551112233',
  'contacts',
  'templates',
  'campaigns',
  'flows',
  'reports',
  'webhooks',
  'keys',
  'connections',
  'settings',
];

browserTest('pages do not shift while their data loads', async () => {
  const data = scratchFolder();
  const dashboard = await startDashboard(['--data', data]);
  const { context, page, control, info, customerWrites } = dashboard;
  const operator = await enterAs(dashboard, data, 'operator');
  const ids = ['905551112233', '905551112234', '905551112235'];
  for (const id of ids) {
    await customerWrites('Where is my order?', id);
  }
  for (const name of ['VIP', 'Waits for an answer']) {
    expect((await control('POST', '/labels', { account_id: info.account_id, name })).status).toBeLessThan(300);
  }
  const found: Record<string, Shift[]> = {};
  const places = [...PATHS.map((path) => [path, context] as const), ['installation', operator.context] as const];
  for (const [path, session] of places) {
    for (const width of WIDTHS) {
      // Both orders at both widths would take twice as long, and find no more.
      const isReversed = width === WIDTHS[0];
      const shifts = await shiftsOf(session, new URL(`/dashboard/${path}`, page.url()).href, width, isReversed);
      if (shifts.reduce((sum, { value }) => sum + value, 0) > SHIFT_MAX) {
        found[`${path}, ${width} px`] = shifts;
      }
    }
  }
  expect(found).toEqual({});
});
