import { createRequire } from 'node:module';
import type { Knex } from 'knex';
import { expect, onTestFinished, test } from 'vitest';
import { openDatabase } from '../../store/database.ts';
import { openStore, type Store } from '../../store/index.ts';
import type { StoredMessage } from '../../store/messages/messages.ts';
import { messageQueries } from '../../store/messages/messages.ts';
import type { WriteRule } from '../../store/rules.ts';
import { taskRow } from '../../store/tasks.ts';
import { freshDatabase, messageWith, rawDatabase, sharedDatabase } from '../../testing/store.ts';
import { createProxy } from '../../testing/tail.ts';
import { outboxQueries } from '../outbox/outbox.ts';
import { isBusy, isRefusedWrite } from './error-codes.ts';
import { createGroupCommit } from './group-commit.ts';

/** How long a request may wait for the database, in milliseconds. A lock gets less than a sixth of it. */
const ANSWER = 10_000;

let messages = 0;
const newMessage = () => {
  messages += 1;
  return messageWith({ id: `msg_${messages}` });
};

/** Stores messages, as the rules of the server do. */
const insertRule: WriteRule<StoredMessage, undefined, StoredMessage, void> = {
  load: async () => undefined,
  decide: (_, message) => ({ effects: message, result: undefined }),
  apply: async (tx, messages) => {
    for (const message of messages) {
      await tx.messages.insert(message);
    }
  },
};

const otherRule = { ...insertRule };
const hastyRule = { ...insertRule, isDurable: false };

/** One call of each kind that the store has, and several calls of the kinds that share a transaction. */
const work = (store: Store): Promise<unknown>[] => [
  ...[1, 2, 3].map(() => store.transaction((tx) => tx.messages.insert(newMessage()))),
  store.transaction((tx) => tx.messages.insert(newMessage()), { isDurable: false }),
  ...[1, 2, 3].map(() => store.batch(insertRule, newMessage())),
  ...[1, 2].map(() => store.batch(hastyRule, newMessage())),
  // Another rule, in a batch of one.
  store.batch(otherRule, newMessage()),
  ...['a', 'b'].map((hash) => store.callers.find(hash)),
  store.callers.find('a', { accountId: 1, keyId: 1, perMinute: 60, perSecond: 10, now: 0 }),
  store.read.messages.find(1, 'msg_1'),
  store.missingMigrations(),
  store.isWritable(),
];

/** Returns the IDs of the stored messages. */
const stored = (db: Knex): Promise<string[]> => db('messages').orderBy('id').pluck('id');

/** Expects every promise to settle, with success or failure, and all later calls to succeed. */
async function expectSettled(store: Store): Promise<PromiseSettledResult<unknown>[]> {
  const told = await Promise.allSettled(work(store));
  const again = await Promise.allSettled(work(store));
  expect(again.filter(({ status }) => status === 'rejected')).toEqual([]);
  return told;
}

interface SqliteStatement {
  source: string;
}

/** Makes the SQLite driver refuse the next statement that begins with this text, until the test ends. */
function refuseNext(beginning: string): { refusals: () => number } {
  const Database = createRequire(import.meta.url)('better-sqlite3') as new (
    path: string,
  ) => { prepare(sql: string): SqliteStatement };
  const methods = Object.getPrototypeOf(new Database(':memory:').prepare('select 1')) as Record<
    string,
    (...args: unknown[]) => unknown
  >;
  let refusals = 0;
  for (const name of ['all', 'run'] as const) {
    const original = methods[name] as (...args: unknown[]) => unknown;
    methods[name] = function refusing(this: SqliteStatement, ...args) {
      if (refusals === 0 && this.source.startsWith(beginning)) {
        refusals += 1;
        throw Object.assign(new Error(`${beginning} is refused`), { code: 'SQLITE_ERROR' });
      }
      return original.apply(this, args);
    };
    onTestFinished(() => {
      methods[name] = original;
    });
  }
  return { refusals: () => refusals };
}

/** Holds the write lock of SQLite until it is released, or until the test ends. */
async function lockFile(db: Knex): Promise<() => Promise<void>> {
  await db.raw('begin immediate');
  let isHeld = true;
  const unlock = async () => {
    if (isHeld) {
      isHeld = false;
      await db.raw('rollback');
    }
  };
  onTestFinished(unlock);
  return unlock;
}

async function sqliteStore() {
  const url = await sharedDatabase('sqlite');
  const store = await openStore(url, { answerMilliseconds: ANSWER });
  onTestFinished(() => store.close());
  return { store, other: rawDatabase(url), url };
}

async function postgresStore() {
  const url = await freshDatabase('postgres');
  const { origin, cut, swallow, cutBefore } = await createProxy(url);
  const proxied = Object.assign(new URL(url), { host: new URL(origin).host }).href;
  const store = await openStore(proxied, { answerMilliseconds: ANSWER });
  onTestFinished(() => store.close());
  await Promise.all(work(store));
  return { store, other: rawDatabase(url), cut, swallow, cutBefore };
}

test.each(['BEGIN IMMEDIATE', 'SAVEPOINT', 'insert into `messages`', 'RELEASE', 'COMMIT', 'pragma synchronous'])(
  'every promise settles when SQLite refuses a %s, and the next one succeeds',
  async (statement) => {
    const { store } = await sqliteStore();
    const { refusals } = refuseNext(statement);
    // A batch without durable members first sets `pragma synchronous`.
    const hasty = store.transaction((tx) => tx.messages.insert(newMessage()), { isDurable: false });
    const told = [...(await Promise.allSettled([hasty])), ...(await expectSettled(store))];
    expect(refusals()).toBe(1);
    expect(told.some(({ status }) => status === 'fulfilled')).toBe(true);
  },
);

test.each([
  ['RELEASE', 0],
  ['ROLLBACK TO', 1],
])('a transaction that is reported as failed stores nothing when SQLite refuses a %s', async (statement, failing) => {
  const { store, other } = await sqliteStore();
  const { refusals } = refuseNext(statement);
  const messages = [1, 2, 3].map(newMessage);
  const told = await Promise.allSettled(
    messages.map((message, index) =>
      store.transaction(async (tx) => {
        await tx.messages.insert(message);
        if (index < failing) {
          throw new Error('the rule fails');
        }
      }),
    ),
  );
  expect(refusals()).toBe(1);
  expect(told[0]?.status).toBe('rejected');
  const succeeded = messages.filter((_, index) => told[index]?.status === 'fulfilled');
  expect(await stored(other)).toEqual(succeeded.map(({ id }) => id));
  await expectSettled(store);
});

test.each([1, 2])('no read sees writes whose COMMIT SQLite refuses (%i at once)', async (count) => {
  const { store } = await sqliteStore();
  const { refusals } = refuseNext('COMMIT');
  const messages = Array.from({ length: count }, newMessage);
  const reads: Promise<StoredMessage | undefined>[] = [];
  const told = await Promise.allSettled(
    messages.map((message) =>
      store.transaction(async (tx) => {
        await tx.messages.insert(message);
        reads.push(store.read.messages.find(1, message.id)); // waits for the connection, and gets it after the COMMIT
      }),
    ),
  );
  expect(refusals()).toBe(1);
  expect(told.map(({ status }) => status)).toEqual(messages.map(() => 'rejected'));
  expect(await Promise.all(reads)).toEqual(messages.map(() => undefined));
  await expectSettled(store);
});

test.each([1, 3])(
  'a full disk undoes all of a SQLite transaction, even statements that were already queued (%i at once)',
  async (count) => {
    const { store, other, url } = await sqliteStore();
    await store.close();
    const db = await openDatabase(url);
    onTestFinished(() => db.destroy());
    const transact = createGroupCommit(db, ANSWER);
    await db.raw('pragma max_page_count = 1'); // at most the current size of the file
    const large = messageWith({ id: 'msg_large', text: 'x'.repeat(1_000_000) });
    const told = await Promise.allSettled(
      Array.from({ length: count }, () =>
        transact(async (trx) => {
          const outbox = outboxQueries(trx);
          await Promise.all([
            messageQueries(trx).insert(large),
            outbox.add([taskRow(1, 'send-message', 'msg_large', 1)]),
            outbox.add([taskRow(1, 'confirm-send', 'msg_large', 1)]),
          ]);
        }, true),
      ),
    );
    expect(told.map((one) => one.status === 'rejected' && isRefusedWrite(one.reason))).toEqual(
      Array.from({ length: count }, () => true),
    );
    expect(await other('outbox').pluck('task')).toEqual([]);
    await db.raw('pragma max_page_count = 1000000');
    await transact((trx) => outboxQueries(trx).add([taskRow(1, 'send-message', 'msg_small', 1)]), true);
    expect(await other('outbox').pluck('subject')).toEqual(['msg_small']);
  },
);

test('every promise settles while another process locks SQLite for too long; refused work is not stored', async () => {
  const { store, other } = await sqliteStore();
  const unlock = await lockFile(other);
  const before = await stored(other);
  const told = await Promise.allSettled(work(store));
  const refused = told.filter((one) => one.status === 'rejected');
  expect(refused.filter(({ reason }) => !isBusy(reason))).toEqual([]);
  expect(refused.length).toBe(10);
  expect(told.at(-1)).toEqual({ status: 'fulfilled', value: false });
  await unlock();
  expect(await stored(other)).toEqual(before);
  await expectSettled(store);
});

test('work that waits for the lock of SQLite is written when the lock is released', async () => {
  const { store, other } = await sqliteStore();
  const unlock = await lockFile(other);
  const waiting = Promise.allSettled(work(store));
  await store.read.messages.find(1, 'msg_1');
  await unlock();
  expect((await waiting).filter(({ status }) => status === 'rejected')).toEqual([]);
});

test('admin commands and opening report that another program holds the lock of SQLite', async () => {
  const { other, url } = await sqliteStore();
  const fresh = await sharedDatabase('sqlite');
  const operator = await openStore(url);
  onTestFinished(() => operator.close());
  for (const db of [other, rawDatabase(fresh)]) {
    await lockFile(db);
  }
  await expect(operator.transaction((tx) => tx.messages.insert(newMessage()))).rejects.toThrow(
    expect.objectContaining({
      name: 'DatabaseError',
      message:
        'another process holds the write lock of the database, so nothing was written; try again when that process has ended',
    }),
  );
  await expect(openStore(fresh)).rejects.toThrow(
    expect.objectContaining({
      name: 'DatabaseError',
      message: expect.stringContaining('another process holds its lock'),
    }),
  );
});

test('every promise settles when a store on SQLite closes while another process holds the lock', async () => {
  const { store, other } = await sqliteStore();
  await lockFile(other);
  const told = Promise.allSettled(work(store));
  await store.close();
  await told;
});

test.each(['BEGIN', 'INSERT', 'UPDATE', 'SELECT', 'COMMIT'])(
  'every promise settles when PostgreSQL does not respond to a %s and its connection ends',
  async (tag) => {
    const { store, cutBefore } = await postgresStore();
    cutBefore(tag === 'BEGIN' || tag === 'COMMIT' ? `${tag}\0` : `${tag} `);
    await expectSettled(store);
  },
);

test.each(['statement', 'commit'])('every promise settles when PostgreSQL refuses a %s', async (moment) => {
  const { store, other } = await postgresStore();
  await other.raw(`create function refuse() returns trigger language plpgsql as $$
    begin raise exception 'refused'; end $$`);
  const deferred = moment === 'commit' ? 'deferrable initially deferred' : '';
  await other.raw(
    `create constraint trigger refuse after insert on messages ${deferred} for each row execute function refuse()`,
  );
  const told = await Promise.allSettled(work(store));
  expect(told.filter(({ status }) => status === 'rejected')).toHaveLength(10);
  await other.raw('drop trigger refuse on messages');
  await expectSettled(store);
});

test('every promise settles when all connections to PostgreSQL are cut', async () => {
  const { store, cut } = await postgresStore();
  const told = Promise.allSettled(work(store));
  cut();
  await told;
  await expectSettled(store);
});

test('every promise settles when the network to PostgreSQL fails silently, even if the store is closed then', async () => {
  const { store, swallow } = await postgresStore();
  const cancel = store.signals.listen('work', () => {});
  await store.read.messages.find(1, 'msg_1');
  swallow(true);
  store.signals.notify('work');
  const told = await Promise.allSettled(work(store));
  expect(told.filter(({ status }) => status === 'fulfilled')).toEqual([{ status: 'fulfilled', value: false }]);
  const later = Promise.allSettled(work(store));
  cancel();
  await store.close();
  await later;
});

test('a store that listens for notifications can be closed when the network to PostgreSQL fails silently', async () => {
  const { store, swallow } = await postgresStore();
  // The listener is called once it listens.
  await new Promise<void>((resolve) => store.signals.listen('work', resolve));
  swallow(true);
  await store.close();
});

test('every promise settles while another session locks a PostgreSQL table; refused work is not stored', async () => {
  const { store, other } = await postgresStore();
  const before = await stored(other);
  const lock = await other.transaction();
  onTestFinished(async () => void (await lock.rollback()));
  await lock.raw('lock table messages in access exclusive mode');
  const told = await Promise.allSettled(work(store));
  const refused = told.filter((one) => one.status === 'rejected');
  expect(refused.filter(({ reason }) => !isBusy(reason))).toEqual([]);
  expect(refused).toHaveLength(11);
  expect(told.at(-1)).toEqual({ status: 'fulfilled', value: false });
  await lock.rollback();
  expect(await stored(other)).toEqual(before);
  await expectSettled(store);
});
