import { existsSync } from 'node:fs';
import axe from 'axe-core';
import { type Browser, type BrowserContextOptions, chromium, type Page } from 'playwright-core';
import { expect, onTestFinished } from 'vitest';

/** Where Debian puts it. */
const CHROMIUM = '/usr/bin/chromium';

/** Tests of pages are skipped without a browser. */
export const hasBrowser = existsSync(CHROMIUM);
if (!hasBrowser) {
  process.stderr.write(`Tests of pages are skipped: there is no ${CHROMIUM} (apt-get install chromium).\n`);
}

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
