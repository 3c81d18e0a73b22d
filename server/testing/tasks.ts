import type { OutboxTask } from '../engine/outbox/task.ts';
import type { Store } from '../store/index.ts';

/** Returns a task that a worker has just leased, with these `changes`. */
export const taskWith = (changes: Partial<OutboxTask> = {}): OutboxTask => ({
  id: 7,
  accountId: 1,
  task: 'send-message',
  queue: 'send',
  subject: 'msg_1',
  orderingKey: null,
  shareOwner: 1,
  attempts: 0,
  interrupted: false,
  leasedUntil: 0,
  begunPart: undefined,
  isPaced: false,
  lessee: 'worker',
  ...changes,
});

/** Returns a clock whose every time is later than the last. */
export function testTimes(start = 1_000_000) {
  let time = start;
  const monotonicNow = () => {
    time += 1;
    return time;
  };
  return { now: () => start, monotonicNow };
}

/** Records that an attempt starts, as a worker does before a send. Returns false if it must not start. */
export const beginTask = (store: Store, task: OutboxTask, part = 0): Promise<boolean> =>
  store.transaction(async (tx) => {
    const mayBegin = (await tx.outbox.listLeased([task])).get(task.id) === false;
    await tx.outbox.begin(mayBegin ? [{ ...task, part }] : []);
    return mayBegin;
  });
