import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import type { Knex } from 'knex';
import pg from 'pg';
import type { QueueName } from '../outbox/outbox.ts';
import { Listeners } from './listeners.ts';
import { boundsOf, endAtOnce } from './postgres-connection.ts';

/** Tells who waits for something that it was committed, whichever process did it. */
export interface Signals {
  /** To be called after the commit. */
  notify(...topics: string[]): void;
  /** Calls `run` whenever there may be something new: at each notification, and now and then in any case. The answer ends it. */
  listen(topic: string, run: () => void): () => void;
  close(): Promise<void>;
}

/** Tasks were put into the outbox: into this queue, or into any. */
export const workTopic = (queue?: QueueName): string => (queue === undefined ? 'work' : `work ${queue}`);
/** Events of an account happened. */
export const eventsTopic = (accountId: number): string => `events ${accountId}`;
/** A visitor's page has something new to show. */
export const webTopic = (connectionId: string, visitor: string): string => `web ${connectionId} ${visitor}`;

/** How often everybody is woken for what no notification told of, in milliseconds of real time. */
const POLL = 2_000;
/** Where notifications of others are heard, or nobody else works on the database, only each so many polls. */
const POLLS_WHEN_HEARD = 8;
const RECONNECT = 1_000;
/** How long the database may take to see that a connection ends; one whose network is gone never does. */
const GOODBYE = 1_000;
const CHANNEL = 'wigwag';
/** What is told is not waited for by the disk: it tells of what is there already. */
const TELL = "select set_config('synchronous_commit', 'off', true), pg_notify(?, ?)";
/** While much happens, others hear of it this often: whoever hears of work takes all that there is. In milliseconds. */
const TELL_PAUSE = 10;
/** A notification holds less than 8000 bytes, and a topic less than 200. */
const TOPICS_A_NOTIFICATION = 32;

/**
 * Within a process it wakes directly. On PostgreSQL other processes are told by NOTIFY, in a statement of its own after the
 * commit: one NOTIFY inside each transaction would make all commits of the database queue up. What is lost that way, when a
 * process dies in between or the database has no LISTEN, the poll finds.
 *
 * @param postgresUrl undefined on SQLite, whose file belongs to one server
 * @param answerMilliseconds what connecting to listen may take; for ever when it is left out
 */
export function createSignals(db: Knex, postgresUrl: string | undefined, answerMilliseconds?: number): Signals {
  const listeners = new Listeners<string>();
  const wakeAll = () => listeners.runAll();
  const others =
    postgresUrl === undefined
      ? undefined
      : createOtherProcesses(
          db,
          { connectionString: postgresUrl, ...boundsOf(answerMilliseconds) },
          (topic) => listeners.run(topic),
          wakeAll,
        );
  let polling: NodeJS.Timeout | undefined;
  let polls = 0;

  function poll(): void {
    polls += 1;
    const isHeard = others === undefined || others.isHeard();
    if (!isHeard || polls % POLLS_WHEN_HEARD === 0) {
      wakeAll();
    }
  }

  return {
    notify(...topics) {
      for (const topic of topics) {
        listeners.run(topic);
        others?.tell(topic);
      }
    },
    listen(topic, run) {
      others?.listen();
      polling ??= setInterval(poll, POLL).unref();
      return listeners.add(topic, run);
    },
    async close() {
      clearInterval(polling);
      await others?.close();
    },
  };
}

function createOtherProcesses(db: Knex, config: pg.ClientConfig, wake: (topic: string) => void, wakeAll: () => void) {
  const self = randomUUID();
  const untold = new Set<string>();
  let telling: Promise<void> | undefined;
  let client: pg.Client | undefined;
  let reconnect: NodeJS.Timeout | undefined;
  let heard = false;
  let closed = false;

  /** The first at once, and then one statement at a time, for as many topics as have come together meanwhile. */
  async function tellAll(): Promise<void> {
    while (untold.size > 0) {
      const topics = [...untold].slice(0, TOPICS_A_NOTIFICATION);
      for (const topic of topics) {
        untold.delete(topic);
      }
      const payload = [self, ...topics].join('\n');
      await db.raw(TELL, [CHANNEL, payload]).catch(() => {});
      await pause(TELL_PAUSE);
    }
    telling = undefined;
  }

  function hear({ payload = '' }: pg.Notification): void {
    const [sender, ...topics] = payload.split('\n');
    if (sender !== self) {
      topics.forEach(wake);
    }
  }

  function listen(): void {
    if (client !== undefined || reconnect !== undefined || closed) {
      return;
    }
    const fresh = new pg.Client(config);
    client = fresh;
    // Errors end the connection as well.
    fresh.on('error', () => {});
    fresh.on('notification', hear);
    fresh.once('end', again);
    fresh
      .connect()
      .then(() => fresh.query(`listen ${CHANNEL}`))
      .then(
        () => {
          heard = true;
          wakeAll();
        },
        () => endAtOnce(fresh),
      );
  }

  function again(): void {
    client = undefined;
    heard = false;
    if (!closed) {
      reconnect = setTimeout(() => {
        reconnect = undefined;
        listen();
      }, RECONNECT).unref();
    }
  }

  return {
    listen,
    isHeard: () => heard,
    tell(topic: string) {
      untold.add(topic);
      telling ??= tellAll();
    },
    async close() {
      closed = true;
      clearTimeout(reconnect);
      await telling;
      const cutOff = setTimeout(() => client && endAtOnce(client), GOODBYE);
      await client?.end().catch(() => {});
      clearTimeout(cutOff);
    },
  };
}
