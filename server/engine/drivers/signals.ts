import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import type { Knex } from 'knex';
import pg from 'pg';
import { Listeners } from './listeners.ts';
import { connectionOptions, endAtOnce } from './postgres-connection.ts';

/** Notifies listeners of commits, in this process and in others. */
export interface Signals {
  /** Notifies the listeners of these topics. Call it after the commit. */
  notify(...topics: string[]): void;
  /** Calls `run` at each notification, and also periodically. Returns a function that removes the listener. */
  listen(topic: string, run: () => void): () => void;
  close(): Promise<void>;
}

/** The topic to notify when tasks are added to this queue of the outbox. */
export const workTopic = (queue: string): string => `work ${queue}`;
/** The topic to notify when an account has new events. */
export const eventsTopic = (accountId: number): string => `events ${accountId}`;
/** The topic to notify when a visitor's page has something new to show. */
export const webTopic = (connectionId: string, visitor: string): string => `web ${connectionId} ${visitor}`;

/** How often all listeners are called in case a notification was lost, in milliseconds of real time. */
const POLL = 2_000;
/**
 * While notifications arrive, or no other process uses the database, all listeners are called only once per this number
 * of polls.
 */
const POLLS_WHEN_HEARD = 8;
const RECONNECT = 1_000;
/** How long closing a connection may take: if the network is gone, the close never completes. */
const GOODBYE = 1_000;
const CHANNEL = 'wigwag';
/** Notifications need no fsync, because the data that they announce is already committed. */
const NOTIFY_OTHERS = "select set_config('synchronous_commit', 'off', true), pg_notify(?, ?)";
/** The pause between notifications under load, in milliseconds. A worker takes all due tasks after one notification. */
const NOTIFY_PAUSE = 10;
/** A notification holds less than 8,000 bytes, and a topic less than 200. */
const TOPICS_A_NOTIFICATION = 32;

/**
 * Returns the signals of a store. Listeners in the same process are called directly. On PostgreSQL, NOTIFY reaches
 * other processes. It runs in a separate statement after the commit, because a NOTIFY inside each transaction would
 * serialize all commits of the database. Polling covers lost notifications, for example if a process dies in between or
 * the database does not support LISTEN.
 *
 * @param postgresUrl undefined on SQLite, whose file belongs to one server
 * @param answerMilliseconds the timeout of the connection that listens; no limit if it is undefined
 */
export function createSignals(db: Knex, postgresUrl: string | undefined, answerMilliseconds?: number): Signals {
  const listeners = new Listeners<string>();
  const wakeAll = () => listeners.runAll();
  const others =
    postgresUrl === undefined
      ? undefined
      : createOtherProcesses(
          db,
          () => new pg.Client(connectionOptions(postgresUrl, answerMilliseconds)),
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

/** @param open creates a connection; throws if a certificate cannot be read now */
function createOtherProcesses(db: Knex, open: () => pg.Client, wake: (topic: string) => void, wakeAll: () => void) {
  const self = randomUUID();
  const untold = new Set<string>();
  let telling: Promise<void> | undefined;
  let client: pg.Client | undefined;
  let reconnect: NodeJS.Timeout | undefined;
  let heard = false;
  let closed = false;

  /** Sends the first topic at once. After that, each statement sends all topics that are waiting. */
  async function tellAll(): Promise<void> {
    while (untold.size > 0) {
      const topics = [...untold].slice(0, TOPICS_A_NOTIFICATION);
      for (const topic of topics) {
        untold.delete(topic);
      }
      const payload = [self, ...topics].join('\n');
      await db.raw(NOTIFY_OTHERS, [CHANNEL, payload]).catch(() => {});
      await pause(NOTIFY_PAUSE);
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
    let fresh: pg.Client;
    try {
      fresh = open();
    } catch {
      again();
      return;
    }
    client = fresh;
    // An error also ends the connection.
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
