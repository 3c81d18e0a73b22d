import type { Logger } from 'pino';
import type { Store } from '../store/index.ts';
import { withTimeout } from '../with-timeout.ts';

/** What keeps this process from doing its work now, in words without secrets; nothing when it is ready. */
export type Readiness = () => Promise<string[]>;

/** How long the database may take to answer, in milliseconds of real time. */
const TIMEOUT = 2_000;

interface ReadinessParts {
  store: Store;
  log: Logger;
  isStopping(): boolean;
  /** Undefined in a process that leaves the work to others. */
  isWorking?: (() => boolean) | undefined;
}

/** Checks that come while one is under way share its answer, so that nobody can load the database with them. */
export function createReadiness({ store, log, isStopping, isWorking }: ReadinessParts): Readiness {
  let checking: Promise<string | undefined> | undefined;

  async function checkDatabase(): Promise<string | undefined> {
    try {
      const missing = await withTimeout(store.missingMigrations(), TIMEOUT);
      if (missing.length > 0) {
        return `the database lacks the migrations ${missing.join(', ')}`;
      }
      return (await withTimeout(store.takesWrites(), TIMEOUT)) ? undefined : 'the database takes no writes';
    } catch (error) {
      log.warn({ error }, 'the database does not answer');
      return 'the database does not answer';
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
      ...(isWorking?.() === false ? ['the worker does not run'] : []),
    ];
  };
}
