import { createServer } from 'node:http';
import { expect, test } from 'vitest';
import { listen, RunningCommand, scratchFolder, wigwag } from '../../testing/cli.ts';

test("mock serves Meta's Graph API: the operator connects to it, checks it and imports its templates", async () => {
  const mock = new RunningCommand(['mock', '--json', '--port', '0', '--seed', '1']);
  const line = await mock.until('its line', () => mock.stdout.includes('\n') && mock.stdout);
  const { url, access_token, app_secret, whatsapp } = JSON.parse(line);
  const env = {
    WIGWAG_GRAPH_URL: url,
    WIGWAG_SECRET_KEY: 'a secret key of this test',
    WIGWAG_ACCESS_TOKEN: access_token,
    WIGWAG_APP_SECRET: app_secret,
  };
  const cwd = scratchFolder();
  const admin = async (...args: string[]) => {
    const { code, stdout, stderr } = await wigwag(['admin', ...args], { cwd, env });
    expect([args, code, stderr]).toEqual([args, 0, expect.any(String)]);
    return { data: stdout === '' ? undefined : JSON.parse(stdout.split('\n')[0] ?? ''), stderr };
  };
  const { account_id } = (await admin('accounts', 'add', '--name', 'Shop', '--json')).data;
  const { app_id } = (await admin('apps', 'add', '--json')).data;
  const at = ['--account', account_id];
  const number = ['--id', whatsapp.phone_number_id, '--waba', whatsapp.waba_id];
  const { connection_id } = (
    await admin('connections', 'add', ...at, '--channel', 'whatsapp', '--app', app_id, ...number, '--force', '--json')
  ).data;
  const checked = await wigwag(['admin', 'connections', 'check', ...at], { cwd, env });
  expect(checked.stdout).toContain(`${connection_id} (whatsapp, on)\n  ✓ `);
  const synced = await wigwag(['admin', 'templates', 'sync', ...at, '--connection', connection_id], { cwd, env });
  expect([synced.code, synced.stderr + synced.stdout]).toEqual([0, expect.stringMatching(/\d+/)]);
  expect((await mock.stop('SIGINT')).code).toBe(0);
});

test("mock verifies an app's callback address with the given verify token, and refuses an invalid address", async () => {
  const refused = await wigwag(['mock', '--port', '0', '--callback-url', 'ftp://foo']);
  expect([refused.code, refused.stdout]).toEqual([2, '']);
  expect(refused.stderr).toContain('It must be an address such as http://127.0.0.1:8080/webhooks, or a port.');

  const app = await listen(
    createServer(({ url = '' }, response) => {
      const asked = new URL(url, 'http://app').searchParams;
      const isOurs = asked.get('hub.verify_token') === 'of-this-app';
      response.writeHead(isOurs ? 200 : 403).end(asked.get('hub.challenge'));
    }),
  );
  const mock = new RunningCommand([
    'mock',
    '--json',
    '--port',
    '0',
    '--callback-url',
    app,
    '--verify-token',
    'of-this-app',
  ]);
  const { url, verify_token } = JSON.parse(
    await mock.until('its line', () => mock.stdout.includes('\n') && mock.stdout),
  );
  expect(verify_token).toBe('of-this-app');
  const verified = await fetch(`${url}/_mock/verify`, { method: 'POST' });
  expect(await verified.json()).toMatchObject({ verified: true, status_code: 200 });
});

test('mock --json prints the app ID, so that a client can build the app access token', async () => {
  const mock = new RunningCommand(['mock', '--json', '--port', '0']);
  const line = await mock.until('its line', () => mock.stdout.includes('\n') && mock.stdout);
  const info = JSON.parse(line);
  const { url, access_token, app_id, app_secret, ...rest } = info;
  expect(Object.keys(info).filter((name) => name !== 'app_id')).toEqual([
    'url',
    'access_token',
    'app_secret',
    'verify_token',
    'whatsapp',
    'messenger',
    'instagram',
  ]);
  expect(rest).toEqual({
    verify_token: expect.any(String),
    whatsapp: { phone_number_id: expect.any(String), waba_id: expect.any(String) },
    messenger: { page_id: expect.any(String) },
    instagram: { account_id: expect.any(String) },
  });
  const query = new URLSearchParams({ input_token: access_token, access_token: `${app_id}|${app_secret}` });
  const debugged = await fetch(`${url}/v25.0/debug_token?${query}`);
  expect([debugged.status, await debugged.json()]).toMatchObject([200, { data: { is_valid: true, app_id } }]);
});

test.each([
  [[], { userIds: true, usernames: false, contactBook: true, parentUserIds: false }],
  [
    ['--usernames', '--no-contact-book', '--parent-user-ids', '--no-user-ids'],
    { userIds: false, usernames: true, contactBook: false, parentUserIds: true },
  ],
])('mock starts with the identities that %j ask for', async (flags, options) => {
  const mock = new RunningCommand(['mock', '--json', '--port', '0', ...flags]);
  const { url } = JSON.parse(await mock.until('its line', () => mock.stdout.includes('\n') && mock.stdout));
  const response = await fetch(`${url}/_mock/options`, { method: 'PUT', body: '{}' });
  expect(await response.json()).toMatchObject(options);
});
