import { describe, expect, test } from 'vitest';
import type { Store } from '../../store/index.ts';
import { QUEUES, taskRow } from '../../store/tasks.ts';
import { createTestStore, DATABASES } from '../../testing/store.ts';
import { beginTask } from '../../testing/tasks.ts';
import { nextAttempt, type OutboxTask, postponedTo, replacedBy } from './task.ts';

const add = (store: Store, subject: string, runAt: number) =>
  store.transaction((tx) => tx.outbox.add([taskRow(1, 'send-message', subject, runAt)]));
const postpone = (store: Store, task: OutboxTask, runAt: number, isPaced = false) =>
  store.transaction((tx) => tx.outbox.postpone([postponedTo(task, runAt, isPaced)]));
const lease = (store: Store, now: number, until: number, limit = 100, lessee = 'worker') =>
  store.transaction((tx) => tx.outbox.lease('send', lessee, now, until, limit));

describe.each(DATABASES)('the outbox on %s', (database) => {
  test('returns due tasks, oldest first, up to the limit', async () => {
    const store = await createTestStore(database);
    await add(store, 'later', 11);
    await add(store, 'second', 9);
    await add(store, 'third', 10);
    await add(store, 'first', 8);
    expect((await lease(store, 10, 100, 2)).map(({ subject }) => subject).sort()).toEqual(['first', 'second']);
    expect((await lease(store, 10, 100)).map(({ subject }) => subject)).toEqual(['third']);
    expect(await lease(store, 10, 100)).toEqual([]);
    expect((await store.read.outbox.dueAt(['send'], 0)).send.next).toBe(11);
  });

  test('reports how many tasks are in each queue', async () => {
    const store = await createTestStore(database);
    const empty = { due: 0, waiting: 0, running: 0, oldestDueSeconds: 0 };
    expect(await store.read.outbox.levels(QUEUES, 10)).toEqual([
      { queue: 'send', ...empty },
      { queue: 'campaign', ...empty },
      { queue: 'callback', ...empty },
      { queue: 'deliver', ...empty },
      { queue: 'endpoint', ...empty },
      { queue: 'flow', ...empty },
    ]);
    for (const runAt of [1_000_000, 2_000_000, 3_000_000, 9_000_001]) {
      await add(store, `due at ${runAt}`, runAt);
    }
    await lease(store, 3_000_000, 20_000_000, 1);
    const [send] = await store.read.outbox.levels(QUEUES, 9_000_000);
    expect(send).toEqual({ queue: 'send', due: 2, waiting: 1, running: 1, oldestDueSeconds: 7 });
    // A task whose lease has expired is due again.
    const [later] = await store.read.outbox.levels(QUEUES, 20_000_000);
    expect(later).toMatchObject({ due: 4, running: 0 });
  });

  test('leases a task once until the lease expires; it is interrupted only if its attempt had started', async () => {
    const store = await createTestStore(database);
    await add(store, 'one', 1);
    expect(await lease(store, 1, 100)).toMatchObject([{ subject: 'one', interrupted: false, attempts: 0 }]);
    expect(await lease(store, 99, 200)).toEqual([]);
    const [again] = await lease(store, 100, 200, 1, 'another');
    expect(again).toMatchObject({ subject: 'one', interrupted: false, attempts: 0 });
    expect(await beginTask(store, again as OutboxTask)).toBe(true);
    expect(await lease(store, 200, 300)).toMatchObject([
      { subject: 'one', interrupted: true, begunPart: 0, attempts: 0 },
    ]);
  });

  test('a worker that was suspended past its lease cannot postpone a task that another worker has started', async () => {
    const store = await createTestStore(database);
    await add(store, 'one', 1);
    const [slept] = (await lease(store, 1, 100, 1, 'sleeper')) as [OutboxTask];
    const [taken] = (await lease(store, 100, 200, 1, 'another')) as [OutboxTask];
    expect(await beginTask(store, taken)).toBe(true);
    await postpone(store, slept, 101);
    expect(await lease(store, 199, 300)).toEqual([]);
    expect(await lease(store, 200, 300)).toMatchObject([{ id: taken.id, interrupted: true }]);
  });

  test('a worker that was suspended past its lease cannot postpone the task that followed', async () => {
    const store = await createTestStore(database);
    await add(store, 'one', 1);
    const [slept] = (await lease(store, 1, 100, 1, 'sleeper')) as [OutboxTask];
    const [taken] = (await lease(store, 100, 200, 1, 'another')) as [OutboxTask];
    expect(await beginTask(store, taken)).toBe(true);
    await store.transaction((tx) => tx.outbox.change([replacedBy(taken, 'confirm-send', 'one', 1000)]));
    await postpone(store, slept, 101);
    expect(await lease(store, 999, 1200)).toEqual([]);
    expect(await lease(store, 1000, 1200)).toMatchObject([{ task: 'confirm-send' }]);
  });

  test('an attempt that breaks off does not release a later lease of the same worker', async () => {
    const store = await createTestStore(database);
    await add(store, 'one', 1);
    const [first] = (await lease(store, 1, 100)) as [OutboxTask];
    await store.transaction((tx) => tx.outbox.change([replacedBy(first, 'send-message', 'one', 2)]));
    const [second] = (await lease(store, 2, 200)) as [OutboxTask];
    await store.transaction((tx) => tx.outbox.release(first, 50));
    expect(await lease(store, 199, 300)).toEqual([]);
    expect(await lease(store, 200, 300)).toMatchObject([{ id: second.id }]);
  });

  test('only the worker that holds the lease of a task can start its attempt', async () => {
    const store = await createTestStore(database);
    await add(store, 'one', 1);
    await add(store, 'two', 1);
    const [slow, other] = (await lease(store, 1, 100)) as [OutboxTask, OutboxTask];
    const [quick] = (await lease(store, 100, 200, 1, 'another')) as [OutboxTask];
    expect(quick.subject).toBe(slow.subject);
    expect(await Promise.all([beginTask(store, slow), beginTask(store, other)])).toEqual([false, true]);
    const both = await Promise.all([beginTask(store, quick), beginTask(store, quick)]);
    expect(both.toSorted()).toEqual([false, true]);
    expect(await beginTask(store, quick)).toBe(false);
  });

  test('a task whose attempt ended is due again at its time, counted and not interrupted', async () => {
    const store = await createTestStore(database);
    await add(store, 'one', 1);
    const [task] = (await lease(store, 1, 100)) as [OutboxTask];
    await store.transaction((tx) => tx.outbox.change([nextAttempt(task, 50)]));
    expect(await lease(store, 49, 100)).toEqual([]);
    expect(await lease(store, 50, 100)).toMatchObject([{ subject: 'one', attempts: 1, interrupted: false }]);
  });

  test('a task whose attempt broke off is due again at its time, interrupted if the attempt had started', async () => {
    const store = await createTestStore(database);
    await add(store, 'one', 1);
    await add(store, 'two', 1);
    const [one, two] = (await lease(store, 1, 100)) as [OutboxTask, OutboxTask];
    await beginTask(store, one);
    await store.transaction((tx) => tx.outbox.release(one, 50));
    await store.transaction((tx) => tx.outbox.release(two, 50));
    expect(await lease(store, 49, 100)).toEqual([]);
    expect((await lease(store, 50, 100)).map(({ subject, interrupted }) => [subject, interrupted])).toEqual([
      ['one', true],
      ['two', false],
    ]);
  });

  test('a task that breaks off in a worker that was suspended past its lease stays with its new worker', async () => {
    const store = await createTestStore(database);
    await add(store, 'one', 1);
    const [slept] = (await lease(store, 1, 100, 1, 'sleeper')) as [OutboxTask];
    await lease(store, 100, 200, 1, 'another');
    await store.transaction((tx) => tx.outbox.release(slept, 101));
    expect(await lease(store, 199, 300)).toEqual([]);
    expect(await lease(store, 200, 300)).toMatchObject([{ subject: 'one' }]);
  });

  test('an attempt belongs to the worker that holds its lease, not to a previous one', async () => {
    const store = await createTestStore(database);
    const isHeld = (task: OutboxTask) =>
      store.transaction(async (tx) => (await tx.outbox.listLeased([task])).has(task.id));
    const holds = (...tasks: OutboxTask[]) => Promise.all(tasks.map(isHeld));
    await add(store, 'one', 1);
    const [slept] = (await lease(store, 1, 100, 1, 'sleeper')) as [OutboxTask];
    expect(await holds(slept)).toEqual([true]);
    const [taken] = (await lease(store, 100, 200, 1, 'another')) as [OutboxTask];
    expect(await holds(slept, taken)).toEqual([false, true]);
    await store.transaction((tx) => tx.outbox.change([nextAttempt(taken, 150)]));
    expect(await holds(slept, taken)).toEqual([false, false]);
    // The next attempt is a different one, even for the same worker.
    const [next] = (await lease(store, 150, 250, 1, 'another')) as [OutboxTask];
    expect(await holds(slept, taken, next)).toEqual([false, false, true]);
    await store.transaction((tx) => tx.outbox.finish([taken.id]));
    expect(await holds(slept, taken, next)).toEqual([false, false, false]);
  });

  test('a task that was postponed to its time slot keeps the slot until its attempt has ended', async () => {
    const store = await createTestStore(database);
    await add(store, 'one', 1);
    const [task] = (await lease(store, 1, 100)) as [OutboxTask];
    expect(task.isPaced).toBe(false);
    await postpone(store, task, 50, true);
    expect(await lease(store, 50, 100)).toMatchObject([{ isPaced: true }]);
    await store.transaction((tx) => tx.outbox.change([nextAttempt(task, 200)]));
    expect(await lease(store, 200, 300)).toMatchObject([{ isPaced: false }]);
  });

  test('tasks with a time slot and tasks without one do not block each other', async () => {
    const store = await createTestStore(database);
    const names = (what: string) => Array.from({ length: 20 }, (_, at) => `${what} ${String(at).padStart(2, '0')}`);
    await store.transaction((tx) => tx.outbox.add(names('paced').map((name) => taskRow(1, 'send-message', name, 1))));
    for (const task of await lease(store, 1, 1000)) {
      await postpone(store, task, 50, true);
    }
    await store.transaction((tx) => tx.outbox.add(names('backlog').map((name) => taskRow(1, 'send-message', name, 2))));
    const taken = async (limit: number) => {
      const shares = { each: limit, shared: limit, hasTimeSlots: true };
      const { tasks } = await store.transaction((tx) =>
        tx.outbox.leaseShares('send', 'worker', 50, 1000, 100, shares, new Map()),
      );
      return tasks.map(({ subject }) => subject).sort();
    };
    expect(await taken(4)).toEqual(['backlog 00', 'backlog 01', 'paced 00', 'paced 01']);
    expect(await taken(30)).toEqual([...names('backlog').slice(2, 17), ...names('paced').slice(2, 17)]);
    expect(await taken(30)).toEqual([...names('backlog').slice(17), ...names('paced').slice(17)]);
  });

  test('a finished task is gone', async () => {
    const store = await createTestStore(database);
    await add(store, 'one', 1);
    const [task] = await lease(store, 1, 100);
    await store.transaction((tx) => tx.outbox.finish([task?.id ?? 0]));
    expect(await lease(store, 1000, 2000)).toEqual([]);
    expect((await store.read.outbox.dueAt(['send'], 0)).send.next).toBeUndefined();
  });

  test('the tasks of a dead process are due at once, interrupted if they had started; other tasks do not change', async () => {
    const store = await createTestStore(database);
    await add(store, 'held', 1);
    await add(store, 'begun', 1);
    const held = await lease(store, 1, 100);
    await beginTask(store, held.find(({ subject }) => subject === 'begun') as OutboxTask);
    await add(store, 'free', 1);
    await add(store, 'planned', 50);
    await store.transaction((tx) => tx.outbox.releaseAllLeases(2));
    const tasks = await lease(store, 2, 100);
    expect(tasks.map(({ subject, interrupted }) => [subject, interrupted]).sort()).toEqual([
      ['begun', true],
      ['free', false],
      ['held', false],
    ]);
    expect((await store.read.outbox.dueAt(['send'], 0)).send.next).toBe(50);
  });

  test('two concurrent workers never get the same task, and together get all tasks', async () => {
    const store = await createTestStore(database);
    await store.transaction(async (tx) => {
      for (let at = 0; at < 200; at += 1) {
        await tx.outbox.add([taskRow(1, 'send-message', `msg_${at}`, 1)]);
      }
    });
    const claims = await Promise.all(
      Array.from({ length: 40 }, (_, at) => lease(store, 1, 1000, 5, at % 2 === 0 ? 'one' : 'other')),
    );
    const taken = claims.flat().map(({ subject }) => subject);
    expect(new Set(taken).size).toBe(taken.length);
    const rest = (await lease(store, 1, 1000, 200)).map(({ subject }) => subject);
    expect(new Set([...taken, ...rest]).size).toBe(200);
    expect(taken.length + rest.length).toBe(200);
  });
});

test('on PostgreSQL a lease does not wait for one that is not committed, and takes the next rows', async () => {
  const store = await createTestStore('postgres');
  await add(store, 'one', 1);
  await add(store, 'two', 2);
  await store.transaction(async (first) => {
    expect(await first.outbox.lease('send', 'one', 10, 100, 1)).toMatchObject([{ subject: 'one' }]);
    expect(await lease(store, 10, 100, 1, 'other')).toMatchObject([{ subject: 'two' }]);
  });
});

describe.each(DATABASES)('shares of the outbox on %s', (database) => {
  const fill = async (accounts: Record<number, number[]>) => {
    const store = await createTestStore(database);
    await store.transaction(async (tx) => {
      for (const [account, times] of Object.entries(accounts)) {
        for (const runAt of times) {
          await tx.outbox.add([taskRow(Number(account), 'deliver-webhook', `whd_${account}_${runAt}`, runAt)]);
        }
      }
    });
    return store;
  };
  const shares = async (store: Store, now: number, limit: number, held: [number, number][] = [], shared = 100) => {
    const { tasks } = await store.transaction((tx) =>
      tx.outbox.leaseShares('deliver', 'worker', now, now + 1000, limit, { each: 3, shared }, new Map(held)),
    );
    return tasks.map(({ subject }) => subject.slice('whd_'.length)).sort();
  };

  test('each account gets its oldest due tasks, up to its share', async () => {
    const store = await fill({ 1: [1, 2, 3, 4, 5], 2: [9, 11], 3: [12], 4: [10] });
    expect(await shares(store, 10, 100)).toEqual(['1_1', '1_2', '1_3', '2_9', '4_10']);
    expect(
      await shares(store, 10, 100, [
        [1, 3],
        [2, 1],
        [4, 1],
      ]),
    ).toEqual([]);
    expect(
      await shares(store, 11, 100, [
        [1, 2],
        [2, 2],
      ]),
    ).toEqual(['1_4', '2_11']);
  });

  test('shares shrink when many accounts have due tasks or already hold some, but never to zero', async () => {
    const store = await fill({ 1: [1, 2, 3], 2: [4, 5, 6], 3: [7, 8, 9] });
    expect(await shares(store, 10, 100, [[9, 3]], 8)).toEqual(['1_1', '1_2', '2_4', '2_5', '3_7', '3_8']);
    expect(await shares(store, 10, 100, [], 2)).toEqual(['1_3', '2_6', '3_9']);
  });

  test('the account that has waited longest comes first if there is not enough capacity for all', async () => {
    const store = await fill({ 1: [5, 6], 2: [3, 4], 3: [1] });
    expect(await shares(store, 10, 3)).toEqual(['2_3', '2_4', '3_1']);
    expect(await shares(store, 10, 3)).toEqual(['1_5', '1_6']);
  });

  test('the next due task is one after now, not one that waits for its account’s share', async () => {
    const store = await fill({ 1: [1, 2, 30], 2: [20] });
    expect((await store.read.outbox.dueAt(['deliver'], 0)).deliver.next).toBe(1);
    expect((await store.read.outbox.dueAt(['deliver'], 2)).deliver.next).toBe(20);
    expect((await store.read.outbox.dueAt(['deliver'], 20)).deliver.next).toBe(30);
    expect((await store.read.outbox.dueAt(['deliver'], 30)).deliver.next).toBeUndefined();
  });
});
