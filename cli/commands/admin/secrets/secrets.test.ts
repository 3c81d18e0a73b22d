import { join } from 'node:path';
import { expect, test } from 'vitest';
import { adminOn } from '../../../testing/admin.ts';
import { scratchFolder } from '../../../testing/cli.ts';

const OLD = 'the secret key of yesterday';
const NEW = 'the secret key of tomorrow';

test('the secret key is rotated by a command, and then the old key decrypts nothing', async () => {
  const WIGWAG_DATABASE_URL = `sqlite:${join(scratchFolder(), 'wigwag.db')}`;
  const under = (WIGWAG_SECRET_KEY: string, more: Record<string, string> = {}) =>
    adminOn({ WIGWAG_DATABASE_URL, WIGWAG_SECRET_KEY, ...more });
  const old = under(OLD);
  await old.records('accounts', 'add', '--name', 'Corner shop');
  expect(await old.refusal('secrets', 'rotate', '--yes')).toContain('there is no previous key');
  expect(await under(NEW).refusal('accounts', 'list')).toContain('WIGWAG_SECRET_KEY cannot decrypt');

  const both = under(NEW, { WIGWAG_SECRET_KEY_PREVIOUS: OLD });
  expect(await both.refusal('secrets', 'rotate')).toContain('add --yes');
  expect(await both.records('secrets', 'rotate', '--dry-run')).toEqual([{ sealed: 1 }]);
  await old.records('accounts', 'list');
  const rotated = await both.run('secrets', 'rotate', '--yes', '--json');
  expect(JSON.parse(rotated.stdout)).toEqual({ sealed_anew: 1, current: 0, unreadable: 0 });
  expect(rotated.stderr).toMatch(
    / WIGWAG_SECRET_KEY_PREVIOUS any longer\. Keep it for a week, .* Keep it longer if web chat visitors /,
  );
  expect(await old.refusal('accounts', 'list')).toContain('WIGWAG_SECRET_KEY cannot decrypt');
  expect(await under(NEW).records('accounts', 'list')).toHaveLength(1);
  const short = under(NEW, { WIGWAG_SECRET_KEY_PREVIOUS: 'short' });
  expect(await short.refusal('accounts', 'list')).toContain('WIGWAG_SECRET_KEY_PREVIOUS must be');
});
