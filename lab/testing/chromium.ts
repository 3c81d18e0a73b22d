import { type Browser, chromium } from 'playwright-core';

/** Debian's path of Chromium. */
export const CHROMIUM = '/usr/bin/chromium';

/** How Chromium is started. */
export const launchOptions = (args: readonly string[] = []) => ({
  executablePath: CHROMIUM,
  // Root requires this flag. The browser loads only our pages.
  args: ['--no-sandbox', ...args],
});

export const launchChromium = (args: readonly string[] = []): Promise<Browser> => chromium.launch(launchOptions(args));
