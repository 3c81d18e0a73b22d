import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import knex, { type Knex } from 'knex';
import { onTestFinished, vi } from 'vitest';
import { freshPostgres } from '../../lab/testing/postgres.ts';
import type { EventReceiver } from '../domain/webhooks/events.ts';
import { DEFAULT_SETTINGS } from '../domain/webhooks/set-webhook.ts';
import { openDatabase } from '../store/database.ts';
import { openStore, type Store, type Tx } from '../store/index.ts';
import type { StoredMessage } from '../store/messages/messages.ts';
import type { DeliveryState } from '../store/webhooks/deliveries.ts';
import type { Webhook } from '../store/webhooks/webhooks.ts';

export { readEverything } from './read-everything.ts';

/** The databases for all tests of the store, and for tests of the whole server. */
export const DATABASES = ['sqlite', 'postgres'] as const;
export type DatabaseName = (typeof DATABASES)[number];

/**
 * Creates a separate database, which is removed when the test ends. With `isEmpty`, it has no tables, like a database
 * that an operator has just created.
 */
export async function freshDatabase(
  name: DatabaseName = 'sqlite',
  { atEnd = onTestFinished, ...options }: { isEmpty?: boolean; atEnd?: (run: () => Promise<void>) => void } = {},
): Promise<string> {
  if (name === 'sqlite') {
    return 'sqlite::memory:';
  }
  const { url, drop } = await freshPostgres(options);
  atEnd(drop);
  return url;
}

let image: Promise<Buffer> | undefined;

/**
 * Returns the content of an empty, migrated SQLite database. The migrations run once per process instead of once per
 * test.
 */
export function migratedImage(): Promise<Buffer> {
  image ??= serializeMigrated();
  return image;
}

async function serializeMigrated(): Promise<Buffer> {
  const db = await openDatabase('sqlite::memory:');
  const connection = await db.client.acquireConnection();
  const content: Buffer = connection.serialize();
  db.client.releaseConnection(connection);
  await db.destroy();
  return content;
}

/** Returns a store with a separate empty database. */
export async function createTestStore(name: DatabaseName): Promise<Store> {
  const store = await openStore(await freshDatabase(name), { image: await migratedImage() });
  onTestFinished(() => store.close());
  return store;
}

/** Disables polling, so that only signals wake listeners. */
export function withoutPoll(): void {
  vi.useFakeTimers({ toFake: ['setInterval'] });
  onTestFinished(() => {
    vi.useRealTimers();
  });
}

/** Returns a message that was accepted and is waiting to be sent, with these `changes`. */
export const messageWith = (changes: Partial<StoredMessage> = {}): StoredMessage => ({
  accountId: 1,
  id: 'msg_1',
  conversationId: null,
  connectionId: 'wa_1',
  channel: 'whatsapp',
  direction: 'out',
  person: '905551112233',
  type: 'text',
  text: 'Hello',
  content: { type: 'text', text: 'Hello' },
  status: 'queued',
  externalId: null,
  error: null,
  isTest: false,
  campaignId: null,
  createdAt: 1_000_000,
  ...changes,
});

/** Returns the first endpoint of account 1, with these changes. */
export const webhookWith = (changes: Partial<Webhook> = {}): Webhook => ({
  ...DEFAULT_SETTINGS,
  accountId: 1,
  id: 1,
  url: null,
  events: [],
  secret: 'sealed',
  nextSecret: null,
  nextSecretAt: null,
  isEnabled: true,
  consecutiveFailures: 0,
  ...changes,
});

/** Returns a receiver whose deliveries begin in this state. */
export const receiverWith = (state: DeliveryState): EventReceiver => ({
  state,
  account: {
    id: 1,
    name: 'Shop',
    isActive: true,
    licenseExpiresAt: null,
    modules: { api: true, webhook: true, flows: true },
    country: 'TR',
    timeZone: 'Europe/Istanbul',
  },
  webhook: {
    ...webhookWith({ url: 'https://shop.example', events: ['message.received', 'message.status'] }),
    isEnabled: state === 'pending',
  },
});

/** Creates a separate database that several processes may open, and removes it when the test ends. */
export async function sharedDatabase(name: DatabaseName, options: { isEmpty?: boolean } = {}): Promise<string> {
  if (name === 'postgres') {
    return freshDatabase(name, options);
  }
  const folder = mkdtempSync(join(tmpdir(), 'wigwag-database-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return `sqlite:${join(folder, 'wigwag.db')}`;
}

/** Opens a database with plain Knex, bypassing the store, until the test ends. */
export function rawDatabase(url: string): Knex {
  const db = url.startsWith('sqlite:')
    ? knex({ client: 'better-sqlite3', connection: { filename: url.slice('sqlite:'.length) }, useNullAsDefault: true })
    : knex({ client: 'pg', connection: url });
  onTestFinished(() => db.destroy());
  return db;
}

/**
 * Runs `second` while a transaction is open in which `first` has run. The transaction commits only when `second` is
 * waiting for it or has ended, so `second` has made all its reads without a lock.
 *
 * @param url of a PostgreSQL database that `store` has open
 */
export async function overlap<T>(
  store: Store,
  url: string,
  first: (tx: Tx) => Promise<unknown>,
  second: () => Promise<T>,
): Promise<T> {
  const db = rawDatabase(url);
  const written = Promise.withResolvers<void>();
  const commit = Promise.withResolvers<void>();
  const open = store.transaction(async (tx) => {
    await first(tx);
    written.resolve();
    await commit.promise;
  });
  await Promise.race([written.promise, open]);
  let isOver = false;
  const beside = second().finally(() => {
    isOver = true;
  });
  const committed = async () => {
    while (!isOver && (await countWaiting(db)) === 0) {}
    commit.resolve();
    await open;
  };
  const [result] = await Promise.all([beside, committed()]);
  return result;
}

/**
 * Starts work that waits for a row of another session. Each starts when the one before it is waiting. Then releases the
 * row.
 *
 * @param url of a PostgreSQL database
 * @param lock locks the row
 */
export async function contend(
  url: string,
  lock: (db: Knex) => Promise<unknown>,
  works: readonly (() => Promise<unknown>)[],
): Promise<void> {
  const db = rawDatabase(url);
  const started = await db.transaction(async (trx) => {
    await lock(trx);
    const begun: Promise<unknown>[] = [];
    for (const work of works) {
      begun.push(work());
      while ((await countWaiting(db)) < begun.length) {}
    }
    return { begun };
  });
  await Promise.all(started.begun);
}

/** Returns how many sessions are waiting for a lock. */
const countWaiting = async (db: Knex): Promise<number> =>
  (await db('pg_stat_activity').whereRaw("datname = current_database() and wait_event_type = 'Lock'").select('pid'))
    .length;
