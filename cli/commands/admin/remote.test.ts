import { expect, test } from 'vitest';
import { Running, scratchFolder, wigwag } from '../../testing/cli.ts';

const TOKEN = 'token-of-the-operator';

/** Starts a server with the admin API. `run` calls it from another folder, which has no database. */
async function startRemote() {
  const serve = new Running(['serve'], {
    env: {
      WIGWAG_SECRET_KEY: 'a secret key for tests',
      WIGWAG_DATABASE_URL: 'sqlite:./wigwag.db',
      WIGWAG_PORT: '0',
      WIGWAG_LOG_LEVEL: 'error',
      WIGWAG_ADMIN_TOKEN: TOKEN,
    },
  });
  const baseUrl = await serve.until('its address', () => /wigwag serves (http\S+)/.exec(serve.stderr)?.[1]);
  const { origin } = new URL(baseUrl);
  const run = (args: string[], { token = TOKEN, url = origin }: { token?: string; url?: string } = {}) =>
    wigwag(['admin', '--url', url, ...args], { cwd: scratchFolder(), env: { WIGWAG_ADMIN_TOKEN: token } });
  const data = async (...args: string[]) => {
    const { code, stdout, stderr } = await run([...args, '--json']);
    expect([args, code, stderr]).toEqual([args, 0, expect.not.stringContaining('error')]);
    return JSON.parse(stdout);
  };
  return { origin, baseUrl, run, data };
}

test('admin works over HTTP as it does on the database', { timeout: 120_000 }, async () => {
  const { baseUrl, origin, run, data } = await startRemote();
  expect(await data('accounts', 'list')).toEqual([]);
  expect((await run(['accounts', 'list'])).stderr).toContain('`wigwag admin accounts add`');
  expect((await run(['keys', 'list'])).stderr).toContain('there are no accounts');
  const { account_id } = await data('accounts', 'add', '--name', 'Shop');
  expect(await data('accounts', 'set', account_id, '--modules', 'api', 'webhook')).toMatchObject({
    account_id,
    modules: ['api', 'webhook'],
  });
  // Without --account, the only account.
  const { id, key } = await data('keys', 'add', '--scopes', 'contacts:read');
  const status = async (text: string) =>
    (await fetch(`${baseUrl}/contacts`, { headers: { authorization: `Bearer ${text}` } })).status;
  expect(await status(key)).toBe(200);
  const rotated = await data('keys', 'rotate', String(id), '--valid-for', '0s');
  expect([await status(key), await status(rotated.key)]).toEqual([401, 200]);
  expect((await data('labels', 'add', '--name', 'VIP')).id).toEqual(expect.any(Number));
  expect((await run(['labels', 'list'])).stdout).toMatch(/^ID +NAME +COLOR\n\d+ +VIP\n$/);
  expect(await data('connections', 'list')).toEqual([]);

  for (const [args, code, text] of [
    [['keys', 'revoke', '99'], 4, 'the account has no key 99; `wigwag admin keys list` lists them'],
    [['labels', 'add', '--name', ' '], 2, '--name must not be empty'],
    [['labels', 'list', '--account', '77'], 4, 'account 77 does not exist'],
    [['campaigns', 'list'], 2, 'works on the database: run it on the machine of the server'],
  ] as const) {
    expect([args, await run([...args])]).toEqual([
      args,
      expect.objectContaining({ code, stdout: '', stderr: expect.stringContaining(text) }),
    ]);
  }
  for (const [given, code, text] of [
    [{ token: 'another-token-of-16' }, 3, 'the admin token is missing or wrong'],
    [{ token: '' }, 3, 'set WIGWAG_ADMIN_TOKEN'],
    [{ url: 'localhost' }, 2, '--url must be the address of a server'],
    [{ url: 'http://127.0.0.1:1' }, 7, 'cannot be reached'],
    [{ url: `${origin}/api` }, 7, 'has no admin API (HTTP 404)'],
  ] as const) {
    expect([given, await run(['accounts', 'list'], given)]).toEqual([
      given,
      expect.objectContaining({ code, stdout: '', stderr: expect.stringContaining(text) }),
    ]);
  }
});
