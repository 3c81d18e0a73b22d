import { describe, expect, test } from 'vitest';
import { type QueueName, taskRow } from '../../store/tasks.ts';
import { createTestStore, DATABASES } from '../../testing/store.ts';
import { nextAttempt, type OutboxTask, postponedTo, type TaskRow } from './task.ts';

/** A worker that takes the tasks of account 1 and records each call. */
function createTaker() {
  const ran: OutboxTask[] = [];
  const cancelled: string[] = [];
  const woken: QueueName[] = [];
  const times: number[] = [];
  return {
    ran,
    cancelled,
    woken,
    times,
    offer: ({ account_id, subject }: TaskRow) =>
      account_id === 1
        ? {
            lessee: 'own',
            until: 1000,
            run: (task: OutboxTask) => void ran.push(task),
            cancel: () => void cancelled.push(subject),
          }
        : undefined,
    isFree: () => false,
    wake(queue: QueueName, runAt: number) {
      woken.push(queue);
      times.push(runAt);
    },
  };
}

describe.each(DATABASES)('new tasks on %s', (database) => {
  const rows = [
    taskRow(1, 'send-message', 'msg_1', 5),
    taskRow(2, 'deliver-webhook', 'whd_1', 6),
    taskRow(1, 'deliver-webhook', 'whd_2', 7),
  ];

  test('are leased to the worker of the process, which runs them after the commit', async () => {
    const store = await createTestStore(database);
    const taker = createTaker();
    store.dispatchTo(taker);
    await store.transaction(async (tx) => {
      await tx.outbox.add(rows);
      expect(taker.ran).toEqual([]);
    });
    expect(taker.ran).toMatchObject([
      { accountId: 1, task: 'send-message', subject: 'msg_1', lessee: 'own', interrupted: false },
      { accountId: 1, task: 'deliver-webhook', subject: 'whd_2', lessee: 'own', interrupted: false },
    ]);
    expect(await store.transaction((tx) => tx.outbox.listLeased(taker.ran))).toHaveProperty('size', 2);
    const lease = (queue: QueueName, now: number) =>
      store.transaction((tx) => tx.outbox.lease(queue, 'other', now, 2000, 9));
    expect([await lease('send', 999), await lease('deliver', 999)]).toMatchObject([[], [{ subject: 'whd_1' }]]);
    expect(await lease('send', 1000)).toMatchObject([{ subject: 'msg_1' }]);
    expect(taker).toMatchObject({ woken: ['deliver'], cancelled: [] });
  });

  test('are reported with their times if they run later', async () => {
    const store = await createTestStore(database);
    const taker = createTaker();
    store.dispatchTo(taker);
    await store.transaction((tx) => tx.outbox.add(rows));
    const [send, delivery] = taker.ran as [OutboxTask, OutboxTask];
    taker.woken.splice(0);
    taker.times.splice(0);
    await store.transaction((tx) => tx.outbox.postpone([postponedTo(send, 3000)]));
    await store.transaction((tx) => tx.outbox.runNow(1, 'send-message', 'msg_1', 2500));
    await store.transaction((tx) => tx.outbox.change([nextAttempt(delivery, 4000), nextAttempt(delivery, 3500)]));
    await store.transaction((tx) => tx.outbox.release(delivery, 5000));
    const by = { task: 'send-message', subject: 'msg_2', runAt: 6000 };
    await store.transaction((tx) =>
      tx.outbox.replaceWaiting({ accountId: 1, task: 'send-message', subject: 'msg_1', by }),
    );
    expect(taker).toMatchObject({
      woken: ['send', 'send', 'deliver', 'deliver', 'send'],
      times: [3000, 2500, 3500, 5000, 6000],
    });
  });

  test('are not run if the transaction fails', async () => {
    const store = await createTestStore(database);
    const taker = createTaker();
    store.dispatchTo(taker);
    const failing = store.transaction(async (tx) => {
      await tx.outbox.add(rows);
      throw new Error('refused');
    });
    await expect(failing).rejects.toThrow('refused');
    expect(taker).toMatchObject({ ran: [], woken: [], cancelled: ['msg_1', 'whd_2'] });
  });
});
