import { existsSync } from 'node:fs';
import axe from 'axe-core';
import { type Browser, type BrowserContext, type BrowserContextOptions, chromium, type Page } from 'playwright-core';
import { expect, onTestFinished, test } from 'vitest';
import { CHROMIUM, launchChromium, launchOptions } from './chromium.ts';

const hasBrowser = existsSync(CHROMIUM);
if (!hasBrowser) {
  process.stderr.write(`Tests of pages are skipped: there is no ${CHROMIUM} (apt-get install chromium).\n`);
}

/** How long a page may take on a busy machine. It is shorter than a test's limit, so that a failure names what was missing. */
const PAGE_TIMEOUT_MILLISECONDS = 180_000;

/** Declares a test in a real browser. Without a browser, the test is skipped. */
export const browserTest = test.skipIf(!hasBrowser);

/** The browser of this process, which its tests share because a start takes a second. */
let shared: Promise<Browser> | undefined;

async function sharedBrowser(): Promise<Browser> {
  shared ??= launchChromium();
  const browser = await shared;
  if (browser.isConnected()) {
    return browser;
  }
  shared = undefined; // it has crashed
  return sharedBrowser();
}

/**
 * Returns a browser without windows. Its windows are private: they share no data, and frames of other sites cannot store
 * any. They close when the test ends.
 *
 * @param args switches of Chromium. With any of them, the browser is a separate process.
 */
export async function openBrowser(args: readonly string[] = []): Promise<Browser> {
  const isShared = args.length === 0;
  const browser = await (isShared ? sharedBrowser() : launchChromium(args));
  onTestFinished(async () => {
    await (isShared ? Promise.all(browser.contexts().map((context) => context.close())) : browser.close());
  });
  return browser;
}

/**
 * Returns a non-private window with the browser's defaults, because Playwright's defaults keep frames of other sites
 * from storing data.
 *
 * @param folder the profile folder
 */
export async function openProfile(folder: string): Promise<BrowserContext> {
  const switches = ['headless', 'remote-debugging-pipe', 'no-first-run', 'disable-background-networking'];
  const { executablePath, args } = launchOptions([`--user-data-dir=${folder}`, ...switches.map((name) => `--${name}`)]);
  const context = await chromium.launchPersistentContext(folder, {
    executablePath,
    ignoreDefaultArgs: true,
    args: [...args, 'about:blank'],
    locale: 'en-GB',
  });
  onTestFinished(() => context.close());
  return context;
}

/**
 * A page, with its errors and the hosts that it requested. Nothing moves, because colors that change slowly are between
 * two themes for a moment.
 */
export async function openPage(browser: Browser, url: string, options: BrowserContextOptions = {}) {
  const context = await browser.newContext({ locale: 'en-GB', reducedMotion: 'reduce', ...options });
  const page = await context.newPage();
  page.setDefaultTimeout(PAGE_TIMEOUT_MILLISECONDS);
  return { context, page, ...watch(page), answer: await page.goto(url) };
}

/** Records the errors of a page and the hosts that it requests. */
export function watch(page: Page): { complaints: string[]; hosts: Set<string> } {
  const complaints: string[] = [];
  const hosts = new Set<string>();
  page.on('console', (message) => ['error', 'warning'].includes(message.type()) && complaints.push(message.text()));
  page.on('pageerror', (error) => complaints.push(String(error)));
  page.on('request', (request) => hosts.add(new URL(request.url()).host));
  return { complaints, hosts };
}

/** The rules of axe whose result depends on the theme. */
export const COLOR_RULES: readonly string[] = ['color-contrast', 'link-in-text-block'];

/**
 * Fails on accessibility violations that axe rates as serious or critical.
 *
 * @param rules rules of axe. @default all
 */
export async function expectNoBarriers(page: Page, what: string, rules?: readonly string[]): Promise<void> {
  if (!(await page.evaluate('"axe" in globalThis'))) {
    await page.evaluate(axe.source);
  }
  const found = await page.evaluate(async (runOnly) => {
    // React Aria's announcements name the button that was pressed, which may be gone.
    const where = { exclude: ['[data-live-announcer]'] };
    const { violations } = await (globalThis as unknown as { axe: typeof axe }).axe.run(
      where,
      runOnly ? { runOnly: [...runOnly] } : {},
    );
    return violations.map(({ id, impact, nodes }) => ({ id, impact, targets: nodes.map(({ html }) => html) }));
  }, rules);
  const serious = found.filter(({ impact }) => impact === 'serious' || impact === 'critical');
  expect([what, serious]).toEqual([what, []]);
}

/** Repeats the check in dark mode for a page that was light. Only the colors differ. */
export async function expectNoBarriersInTheDark(page: Page, what: string): Promise<void> {
  await page.emulateMedia({ colorScheme: 'dark' });
  // The page's script handles the change in the next frame. Before that, the page is half light and half dark.
  await page.evaluate('new Promise((resolve) => requestAnimationFrame(resolve))');
  await expectNoBarriers(page, `${what}, dark`, COLOR_RULES);
}

/** The tested page widths: a phone and a laptop, in CSS pixels. */
export const WIDTHS = [390, 1280] as const;

/** Fails if the page scrolls sideways, or if a line breaks within an error code other than after an underscore. */
export async function expectFits(page: Page, what: string): Promise<void> {
  const found = await page.evaluate(() => {
    const { document, innerWidth, NodeFilter } = globalThis as unknown as BrowserWindow;
    const broken: string[] = [];
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let text = texts.nextNode(); text; text = texts.nextNode()) {
      for (const { 0: word, index } of text.data.matchAll(/(?<![A-Za-z0-9])[A-Z]{3,}(?![A-Za-z0-9])/g)) {
        const range = document.createRange();
        range.setStart(text, index);
        range.setEnd(text, index + word.length);
        if (new Set([...range.getClientRects()].map(({ top }) => Math.round(top))).size > 1) {
          broken.push(text.data);
        }
      }
    }
    return { overhang: document.documentElement.scrollWidth - innerWidth, broken };
  });
  expect([what, found]).toEqual([what, { overhang: 0, broken: [] }]);
}

/** The parts of the DOM that `expectFits` uses, because the DOM types are not loaded here. */
interface BrowserWindow {
  innerWidth: number;
  NodeFilter: { SHOW_TEXT: number };
  document: {
    body: unknown;
    documentElement: { scrollWidth: number };
    createTreeWalker(root: unknown, show: number): { nextNode(): { data: string } | null };
    createRange(): {
      setStart(node: unknown, offset: number): void;
      setEnd(node: unknown, offset: number): void;
      getClientRects(): Iterable<{ top: number }>;
    };
  };
}
