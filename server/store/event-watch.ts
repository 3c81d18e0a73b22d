import { randomUUID } from 'node:crypto';
import type { Knex } from 'knex';
import pg from 'pg';
import { Listeners } from '../listeners.ts';

/** Tells who waits for events that some were committed, whichever process did it. */
export interface EventWatch {
  /**
   * Calls `wake` whenever events of the account may have been committed, and every few seconds in any case; the answer ends it.
   */
  watch(accountId: number, wake: () => void): () => void;
  /** This process has committed events of these accounts. */
  committed(accountIds: Iterable<number>): void;
  close(): Promise<void>;
}

/** How often everybody is woken, for what no notification told of, in milliseconds of real time. */
const POLL = 2_000;
const RECONNECT = 1_000;
const CHANNEL = 'wigwag_events';
/** A notification holds less than 8000 bytes. */
const ACCOUNTS_A_NOTIFICATION = 500;

/**
 * Within a process it wakes directly. On PostgreSQL other processes are told by NOTIFY, in a statement of its own after the
 * commit: one NOTIFY inside each transaction would make all commits of the database queue up. What is lost that way, when a
 * process dies in between or the database has no LISTEN, the poll finds.
 *
 * @param postgresUrl undefined on SQLite, whose file belongs to one server
 */
export function createEventWatch(db: Knex, postgresUrl: string | undefined): EventWatch {
  const watchers = new Listeners<number>();
  const wakeAccount = (accountId: number) => watchers.run(accountId);
  const wakeAll = () => watchers.runAll();
  const others = postgresUrl === undefined ? undefined : createOtherProcesses(db, postgresUrl, wakeAccount, wakeAll);
  let poll: NodeJS.Timeout | undefined;

  return {
    watch(accountId, wake) {
      others?.listen();
      poll ??= setInterval(wakeAll, POLL).unref();
      return watchers.add(accountId, wake);
    },
    committed(accountIds) {
      for (const accountId of accountIds) {
        wakeAccount(accountId);
        others?.tell(accountId);
      }
    },
    async close() {
      clearInterval(poll);
      await others?.close();
    },
  };
}

function createOtherProcesses(db: Knex, url: string, wakeAccount: (accountId: number) => void, wakeAll: () => void) {
  const self = randomUUID();
  const untold = new Set<number>();
  let telling: Promise<void> | undefined;
  let client: pg.Client | undefined;
  let reconnect: NodeJS.Timeout | undefined;
  let closed = false;

  /** One statement at a time, for as many accounts as have come together meanwhile. */
  async function tellAll(): Promise<void> {
    while (untold.size > 0) {
      const accounts = [...untold].slice(0, ACCOUNTS_A_NOTIFICATION);
      for (const account of accounts) {
        untold.delete(account);
      }
      await db.raw('select pg_notify(?, ?)', [CHANNEL, [self, ...accounts].join(' ')]).catch(() => {});
    }
    telling = undefined;
  }

  function heard({ payload = '' }: pg.Notification): void {
    const [sender, ...accounts] = payload.split(' ');
    if (sender !== self) {
      accounts.map(Number).forEach(wakeAccount);
    }
  }

  function listen(): void {
    if (client !== undefined || closed) {
      return;
    }
    const fresh = new pg.Client({ connectionString: url, keepAlive: true });
    client = fresh;
    // Errors end the connection as well.
    fresh.on('error', () => {});
    fresh.on('notification', heard);
    fresh.once('end', again);
    fresh
      .connect()
      .then(() => fresh.query(`listen ${CHANNEL}`))
      .then(wakeAll, () => fresh.end().catch(() => {}));
  }

  function again(): void {
    client = undefined;
    if (!closed) {
      reconnect = setTimeout(listen, RECONNECT).unref();
    }
  }

  return {
    listen,
    tell(accountId: number) {
      untold.add(accountId);
      telling ??= tellAll();
    },
    async close() {
      closed = true;
      clearTimeout(reconnect);
      await telling;
      await client?.end().catch(() => {});
    },
  };
}
