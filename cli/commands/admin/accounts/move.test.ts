import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { adminOn } from '../../../testing/admin.ts';
import { RunningCommand, scratchFolder } from '../../../testing/cli.ts';

test('an account moves to another installation, also if the command is killed after the target has it', async () => {
  const folder = scratchFolder();
  const installation = (name: string) =>
    adminOn({ WIGWAG_SECRET_KEY: `the secret key of ${name}`, WIGWAG_DATABASE_URL: `sqlite:${join(folder, name)}.db` });
  const [source, target] = [installation('source'), installation('target')];
  const [{ account_id }] = await source.records('accounts', 'add', '--name', 'Corner shop');
  const [{ account_id: other }] = await target.records('accounts', 'add', '--name', 'Another shop');
  const file = join(folder, 'target.env');
  const write = (env: Record<string, string>) =>
    writeFileSync(
      file,
      Object.entries(env)
        .map(([name, value]) => `${name}="${value}"\n`)
        .join(''),
    );
  const move = ['accounts', 'move', String(account_id), '--to', file];

  expect(await source.refusal(...move, '--yes')).toContain('target.env');
  write(target.env);
  expect(await source.refusal(...move)).toContain('add --yes');
  expect(await source.refusedByRule(...move, '--yes')).toContain('the target has no WIGWAG_PUBLIC_URL');
  write({ ...target.env, WIGWAG_PUBLIC_URL: 'https://new.example' });
  expect(await source.refusedByRule(...move, '--yes')).toContain(`the target already has an account ${other}`);
  expect(await source.refusedByRule(...move, '--yes', '--as', '77')).toContain('a SQLite file with other accounts');
  expect(await source.refusedByRule(...move, '--cancel')).toContain('does not move');

  const empty = { ...target.env, WIGWAG_DATABASE_URL: `sqlite:${join(folder, 'empty')}.db` };
  const fresh = new RunningCommand(['serve'], { env: { ...empty, WIGWAG_PORT: '0' } });
  await fresh.until('its address', () => fresh.stderr.includes('wigwag serves'));
  write({ ...empty, WIGWAG_PUBLIC_URL: 'https://new.example' });
  const moving = new RunningCommand(['admin', ...move, '--yes', '--as', '77'], { env: source.env, cwd: folder });
  await moving.until('the end of the move', () => moving.stderr.includes('This installation forwards'));
  moving.child.kill('SIGKILL');
  expect(await adminOn(empty).records('accounts', 'list')).toMatchObject([{ account_id: '77', name: 'Corner shop' }]);
  expect(await source.refusedByRule(...move, '--cancel')).toContain('does not move');
  await fresh.stop();
});
