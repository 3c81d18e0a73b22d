import { expect, test } from 'vitest';
import { newEvent, recordEvent } from '../domain/webhooks/events.ts';
import { SAMPLES } from '../domain/webhooks/sample-events.ts';
import { taskOf } from '../engine/outbox/task.ts';
import { createQueue } from '../engine/worker/queue.ts';
import type { Concurrency } from '../engine/worker/shares.ts';
import { QUEUES, taskRow } from '../store/tasks.ts';
import { createTestServer } from '../testing/server.ts';
import { TASKS } from './worker.ts';

/** Creates a queue that has not searched for tasks yet. */
async function createIdleQueue(concurrency: Concurrency) {
  const { server } = await createTestServer({ config: { role: 'api', logLevel: 'silent' } });
  const { app } = server;
  const queue = createQueue(app, { name: 'deliver', lessee: 'own', concurrency, tasks: TASKS, onLeaseUnknown() {} });
  app.store.dispatchTo({ offer: () => undefined, isFree: queue.isFree, wake: (_, runAt) => queue.wakeAt(runAt) });
  return {
    app,
    queue,
    offer: (accountId: number, runAt = app.now()) => queue.offer(taskRow(accountId, 'deliver-webhook', 'whd_1', runAt)),
    async look() {
      queue.wake();
      await queue.progress();
    },
  };
}

test('an event is delivered without a search of the queue', async () => {
  const server = await createTestServer();
  const hook = await server.receiver();
  const answer = hook.holds();
  await server.settle();
  const { app } = server.server;
  await app.store.transaction((tx) =>
    recordEvent(
      tx,
      newEvent(app, server.accountId, 'message.received', SAMPLES['message.received'](app.monotonicNow())),
    ),
  );
  const levels = await app.store.read.outbox.levels(QUEUES, app.monotonicNow());
  expect(levels.find(({ queue }) => queue === 'deliver')).toMatchObject({ due: 0, running: 1 });
  await hook.arrived(1);
  answer(200);
});

test('a worker takes new tasks only after it has searched for older ones', async () => {
  const { offer, look } = await createIdleQueue({ total: 2 });
  expect(offer(1)).toBeUndefined();
  await look();
  expect(offer(1)).toMatchObject({ lessee: 'own' });
});

test('a worker takes no task that is not due', async () => {
  const { app, offer, look } = await createIdleQueue({ total: 2 });
  await look();
  expect(offer(1, app.now() + 1_000_000)).toBeUndefined();
});

test('a new task does not overtake an older one of its account', async () => {
  const { offer, look } = await createIdleQueue({ total: 9, shares: { each: 2, shared: 8 } });
  await look();
  const [first, second] = [offer(1), offer(1)];
  expect(offer(1)).toBeUndefined();
  expect(offer(2)).toBeDefined();
  first?.cancel();
  // The refused task is older.
  expect(offer(1)).toBeUndefined();
  second?.cancel();
  expect(offer(1)).toBeDefined();
});

test('a queue that was full takes new tasks only after it has searched for older ones', async () => {
  const { offer, look } = await createIdleQueue({ total: 2 });
  await look();
  const first = offer(1);
  offer(2);
  expect(offer(3)).toBeUndefined();
  first?.cancel();
  expect(offer(3)).toBeUndefined();
  await look();
  expect(offer(3)).toBeDefined();
});

test('tasks with the same ordering key run in the order in which they were stored', async () => {
  const { app } = (await createTestServer({ config: { role: 'api', logLevel: 'silent' } })).server;
  const runs: string[][] = [];
  let end = () => {};
  const runTogether = async (_: unknown, tasks: readonly { subject: string }[]) => {
    runs.push(tasks.map(({ subject }) => subject));
    await new Promise<void>((resolve) => {
      end = resolve;
    });
  };
  const queue = createQueue(app, {
    name: 'deliver',
    lessee: 'own',
    concurrency: { total: 9 },
    tasks: { 'deliver-webhook': { runTogether } },
    onLeaseUnknown() {},
  });
  queue.wake();
  await queue.progress();
  const slots = [1, 2, 3].map(() => queue.offer(taskRow(1, 'deliver-webhook', 'whd', app.now(), 'key')));
  for (const [index, id] of [1, 3, 2].entries()) {
    const row = { ...taskRow(1, 'deliver-webhook', `whd_${id}`, app.now(), 'key'), id, paced: 0, claimed_by: 'own' };
    slots[index]?.run(taskOf(row));
    await Promise.resolve(); // the first one has begun
  }
  end();
  await expect.poll(() => runs).toEqual([['whd_1'], ['whd_2', 'whd_3']]);
  end();
  await expect.poll(() => queue.idle()).toBe(true);
});

test('reserved places count as running until they are freed', async () => {
  const { queue, offer, look } = await createIdleQueue({ total: 2 });
  await look();
  const place = offer(1);
  expect(queue.idle()).toBe(false);
  place?.cancel();
  expect(queue.idle()).toBe(true);
});

test('an ordering key is free if no task with it is running or may be waiting', async () => {
  const { app, queue, offer, look } = await createIdleQueue({ total: 2 });
  const isFree = () => ['key', 'other'].map(queue.isFree);
  expect(isFree()).toEqual([false, false]);
  await look();
  expect(isFree()).toEqual([true, true]);
  const task = { ...taskRow(1, 'deliver-webhook', 'whd_1', app.now(), 'key'), id: 1, paced: 0, claimed_by: 'own' };
  offer(1)?.run(taskOf(task));
  expect(isFree()).toEqual([false, true]);
  await queue.progress();
  expect(isFree()).toEqual([true, true]);
  queue.close();
  expect(isFree()).toEqual([false, false]);
});

test('an ordering key is not free while the queue searches for a task that has no lease', async () => {
  const { app, queue, look } = await createIdleQueue({ total: 2 });
  await look();
  await app.store.transaction(({ outbox }) => outbox.add([taskRow(1, 'deliver-webhook', 'whd_2', app.now(), 'key')]));
  expect(queue.isFree('key')).toBe(false);
  await expect.poll(() => queue.ran()).toBe(1);
  expect(queue.isFree('key')).toBe(true);
});

test('a closed queue takes no tasks', async () => {
  const { queue, offer, look } = await createIdleQueue({ total: 2 });
  await look();
  queue.close();
  expect(offer(1)).toBeUndefined();
});

test('a task that is due again is found while its account has other tasks', async () => {
  const { app, queue, offer, look } = await createIdleQueue({ total: 9, shares: { each: 8, shared: 8 } });
  await look();
  const [ending] = [offer(1), offer(1)];
  await app.store.transaction(({ outbox }) => outbox.add([taskRow(1, 'deliver-webhook', 'whd_2', app.now())]));
  ending?.run({
    id: 0,
    accountId: 1,
    task: 'deliver-webhook',
    queue: 'deliver',
    subject: 'whd_1',
    orderingKey: null,
    shareOwner: 1,
    attempts: 0,
    interrupted: false,
    begunPart: undefined,
    isPaced: false,
    lessee: 'own',
    leasedUntil: 0,
  });
  await expect.poll(() => queue.ran()).toBe(2);
});

test('a task that waits for a place runs when the transaction that has the place fails', async () => {
  const { app, queue, offer, look } = await createIdleQueue({ total: 1 });
  await look();
  const place = offer(1);
  expect(offer(2)).toBeUndefined();
  await app.store.transaction(({ outbox }) => outbox.add([taskRow(2, 'deliver-webhook', 'whd_2', app.now())]));
  await look();
  place?.cancel();
  await expect.poll(() => queue.ran()).toBe(1);
});

test('a task of a kind that this version does not know is due again later', async () => {
  const { app, queue, look } = await createIdleQueue({ total: 2 });
  const row = { ...taskRow(1, 'deliver-webhook', 'whd_1', app.now(), 'key'), task: 'of-a-newer-version' };
  await app.store.transaction(({ outbox }) => outbox.add([row]));
  await look();
  await expect.poll(() => queue.ran()).toBe(1);
  const { deliver } = await app.store.read.outbox.dueAt(['deliver'], app.now());
  expect(deliver).toEqual({ isDue: false, next: expect.any(Number) });
});
