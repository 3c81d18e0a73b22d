import { existsSync } from 'node:fs';
import axe from 'axe-core';
import { type Browser, type BrowserContextOptions, chromium, type Page } from 'playwright-core';
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

/** A browser of the test's own. */
export async function openBrowser(args: readonly string[] = []): Promise<Browser> {
  const browser = await chromium.launch({
    executablePath: CHROMIUM,
    // Root may not run it otherwise; it sees nothing but our own pages.
    args: ['--no-sandbox', ...args],
  });
  onTestFinished(() => browser.close());
  return browser;
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

/** Fails for what axe calls a serious or critical barrier to people with disabilities. */
export async function expectNoBarriers(page: Page, what: string): Promise<void> {
  await page.evaluate(axe.source);
  const found = await page.evaluate(async () => {
    const { violations } = await (globalThis as unknown as { axe: typeof axe }).axe.run();
    return violations.map(({ id, impact, nodes }) => ({ id, impact, targets: nodes.map(({ html }) => html) }));
  });
  const serious = found.filter(({ impact }) => impact === 'serious' || impact === 'critical');
  expect([what, serious]).toEqual([what, []]);
}
