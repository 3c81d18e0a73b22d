import { adminDocument } from '@wigwag/openapi';
import type { Logger } from 'pino';
import type { Clock } from '../engine/clock.ts';
import type { LoggedRequest } from '../store/account/requests.ts';
import type { Store } from '../store/index.ts';

const { 'x-requests-per-second': MOST } = adminDocument.components.schemas.RequestEntry;

/** Stores requests in a table in batches, so that no request waits for it and all processes show the same log. */
export interface RequestLog {
  note(request: Omit<LoggedRequest, 'leftOut'>): void;
  /** Forgets everything that is not stored. */
  clear(): void;
  /** Stores what is not stored yet. */
  close(): Promise<void>;
}

/** How long a request waits for others, in milliseconds. */
const BATCH_MILLISECONDS = 1_000;

/** How many requests of all accounts one transaction stores: a statement accepts a limited number of values. */
const AT_ONCE = 100;

export function createRequestLog(store: Store, clock: Clock, log: Logger): RequestLog {
  /** The requests of the current second, by account. */
  let noted = new Map<number, { requests: LoggedRequest[]; leftOut: number }>();
  let cancelTimer: (() => void) | undefined;
  let writing: Promise<void> = Promise.resolve();

  function stopTimer(): void {
    cancelTimer?.();
    cancelTimer = undefined;
  }

  function write(): Promise<void> {
    stopTimer();
    const requests = [...noted.values()].flatMap(({ requests: own, leftOut }) => {
      const last = own.at(-1);
      return last ? own.with(-1, { ...last, leftOut }) : own;
    });
    noted = new Map();
    for (let from = 0; from < requests.length; from += AT_ONCE) {
      const some = requests.slice(from, from + AT_ONCE);
      writing = writing
        .then(() => store.transaction((tx) => tx.requests.store(some), { isDurable: false }))
        .catch((error: unknown) => log.warn({ error }, 'requests are missing in the log of requests'));
    }
    return writing;
  }

  return {
    note(request) {
      const own = noted.get(request.accountId) ?? { requests: [], leftOut: 0 };
      noted.set(request.accountId, own);
      if (own.requests.length < MOST) {
        own.requests.push({ ...request, leftOut: 0 });
      } else {
        own.leftOut += 1;
      }
      cancelTimer ??= clock.setTimeout(() => void write(), BATCH_MILLISECONDS, true);
    },
    clear() {
      stopTimer();
      noted.clear();
    },
    close: write,
  };
}
