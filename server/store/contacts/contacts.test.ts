import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { describe, expect, onTestFinished, test } from 'vitest';
import { fillSearchText } from '../../testing/later-version.ts';
import { withMigrations } from '../../testing/migrations.ts';
import { createTestStore, DATABASES, type DatabaseName, freshDatabase, rawDatabase } from '../../testing/store.ts';
import type { OpenOptions } from '../database.ts';
import { openStore, type Store } from '../index.ts';

async function databaseUrl(database: DatabaseName): Promise<string> {
  if (database === 'postgres') {
    return freshDatabase('postgres', { isEmpty: true });
  }
  const folder = mkdtempSync(join(tmpdir(), 'wigwag-contacts-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  return `sqlite:${join(folder, 'wigwag.db')}`;
}

async function open(url: string, source?: OpenOptions['source']): Promise<Store> {
  const store = await openStore(url, { source });
  onTestFinished(() => store.close());
  return store;
}

const phonesFound = async (store: Store, search: string): Promise<string[]> =>
  (await store.read.contacts.list(1, { limit: 10, order: 'asc' }, search)).records.map(({ phone }) => phone);

describe.each(DATABASES)('contacts in the store on %s', (database) => {
  test('contacts from before the migration that adds search texts are found', async () => {
    const url = await databaseUrl(database);
    await (await openStore(url)).close();
    const before = rawDatabase(url);
    const rows = Array.from({ length: 1001 }, (_, at) => ({
      account_id: 1,
      phone: String(905_320_000_000 + at),
      name: at === 1000 ? 'Işıl' : 'Ada',
      created_at: 1,
      updated_at: 1,
    }));
    await before.batchInsert('contacts', rows, 100);
    expect(await phonesFound(await open(url), 'isil')).toEqual([]);
    const store = await open(url, withMigrations({ '9001-search-text': fillSearchText }));
    expect(await phonesFound(store, 'isil')).toEqual(['905320001000']);
    expect(await phonesFound(store, '0532 000 07 77')).toEqual(['905320000777']);
  });

  test('searches find no contacts after the store is emptied', async () => {
    const store = await createTestStore(database);
    const add = (phone: string, name: string) => store.transaction((tx) => tx.contacts.upsert(1, phone, { name }, 1));
    await add('905320000001', 'Ada');
    await store.clear();
    await add('905320000002', 'Işıl');
    expect([await phonesFound(store, 'ada'), await phonesFound(store, 'isil')]).toEqual([[], ['905320000002']]);
  });
});

test('on PostgreSQL, searches work without permission to create pg_trgm', async () => {
  const url = new URL(await freshDatabase('postgres', { isEmpty: true }));
  const owner = new pg.Client({ connectionString: url.href });
  await owner.connect();
  const role = `plain_${url.pathname.slice(1)}`;
  await owner.query(`create role ${role} login password 'plain'; grant create on schema public to ${role}`);
  onTestFinished(async () => {
    await owner.query(`drop owned by ${role}; drop role ${role}`);
    await owner.end();
  });
  const store = await open(Object.assign(new URL(url.href), { username: role, password: 'plain' }).href);
  await store.transaction((tx) => tx.contacts.upsert(1, '905320000001', { name: 'Işıl' }, 1));
  expect(await phonesFound(store, 'isil')).toEqual(['905320000001']);
  expect((await owner.query(`select 1 from pg_extension where extname = 'pg_trgm'`)).rows).toEqual([]);
});
