import { expect, test } from 'vitest';
import { recordStatus } from '../../domain/messages/record-status.ts';
import type { OutboxTask } from '../../engine/outbox/task.ts';
import type { StoredMessage } from '../../store/messages/messages.ts';
import { runOne } from '../../store/rules.ts';
import { taskRow } from '../../store/tasks.ts';
import { createTestServer, type TestServer } from '../../testing/server.ts';
import { messageWith, overlap } from '../../testing/store.ts';
import { confirmSend } from '../messages/confirm-send.ts';
import { sendMessage } from '../messages/send-message.ts';
import { processCallbacks } from './process-callback.ts';

/**
 * Creates a message that was sent in this many parts, each with a provider ID. A message of one part has no rows for
 * parts.
 */
async function messageOnItsWay(
  { server, accountId, connections }: TestServer,
  id: string,
  parts: number,
): Promise<StoredMessage> {
  const { app } = server;
  const connectionId = connections.messenger ?? '';
  const message = messageWith({ accountId, id, connectionId, channel: 'messenger', createdAt: app.monotonicNow() });
  await app.store.transaction(async (tx) => {
    await tx.messages.insert(message);
    await tx.parts.insertAll([{ message, parts: parts > 1 ? parts : 0 }]);
  });
  return message;
}

test('on PostgreSQL concurrent statuses of two parts in two processes update the message', async () => {
  const server = await createTestServer({ database: 'postgres' });
  const { accountId } = server;
  const { app } = server.server;
  const message = await messageOnItsWay(server, 'msg_2', 2);
  await app.store.transaction((tx) => runOne(tx, recordStatus, { app, message, change: { status: 'sent' } }));

  await overlap(
    app.store,
    app.config.databaseUrl,
    (tx) => runOne(tx, recordStatus, { app, message, change: { status: 'delivered', part: 0 } }),
    () =>
      app.store.transaction((tx) =>
        runOne(tx, recordStatus, { app, message, change: { status: 'delivered', part: 1 } }),
      ),
  );

  expect((await app.store.read.messages.find(accountId, 'msg_2'))?.status).toBe('delivered');
  const { seq } = await app.store.read.events.end(accountId);
  expect(await app.store.read.events.count(accountId, 0, seq, { events: ['message.status'] })).toBe(2);
});

test.each([1, 2])('on PostgreSQL a proof that arrives at the last moment counts, for %i part(s)', async (parts) => {
  const server = await createTestServer({ database: 'postgres' });
  const { accountId } = server;
  const { app } = server.server;
  const message = await messageOnItsWay(server, 'msg_3', parts);
  const part = parts === 1 ? undefined : 0;
  const [task = expect.unreachable()] = await app.store.transaction(async (tx) => {
    // The server's own worker leases new tasks that are already due.
    const later = app.monotonicNow() + 1_000_000;
    await tx.outbox.add([taskRow(accountId, 'confirm-send', 'msg_3', later)]);
    return tx.outbox.lease('send', 'a worker', later, app.now() + 60_000_000, 1);
  });

  await overlap(
    app.store,
    app.config.databaseUrl,
    (tx) => runOne(tx, recordStatus, { app, message, change: { status: 'delivered', externalId: 'm_1', part } }),
    () => confirmSend(app, task),
  );

  const { status, error } = (await app.store.read.messages.find(accountId, 'msg_3')) ?? {};
  expect({ status, error }).toEqual({ status: parts === 1 ? 'delivered' : 'queued', error: null });
});

test('on PostgreSQL the proof of a part whose response is being lost lets the next part be sent at once', async () => {
  const server = await createTestServer({ database: 'postgres', config: { role: 'api' } });
  const { accountId, business, mock } = server;
  const { app } = server.server;
  const to = '6042731925';
  const from = { id: to, name: 'Ada' };
  await mock.receive({ channel: 'messenger', business_id: business.messenger.page_id, from, type: 'text', text: 'Hi' });
  await server.settle();
  const body = { channel: 'messenger', to, text: `first ${'x'.repeat(2000)}` };
  const { id } = (await server.api('POST', '/messages', { body })).body.data;
  const message = await app.store.read.messages.find(accountId, id);
  const now = app.monotonicNow();
  const [task] = await app.store.transaction((tx) => tx.outbox.lease('send', 'a worker', now, now + 60_000_000, 1));
  if (!message || !task) {
    throw new Error('there is nothing to send');
  }
  mock.faults.next({ applies_to: 'send', channel: 'messenger', outcome: 'lost_reply' });

  await overlap(
    app.store,
    app.config.databaseUrl,
    async (tx) => {
      await runOne(tx, recordStatus, { app, message, change: { status: 'sent', externalId: 'm_1', part: 0 } });
      await tx.outbox.runNow(accountId, 'confirm-send', id, app.monotonicNow());
    },
    () => sendMessage(app, task),
  );

  expect((await app.store.read.outbox.dueAt(['send'], 0)).send.next).toBeLessThanOrEqual(app.monotonicNow());
  await server.settle();
  expect(mock.sends()).toHaveLength(2);
});

test('on PostgreSQL statuses that two processes receive at the same time are all reported, in order', async () => {
  const server = await createTestServer({ database: 'postgres', config: { role: 'api' } });
  const { accountId, mock } = server;
  const { app } = server.server;
  await server.customerWrites('Hi');
  await server.api('POST', '/messages', { body: { to: '905551112233', text: 'Hello' } });
  const lease = (queue: 'send' | 'callback') =>
    app.store.transaction((tx) =>
      tx.outbox.lease(queue, 'a worker', app.monotonicNow(), app.monotonicNow() + 60_000_000, 3),
    );
  const [send] = await lease('send');
  await sendMessage(app, send as OutboxTask);
  await mock.whenIdle();
  const [sent, delivered, read] = (await lease('callback')) as [OutboxTask, OutboxTask, OutboxTask];

  // Another process is slower with the first one.
  await processCallbacks(app, [delivered]);
  await processCallbacks(app, [read]);
  await processCallbacks(app, [sent]);
  await server.advance(1);

  const { seq } = await app.store.read.events.end(accountId);
  const told = await app.store.read.events.list(accountId, 0, seq, { events: ['message.status'] }, 10);
  const statuses = told.map(({ data }) => (data as { message: { status: string } }).message.status);
  expect(statuses).toEqual(['sent', 'delivered', 'read']);
});
