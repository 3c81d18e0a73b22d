import type { Logger } from 'pino';
import { withTimeout } from '../engine/with-timeout.ts';
import type { Readiness } from '../http/health.ts';
import type { Store } from '../store/index.ts';

/** How long the database may take to respond, in milliseconds of real time. */
const TIMEOUT = 2_000;

interface ReadinessParts {
  store: Store;
  log: Logger;
  isStopping(): boolean;
  /** Undefined in a process without a worker. */
  isWorking?: (() => boolean) | undefined;
}

/** Concurrent checks share one result, so that checks cannot overload the database. */
export function createReadiness({ store, log, isStopping, isWorking }: ReadinessParts): Readiness {
  let checking: Promise<string | undefined> | undefined;

  async function checkDatabase(): Promise<string | undefined> {
    try {
      const missing = await withTimeout(store.missingMigrations(), TIMEOUT);
      if (missing.length > 0) {
        return `the database lacks the migrations ${missing.join(', ')}`;
      }
      return (await withTimeout(store.isWritable(), TIMEOUT)) ? undefined : 'the database does not accept writes';
    } catch (error) {
      log.warn({ error }, 'the database does not respond');
      return 'the database does not respond';
    }
  }

  return async () => {
    if (isStopping()) {
      return ['the server is stopping'];
    }
    checking ??= checkDatabase().finally(() => {
      checking = undefined;
    });
    const problem = await checking;
    return [
      ...(problem === undefined ? [] : [problem]),
      ...(isWorking?.() === false ? ['the worker is not running'] : []),
    ];
  };
}
