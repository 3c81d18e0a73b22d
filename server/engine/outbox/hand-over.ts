import type { NewTasks, OutboxTask, Place, TaskRow } from './task.ts';

/** The worker of this process, which leases new tasks in the transaction that adds them. */
export interface TaskTaker {
  /** Reserves a place for a new task; undefined if the worker cannot run it now. */
  offer(row: TaskRow): Place | undefined;
  /** Reports that tasks were added to a queue without a lease. */
  wake(queue: string): void;
}

/** Passes the tasks of one transaction to the worker of this process after the commit. */
export function createHandOver(taker: TaskTaker) {
  /** The reserved places, with their tasks once these are stored. */
  const reserved = new Map<Place, OutboxTask | undefined>();
  const others = new Set<string>();
  return {
    offer(row) {
      const place = taker.offer(row);
      if (place) {
        reserved.set(place, undefined);
      } else {
        others.add(row.queue);
      }
      return place;
    },
    leased: (place, task) => void reserved.set(place, task),
    committed() {
      for (const [place, task] of reserved) {
        if (task) {
          place.run(task);
        } else {
          place.cancel();
        }
      }
      for (const queue of others) {
        taker.wake(queue);
      }
    },
    failed() {
      for (const place of reserved.keys()) {
        place.cancel();
      }
    },
  } satisfies NewTasks & { committed(): void; failed(): void };
}
