import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { DatabaseError } from '../engine/drivers/connect.ts';
import { withMigrations } from '../testing/migrations.ts';
import {
  createTestStore,
  DATABASES,
  freshDatabase,
  messageWith,
  rawDatabase,
  sharedDatabase,
} from '../testing/store.ts';
import { openDatabase } from './database.ts';
import { openStore, type Store } from './index.ts';
import { migrationSource } from './migrations/index.ts';
import { taskRow } from './tasks.ts';

function folder(): string {
  const path = mkdtempSync(join(tmpdir(), 'wigwag-store-'));
  onTestFinished(() => rmSync(path, { recursive: true }));
  return path;
}

const insertMessage = (store: Store) => store.transaction((tx) => tx.messages.insert(messageWith()));

describe.each(DATABASES)('the store on %s', (database) => {
  test('commits all of a transaction or none of it', async () => {
    const store = await createTestStore(database);
    const failing = store.transaction(async (tx) => {
      await tx.messages.insert(messageWith());
      await tx.outbox.add([taskRow(1, 'send-message', 'msg_1', 1)]);
      throw new Error('the rule refuses');
    });
    await expect(failing).rejects.toThrow('the rule refuses');
    expect(await store.read.messages.find(1, 'msg_1')).toBeUndefined();
    expect((await store.read.outbox.dueAt(['send'], 0)).send.next).toBeUndefined();
  });

  test('returns values of every type as they were stored', async () => {
    const store = await createTestStore(database);
    const message = messageWith({
      text: 'Grüße 👋 \u2028 "quoted" \\ \ud83d',
      content: { nested: [1, 'ü', null, { a: false }] },
      isTest: true,
      createdAt: 8_999_999_999_999_999,
      error: { code: 131026, title: null, detail: 'x', provider_message: null },
    });
    await store.transaction((tx) => tx.messages.insert(message));
    const found = await store.read.messages.find(1, 'msg_1');
    expect({ ...found, text: '' }).toEqual({ ...message, text: '', pricing: null, isUnreported: false });
    expect(found?.text?.toWellFormed()).toBe(message.text?.toWellFormed());
  });

  test('stores the parts of as many messages as a batch may have', async () => {
    const store = await createTestStore(database);
    const messages = Array.from({ length: 128 }, (_, index) => messageWith({ id: `msg_${index}` }));
    await store.transaction((tx) => tx.parts.insertAll(messages.map((message) => ({ message, parts: 10 }))));
    expect(await store.read.parts.list(1, 'msg_127')).toHaveLength(10);
  });

  test('works after clear has emptied it', async () => {
    const store = await createTestStore(database);
    await insertMessage(store);
    await store.transaction((tx) => tx.outbox.add([taskRow(1, 'send-message', 'msg_1', 1)]));
    await store.clear();
    expect(await store.read.messages.find(1, 'msg_1')).toBeUndefined();
    expect((await store.read.outbox.dueAt(['send'], 0)).send.next).toBeUndefined();
    expect(await insertMessage(store)).toBe(true);
  });

  test('opening a database twice migrates it once', async () => {
    const url =
      database === 'sqlite'
        ? `sqlite:${join(folder(), 'wigwag.db')}`
        : await freshDatabase(database, { isEmpty: true });
    const first = await openStore(url);
    await insertMessage(first);
    await first.close();
    const second = await openStore(url);
    expect(await second.read.messages.find(1, 'msg_1')).toMatchObject({ text: 'Hello' });
    await second.close();
  });
});

test.each(DATABASES)('a process that died while it migrated %s does not lock others out', async (database) => {
  const url =
    database === 'sqlite' ? `sqlite:${join(folder(), 'wigwag.db')}` : await freshDatabase(database, { isEmpty: true });
  const db = await openDatabase(url);
  await db('knex_migrations_lock').update({ is_locked: 1 });
  await db.destroy();
  const store = await openStore(url);
  expect(await insertMessage(store)).toBe(true);
  await store.close();
});

test('several processes that open one new PostgreSQL database at once all succeed', async () => {
  const url = await freshDatabase('postgres', { isEmpty: true });
  const stores = await Promise.all(Array.from({ length: 4 }, () => openStore(url)));
  const answers = await Promise.all(
    stores.map(async (store) => (await store.read.outbox.dueAt(['send'], 0)).send.next),
  );
  expect(answers).toEqual([undefined, undefined, undefined, undefined]);
  await Promise.all(stores.map((store) => store.close()));
});

test.each(DATABASES)(
  'a database on %s that is not ours is left unchanged unless it may be created',
  async (database) => {
    const url = await sharedDatabase(database, { isEmpty: true });
    const file = url.slice('sqlite:'.length);
    if (database === 'sqlite') {
      await expect(openStore(url, { access: 'read' })).rejects.toThrow(`there is no file ${file}`);
      await expect(openStore(url, { access: 'existing' })).rejects.toThrow(`there is no file ${file}`);
      expect(existsSync(file)).toBe(false);
    }
    const other = rawDatabase(url);
    await other.schema.createTable('notes', (table) => table.text('text'));
    const before = database === 'sqlite' && readFileSync(file);
    for (const access of ['read', 'existing'] as const) {
      await expect(openStore(url, { access })).rejects.toThrow('it contains no wigwag database');
    }
    expect(await other.schema.hasTable('accounts')).toBe(false);
    expect(database === 'sqlite' && readFileSync(file)).toEqual(before);
  },
);

test.each(DATABASES)('a reader of %s does not change the schema, and reports missing migrations', async (database) => {
  const url = await sharedDatabase(database, { isEmpty: true });
  await (await openStore(url)).close();
  const reader = await openStore(url, { access: 'read' });
  expect(await reader.read.accounts.list()).toEqual([]);
  await reader.close();
  const source = withMigrations({ '9001-later': { up: async () => {} } });
  await expect(openStore(url, { access: 'read', source })).rejects.toThrow('it lacks the migrations 9001-later');
  expect(await rawDatabase(url)('knex_migrations').pluck('name')).toEqual(await migrationSource.getMigrations([]));
});

test('a reader leaves no companion files beside a SQLite file, and cannot write', async () => {
  const url = await sharedDatabase('sqlite');
  const path = url.slice('sqlite:'.length);
  await (await openStore(url)).close();
  const before = readFileSync(path);
  const reader = await openStore(url, { access: 'read' });
  await expect(insertMessage(reader)).rejects.toThrow('readonly');
  await reader.close();
  expect([readdirSync(dirname(path)), readFileSync(path).equals(before)]).toEqual([[basename(path)], true]);
});

test('creates the folder of a SQLite file', async () => {
  const store = await openStore(`sqlite:${join(folder(), 'deep', 'down', 'wigwag.db')}`);
  expect(await insertMessage(store)).toBe(true);
  await store.close();
});

test.each([
  ['a folder that cannot be created', () => `sqlite:${fileAt('plain')}/wigwag.db`],
  ['a file that is a folder', () => `sqlite:${folder()}`],
  [
    'a file that is not a database',
    () => `sqlite:${fileAt('not a database, but long enough to be read as one '.repeat(9))}`,
  ],
  ['a PostgreSQL server that does not run', () => 'postgres://wigwag:hunter2@127.0.0.1:1/wigwag'],
])('%s gives a DatabaseError of one line', async (_name, url) => {
  const printed = (['log', 'warn', 'error'] as const).map((name) => vi.spyOn(console, name));
  onTestFinished(() => printed.forEach((spy) => void spy.mockRestore()));
  const error: unknown = await openStore(url()).catch((thrown: unknown) => thrown);
  expect(error).toBeInstanceOf(DatabaseError);
  const { message } = error as DatabaseError;
  expect(message).toMatch(/^cannot (use the data directory \S+|open the database): \S/);
  expect(message).not.toMatch(/\n|hunter2/);
  expect(printed.flatMap(({ mock }) => mock.calls)).toEqual([]);
});

/** Creates a plain file with this content. */
function fileAt(content: string): string {
  const path = join(folder(), 'file');
  writeFileSync(path, content);
  return path;
}
