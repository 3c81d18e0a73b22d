import { readFileSync } from 'node:fs';
import pg from 'pg';
import { expect, onTestFinished, test } from 'vitest';
import { hasPgBouncer, type PoolerSettings, startPgBouncer } from '../../lab/testing/pgbouncer.ts';
import { CONNECTIONS_PER_PROCESS, DatabaseError } from '../engine/drivers/connect.ts';
import { openStore } from '../store/index.ts';
import { createTestServer } from '../testing/server.ts';
import { freshDatabase, messageWith } from '../testing/store.ts';

const to = '905551112233';

if (!hasPgBouncer) {
  process.stderr.write('Tests of poolers are skipped: the Debian package pgbouncer is not installed.\n');
}
const pooledTest = test.skipIf(!hasPgBouncer);

/** Starts PgBouncer on a new database. Returns the URLs of the database through it and without it. */
async function pooled(settings: PoolerSettings): Promise<{ url: string; directUrl: string }> {
  const directUrl = await freshDatabase('postgres');
  const { url, stop } = await startPgBouncer(directUrl, settings);
  onTestFinished(stop);
  return { url, directUrl };
}

/** Makes the pool of a pooler in transaction mode keep several sessions. */
async function fill(url: string): Promise<void> {
  const clients = Array.from({ length: 5 }, () => new pg.Client({ connectionString: url }));
  await Promise.all(clients.map((client) => client.connect()));
  await Promise.all(clients.map((client) => client.query('begin')));
  await Promise.all(clients.map((client) => client.query('commit')));
  await Promise.all(clients.map((client) => client.end()));
}

pooledTest.each<PoolerSettings>([
  { pool_mode: 'transaction', default_pool_size: 20 },
  { pool_mode: 'transaction', default_pool_size: 20, server_round_robin: 1 },
  { pool_mode: 'transaction', default_pool_size: 1 },
  { pool_mode: 'statement', default_pool_size: 20 },
])('on PostgreSQL through a pooler with %j, the start fails with the fix', async (settings) => {
  const { url } = await pooled(settings);
  if (settings.pool_mode === 'transaction' && settings.default_pool_size > 1) {
    await fill(url);
  }
  const opening = openStore(url);
  await expect(opening).rejects.toThrow(DatabaseError);
  await expect(opening).rejects.toThrow(
    'a connection pooler in transaction mode does not support LISTEN, session locks and prepared statements; set WIGWAG_DATABASE_DIRECT_URL to the address of PostgreSQL itself, or set the pooler to session mode (pool_mode = session in PgBouncer)',
  );
});

pooledTest('on PostgreSQL through a pooler without a free connection, the start fails with the fix', async () => {
  const { url } = await pooled({ pool_mode: 'session', default_pool_size: 1 });
  const other = new pg.Client({ connectionString: url });
  await other.connect();
  await other.query('select 1');
  onTestFinished(() => other.end());
  await expect(openStore(url, { answerMilliseconds: 3_000 })).rejects.toThrow(
    'the database, or its pooler, must allow more connections (docs/capacity.md)',
  );
});

pooledTest(
  'on PostgreSQL through a pooler in session mode, a process needs the connections that the guide names',
  async () => {
    const guide = readFileSync(new URL('../../docs/capacity.md', import.meta.url), 'utf8');
    expect(Number(/opens up to (\d+) database connections/.exec(guide)?.[1])).toBe(CONNECTIONS_PER_PROCESS);
    const { url: databaseUrl } = await pooled({ pool_mode: 'session', default_pool_size: CONNECTIONS_PER_PROCESS });
    const server = await createTestServer({ config: { databaseUrl, logLevel: 'silent' } });
    await server.customerWrites('Hi');
    server.server.worker.start(); // opens the connection that listens
    const sends = Array.from({ length: 50 }, () => server.api('POST', '/messages', { body: { to, text: 'Hello' } }));
    expect((await Promise.all(sends)).map(({ status }) => status)).toEqual(Array(50).fill(202));
  },
);

test('on PostgreSQL, a process opens at most the connections that are set, and one that listens', async () => {
  const databaseUrl = await freshDatabase('postgres');
  const server = await createTestServer({ config: { databaseUrl, databaseConnections: 4, logLevel: 'silent' } });
  await server.customerWrites('Hi');
  server.server.worker.start(); // opens the connection that listens
  const sends = Array.from({ length: 50 }, () => server.api('POST', '/messages', { body: { to, text: 'Hello' } }));
  expect((await Promise.all(sends)).map(({ status }) => status)).toEqual(Array(50).fill(202));
  const other = new pg.Client({ connectionString: databaseUrl });
  await other.connect();
  onTestFinished(() => other.end());
  const { rows } = await other.query(
    'select pid from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()',
  );
  expect(rows.length).toBeLessThanOrEqual(5); // idle ones stay open
});

const TRANSACTION_MODE: PoolerSettings = { pool_mode: 'transaction', default_pool_size: 3 };

pooledTest(
  'on PostgreSQL through a pooler in transaction mode, a server sends and delivers without sessions',
  async () => {
    const { url, directUrl } = await pooled(TRANSACTION_MODE);
    const server = await createTestServer({
      config: { databaseUrl: url, databaseDirectUrl: directUrl, logLevel: 'silent' },
    });
    const receiver = await server.receiver();
    await server.customerWrites('Hi');
    const sends = Array.from({ length: 50 }, () => server.api('POST', '/messages', { body: { to, text: 'Hello' } }));
    expect((await Promise.all(sends)).map(({ status }) => status)).toEqual(Array(50).fill(202));
    await server.settle();
    expect(receiver.received.filter(({ event }) => event.event === 'message.status').length).toBeGreaterThanOrEqual(50);
    const direct = new pg.Client({ connectionString: directUrl });
    await direct.connect();
    onTestFinished(() => direct.end());
    const sessions = await direct.query(
      "select count(*)::int as count from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid() and query not ilike 'listen%'",
    );
    expect(sessions.rows[0].count).toBeLessThanOrEqual(TRANSACTION_MODE.default_pool_size);
    const one = new pg.Client({ connectionString: url });
    await one.connect();
    onTestFinished(() => one.end());
    const state = await one.query(
      "select (select count(*)::int from pg_prepared_statements) as prepared, current_setting('lock_timeout') as lock",
    );
    expect(state.rows).toEqual([{ prepared: 0, lock: '0' }]);
  },
);

pooledTest('on PostgreSQL through a pooler in transaction mode, a lock fails a write as without a pooler', async () => {
  const { url, directUrl } = await pooled(TRANSACTION_MODE);
  const store = await openStore(url, { directUrl, answerMilliseconds: 2_000 });
  onTestFinished(() => store.close());
  const other = new pg.Client({ connectionString: directUrl });
  await other.connect();
  onTestFinished(() => other.end());
  await other.query('begin; lock table messages');
  await expect(store.transaction((tx) => tx.messages.insert(messageWith()))).rejects.toMatchObject({ code: '55P03' });
});

pooledTest('on PostgreSQL a direct address that is a pooler, or a different database, is refused', async () => {
  const { url } = await pooled({ pool_mode: 'transaction', default_pool_size: 20 });
  await fill(url);
  await expect(openStore(url, { directUrl: url })).rejects.toThrow(
    'WIGWAG_DATABASE_DIRECT_URL must be the address of PostgreSQL itself',
  );
  const other = new URL(await freshDatabase('postgres', { isEmpty: true }));
  await expect(openStore(other.href, { directUrl: await freshDatabase('postgres') })).rejects.toThrow(
    'WIGWAG_DATABASE_URL and WIGWAG_DATABASE_DIRECT_URL must be the same database',
  );
});
