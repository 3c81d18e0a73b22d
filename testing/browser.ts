import { existsSync } from 'node:fs';
import axe from 'axe-core';
import { type Browser, type BrowserContext, type BrowserContextOptions, chromium, type Page } from 'playwright-core';
import { expect, onTestFinished, test, vi } from 'vitest';

/** Where Debian puts it. */
const CHROMIUM = '/usr/bin/chromium';

const hasBrowser = existsSync(CHROMIUM);
if (!hasBrowser) {
  process.stderr.write(`Tests of pages are skipped: there is no ${CHROMIUM} (apt-get install chromium).\n`);
}

/** Looking through a whole page takes long on a small machine that does other things beside. */
const TIMEOUT_MILLISECONDS = 180_000;
vi.setConfig({ testTimeout: TIMEOUT_MILLISECONDS });

/** A test in a real browser; skipped, with one line that says so, where there is none. */
export const browserTest = test.skipIf(!hasBrowser);

const optionsOf = (args: readonly string[]) => ({
  executablePath: CHROMIUM,
  // Root may not run it otherwise; it sees nothing but our own pages.
  args: ['--no-sandbox', ...args],
});

/** A browser of the test's own. Its windows are private: frames of other sites may keep nothing in them. */
export async function openBrowser(args: readonly string[] = []): Promise<Browser> {
  const browser = await chromium.launch(optionsOf(args));
  onTestFinished(() => browser.close());
  return browser;
}

/**
 * A window that is not private, with the browser's own defaults: those of Playwright forbid frames of other sites to keep anything.
 *
 * @param folder where it keeps what it keeps
 */
export async function openProfile(folder: string): Promise<BrowserContext> {
  const switches = ['headless', 'remote-debugging-pipe', 'no-first-run', 'disable-background-networking'];
  const { executablePath, args } = optionsOf([`--user-data-dir=${folder}`, ...switches.map((name) => `--${name}`)]);
  const context = await chromium.launchPersistentContext(folder, {
    executablePath,
    ignoreDefaultArgs: true,
    args: [...args, 'about:blank'],
    locale: 'en-GB',
  });
  onTestFinished(() => context.close());
  return context;
}

/** A page, with what it complained about and which hosts it asked. */
export async function openPage(browser: Browser, url: string, options: BrowserContextOptions = {}) {
  const context = await browser.newContext({ locale: 'en-GB', ...options });
  const page = await context.newPage();
  page.setDefaultTimeout(TIMEOUT_MILLISECONDS);
  return { context, page, ...watch(page), answer: await page.goto(url) };
}

/** What a page complained about, and which hosts it asked, from now on. */
export function watch(page: Page): { complaints: string[]; hosts: Set<string> } {
  const complaints: string[] = [];
  const hosts = new Set<string>();
  page.on('console', (message) => ['error', 'warning'].includes(message.type()) && complaints.push(message.text()));
  page.on('pageerror', (error) => complaints.push(String(error)));
  page.on('request', (request) => hosts.add(new URL(request.url()).host));
  return { complaints, hosts };
}

/**
 * Fails for what axe calls a serious or critical barrier to people with disabilities.
 *
 * @param rules of axe; all of them when left out
 */
export async function expectNoBarriers(page: Page, what: string, rules?: string[]): Promise<void> {
  await page.evaluate(axe.source);
  const found = await page.evaluate(async (runOnly) => {
    const { violations } = await (globalThis as unknown as { axe: typeof axe }).axe.run(runOnly ? { runOnly } : {});
    return violations.map(({ id, impact, nodes }) => ({ id, impact, targets: nodes.map(({ html }) => html) }));
  }, rules);
  const serious = found.filter(({ impact }) => impact === 'serious' || impact === 'critical');
  expect([what, serious]).toEqual([what, []]);
}

/** The same in the dark, for a page that was light before: only its colours are others. */
export async function expectNoBarriersInTheDark(page: Page, what: string): Promise<void> {
  await page.emulateMedia({ colorScheme: 'dark' });
  // A page's script hears of the change with the next frame; before that, it is half light and half dark.
  await page.evaluate('new Promise((resolve) => requestAnimationFrame(resolve))');
  await expectNoBarriers(page, `${what}, dark`, ['color-contrast', 'link-in-text-block']);
}

/** The widths at which pages are laid out: a phone and a laptop, in CSS pixels. */
export const WIDTHS = [390, 1280] as const;

/** Fails if the page scrolls sideways, or if a line ends within an error code other than behind an underscore. */
export async function expectFits(page: Page, what: string): Promise<void> {
  const found = await page.evaluate(() => {
    const { document, innerWidth, NodeFilter } = globalThis as unknown as BrowserWindow;
    const broken: string[] = [];
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let text = texts.nextNode(); text; text = texts.nextNode()) {
      for (const { 0: word, index } of text.data.matchAll(/[A-Z]{3,}/g)) {
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

/** What `expectFits` uses of the browser: the types of the DOM are not loaded here. */
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
