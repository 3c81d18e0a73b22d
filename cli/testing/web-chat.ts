import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { join } from 'node:path';
import type { Frame, Page } from 'playwright-core';
import { expect, vi } from 'vitest';
import { listen, scratchFolder, startDev, waitFor, wigwag } from './cli.ts';

type StartedDev = Awaited<ReturnType<typeof startDev>>;

export const pageUrl = ({ info }: StartedDev, query = ''): string =>
  `${new URL(info.base_url).origin}/webchat/web_1${query}`;

/** Returns the texts on the page, from the top. */
export const textsOn = (page: Page | Frame): Promise<string[]> => page.locator('.bubble').allTextContents();

export async function write(page: Page | Frame, text: string): Promise<void> {
  await page.getByLabel('Your message').fill(text);
  await page.getByRole('button', { name: 'Send' }).click();
}

/** Returns the visitors who have written, newest first. */
export async function visitors({ api }: StartedDev): Promise<string[]> {
  const { body } = await api('GET', '/conversations?channel=web');
  return body.data.conversations.map(({ phone }: { phone: string }) => phone);
}

/**
 * Waits for the first visitor who wrote. Polls at most ten times per second because of the key's rate limit of sixty.
 */
export const visitorOf = (dev: StartedDev): Promise<string> =>
  vi.waitFor(
    async () => {
      const [visitor] = await visitors(dev);
      return visitor ?? expect.fail('no visitor has written');
    },
    { timeout: 180_000, interval: 100 },
  );

export async function answer({ api }: StartedDev, to: string, message: object): Promise<string> {
  const { status, body } = await api('POST', '/messages', { channel: 'web', to, ...message });
  expect([status, body.error]).toEqual([202, undefined]);
  return body.data.id;
}

/** Polls at most ten times per second because of the key's rate limit of sixty. */
export const untilStatus = ({ api }: StartedDev, id: string, wanted: string) =>
  expect.poll(async () => (await api('GET', `/messages/${id}`)).body.data.status, { interval: 100 }).toBe(wanted);

export async function history({ api }: StartedDev, visitor: string): Promise<string[]> {
  const { body } = await api('GET', `/conversations/${visitor}/messages`);
  return body.data.messages.map(({ text }: { text: string }) => text).reverse();
}

/** Returns the external ID of the oldest message, for `reply_to`. */
export async function firstWritten({ api }: StartedDev, visitor: string): Promise<string> {
  const { body } = await api('GET', `/conversations/${visitor}/messages`);
  return body.data.messages.at(-1).external_id;
}

/** Starts a site on another host that returns this page for every path. */
export async function createSite(html: string): Promise<string> {
  const server = createServer((_request, response) => response.setHeader('content-type', 'text/html').end(html));
  // A host name other than the chat's makes it another site for browsers.
  return (await listen(server)).replace('127.0.0.1', 'localhost');
}

export const embedding = (dev: StartedDev): string =>
  `<!doctype html><html lang="en"><head><title>Shop</title></head><body><main><h1>Shop</h1></main>
   <script src="${pageUrl(dev)}/embed.js" data-lang="en" async></script></body></html>`;

/** Sets which sites may show the chat, as the operator does. */
export async function allow({ cwd, info }: StartedDev, origin: string): Promise<void> {
  const { secretKey } = JSON.parse(readFileSync(join(cwd, 'dev.json'), 'utf8'));
  const env = { WIGWAG_DATABASE_URL: `sqlite:${join(cwd, 'wigwag.db')}`, WIGWAG_SECRET_KEY: secretKey };
  const words = ['admin', 'connections', 'origins', 'web_1', '--account', info.account_id, '--set', origin];
  expect(await wigwag(words, { env })).toMatchObject({ code: 0 });
}

export const startInFolder = (cwd = scratchFolder(), flags: readonly string[] = []): Promise<StartedDev> =>
  startDev(['--data', cwd, ...flags], { cwd });

/** Makes the page visible or hidden. */
export const look = (page: Page, state: 'hidden' | 'visible') =>
  page.evaluate(`
    Object.defineProperty(document, 'visibilityState', { value: '${state}', configurable: true });
    document.dispatchEvent(new Event('visibilitychange'));
  `);

/** Returns the chat's frame on a site. */
export async function chatFrame(page: Page): Promise<Frame> {
  return waitFor('the frame', () => page.frames().find((frame) => frame.url().includes('/webchat/')));
}
