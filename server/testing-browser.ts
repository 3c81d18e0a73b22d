import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { type BrowserContextOptions, chromium, type Page } from 'playwright-core';
import { onTestFinished, test, vi } from 'vitest';

/** Debian's; nothing is downloaded. */
const CHROMIUM = '/usr/bin/chromium';
const isThere = existsSync(CHROMIUM);
if (!isThere) {
  console.warn(`Skipped: tests in a browser need ${CHROMIUM} (apt-get install chromium).`);
}

/** Looking through a whole page takes long on a small machine that does other things beside. */
const PATIENCE_MILLISECONDS = 180_000;
vi.setConfig({ testTimeout: PATIENCE_MILLISECONDS });

/** A test in a real browser; skipped, with one line that says so, where there is none. */
export const browserTest = test.skipIf(!isThere);

/** A page, and what went wrong on it or left this machine's server, one line each. */
export interface WatchedPage {
  page: Page;
  problems: string[];
}

/** Opens a page that may talk to `origin` alone. */
export async function openPage(origin: string, options: BrowserContextOptions = {}): Promise<WatchedPage> {
  // As root, which containers often are, Chromium's own sandbox does not work.
  const browser = await chromium.launch({ executablePath: CHROMIUM, args: ['--no-sandbox'] });
  onTestFinished(() => browser.close());
  const page = await browser.newPage(options);
  page.setDefaultTimeout(PATIENCE_MILLISECONDS);
  const problems: string[] = [];
  page.on('console', (message) => {
    if (message.type() === 'error' || message.type() === 'warning') {
      problems.push(`${message.type()}: ${message.text()}`);
    }
  });
  page.on('pageerror', (error) => problems.push(`exception: ${error.message}`));
  page.on('request', (request) => {
    const url = new URL(request.url());
    if (url.protocol !== 'data:' && url.origin !== origin) {
      problems.push(`request to ${url.origin}`);
    }
  });
  return { page, problems };
}

const AXE = createRequire(import.meta.url).resolve('axe-core/axe.min.js');

/** What axe-core finds serious or critical on the page as it stands, one line each. */
export async function accessibilityFaults(page: Page): Promise<string[]> {
  // By the debugger, which the page's Content-Security-Policy does not bind.
  await page.evaluate(readFileSync(AXE, 'utf8'));
  const { violations } = await page.evaluate(() =>
    (globalThis as unknown as AxeWindow).axe.run({ resultTypes: ['violations'] }),
  );
  return violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html.slice(0, 200)}`));
}

interface AxeWindow {
  axe: typeof import('axe-core');
}
