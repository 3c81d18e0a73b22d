import { expect, test } from 'vitest';
import { scratchFolder, wigwag } from '../../testing/cli.ts';

test('invalid keys and accounts are refused with a message that names the problem', async () => {
  const cwd = scratchFolder();
  const env = { WIGWAG_SECRET_KEY: 'a secret key for tests', WIGWAG_DATABASE_URL: 'sqlite:./wigwag.db' };
  const admin = (...words: string[]) => wigwag(['admin', ...words], { env, cwd });
  const account = await admin('accounts', 'add', '--name', 'Shop', '--json');
  expect(account.code).toBe(0);
  const { account_id } = JSON.parse(account.stdout);
  for (const [words, named] of [
    [['accounts', 'add', '--name', 'x', '--country', 'XX'], '--country'],
    [['accounts', 'add', '--name', 'x', '--time-zone', 'Europe/Atlantis'], '--time-zone'],
    [['keys', 'add', '--account', account_id, '--scopes', 'messages:sned'], 'messages:sned'],
    [['keys', 'add', '--account', account_id, '--allowed-ips', '10/8'], '10/8'],
    [['keys', 'add', '--account', account_id, '--requests-per-minute', '0'], '--requests-per-minute'],
  ] as const) {
    const { code, stdout, stderr } = await admin(...words);
    expect([words, code, stdout]).toEqual([words, 2, '']);
    expect(stderr).toContain(named);
  }
  expect(await admin('keys', 'add', '--account', '99')).toMatchObject({
    code: 4,
    stderr: expect.stringContaining('account 99 does not exist'),
  });
  const made = await admin('keys', 'add', '--account', account_id, '--allowed-ips', '10.0.0.0/8', '::1', '--json');
  expect(JSON.parse(made.stdout).key).toMatch(/^ww_live_[0-9A-Za-z]{41}$/);
});
