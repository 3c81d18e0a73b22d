import { setImmediate } from 'node:timers/promises';
import { isBusy } from '../drivers/error-codes.ts';
import type { DueTasks } from '../outbox/task.ts';

import type { WorkerContext } from './context.ts';

/** What a search has found; undefined if nothing can be taken now. */
export type Found =
  | {
      /** False if more tasks may be due. */
      isAll: boolean;
      /** When the next task becomes due, in microseconds. */
      next: number | undefined;
    }
  | undefined;

/** Decides when a queue searches for due tasks. */
interface Search {
  /** Searches now, or again after the search that is running. */
  wake(): void;
  /** Searches when a task is due, in microseconds. */
  wakeAt(runAt: number): void;
  /** Reports what a poll of all queues has found for this one. */
  onDue(due: DueTasks): void;
  /** The search that is running. */
  running(): Promise<void> | undefined;
  /** Stops searching. */
  close(): void;
}

export function createSearch(
  app: Pick<WorkerContext, 'clock' | 'monotonicNow' | 'log'>,
  queue: string,
  searchOnce: () => Promise<Found>,
): Search {
  let running: Promise<void> | undefined;
  let again = false;
  let closed = false;
  let cancelTimer = () => {};
  /** When the timer runs, in microseconds. */
  let armedFor = Number.POSITIVE_INFINITY;

  async function searchAll(): Promise<void> {
    let found: Found;
    do {
      // Let the tasks of reserved slots begin first.
      await setImmediate();
      again = false;
      found = await searchOnce();
      again ||= found?.isAll === false;
    } while (again && found !== undefined);
    if (found?.next !== undefined) {
      arm(found.next);
    }
  }

  /** Sleeps until a task is due, unless the timer runs earlier. */
  function arm(due: number): void {
    if (due < armedFor && !closed) {
      cancelTimer();
      armedFor = due;
      cancelTimer = app.clock.setTimeout(wake, Math.max(0, Math.ceil(due / 1000) - app.clock.now()));
    }
  }

  function wake(): void {
    if (closed) {
      return;
    }
    cancelTimer();
    again = true;
    armedFor = Number.POSITIVE_INFINITY;
    running ??= searchAll()
      .catch((error) => {
        if (isBusy(error)) {
          again = true;
        } else {
          app.log.error({ error, queue }, 'the outbox cannot be read');
        }
      })
      .finally(() => {
        running = undefined;
        if (again) {
          wake();
        }
      });
  }

  return {
    wake,
    wakeAt(runAt) {
      if (runAt <= app.monotonicNow()) {
        wake();
      } else {
        arm(runAt);
      }
    },
    onDue({ isDue, next }) {
      if (isDue) {
        wake();
      } else if (next !== undefined) {
        arm(next);
      }
    },
    running: () => running,
    close() {
      closed = true;
      cancelTimer();
    },
  };
}
