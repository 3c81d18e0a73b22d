import { describe, expect, test } from 'vitest';
import { createAccount } from '../../domain/account/accounts.ts';
import { newEvent, recordEvent } from '../../domain/webhooks/events.ts';
import { SAMPLES } from '../../domain/webhooks/sample-events.ts';
import { setWebhook } from '../../domain/webhooks/set-webhook.ts';
import { taskRow } from '../../store/tasks.ts';
import { createTestServer, DATABASES, type TestServer } from '../../testing/server.ts';
import { createReceiver } from '../../testing/worker.ts';

/** Creates this many events of an account at once. */
async function happen({ server }: TestServer, accountId: number, count: number): Promise<void> {
  const { app } = server;
  await app.store.transaction(async (tx) => {
    for (let event = 0; event < count; event += 1) {
      await recordEvent(
        tx,
        newEvent(app, accountId, 'message.received', SAMPLES['message.received'](app.monotonicNow())),
      );
    }
  });
}

/** Creates another account with a separate receiver. */
async function accountWithReceiver(server: TestServer) {
  const { accountId } = await server.anotherAccount();
  const hook = await createReceiver();
  const { app } = server.server;
  await app.store.transaction((tx) => setWebhook(app, tx, accountId, hook.url));
  return { accountId, hook };
}

describe.each(DATABASES)('receivers of webhooks on %s', (database) => {
  test('a receiver that hangs on every connection delays neither other accounts’ events nor any send', async () => {
    const server = await createTestServer({ database });
    await server.customerWrites('Hi');
    const hanging = await server.receiver();
    hanging.answers(null);
    const other = await accountWithReceiver(server);
    const before = server.clock.now();
    await happen(server, server.accountId, 700);
    await hanging.arrived(8);
    await happen(server, other.accountId, 200);
    await other.hook.arrived(200);
    const { body } = await server.api('POST', '/messages', { body: { to: '905551112233', text: 'Hello' } });
    await expect
      .poll(async () => (await server.api('GET', `/messages/${body.data.id}`)).body.data.external_id)
      .toMatch(/^wamid\./);
    // The next timer is the timeout of the hanging request. Deliveries that wait for their share set no timers.
    await expect.poll(() => server.clock.nextDue()).toBe(before + 10_000);
    // No time has passed on the clock, and the hanging receiver has exactly its share.
    expect(server.clock.now()).toBe(before);
    expect(hanging.received).toHaveLength(8);
    expect(other.hook.received).toHaveLength(200);
  });
});

test('the backlog of one account does not delay other accounts’ messages', async () => {
  const server = await createTestServer();
  await server.customerWrites('Hi');
  const { accountId } = await server.anotherAccount();
  const { store } = server.server.app;
  // Tasks of deleted messages cost a worker as much as tasks that only get a time slot.
  const backlog = Array.from({ length: 20_000 }, (_, at) => `msg_${at}`);
  await store.transaction((tx) => tx.outbox.add(backlog.map((id) => taskRow(accountId, 'send-message', id, 1))));
  const { body } = await server.api('POST', '/messages', { body: { to: '905551112233', text: 'Hello' } });
  await expect
    .poll(async () => (await server.api('GET', `/messages/${body.data.id}`)).body.data.external_id)
    .toMatch(/^wamid\./);
  const [send] = await store.read.outbox.levels(['send'], server.server.app.now());
  expect(send?.due).toBeGreaterThan(10_000);
});

test('the due flow steps of one account do not delay those of others', async () => {
  const server = await createTestServer();
  const { accountId } = await server.anotherAccount();
  const { store } = server.server.app;
  // Tasks of deleted runs.
  const backlog = Array.from({ length: 20_000 }, (_, at) => taskRow(accountId, 'run-flow-step', `${at + 1}`, 1));
  const last = taskRow(server.accountId, 'run-flow-step', '1', 2);
  await store.transaction((tx) => tx.outbox.add([...backlog, last]));
  const isLeft = () =>
    store.read.outbox.hasLater({ id: 0, accountId: server.accountId, task: last.task, subject: last.subject });
  await expect.poll(isLeft).toBe(false);
  const [flow] = await store.read.outbox.levels(['flow'], server.server.app.now());
  expect(flow?.due).toBeGreaterThan(10_000);
});

test('accounts whose receivers share a host do not delay each other', async () => {
  const server = await createTestServer();
  const hook = await createReceiver();
  const { app } = server.server;
  const accounts = [
    server.accountId,
    ...(await Promise.all([1, 2, 3].map(() => server.anotherAccount()))).map((a) => a.accountId),
  ];
  for (const accountId of accounts) {
    await app.store.transaction((tx) => setWebhook(app, tx, accountId, `${hook.url}/${accountId}`));
  }
  hook.answers(null);
  for (const accountId of accounts) {
    await happen(server, accountId, 20);
  }
  await hook.arrived(32);
  const companies = hook.received.map(({ event }) => event.company_id);
  expect(accounts.map((accountId) => companies.filter((company) => company === accountId).length)).toEqual([
    8, 8, 8, 8,
  ]);
});

test('a hundred accounts whose receivers hang leave capacity for another', async () => {
  const server = await createTestServer();
  const hanging = await createReceiver();
  hanging.answers(null);
  const { app } = server.server;
  for (let count = 0; count < 100; count += 1) {
    const { id } = await app.store.transaction((tx) => createAccount(app, tx, { name: `Slow ${count}` }));
    await app.store.transaction((tx) => setWebhook(app, tx, id, `${hanging.url}/${id}`));
    await happen(server, id, 20);
  }
  const hook = await server.receiver();
  await happen(server, server.accountId, 50);
  await hook.arrived(50);
});

test('a slow receiver gets everything, 8 at a time', async () => {
  const server = await createTestServer();
  const hook = await server.receiver();
  const answer = hook.holds();
  await happen(server, server.accountId, 20);
  for (const count of [8, 16, 20]) {
    await hook.arrived(count);
    expect(hook.received).toHaveLength(count);
    answer(200);
  }
  await server.settle();
  expect(new Set(hook.received.map(({ event }) => event.id)).size).toBe(20);
});

test('a receiver that hangs is disabled after 50 attempts, and then uses no worker capacity', async () => {
  const server = await createTestServer();
  const { clock, accountId, server: running } = server;
  const hook = await server.receiver();
  hook.answers(null);
  await happen(server, accountId, 100);
  // 8 at a time, 10 seconds each: the 50th failure is in the seventh round.
  for (let round = 1; round <= 7; round += 1) {
    await hook.arrived(round * 8);
    clock.moveTo(clock.now() + 10_000);
  }
  await running.worker.drain();
  expect(hook.received).toHaveLength(56);
  expect(await running.app.store.read.webhooks.find(accountId)).toMatchObject({ isEnabled: false });
  await server.advance(7 * 86_400);
  expect(hook.received).toHaveLength(56);
  const states = (await running.app.store.read.deliveries.listNewest(accountId, {}, 200)).map(({ state }) => state);
  expect(new Set(states)).toEqual(new Set(['waiting']));
});
