import type { OutboxTask, StoredTasks, TaskRow, WorkerSlot } from './task.ts';

/** The worker of this process, which leases new tasks in the transaction that adds them. */
export interface LocalWorker {
  /** Reserves a slot for a new task; undefined if the worker cannot run it now. */
  offer(row: TaskRow): WorkerSlot | undefined;
  /** Returns whether a new task with this ordering key would run at once, before all others with the key. */
  isFree(queue: string, orderingKey: string): boolean;
  /** Reports that a task of a queue has no lease, and when it is due, in microseconds. */
  wake(queue: string, runAt: number): void;
}

/** Passes the tasks of one transaction to the worker of this process after the commit. */
export function createLocalDispatch(worker: LocalWorker) {
  /** The reserved slots, with their tasks once these are stored. */
  const reserved = new Map<WorkerSlot, OutboxTask | undefined>();
  /** When the first task without a lease is due, by queue. */
  const waiting = new Map<string, number>();
  const waits = (queue: string, runAt: number) =>
    void waiting.set(queue, Math.min(runAt, waiting.get(queue) ?? Number.POSITIVE_INFINITY));
  return {
    offer(row) {
      const slot = worker.offer(row);
      if (slot) {
        reserved.set(slot, undefined);
      } else {
        waits(row.queue, row.run_at);
      }
      return slot;
    },
    leased: (slot, task) => void reserved.set(slot, task),
    isFree: worker.isFree,
    waits,
    committed() {
      for (const [slot, task] of reserved) {
        if (task) {
          slot.run(task);
        } else {
          slot.cancel();
        }
      }
      for (const [queue, runAt] of waiting) {
        worker.wake(queue, runAt);
      }
    },
    failed() {
      for (const slot of reserved.keys()) {
        slot.cancel();
      }
    },
  } satisfies StoredTasks & { committed(): void; failed(): void };
}
