import { describe, expect, test } from 'vitest';
import { setWebhook } from '../../domain/webhooks/set-webhook.ts';
import { createTestServer, DATABASES } from '../../testing/server.ts';

const HOUR = 3_600_000;

/** Starts a server that must use a proxy, which does not run, and registers a public address. */
async function withoutNetwork(database?: (typeof DATABASES)[number]) {
  const lines: string[] = [];
  const server = await createTestServer({
    ...(database && { database }),
    log: { write: (line) => void lines.push(line) },
    config: { proxies: { https: new URL('http://127.0.0.1:1'), http: undefined, except: [] } },
  });
  const { accountId } = server;
  const { app } = server.server;
  await app.store.transaction((tx) => setWebhook(app, tx, accountId, 'https://93.184.215.14/hook'));
  const { deliveries, webhooks } = app.store.read;
  return {
    ...server,
    logged: () => lines.map((line) => JSON.parse(line).msg),
    warnings: () => lines.map((line) => JSON.parse(line)).filter(({ level }) => level === 40),
    webhook: () => webhooks.find(accountId),
    attempts: () => deliveries.listAttempts(accountId),
    states: async () =>
      (await deliveries.listNewest(accountId, {}, 100)).map(({ state, attempts }) => [state, attempts]),
  };
}

describe.each(DATABASES)('while the network of this server fails on %s', (database) => {
  test('deliveries use up no attempt, do not count, and resume within a minute', async () => {
    const server = await withoutNetwork(database);
    await server.callback(server.inboundCallback(...Array.from({ length: 60 }, (_, at) => ({ id: `wamid.${at}` }))));
    await server.settle();
    expect(await server.webhook()).toMatchObject({ isEnabled: true, consecutiveFailures: 0 });
    expect(await server.attempts()).toEqual([]);
    expect(await server.states()).toEqual(Array(60).fill(['pending', 0]));
    expect(server.warnings()[0]).toMatchObject({
      account: server.accountId,
      problem: expect.stringContaining('the proxy http://127.0.0.1:1 cannot be reached'),
    });
    expect((await server.server.app.metrics.text()).text).toContain(
      'wigwag_delivery_attempts_total{result="postponed"} 60',
    );
    const hook = await server.receiver();
    await server.advance(60);
    expect(hook.received.map(({ event }) => event.attempt)).toEqual(Array(60).fill(1));
  });

  test('deliveries use up attempts after a day, which still do not count', async () => {
    const server = await withoutNetwork(database);
    await server.customerWrites('Hi');
    server.clock.moveTo(server.clock.now() + 24 * HOUR - 1);
    await server.settle();
    expect(await server.attempts()).toEqual([]);
    server.clock.moveTo(server.clock.now() + HOUR);
    await server.settle();
    expect(await server.attempts()).toMatchObject([
      { attempt: 1, statusCode: null, problem: expect.stringContaining('cannot be reached') },
    ]);
    expect(await server.webhook()).toMatchObject({ isEnabled: true, consecutiveFailures: 0 });
    await server.advance(60 + 300 + 1800 + 7200 + 43_200);
    expect(await server.states()).toEqual([['failed', 6]]);
  });
});

test('a test event and the log report the proxy that does not run', async () => {
  const server = await withoutNetwork();
  expect(server.logged()).toContain('outgoing requests: https through http://127.0.0.1:1');
  const { status, body } = await server.api('POST', '/webhooks/test');
  expect([status, body.error.code, body.error.message]).toEqual([
    502,
    'WEBHOOK_UNREACHABLE',
    expect.stringContaining('the proxy http://127.0.0.1:1 cannot be reached'),
  ]);
});
