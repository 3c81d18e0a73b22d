import { existsSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { expect, inject, onTestFinished, test } from 'vitest';
import { Running, scratchFolder } from '../testing.ts';
import { adminOn } from '../testing-admin.ts';

/** An empty PostgreSQL database, gone when the test ends. */
async function emptyPostgres(): Promise<string> {
  const name = `move_${process.pid}`;
  const run = async (sql: string) => {
    const client = new pg.Client({ connectionString: inject('postgresUrl') });
    await client.connect();
    await client.query(sql);
    await client.end();
  };
  await run(`create database ${name}`);
  onTestFinished(() => run(`drop database if exists ${name} with (force)`));
  return Object.assign(new URL(inject('postgresUrl')), { pathname: `/${name}` }).href;
}

test('a stopped installation moves to PostgreSQL, once', async () => {
  const file = join(scratchFolder(), 'wigwag.db');
  const secret = { WIGWAG_SECRET_KEY: 'at-least-16-characters' };
  const to = await emptyPostgres();
  const sqlite = adminOn({ ...secret, WIGWAG_DATABASE_URL: `sqlite:${file}` });
  const postgres = adminOn({ ...secret, WIGWAG_DATABASE_URL: to });
  const [{ account_id }] = await sqlite.records('accounts', 'add', '--name', 'Corner shop');
  const move = ['move-database', '--from', `sqlite:${file}`];

  expect(await postgres.refusal(...move)).toContain('add --yes');
  const server = new Running(['serve'], { env: { ...sqlite.env, WIGWAG_PORT: '0' } });
  await server.until('its address', () => server.stderr.includes('wigwag serves'));
  expect(await postgres.refusal(...move, '--yes')).toContain(`is in use by process ${server.child.pid}`);
  await server.stop();

  const moved = await postgres.records(...move, '--yes');
  expect(moved.find(({ table }) => table === 'accounts')).toEqual({
    table: 'accounts',
    rows: 1,
    sha256: expect.stringMatching(/^[\da-f]{64}$/),
  });
  expect([existsSync(file), existsSync(`${file}.moved`)]).toEqual([false, true]);
  expect(await postgres.records('accounts', 'list')).toMatchObject([{ account_id, name: 'Corner shop' }]);
  expect(await sqlite.refusal('move-database', '--from', `sqlite:${file}.moved`, '--to', to, '--yes')).toContain(
    'is not empty: accounts has 1 rows',
  );
});
