import { createHmac } from 'node:crypto';
import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { Webhook } from 'standardwebhooks';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { enableWebhook } from '../../domain/webhooks/deliveries.ts';
import { setWebhook } from '../../domain/webhooks/set-webhook.ts';
import { startServer } from '../../process/start.ts';
import { createTestServer, DATABASES } from '../../testing/server.ts';
import { createReceiver } from '../../testing/worker.ts';
import { deliverWebhook } from './deliver-webhook.ts';

test.each([
  ['410 with half a body', 'HTTP/1.1 410 Gone\r\ncontent-length: 100\r\n\r\nover', 410, 'over', false],
  ['500 with half a body', 'HTTP/1.1 500 Oh\r\ncontent-length: 100\r\n\r\ndown', 500, 'down', true],
  ['200 with half a chunk', 'HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n9\r\nha', 200, 'ha', true],
  ['204 with a body', 'HTTP/1.1 204 No Content\r\ncontent-length: 2\r\n\r\nok', 204, '', true],
])('%s counts as that response', async (_name, bytes, statusCode, responsePrefix, isEnabled) => {
  const { server, accountId, customerWrites } = await createTestServer();
  const receiver = createServer((socket) => {
    socket.on('error', () => {});
    socket.once('data', () => socket.end(bytes));
  }).listen(0, '127.0.0.1');
  onTestFinished(() => {
    receiver.close();
  });
  await once(receiver, 'listening');
  const { port } = receiver.address() as AddressInfo;
  await server.app.store.transaction((tx) => setWebhook(server.app, tx, accountId, `http://127.0.0.1:${port}`));
  await customerWrites('Hi');
  const [attempt] = await server.app.store.read.deliveries.listAttempts(accountId);
  expect(attempt).toMatchObject({ attempt: 1, statusCode, responsePrefix });
  expect(await server.app.store.read.webhooks.find(accountId)).toMatchObject({ isEnabled });
});

test('on PostgreSQL an attempt that a shutdown interrupts does not count, and is repeated', async () => {
  const { server, clock, accountId, customerWrites, receiver } = await createTestServer({ database: 'postgres' });
  const hook = await receiver();
  hook.answers(null);
  void customerWrites('Hi').catch(() => {});
  await hook.arrived(1);
  await server.stop();
  hook.answers(200);
  const again = await startServer({ ...server.app.config, port: 0 }, { clock });
  onTestFinished(() => again.stop());
  clock.moveTo(clock.now() + 1_000);
  await hook.arrived(2);
  await again.worker.drain();
  expect(hook.received.map(({ event }) => [event.id, event.attempt])).toEqual(
    Array(2).fill([hook.received[0]?.event.id, 1]),
  );
  const { deliveries, webhooks } = again.app.store.read;
  expect((await deliveries.listAttempts(accountId)).map(({ statusCode }) => statusCode)).toEqual([200]);
  expect(await webhooks.find(accountId)).toMatchObject({ consecutiveFailures: 0 });
});

test('the library of Standard Webhooks verifies each attempt, and refuses a changed body, ID or secret', async () => {
  const { customerWrites, receiver, advance, clock, signingSecret } = await createTestServer();
  const hook = await receiver();
  hook.answers(500);
  await customerWrites('Grüße 👋');
  await advance(60);
  vi.useFakeTimers({ toFake: ['Date'], now: clock.now() });
  onTestFinished(() => void vi.useRealTimers());
  const webhook = new Webhook(signingSecret);
  expect(hook.received).toHaveLength(2);
  for (const { event, raw, headers } of hook.received) {
    const sent = headers as Record<string, string>;
    expect(webhook.verify(raw, sent)).toEqual(event);
    expect(sent['webhook-id']).toBe(event.id);
    expect(() => webhook.verify(raw.replace('Grüße', 'Hallo'), sent)).toThrow('No matching signature');
    expect(() => webhook.verify(raw, { ...sent, 'webhook-id': 'whd_1' })).toThrow('No matching signature');
    expect(() => new Webhook(`whsec_${'A'.repeat(40)}`).verify(raw, sent)).toThrow('No matching signature');
  }
  expect(new Set(hook.received.map(({ headers }) => headers['webhook-timestamp'])).size).toBe(2);
});

describe.each(DATABASES)('webhooks on %s', (database) => {
  test('are retried after 1 min, 5 min, 30 min, 2 h and 12 h, and then no more', async () => {
    const { customerWrites, receiver, advance, clock, server, accountId, signingSecret } = await createTestServer({
      database,
    });
    const hook = await receiver();
    hook.answers(500, 'down');
    await customerWrites('Hi');
    for (const [tries, seconds] of [60, 300, 1800, 7200, 43_200].entries()) {
      await advance(seconds - 1);
      expect(hook.received).toHaveLength(tries + 1);
      await advance(1);
      expect(hook.received).toHaveLength(tries + 2);
      const { headers, raw } = hook.received[tries + 1] ?? expect.unreachable();
      const t = Math.floor(clock.now() / 1000);
      const v1 = createHmac('sha256', signingSecret).update(`${t}.${raw}`).digest('hex');
      expect(headers['x-service-signature']).toBe(`t=${t},v1=${v1}`);
    }
    await advance(30 * 86_400);
    expect(hook.received.map(({ event }) => event.attempt)).toEqual([1, 2, 3, 4, 5, 6]);
    expect(hook.received.map(({ headers }) => headers['x-service-attempt'])).toEqual(['1', '2', '3', '4', '5', '6']);
    expect(new Set(hook.received.map(({ event }) => event.id)).size).toBe(1);
    expect(new Set(hook.received.map(({ headers }) => headers['x-service-delivery-id'])).size).toBe(1);
    const attempts = await server.app.store.read.deliveries.listAttempts(accountId);
    expect(attempts.map((one) => [one.attempt, one.statusCode, one.responsePrefix])).toEqual(
      [1, 2, 3, 4, 5, 6].map((attempt) => [attempt, 500, 'down']),
    );
    expect(attempts.at(-1)?.nextAttemptAt).toBeNull();
  });

  test('disable the endpoint after 50 consecutive failures, not after 49', async () => {
    const { customerWrites, receiver, advance, server, accountId } = await createTestServer({ database });
    const hook = await receiver();
    hook.answers(503);
    // 8 events of 6 attempts each, and one more failure
    for (let event = 0; event < 8; event += 1) {
      await customerWrites('Hi');
      await advance(60 + 300 + 1800 + 7200 + 43_200);
    }
    const isEnabled = async () => (await server.app.store.read.webhooks.find(accountId))?.isEnabled;
    await customerWrites('The 49th');
    expect([hook.received.length, await isEnabled()]).toEqual([49, true]);
    await customerWrites('The 50th');
    expect([hook.received.length, await isEnabled()]).toEqual([50, false]);
    await customerWrites('Not told');
    await advance(86_400);
    expect(hook.received).toHaveLength(50);
  });
});

test('a success resets the count of failures and ends the delivery', async () => {
  const { customerWrites, receiver, advance, server, accountId } = await createTestServer();
  const hook = await receiver();
  hook.answers(500);
  await customerWrites('Hi');
  hook.answers(204, '');
  await advance(60);
  expect((await server.app.store.read.webhooks.find(accountId))?.consecutiveFailures).toBe(0);
  await advance(86_400);
  expect(hook.received).toHaveLength(2);
});

describe.each(DATABASES)('a disabled endpoint on %s', (database) => {
  test('410 disables it at once; pending deliveries wait, and continue with their next attempt once it is enabled', async () => {
    const lines: string[] = [];
    const log = { write: (line: string) => void lines.push(line) };
    const server = await createTestServer({ database, log, config: { logLevel: 'warn' } });
    const { customerWrites, receiver, advance, accountId } = server;
    const { app } = server.server;
    const hook = await receiver();
    hook.answers(500);
    await customerWrites('Waits');
    expect(lines).toEqual([]);
    hook.answers(410);
    await customerWrites('Gone');
    expect(lines.map((line) => JSON.parse(line))).toMatchObject([
      { account: accountId, answer: 410, msg: expect.stringContaining('is disabled') },
    ]);
    expect((await app.metrics.text()).text).toContain('\nwigwag_webhooks_disabled_total 1\n');
    expect((await app.store.read.webhooks.find(accountId))?.isEnabled).toBe(false);
    hook.answers(200);
    await customerWrites('Missed');
    await advance(30 * 86_400);
    expect(hook.received).toHaveLength(2);
    const states = async () =>
      (await app.store.read.deliveries.listNewest(accountId, {}, 10)).map(({ state, attempts }) => [state, attempts]);
    expect(await states()).toEqual([
      ['waiting', 1],
      ['waiting', 1],
      ['missed', 0],
    ]);
    expect((await app.store.read.deliveries.listAttempts(accountId)).at(-1)).toMatchObject({
      statusCode: 410,
      nextAttemptAt: null,
    });

    await app.store.transaction((tx) => enableWebhook(app, tx, accountId));
    await server.settle();
    const told = hook.received.slice(2).map(({ event }) => [event.data.message.text, event.attempt]);
    expect(told.sort()).toEqual([
      ['Gone', 2],
      ['Waits', 2],
    ]);
    await customerWrites('Told again');
    expect(hook.received.at(-1)?.event.data.message.text).toBe('Told again');
    await advance(30 * 86_400);
    expect(hook.received).toHaveLength(5);
    expect((await states()).map(([state]) => state)).toEqual(['delivered', 'delivered', 'missed', 'delivered']);
  });

  test('a retry that was already scheduled happens at its time if the endpoint is enabled before', async () => {
    const { customerWrites, receiver, advance, server, accountId } = await createTestServer({ database });
    const hook = await receiver();
    hook.answers(500);
    await customerWrites('Waits');
    hook.answers(410);
    await customerWrites('Gone');
    hook.answers(200);
    await server.app.store.transaction((tx) => enableWebhook(server.app, tx, accountId));
    await advance(59);
    expect(hook.received.slice(2).map(({ event }) => event.data.message.text)).toEqual(['Gone']);
    await advance(1);
    expect(hook.received.slice(3).map(({ event }) => [event.data.message.text, event.attempt])).toEqual([['Waits', 2]]);
  });

  test('removing the endpoint keeps pending deliveries for the next one', async () => {
    const { customerWrites, receiver, advance, settle, server, accountId } = await createTestServer({ database });
    const { app } = server;
    const before = await receiver();
    before.answers(500);
    await customerWrites('Waits');
    await app.store.transaction((tx) => setWebhook(app, tx, accountId, null));
    await advance(86_400);
    expect(before.received).toHaveLength(1);
    const after = await createReceiver();
    await app.store.transaction((tx) => setWebhook(app, tx, accountId, after.url));
    await settle();
    expect(after.received.map(({ event }) => [event.data.message.text, event.attempt])).toEqual([['Waits', 2]]);
  });
});

describe.each(DATABASES)('a worker that was suspended past the lease of a delivery on %s', (database) => {
  /**
   * Returns an event whose first attempt runs in a worker that has lost the lease, and the task of the worker that
   * takes over.
   */
  async function takenOver() {
    const lines: string[] = [];
    const server = await createTestServer({
      database,
      config: { logLevel: 'warn' },
      log: { write: (line) => void lines.push(line) },
    });
    const { app, worker } = server.server;
    const hook = await server.receiver();
    const answerSleeper = hook.holds();
    await server.callback(server.inboundCallback({ id: 'wamid.1' }));
    await hook.arrived(1);
    const at = app.monotonicNow();
    const [task] = await app.store.transaction(async (tx) => {
      await tx.outbox.releaseAllLeases(at);
      return tx.outbox.lease('deliver', 'another', at, at + 120_000_000, 1);
    });
    return {
      ...server,
      hook,
      take: () => deliverWebhook(app, task ?? expect.unreachable()),
      async sleeperEnds(status: number) {
        answerSleeper(status);
        await worker.drain();
      },
      attempts: async () =>
        (await app.store.read.deliveries.listAttempts(server.accountId)).map((one) => [one.attempt, one.statusCode]),
      told: () => lines.map((line) => JSON.parse(line).msg),
    };
  }
  const TAKEN_OVER = 'an attempt took longer than its lease: another worker has taken it over';

  test('records nothing for an attempt that another worker is making', async () => {
    const { hook, take, sleeperEnds, attempts, told, advance } = await takenOver();
    await sleeperEnds(500);
    expect(await attempts()).toEqual([]);
    hook.answers(200);
    await take();
    await advance(86_400);
    expect(await attempts()).toEqual([[1, 200]]);
    expect(hook.received.map(({ event }) => event.attempt)).toEqual([1, 1]);
    expect(told()).toEqual([TAKEN_OVER]);
  });

  test('changes nothing that another worker has recorded, nor the time of the next attempt', async () => {
    const { hook, take, sleeperEnds, attempts, told, advance } = await takenOver();
    hook.answers(500);
    await take();
    await sleeperEnds(200);
    expect(await attempts()).toEqual([[1, 500]]);
    hook.answers(200);
    await advance(59);
    expect(hook.received).toHaveLength(2);
    await advance(1);
    expect(await attempts()).toEqual([
      [1, 500],
      [2, 200],
    ]);
    await advance(86_400);
    expect(hook.received.map(({ event }) => event.attempt)).toEqual([1, 1, 2]);
    expect(told()).toEqual([TAKEN_OVER]);
  });
});

test('the last attempt ends a delivery, even if it disables the endpoint', async () => {
  const { customerWrites, receiver, advance, server, accountId } = await createTestServer();
  const hook = await receiver();
  hook.answers(500);
  await customerWrites('Hi');
  await advance(60 + 300 + 1800 + 7200);
  hook.answers(410);
  await advance(43_200);
  expect((await server.app.store.read.webhooks.find(accountId))?.isEnabled).toBe(false);
  expect(await server.app.store.read.deliveries.listNewest(accountId, {}, 10)).toMatchObject([
    { state: 'failed', attempts: 6 },
  ]);
});

test('a response of the previous address does not disable the new one', async () => {
  const { receiver, clock, server, accountId, callback, inboundCallback } = await createTestServer();
  const before = await receiver();
  const answerLater = before.holds();
  await callback(inboundCallback({ id: 'wamid.1' }));
  await before.arrived(1);
  const after = await receiver();
  answerLater(410);
  await server.worker.drain();
  expect(await server.app.store.read.webhooks.find(accountId)).toMatchObject({
    isEnabled: true,
    consecutiveFailures: 0,
  });
  clock.moveTo(clock.now() + 60_000);
  await server.worker.drain();
  expect(after.received.map(({ event }) => event.attempt)).toEqual([2]);
});

test('49 failures and a success leave an endpoint enabled, and so do 49 more failures', async () => {
  const { receiver, server, accountId, settle, callback, inboundCallback } = await createTestServer();
  const hook = await receiver();
  const writes = async (first: number, count: number) => {
    const messages = Array.from({ length: count }, (_, at) => ({ id: `wamid.${first + at}` }));
    await callback(inboundCallback(...messages));
    await settle();
  };
  const webhook = () => server.app.store.read.webhooks.find(accountId);
  hook.answers(500);
  await writes(0, 49);
  hook.answers(200);
  await writes(100, 1);
  hook.answers(500);
  await writes(200, 49);
  expect(await webhook()).toMatchObject({ isEnabled: true, consecutiveFailures: 49 });
  await writes(300, 1);
  expect(await webhook()).toMatchObject({ isEnabled: false });
});

test.each([
  [200, true],
  [201, true],
  [204, true],
  [299, true],
  [301, false],
  [302, false],
  [400, false],
  [404, false],
  [429, false],
  [500, false],
])('whether the response %d counts as delivered: %s', async (status, taken) => {
  const { customerWrites, receiver, advance } = await createTestServer();
  const hook = await receiver();
  hook.answers(status, '', { location: hook.url });
  await customerWrites('Hi');
  expect(hook.received).toHaveLength(1);
  await advance(60);
  expect(hook.received).toHaveLength(taken ? 1 : 2);
});

test('no response within 10 seconds is a failure', async () => {
  const { receiver, clock, server, accountId, callback, inboundCallback } = await createTestServer();
  const hook = await receiver();
  hook.answers(null);
  await callback(inboundCallback({ id: 'wamid.1' }));
  await hook.arrived(1);
  const attempts = () => server.app.store.read.deliveries.listAttempts(accountId);
  clock.moveTo(clock.now() + 9_999);
  expect(server.worker.idle()).toBe(false);
  expect(await attempts()).toEqual([]);
  clock.moveTo(clock.now() + 1);
  await server.worker.drain();
  expect(await attempts()).toMatchObject([{ attempt: 1, statusCode: null, problem: 'no response within 10 s' }]);
  hook.answers(200);
  clock.moveTo(clock.now() + 60_000);
  await server.worker.drain();
  expect(hook.received.map(({ event }) => event.attempt)).toEqual([1, 2]);
});

test.each([
  ['x'.repeat(499), 'x'.repeat(499)],
  ['x'.repeat(500), 'x'.repeat(500)],
  ['x'.repeat(501), 'x'.repeat(500)],
  ['👋'.repeat(499), '👋'.repeat(499)],
  ['👋'.repeat(500), '👋'.repeat(500)],
  ['👋'.repeat(501), '👋'.repeat(500)],
  [`a\0${'é'.repeat(5000)}`, `a${'é'.repeat(499)}`],
  ['x'.repeat(3_000_000), 'x'.repeat(500)],
])('the first 500 characters of a response are stored', async (answer, kept) => {
  const { customerWrites, receiver, server, accountId } = await createTestServer();
  const hook = await receiver();
  hook.answers(200, answer);
  await customerWrites('Hi');
  const [attempt] = await server.app.store.read.deliveries.listAttempts(accountId);
  expect(attempt).toMatchObject({ statusCode: 200, responsePrefix: kept, problem: null });
});

test('the envelope is as documented', async () => {
  const { customerWrites, receiver, accountId } = await createTestServer();
  const hook = await receiver();
  await customerWrites('Hi');
  expect(hook.received[0]?.event).toEqual({
    id: expect.stringMatching(/^whd_\d+$/),
    event: 'message.received',
    api_version: 'v1',
    created_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+\+00:00$/),
    company_id: accountId,
    attempt: 1,
    data: { message: expect.objectContaining({ text: 'Hi' }) },
  });
  expect(hook.received[0]?.headers['content-type']).toMatch(/^application\/json/);
});

test('only subscribed events are delivered', async () => {
  const { customerWrites, receiver, server, accountId, api } = await createTestServer();
  const hook = await receiver();
  const { store } = server.app;
  await store.transaction((tx) => tx.webhooks.setAddress(accountId, hook.url, ['message.status']));
  await customerWrites('Hi');
  expect(hook.received).toEqual([]);
  await api('POST', '/messages', { body: { to: '905551112233', text: 'x' } });
  await customerWrites('Hi again');
  expect(hook.received.map(({ event }) => event.event)).toEqual(['message.status', 'message.status', 'message.status']);
});
