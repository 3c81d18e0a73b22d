import { existsSync, renameSync, writeFileSync } from 'node:fs';
import { expect, onTestFinished, test } from 'vitest';
import { startServer } from '../../process/start.ts';
import { openDatabase } from '../../store/database.ts';
import { TABLES } from '../../store/tables.ts';
import { ADA, fillEverything } from '../../testing/everything.ts';
import { makeBeforeRelease } from '../../testing/migrations.ts';
import { advanceAll, callApi, createTestServer } from '../../testing/server.ts';
import { rawDatabase, readEverything, sharedDatabase } from '../../testing/store.ts';
import { openAdmin } from '../open-admin.ts';
import { moveDatabase } from './move-database.ts';

/** Returns the meaning of a value, whichever database it comes from. */
const meaning = (value: unknown): unknown =>
  typeof value === 'boolean'
    ? Number(value)
    : typeof value === 'string' && /^\d{1,16}$/.test(value)
      ? Number(value)
      : value;

const ours = async (url: string) => {
  const everything = await readEverything(rawDatabase(url));
  return Object.fromEntries(
    TABLES.map((table) => [
      table,
      (everything.get(table) ?? [])
        .map((row) =>
          JSON.stringify(
            Object.entries(row)
              .map(([name, value]) => [name, meaning(value)])
              .sort(),
          ),
        )
        .sort(),
    ]),
  );
};

test('a database with rows in every table continues on PostgreSQL, and sends queued messages once', async () => {
  const from = await sharedDatabase('sqlite');
  const to = await sharedDatabase('postgres', { isEmpty: true });
  const test = await createTestServer({ config: { databaseUrl: from } });
  const { server, mock, clock, api, liveKey } = test;
  const { queued } = await fillEverything(test);
  await api('POST', '/contacts', { body: { phone: '905550000001', name: 'a\u0000b \ud83d\ude00' } });
  const { body } = await api('GET', '/contacts?limit=100');
  const { app } = server;
  await server.stop();
  const file = from.slice('sqlite:'.length);
  const before = await ours(from);
  const here = Object.keys((await readTables(from)) as object);
  expect(here.filter((name) => !/^(sqlite_|knex_|contacts_search)/.test(name)).sort()).toEqual([...TABLES].sort());
  // The tables through which processes on one database coordinate, and what only a move of an account fills.
  const ofWorkers = ['workers', 'line_paces', 'key_rates', 'account_changes'];
  expect(Object.keys(before).filter((table) => before[table]?.length === 0 && !ofWorkers.includes(table))).toEqual([]);
  const sends = mock.sends().length;

  const told: string[] = [];
  const { tables, kept } = await moveDatabase(from, to, {
    now: clock.now() * 1000,
    onRows: (table) => told.push(table),
  });
  expect([kept, existsSync(file), existsSync(`${file}.moved`)]).toEqual([`${file}.moved`, false, true]);
  expect(tables.map(({ table, rows }) => [table, rows])).toEqual(TABLES.map((table) => [table, before[table]?.length]));
  expect([...new Set(told), ...ofWorkers].sort()).toEqual([...TABLES].sort());
  const after = await ours(to);
  // PostgreSQL text cannot contain NUL.
  expect(JSON.stringify(after)).toBe(JSON.stringify(before).replaceAll('\\\\u0000', '\ufffd'));

  const again = await startServer({ ...app.config, databaseUrl: to }, { clock });
  onTestFinished(() => again.stop());
  await advanceAll({ server: again, mock, clock }, 120);
  const later = mock.sends().slice(sends);
  expect(later.map(({ payload }) => payload.biz_opaque_callback_data)).toEqual([queued]);
  const call = (method: string, path: string, more = {}) =>
    callApi(`${again.origin}/api/v1`, method, path, { key: liveKey, ...more });
  expect((await call('GET', `/messages/${queued}`)).body.data).toMatchObject({ error: null });
  const names = (list: { name: string | null }[]) => list.map(({ name }) => name?.replace('\0', '\ufffd') ?? null);
  expect(names((await call('GET', '/contacts?limit=100')).body.data.contacts)).toEqual(names(body.data.contacts));
  expect((await call('GET', `/contacts?search=${ADA.username}`)).body.data.contacts).toHaveLength(1);
  // The IDs continue where they stopped.
  const made = await call('POST', '/contacts', { body: { phone: '905550000002' } });
  expect(made.body.data.id).toBe(Math.max(...body.data.contacts.map(({ id }: { id: number }) => id)) + 1);

  await expect(moveDatabase(`sqlite:${file}.moved`, to, { now: 0 })).rejects.toThrow(
    'is not empty: accounts has 1 rows',
  );
  expect(existsSync(`${file}.moved`)).toBe(true);
});

const readTables = async (url: string) => Object.fromEntries(await readEverything(rawDatabase(url)));

test('a row that PostgreSQL refuses makes the move leave nothing behind, and the SQLite file stays in place', async () => {
  const from = await sharedDatabase('sqlite');
  const to = await sharedDatabase('postgres', { isEmpty: true });
  const { server } = await createTestServer({ config: { databaseUrl: from } });
  await server.stop();
  // SQLite stores any value, whatever the type of the column.
  await rawDatabase(from)('templates').update({ updated_at: 'not a time' as never });
  await expect(moveDatabase(from, to, { now: 0 })).rejects.toThrow();
  expect(existsSync(from.slice('sqlite:'.length))).toBe(true);
  const rows = Object.entries(await readTables(to)).filter(([name]) => (TABLES as readonly string[]).includes(name));
  expect(rows.flatMap(([, all]) => all)).toEqual([]);
  expect(await moveDatabase(from, to, { now: 0, dryRun: true })).toMatchObject({ kept: undefined });
  await expect(moveDatabase(to, from, { now: 0 })).rejects.toThrow('from sqlite:PATH to postgres://');
});

test('a move to PostgreSQL that is killed after all rows are copied starts no server on either side, and completes when repeated', async () => {
  const from = await sharedDatabase('sqlite');
  const to = await sharedDatabase('postgres', { isEmpty: true });
  const elsewhere = await sharedDatabase('postgres', { isEmpty: true });
  const { server } = await createTestServer({ config: { databaseUrl: from } });
  await server.stop();
  const file = from.slice('sqlite:'.length);
  const { config } = server.app;
  const { tables } = await moveDatabase(from, to, { now: 0 });
  await expect(startServer(config)).rejects.toThrow(`${file} was moved to PostgreSQL`);
  await expect(moveDatabase(from, to, { now: 0 })).rejects.toThrow(`it was moved, and is kept as ${file}.moved`);

  // The state between the commit on PostgreSQL and the renaming of the file.
  const { rows } = await rawDatabase(to).raw("select obj_description('accounts'::regclass, 'pg_class') as note");
  renameSync(`${file}.moved`, file);
  writeFileSync(`${file}.moving`, rows[0].note);
  const before = await ours(to);
  for (const open of [startServer, openAdmin]) {
    await expect(open(config)).rejects.toThrow('run `wigwag admin move-database` again');
  }
  const again = await moveDatabase(from, to, { now: 0 });
  expect(again).toEqual({ kept: `${file}.moved`, tables: tables.map(({ table, rows }) => ({ table, rows })) });
  expect([existsSync(file), existsSync(`${file}.moving`)]).toEqual([false, false]);
  expect(await ours(to)).toEqual(before);

  // The note of a move to one database does not count for another.
  renameSync(`${file}.moved`, file);
  writeFileSync(`${file}.moving`, rows[0].note);
  expect((await moveDatabase(from, elsewhere, { now: 0 })).tables).toEqual(tables);
  expect(await ours(elsewhere)).toEqual(before);

  renameSync(`${file}.moved`, file);
  writeFileSync(`${file}.moved`, 'of a move long ago');
  await expect(moveDatabase(from, to, { now: 0 })).rejects.toThrow('already exists, from an earlier move');
});

test('move-database refuses a database from before 0.1.0, on SQLite and on PostgreSQL', async () => {
  const old = await sharedDatabase('sqlite');
  const oldPostgres = await sharedDatabase('postgres', { isEmpty: true });
  await makeBeforeRelease(old);
  await makeBeforeRelease(oldPostgres);
  const from = await sharedDatabase('sqlite');
  await (await openDatabase(from)).destroy();
  const fresh = await sharedDatabase('postgres');
  for (const [source, target] of [
    [old, fresh],
    [from, oldPostgres],
  ] as const) {
    for (const dryRun of [true, false]) {
      const moving = moveDatabase(source, target, { now: 0, dryRun });
      await expect(moving).rejects.toThrow('it was created by a version before 0.1.0');
    }
    expect(existsSync(source.slice('sqlite:'.length))).toBe(true);
  }
});
