import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { freshPostgres } from '../../../../lab/testing/postgres.ts';
import { adminOn } from '../../../testing/admin.ts';
import { RunningCommand, scratchFolder } from '../../../testing/cli.ts';

test('a stopped installation moves to PostgreSQL exactly once', async () => {
  const file = join(scratchFolder(), 'wigwag.db');
  const secret = { WIGWAG_SECRET_KEY: 'at-least-16-characters' };
  const { url: to, drop } = await freshPostgres({ isEmpty: true });
  onTestFinished(drop);
  const sqlite = adminOn({ ...secret, WIGWAG_DATABASE_URL: `sqlite:${file}` });
  const postgres = adminOn({ ...secret, WIGWAG_DATABASE_URL: to });
  const [{ account_id }] = await sqlite.records('accounts', 'add', '--name', 'Corner shop');
  const move = ['move-database', '--from', `sqlite:${file}`];

  expect(await postgres.refusal(...move)).toContain('add --yes');
  expect(await postgres.records(...move, '--dry-run')).toContainEqual({ table: 'accounts', rows: 1 });
  expect(await postgres.refusal('accounts', 'list')).toContain('it contains no wigwag database');
  const server = new RunningCommand(['serve'], { env: { ...sqlite.env, WIGWAG_PORT: '0' } });
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
  expect(await sqlite.refusal('accounts', 'list')).toContain(`${file} was moved to PostgreSQL`);
  expect(await sqlite.refusal('move-database', '--from', `sqlite:${file}.moved`, '--to', to, '--yes')).toContain(
    'is not empty: accounts has 1 rows',
  );
});
