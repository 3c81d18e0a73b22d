import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { generateTestHeader, type WebhookEvent, type WebhookHandlerOptions } from '@wigwag/sdk/webhooks';
import { expect, onTestFinished, test, vi } from 'vitest';

export const SECRET = 'whsec_of_this_test';
export const EVENT = { id: 'whd_1', event: 'message.received', data: { message: { text: 'Grüße 👋' } } };
// A format that no JSON middleware writes.
export const BODY = JSON.stringify(EVENT, null, 1);

export type Post = (body: string, headers: Record<string, string>, method?: string) => Promise<Response>;

export async function listening(listener: RequestListener): Promise<Post> {
  const server = createServer(listener).listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return postTo(`http://127.0.0.1:${(server.address() as AddressInfo).port}/webhooks`);
}

export const postTo =
  (url: string): Post =>
  (body, headers, method = 'POST') =>
    fetch(url, {
      method,
      headers: { 'content-type': 'application/json', ...headers },
      ...(method === 'POST' && { body }),
    });

/** Starts an app with the webhook handler of a framework. Returns how to post to it. */
export type Framework = (options: WebhookHandlerOptions) => Promise<Post>;

/**
 * Adds the tests that every webhook handler passes.
 *
 * @param frameworks by name
 * @param withLimit the names of those that limit the size of a body themselves
 */
export function testHandlers(frameworks: Record<string, Framework>, withLimit: readonly string[]): void {
  test.each(Object.keys(frameworks))('%s: a valid delivery reaches the app and gets a 200', async (name) => {
    const events: WebhookEvent[] = [];
    const post = await frameworks[name]?.({ secret: SECRET, onEvent: (event) => void events.push(event) });
    const answer = await post?.(BODY, { 'x-service-signature': await generateTestHeader(BODY, SECRET) });
    expect(answer?.status).toBe(200);
    expect(events).toEqual([EVENT]);
  });

  test.each(Object.keys(frameworks))(
    '%s: a delivery without a valid signature gets a 400 with the reason',
    async (name) => {
      const events: WebhookEvent[] = [];
      const errors: unknown[] = [];
      const post = await frameworks[name]?.({
        secret: SECRET,
        onEvent: (event) => void events.push(event),
        onError: (error) => void errors.push(error),
      });
      const header = await generateTestHeader(BODY, SECRET);
      const forged = await post?.(BODY, { 'x-service-signature': await generateTestHeader(BODY, 'another') });
      expect([forged?.status, await forged?.text()]).toEqual([
        400,
        expect.stringContaining('the secret is not that of this webhook address'),
      ]);
      const rewritten = await post?.(JSON.stringify(EVENT), { 'x-service-signature': header });
      expect(rewritten?.status).toBe(400);
      expect((await post?.(BODY, {}))?.status).toBe(400);
      expect(events).toEqual([]);
      expect(errors).toMatchObject([{ problem: 'wrong_secret' }, {}, { problem: 'header_missing' }]);
    },
  );

  test.each(Object.keys(frameworks))(
    '%s: when the app fails, the response is a 500 without details, so that the server retries',
    async (name) => {
      const errors: unknown[] = [];
      const post = await frameworks[name]?.({
        secret: SECRET,
        onEvent: async () => {
          throw new Error('the database at 10.0.0.7 is down');
        },
        onError: (error) => void errors.push(error),
      });
      const answer = await post?.(BODY, { 'x-service-signature': await generateTestHeader(BODY, SECRET) });
      expect([answer?.status, await answer?.text()]).toEqual([500, 'The event could not be processed.']);
      expect(String(errors)).toContain('10.0.0.7');
    },
  );

  test.each(Object.keys(frameworks))('%s: without onError, an error of onEvent is printed', async (name) => {
    const print = vi.spyOn(console, 'error').mockImplementation(() => {});
    onTestFinished(() => print.mockRestore());
    const problem = new Error('the database is down');
    const onEvent = () => Promise.reject(problem);
    const post = await frameworks[name]?.({ secret: SECRET, onEvent });
    // Anyone can send a request without a valid signature, so these are not printed.
    expect((await post?.(BODY, {}))?.status).toBe(400);
    expect(print).not.toHaveBeenCalled();
    const headers = { 'x-service-signature': await generateTestHeader(BODY, SECRET) };
    expect((await post?.(BODY, headers))?.status).toBe(500);
    expect(print.mock.calls).toEqual([[expect.stringMatching(/^wigwag: onEvent failed for the event whd_1/), problem]]);
    const other = await frameworks[name]?.({ secret: SECRET, onEvent, onError: () => {} });
    await other?.(BODY, headers);
    expect(print).toHaveBeenCalledTimes(1);
  });

  test.each(withLimit)('%s: a body larger than any event is refused', async (name) => {
    const post = await frameworks[name]?.({ secret: SECRET, onEvent: () => {} });
    expect((await post?.('x'.repeat(4_000_000), {}))?.status).toBe(400);
    const answer = await post?.('x'.repeat(4_000_001), {}).catch(() => undefined);
    expect([413, undefined]).toContain(answer?.status);
  });

  test.each(Object.keys(frameworks))('%s: an onError that throws does not change the response', async (name) => {
    const broken = [
      () => {
        throw new Error('the log is full');
      },
      async () => {
        throw new Error('the log is full');
      },
    ];
    for (const onError of broken) {
      const post = await frameworks[name]?.({ secret: SECRET, onEvent: () => {}, onError });
      expect((await post?.(BODY, {}))?.status).toBe(400);
    }
  });
}
