import type { NewTasks, OutboxTask, ReservedSlot, TaskRow } from './task.ts';

/** The worker of this process, which leases new tasks in the transaction that adds them. */
export interface LocalWorker {
  /** Reserves a slot for a new task; undefined if the worker cannot run it now. */
  offer(row: TaskRow): ReservedSlot | undefined;
  /** Reports that tasks were added to a queue without a lease. */
  wake(queue: string): void;
}

/** Passes the tasks of one transaction to the worker of this process after the commit. */
export function createLocalDispatch(worker: LocalWorker) {
  /** The reserved slots, with their tasks once these are stored. */
  const reserved = new Map<ReservedSlot, OutboxTask | undefined>();
  const others = new Set<string>();
  return {
    offer(row) {
      const slot = worker.offer(row);
      if (slot) {
        reserved.set(slot, undefined);
      } else {
        others.add(row.queue);
      }
      return slot;
    },
    leased: (slot, task) => void reserved.set(slot, task),
    committed() {
      for (const [slot, task] of reserved) {
        if (task) {
          slot.run(task);
        } else {
          slot.cancel();
        }
      }
      for (const queue of others) {
        worker.wake(queue);
      }
    },
    failed() {
      for (const slot of reserved.keys()) {
        slot.cancel();
      }
    },
  } satisfies NewTasks & { committed(): void; failed(): void };
}
