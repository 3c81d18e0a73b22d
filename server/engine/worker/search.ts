import { setImmediate } from 'node:timers/promises';
import { realClock } from '../clock.ts';
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
  /** Searches soon. Several calls cause one search. */
  wakeSoon(): void;
  /** Reports what a poll of all queues has found for this one. */
  onDue(due: DueTasks): void;
  /** The search that is running. */
  running(): Promise<void> | undefined;
  /** Stops searching. */
  close(): void;
}

/**
 * The longest wait for a search after a task has ended, in milliseconds of real time. The task may be due again, for
 * example to send the next part of a message.
 */
const LATEST_SEARCH = 100;

export function createSearch(
  app: Pick<WorkerContext, 'clock' | 'log'>,
  queue: string,
  searchOnce: () => Promise<Found>,
): Search {
  let running: Promise<void> | undefined;
  let again = false;
  let closed = false;
  let cancelTimer = () => {};
  let cancelSoon: (() => void) | undefined;
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
    if (found) {
      arm(found.next);
    }
  }

  /** Sleeps until the next task is due. */
  function arm(due: number | undefined): void {
    cancelTimer();
    armedFor = Number.POSITIVE_INFINITY;
    if (due !== undefined && !closed) {
      armedFor = due;
      cancelTimer = app.clock.setTimeout(wake, Math.max(0, Math.ceil(due / 1000) - app.clock.now()));
    }
  }

  function wake(): void {
    if (closed) {
      return;
    }
    cancelSoon?.();
    cancelSoon = undefined;
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
    wakeSoon() {
      if (!closed) {
        cancelSoon ??= realClock.setTimeout(wake, LATEST_SEARCH, true);
      }
    },
    onDue({ isDue, next }) {
      if (isDue) {
        wake();
      } else if (next !== undefined && next < armedFor) {
        arm(next);
      }
    },
    running: () => running,
    close() {
      closed = true;
      cancelTimer();
      cancelSoon?.();
    },
  };
}
