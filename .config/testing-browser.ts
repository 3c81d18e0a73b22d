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
const PATIENCE_MILLISECONDS = 180_000;
vi.setConfig({ testTimeout: PATIENCE_MILLISECONDS });

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
  page.setDefaultTimeout(PATIENCE_MILLISECONDS);
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
  const found = await page.evaluate(
    async (runOnly) => {
      const { violations } = await (globalThis as unknown as { axe: typeof axe }).axe.run(runOnly ? { runOnly } : {});
      return violations.map(({ id, impact, nodes }) => ({ id, impact, targets: nodes.map(({ html }) => html) }));
    },
    rules,
  );
  const serious = found.filter(({ impact }) => impact === 'serious' || impact === 'critical');
  expect([what, serious]).toEqual([what, []]);
}

/** The same in the dark, for a page that was light before: only its colours are others. */
export async function expectNoBarriersInTheDark(page: Page, what: string): Promise<void> {
  await page.emulateMedia({ colorScheme: 'dark' });
  await expectNoBarriers(page, `${what}, dark`, ['color-contrast', 'link-in-text-block']);
}
