import { expect, onTestFinished, test } from 'vitest';
import { DATABASES, freshDatabase, rawDatabase, sharedDatabase } from '../testing/store.ts';
import { openDatabase } from './drivers/database.ts';
import { migrationSource } from './migrations/index.ts';
import { addIndex, WITHOUT_TRANSACTION } from './migrations/online.ts';

/** Written before anybody had a database of it; none of them is an example to follow. */
const BEFORE_THE_FIRST_RELEASE = 10;

/** What a migration must not do to a table that was there before it, since servers go on using it meanwhile. */
const RULES: [RegExp, string][] = [
  [
    /^create (unique )?index (?!concurrently)(?:if not exists )?"?\w+"? on "?(?<table>\w+)/i,
    'blocks writes while it builds: use addIndex',
  ],
  [
    /^alter table "?(?<table>\w+)"? add (?!constraint)(column )?"?\w+"? (?!.*default).*not null/i,
    'fails on rows that are there: give a default',
  ],
  [
    /^alter table "?(?<table>\w+)"? alter column .* (type|set not null)/i,
    'rewrites or reads the whole table under a lock',
  ],
  [
    /^alter table "?(?<table>\w+)"? add constraint (?!.*not valid)/i,
    'reads the whole table under a lock: add it as not valid, validate later',
  ],
  [
    /^alter table "?(?<table>\w+)"? (drop|rename)/i,
    'breaks servers of the version before: stop using it first, drop it a version later',
  ],
  [
    /^(update|delete from) "?(?<table>\w+)"? (?!.*\b(limit|between)\b)/i,
    'holds every row until it ends: go in batches, each its own transaction',
  ],
];

/** What is wrong with a migration's statements. */
function faultsOf(statements: readonly string[]): string[] {
  const own = new Set(statements.flatMap((sql) => /^create table "?(\w+)/i.exec(sql)?.[1] ?? []));
  return statements.flatMap((sql) =>
    RULES.flatMap(([pattern, why]) => {
      const table = pattern.exec(sql.trim().replace(/\s+/g, ' '))?.groups?.table;
      return table === undefined || own.has(table) ? [] : [`${sql}: ${why}`];
    }),
  );
}

test('on PostgreSQL migrations since the first release hold no table for long', async () => {
  const db = rawDatabase(await freshDatabase('postgres', { isEmpty: true }));
  const statements: string[] = [];
  db.on('query', ({ sql }: { sql: string }) => statements.push(sql));
  const names = await migrationSource.getMigrations([]);
  const faults = new Map<string, string[]>();
  for (const [index, name] of names.entries()) {
    statements.length = 0;
    await db.migrate.latest({
      migrationSource: { ...migrationSource, getMigrations: async () => names.slice(0, index + 1) },
    });
    faults.set(name, faultsOf(statements.filter((sql) => !sql.includes('knex_migrations'))));
  }
  expect(names.slice(BEFORE_THE_FIRST_RELEASE).flatMap((name) => faults.get(name))).toEqual([]);
  // Told from what is not safe: these would be refused now.
  expect(faults.get('0003-lists')).toHaveLength(12);
  expect(faults.get('0001-first-light')).toEqual([]);
});

test.each([
  ['create index a on messages (person)', 'addIndex'],
  ['alter table "messages" add column "a" text not null', 'default'],
  ['alter table "messages" alter column "text" type varchar(9)', 'rewrites'],
  ['alter table "messages" add constraint a unique ("person")', 'not valid'],
  ['alter table "messages" drop column "text"', 'version before'],
  ['update messages set text = null', 'batches'],
])('%s is refused', (sql, why) => {
  expect(faultsOf([sql])).toEqual([expect.stringContaining(why)]);
});

test.each([
  'create index concurrently a on messages (person)',
  'alter table "messages" add column "a" text',
  `alter table "messages" add column "a" text not null default 'x'`,
  'alter table "messages" add constraint a check (person is not null) not valid',
  'update messages set text = null where id between 1 and 100',
])('%s is safe', (sql) => {
  expect(faultsOf([sql])).toEqual([]);
});

test.each(DATABASES)('a schema of a newer version is called so on %s', async (database) => {
  const url = await sharedDatabase(database);
  await (await openDatabase(url)).destroy();
  await rawDatabase(url)('knex_migrations').insert({ name: '9999-later', batch: 9, migration_time: new Date() });
  await expect(openDatabase(url)).rejects.toThrow('it was made by a newer version, with the migration 9999-later');
});

test('on PostgreSQL who waits for the migration of another process says so, once', async () => {
  const url = await freshDatabase('postgres');
  const other = rawDatabase(url);
  const connection = await other.client.acquireConnection();
  await other.raw('select pg_advisory_lock(7119471)').connection(connection);
  const waits = Promise.withResolvers<void>();
  let told = 0;
  const opening = openDatabase(url, {
    onWait() {
      told += 1;
      waits.resolve();
    },
  });
  await waits.promise;
  await other.raw('select pg_advisory_unlock(7119471)').connection(connection);
  await other.client.releaseConnection(connection);
  await (await opening).destroy();
  expect(told).toBe(1);
});

test('on PostgreSQL an index is added to a table that is written to, by processes that start at once', async () => {
  const url = await freshDatabase('postgres', { isEmpty: true });
  await (await openDatabase(url)).destroy();
  const writer = rawDatabase(url);
  const write = (id: number) => writer('labels').insert({ account_id: 1, name: `label ${id}`, created_at: id });
  const source = {
    ...migrationSource,
    getMigrations: async () => [...(await migrationSource.getMigrations([])), '9999-index'],
    getMigration: async (name: string) =>
      name === '9999-index'
        ? {
            config: WITHOUT_TRANSACTION,
            async up(db: typeof writer) {
              await addIndex(db, 'labels_by_name', 'labels', '(account_id, name)');
            },
            down: async () => {},
          }
        : migrationSource.getMigration(name),
  };
  let isDone = false;
  let written = 0;
  const writing = (async () => {
    while (!isDone) {
      await write(written);
      written += 1;
    }
  })();
  const opened = await Promise.all([1, 2, 3].map(() => openDatabase(url, { source })));
  for (const db of opened) {
    onTestFinished(() => db.destroy());
  }
  isDone = true;
  await writing;
  expect(written).toBeGreaterThan(0);
  const { rows } = await writer.raw("select indisvalid from pg_index where indexrelid = 'labels_by_name'::regclass");
  expect(rows).toEqual([{ indisvalid: true }]);
});
