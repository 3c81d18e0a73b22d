import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { describe, expect, onTestFinished, test } from 'vitest';
import { DatabaseError } from '../engine/drivers/connect.ts';
import { type RankHow, rankLabels, withMigrations } from '../testing/migrations.ts';
import { DATABASES, freshDatabase, rawDatabase, sharedDatabase } from '../testing/store.ts';
import { type OpenOptions, openDatabase } from './database.ts';
import { migrationSource } from './migrations/index.ts';
import { addIndex, WITHOUT_TRANSACTION } from './migrations/online.ts';

/** What a migration must not do to an existing table, because servers use the table during the migration. */
const RULES: [RegExp, string][] = [
  [
    /^create (unique )?index (?!concurrently)(?:if not exists )?"?\w+"? on "?(?<table>\w+)/i,
    'blocks writes while it builds: use addIndex',
  ],
  [
    /^alter table "?(?<table>\w+)"? add (?!constraint)(column )?"?\w+"? (?!.*default).*not null/i,
    'fails on existing rows: give a default',
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
    // A key whose index is already built is exchanged under a short lock, and no version uses its name.
    /^alter table "?(?<table>\w+)"? (?!drop constraint \w+_pkey, add constraint \w+_pkey primary key using index)(drop|rename)/i,
    'breaks servers of the previous version: stop using it first, drop it one version later',
  ],
  [
    /^(update|delete from) "?(?<table>\w+)"? (?!.*\b(limit|between)\b)/i,
    'locks every row until it ends: write in batches, each in its own transaction',
  ],
];

/** Returns what is wrong with a migration's statements. */
function faultsOf(statements: readonly string[]): string[] {
  const own = new Set(statements.flatMap((sql) => /^create table "?(\w+)/i.exec(sql)?.[1] ?? []));
  return statements.flatMap((sql) =>
    RULES.flatMap(([pattern, why]) => {
      const table = pattern.exec(sql.trim().replace(/\s+/g, ' '))?.groups?.table;
      return table === undefined || own.has(table) ? [] : [`${sql}: ${why}`];
    }),
  );
}

/** Returns what is wrong with each migration of a source, by running them on PostgreSQL. */
async function faultsOfAll(source: NonNullable<OpenOptions['source']>): Promise<Record<string, string[]>> {
  const db = rawDatabase(await freshDatabase('postgres', { isEmpty: true }));
  const statements: string[] = [];
  db.on('query', ({ sql }: { sql: string }) => statements.push(sql));
  const names = await source.getMigrations([]);
  const faults: Record<string, string[]> = {};
  for (const [index, name] of names.entries()) {
    statements.length = 0;
    await db.migrate.latest({ migrationSource: { ...source, getMigrations: async () => names.slice(0, index + 1) } });
    expect(statements).not.toEqual([]);
    faults[name] = faultsOf(statements.filter((sql) => !sql.includes('knex_migrations')));
  }
  return faults;
}

test('on PostgreSQL no migration locks a table for long', async () => {
  expect(Object.values(await faultsOfAll(migrationSource)).flat()).toEqual([]);
});

test('on PostgreSQL the check finds each unsafe statement of a migration, and accepts safe ones', async () => {
  const source = withMigrations({
    '9001-safe': {
      async up(db) {
        await db.schema.createTable('notes', (table) => {
          table.increments('id');
          table.text('text').notNullable();
          table.index(['text']);
        });
        await db('notes').update({ text: '' });
        await db.schema.alterTable('agents', (table) => {
          table.text('color');
          table.text('rank').notNullable().defaultTo('');
        });
      },
    },
    '9002-safe-index': {
      config: WITHOUT_TRANSACTION,
      up: (db) => addIndex(db, 'agents_by_name', 'agents', '(account_id, name)'),
    },
    '9003-unsafe': {
      async up(db) {
        await db.schema.alterTable('agents', (table) => {
          table.text('team').notNullable();
          table.index(['account_id', 'team']);
          table.unique(['account_id', 'team', 'id']);
        });
        await db.schema.alterTable('agents', (table) => {
          table.dropIndex(['account_id', 'team']);
          table.dropNullable('color');
          table.string('name', 9).notNullable().alter();
        });
        await db.raw('create unique index agents_once on agents (account_id, id)');
        await db('agents').update({ name: '' });
        await db('agents').where({ name: '' }).delete();
        await db.schema.alterTable('agents', (table) => {
          table.renameColumn('team', 'group');
          table.dropColumn('rank');
        });
      },
    },
  });
  const faults = await faultsOfAll(source);
  expect(faults).toMatchObject({ '0001-schema': [], '9001-safe': [], '9002-safe-index': [] });
  expect(faults['9003-unsafe']).toEqual(
    [
      /add column "team" text not null: .* give a default$/,
      /^create index .*: .* use addIndex$/,
      /add constraint .*: .* not valid, validate later$/,
      /alter column "name" type .*: rewrites/,
      /alter column "name" set not null: rewrites/,
      /alter column "color" set not null: rewrites/,
      /^create unique index .*: .* use addIndex$/,
      /^update "agents" .*: .* write in batches/,
      /^delete from "agents" .*: .* write in batches/,
      /rename "team" .*: breaks servers of the previous version/,
      /drop column "rank": breaks servers of the previous version/,
    ].map((fault) => expect.stringMatching(fault)),
  );
});

test.each([
  ['create index a on messages (person)', 'addIndex'],
  ['alter table "messages" add column "a" text not null', 'default'],
  ['alter table "messages" alter column "text" type varchar(9)', 'rewrites'],
  ['alter table "messages" add constraint a unique ("person")', 'not valid'],
  ['alter table "messages" drop column "text"', 'previous version'],
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

test.each(DATABASES)('on %s, opening a schema of a newer version reports that version', async (database) => {
  const url = await sharedDatabase(database);
  await (await openDatabase(url)).destroy();
  await rawDatabase(url)('knex_migrations').insert({ name: '9999-later', batch: 9, migration_time: new Date() });
  await expect(openDatabase(url)).rejects.toThrow('it was created by a newer version, with the migration 9999-later');
});

test.each(DATABASES)(
  'on %s a migration that fails changes nothing, and the next start repeats it',
  async (database) => {
    const url = await sharedDatabase(database, { isEmpty: true });
    await (await openDatabase(url)).destroy();
    const db = rawDatabase(url);
    await db('labels').insert({ account_id: 1, name: 'VIP', created_at: 1 });
    const columns = async () => Object.keys(await db('labels').columnInfo());
    const before = await columns();
    const sourceOf = (fail: () => void) =>
      withMigrations({
        '9001-notes': { up: (trx) => trx.schema.createTable('notes', (table) => table.text('text')) },
        '9002-rank': {
          async up(trx) {
            await trx.schema.alterTable('labels', (table) => table.integer('rank').notNullable().defaultTo(0));
            await trx.raw('update labels set rank = rank + 1');
            fail();
          },
        },
      });
    const fails = sourceOf(() => {
      throw new Error('the rank is taken');
    });
    for (const _ of [1, 2]) {
      await expect(openDatabase(url, { source: fails })).rejects.toThrow(
        new DatabaseError('cannot open the database: the rank is taken'),
      );
      expect([await columns(), await db.schema.hasTable('notes')]).toEqual([before, false]);
      expect(await db('knex_migrations').pluck('name')).toEqual(await migrationSource.getMigrations([]));
    }
    await (await openDatabase(url)).destroy(); // the previous version still starts
    await (await openDatabase(url, { source: sourceOf(() => {}) })).destroy();
    expect(await db('labels')).toMatchObject([{ name: 'VIP', rank: 1 }]);
    expect(await db.schema.hasTable('notes')).toBe(true);
  },
);

test.each(DATABASES)(
  'on %s a migration that cannot be recorded changes nothing, even before one without a transaction',
  async (database) => {
    const url = await sharedDatabase(database, { isEmpty: true });
    await (await openDatabase(url)).destroy();
    const db = rawDatabase(url);
    const source = withMigrations({
      '9001-notes': { up: (trx) => trx.schema.createTable('notes', (table) => table.text('text')) },
      '9002-index': { config: WITHOUT_TRANSACTION, up: (knex) => addIndex(knex, 'notes_by_text', 'notes', '(text)') },
      '9003-links': { up: (trx) => trx.schema.createTable('links', (table) => table.text('url')) },
    });
    for (const name of ['9001-notes', '9003-links']) {
      // Refuses the record, as if the process died before it.
      await db.raw(
        `create unique index no_record on knex_migrations ((case when name in ('0001-schema', '${name}') then 1 end))`,
      );
      await expect(openDatabase(url, { source })).rejects.toThrow(DatabaseError);
      await db.raw('drop index no_record');
    }
    await (await openDatabase(url, { source })).destroy();
    expect([await db.schema.hasTable('notes'), await db.schema.hasTable('links')]).toEqual([true, true]);
  },
);

/** Starts another process that migrates, and that pauses during a migration until it is killed. */
async function migrateHalfWay(url: string, how: RankHow): Promise<ChildProcess> {
  const load = (path: string) => `await import(${JSON.stringify(new URL(path, import.meta.url).href)})`;
  const program = `
    const { openDatabase } = ${load('database.ts')};
    const { rankLabels, withMigrations } = ${load('../testing/migrations.ts')};
    const stay = () => { console.log('half way'); return new Promise(() => {}); };
    process.stdin.resume();
    await openDatabase(${JSON.stringify(url)}, {
      source: withMigrations({ '9001-rank': rankLabels(${JSON.stringify(how)}, stay) }),
    });
  `;
  const child = spawn(process.execPath, ['--conditions=wigwag-source', '--input-type=module', '-e', program], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  await once(child.stdout, 'data');
  return child;
}

describe.each(DATABASES)('a process that is killed while it migrates %s', (database) => {
  test.each([
    ['in a transaction', 'leaves nothing of it', []],
    ['in batches', 'leaves the batches that are done', [1, 1, null]],
  ] as const)('%s %s, and the next start completes it', async (how, _leaves, left) => {
    const url = await sharedDatabase(database, { isEmpty: true });
    await (await openDatabase(url)).destroy();
    const db = rawDatabase(url);
    await db('labels').insert([1, 2, 3].map((id) => ({ account_id: 1, name: `label ${id}`, created_at: id })));
    const child = await migrateHalfWay(url, how);
    child.kill('SIGKILL');
    await once(child, 'exit');

    const ranks = async () =>
      (await db.schema.hasColumn('labels', 'rank')) ? db('labels').orderBy('id').pluck('rank') : [];
    expect(await ranks()).toEqual(left);
    expect(await db('knex_migrations').pluck('name')).toEqual(await migrationSource.getMigrations([]));
    const source = withMigrations({ '9001-rank': rankLabels(how, async () => {}) });
    await (await openDatabase(url, { source })).destroy();
    expect(await ranks()).toEqual([1, 1, 1]);
    await (await openDatabase(url, { source, access: 'read' })).destroy();
  });
});

test('on PostgreSQL an interrupted index build is repeated', async () => {
  const url = await freshDatabase('postgres');
  const db = rawDatabase(url);
  const source = withMigrations({
    '9001-index': {
      config: WITHOUT_TRANSACTION,
      up: (on) => addIndex(on, 'labels_by_name', 'labels', '(account_id, name)'),
    },
  });
  const isValid = async () =>
    (await db.raw("select indisvalid from pg_index where indexrelid = to_regclass('labels_by_name')")).rows[0]
      ?.indisvalid;
  // A concurrent build waits for transactions that write to the table.
  const writer = await db.transaction();
  await writer('labels').insert({ account_id: 1, name: 'VIP', created_at: 1 });
  const opening = openDatabase(url, { source });
  const refused = expect(opening).rejects.toThrow('terminating connection');
  const builds = db('pg_stat_activity')
    .whereRaw("datname = current_database() and wait_event_type = 'Lock' and query like 'create index%'")
    .select(db.raw('pg_terminate_backend(pid) as ended'));
  while ((await builds.clone()).length === 0) {}
  await refused;
  expect(await isValid()).toBe(false);
  await writer.commit();
  await (await openDatabase(url, { source })).destroy();
  expect(await isValid()).toBe(true);
});

test('on PostgreSQL a process that waits for another process’s migration reports it once', async () => {
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

test('on PostgreSQL processes that start at the same time add an index to a table during writes', async () => {
  const url = await freshDatabase('postgres', { isEmpty: true });
  await (await openDatabase(url)).destroy();
  const writer = rawDatabase(url);
  const write = (id: number) => writer('labels').insert({ account_id: 1, name: `label ${id}`, created_at: id });
  const source = withMigrations({
    '9999-index': {
      config: WITHOUT_TRANSACTION,
      up: (db) => addIndex(db, 'labels_by_name', 'labels', '(account_id, name)'),
    },
  });
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
