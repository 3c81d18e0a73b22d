import { readFileSync, statSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { createMockProvider, type MockProvider } from '@wigwag/mock-provider';
import { expect, onTestFinished, test } from 'vitest';
import { listen, RunningCommand, scratchFolder, waitFor, wigwag } from '../../testing/cli.ts';

const TOKEN = 'token-of-the-operator';

/** Starts a server with the admin API. `run` calls it from another folder, which has no database. */
async function startRemote() {
  const serve = new RunningCommand(['serve'], {
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

test('--url can be anywhere in the command', async () => {
  const { origin } = await startRemote();
  const run = (...args: string[]) =>
    wigwag(['admin', ...args, '--json'], { cwd: scratchFolder(), env: { WIGWAG_ADMIN_TOKEN: TOKEN } });
  for (const args of [
    ['--url', origin, 'accounts', 'list'],
    ['accounts', '--url', origin, 'list'],
    ['accounts', 'list', '--url', origin],
    ['accounts', 'list', `--url=${origin}`],
  ]) {
    expect([args, await run(...args)]).toEqual([args, { code: 0, stdout: '[]\n', stderr: expect.any(String) }]);
  }
  const { account_id } = JSON.parse((await run('accounts', 'add', '--name', 'Shop', '--url', origin)).stdout);
  // Here --url is the address of the receiver.
  const set = ['webhook', 'set', '--url', 'https://shop.example/hook', '--account', account_id];
  expect(await run('--url', origin, ...set)).toMatchObject({
    code: 0,
    stdout: expect.stringContaining('"url":"https://shop.example/hook"'),
  });
});

test('logs follows the requests of an account of any server', async () => {
  const { origin, baseUrl, data } = await startRemote();
  const { account_id } = await data('accounts', 'add', '--name', 'Shop');
  const { id, key } = await data('keys', 'add', '--account', account_id, '--mode', 'live');
  const call = (path: string) => fetch(baseUrl + path, { headers: { authorization: `Bearer ${key}` } });
  await call('/labels');
  const options = { cwd: scratchFolder(), env: { WIGWAG_ADMIN_TOKEN: TOKEN } };
  const logs = new RunningCommand(['logs', '--url', origin], options);
  await logs.until('the earlier request', () =>
    /GET {4}\/api\/v1\/labels {2}200 {2}\d+ ms {2}req_\w+\n/.test(logs.stdout),
  );
  await call('/flows/99');
  await logs.until('the next one', () => /\/flows\/99 {2}404 .* FLOW_NOT_FOUND\n/.test(logs.stdout));
  expect((await logs.stop('SIGINT')).code).toBe(0);
  const found = async (...filters: string[]) => {
    const { code, stdout } = await wigwag(['logs', '--no-follow', '--json', '--url', origin, ...filters], options);
    expect(code).toBe(0);
    return stdout
      .split('\n')
      .filter((line) => line !== '')
      .map((line) => JSON.parse(line));
  };
  expect(await found('--status', '4xx', '--key', String(id))).toMatchObject([{ path: '/api/v1/flows/99', key: id }]);
  expect(await found('--code', 'FLOW_NOT_FOUND', '--status', '2xx', '500')).toEqual([]);
  expect((await wigwag(['logs', '--url', origin], { cwd: options.cwd })).stderr).toContain('set WIGWAG_ADMIN_TOKEN');
});

test('another program on the port is named', async () => {
  const other = (status: number, headers: Record<string, string>, body: string) =>
    listen(createServer((_, response) => void response.writeHead(status, headers).end(body)));
  const mock = createMockProvider({});
  const { url: mockUrl, close } = await mock.listen();
  onTestFinished(() => close());
  for (const [url, said] of [
    [
      await other(200, { 'content-type': 'text/html; charset=utf-8', server: 'nginx/1.29' }, '<h1>Hello</h1>'),
      'is not a wigwag server: GET /admin/v1/accounts returned 200 with text/html (nginx/1.29); check the host and port in --url or WIGWAG_ADMIN_URL',
    ],
    [
      await other(404, { 'content-type': 'application/json' }, '{"detail":"Not Found"}'),
      'is not a wigwag server: GET /admin/v1/accounts returned 404 with application/json;',
    ],
    [mockUrl, 'is not a wigwag server: GET /admin/v1/accounts returned 401 with application/json;'],
  ] as const) {
    const { code, stderr } = await wigwag(['admin', '--url', url, 'accounts', 'list'], {
      env: { WIGWAG_ADMIN_TOKEN: TOKEN },
    });
    expect([code, stderr]).toEqual([7, expect.stringContaining(`${url} ${said}`)]);
  }
});

test('admin works over HTTP as it does on the database', async () => {
  const { baseUrl, origin, run, data } = await startRemote();
  expect(await data('accounts', 'list')).toEqual([]);
  expect((await run(['accounts', 'list'])).stderr).toContain('`wigwag admin accounts add`');
  expect((await run(['accounts', 'list'], { url: baseUrl })).code).toBe(0);
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
    [['backup', 'copy.db'], 2, 'is not in the admin API: run it on the machine of the server'],
    [['restore', 'copy.db', '--yes'], 2, 'is not in the admin API'],
    [['hold-sends', '--yes'], 2, 'is not in the admin API'],
    [['secrets', 'rotate', '--yes'], 2, 'is not in the admin API'],
    [['move-database', '--from', 'sqlite:./x.db', '--to', 'postgres://x/y', '--yes'], 2, 'is not in the admin API'],
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
    [
      { url: 'http://127.0.0.1:1' },
      7,
      'http://127.0.0.1:1 cannot be reached: bad port; start the server, or correct --url',
    ],
    [{ url: `${origin}/api` }, 7, 'has no admin API (HTTP 404)'],
  ] as const) {
    expect([given, await run(['accounts', 'list'], given)]).toEqual([
      given,
      expect.objectContaining({ code, stdout: '', stderr: expect.stringContaining(text) }),
    ]);
  }
});

/** Starts a server on the mock of the provider. `run` runs commands on its database or over HTTP. */
async function startShop(mock: MockProvider, mockUrl: string, over: 'the database' | 'HTTP') {
  const { app_secret, access_token } = mock.credentials;
  const settings = {
    WIGWAG_SECRET_KEY: 'a secret key for tests',
    WIGWAG_DATABASE_URL: `sqlite:${join(scratchFolder(), 'wigwag.db')}`,
    WIGWAG_GRAPH_URL: mockUrl,
    WIGWAG_LOG_LEVEL: 'warn',
  };
  const serve = new RunningCommand(['serve'], {
    env: { ...settings, WIGWAG_PORT: '0', WIGWAG_ADMIN_TOKEN: TOKEN },
  });
  const origin = await serve.until('its address', () => /wigwag serves (http\S+)\/api/.exec(serve.stderr)?.[1]);
  const secrets = { WIGWAG_APP_SECRET: app_secret, WIGWAG_ACCESS_TOKEN: access_token };
  const direct = { env: { ...settings, ...secrets, WIGWAG_PUBLIC_URL: origin }, url: [] };
  const remote = { env: { ...secrets, WIGWAG_ADMIN_TOKEN: TOKEN }, url: ['--url', origin] };
  const { env, url } = over === 'HTTP' ? remote : direct;
  const cwd = scratchFolder();
  const shop = {
    cwd,
    serve,
    /** The ID of the provider app, which commands name APP. */
    app: '',
    run: (...args: string[]) =>
      wigwag(['admin', ...url, ...args.map((word) => (word === 'APP' ? shop.app : word))], { cwd, env }),
  };
  return shop;
}

/** Replaces what differs between two servers. */
const withoutOwn = (text: string): string =>
  text
    .replaceAll(/\d{4}-\d\d-\d\d[T ][\d:.]+(Z|[+-]\d\d:\d\d)?/g, 'TIME')
    .replaceAll(/127\.0\.0\.1:\d+/g, 'HOST')
    .replaceAll(/("(app_id|verify_token)": *)"\w+"/g, '$1VALUE')
    .replaceAll(/(callbacks\/meta\/)\w+/g, '$1APP')
    .replaceAll(/whsec_\w+/g, 'SECRET')
    .replaceAll(/\b(msg|whd|wamid|evt|person)[_.:][\w=-]+/g, '$1_ID')
    .replaceAll(/\d{14,}/g, 'ID')
    .replaceAll(/ +|-{3,}/g, ' ');

test('each command prints the same and exits with the same code with and without --url', async () => {
  const mock = createMockProvider();
  const { url, close } = await mock.listen();
  onTestFinished(close);
  const { phone_number_id: number, waba_id } = mock.credentials.whatsapp;
  const [direct, remote] = await Promise.all([startShop(mock, url, 'the database'), startShop(mock, url, 'HTTP')]);
  const shops = [direct, remote];
  const outcomes = async (...args: string[]) => {
    const ended = await Promise.all(shops.map(({ run }) => run(...args)));
    const [first, second] = ended.map(({ code, ...said }) => {
      const [stdout = '', stderr = ''] = [said.stdout, said.stderr].map(withoutOwn);
      return { args, code, stdout, stderr };
    });
    expect(second).toEqual(first);
    return { code: first?.code, stderr: first?.stderr, raw: ended.map(({ stdout }) => stdout) };
  };
  for (const { cwd } of shops) {
    writeFileSync(join(cwd, 'people.csv'), 'phone,name\n905551112233,Ada\n905551112244,Grace\n');
    writeFileSync(join(cwd, 'wrong.csv'), 'phone\n12\n');
  }
  await outcomes('accounts', 'add', '--name', 'Shop');
  const { raw } = await outcomes('apps', 'add', '--json');
  for (const [index, shop] of shops.entries()) {
    shop.app = JSON.parse(raw[index] ?? '').app_id;
  }
  const line = ['--channel', 'whatsapp', '--app', 'APP', '--id', number, '--waba', waba_id];
  const faulty = await outcomes('connections', 'add', ...line.with(-1, '1'));
  expect([faulty.code, faulty.stderr]).toEqual([5, expect.stringMatching(/✗[\s\S]*nothing was changed/)]);
  expect((await outcomes('connections', 'add', ...line)).stderr).toMatch(/\d+ templates synced/);
  for (const [code, ...args] of [
    [4, 'connections', 'add', '--channel', 'messenger', '--app', '99', '--id', '77'],
    [2, 'connections', 'add', '--channel', 'whatsapp', '--app', 'APP', '--id', '78'],
    [0, 'connections', 'add', '--channel', 'web', '--origins', 'https://shop.example', '--json'],
    [0, 'connections', 'check', '--json'],
    [0, 'connections', 'set', 'wa_1', '--mark-as-read', 'on', '--json'],
    [0, 'connections', 'list', '--json'],
    [2, 'connections', 'set', 'wa_1', '--mark-as-read', 'yes'],
    [2, 'connections', 'set', 'web_1', '--mark-as-read', 'on'],
    [0, 'callbacks', 'list', '--json'],
    [0, 'accounts', 'show', '1', '--json'],
    [4, 'accounts', 'show', '99'],
    [0, 'apps', 'list', '--jq', 'length'],
    [0, 'webhook', 'show', '--json'],
    [0, 'connections', 'set-token', 'wa_1', '--force', '--json'],
    [4, 'connections', 'set-token', 'wa_9'],
    [0, 'templates', 'sync', '--connection', 'wa_1'],
    [0, 'deliveries', 'list', '--state', 'failed', '--json'],
    [5, 'deliveries', 'replay', '--from', '2026-05-04T12:00:00Z'],
    [2, 'deliveries', 'list', '--from', '2026-05-04T12:00:00Z', '--to', '2026-05-04T11:00:00Z'],
    [2, 'campaigns', 'send', '--template', 'promo_spring', '--csv', 'wrong.csv', '--yes'],
    [4, 'campaigns', 'send', '--template', 'nothing', '--csv', 'people.csv', '--yes'],
    [2, 'campaigns', 'send', '--template', 'promo_spring', '--csv', 'people.csv'],
    [0, 'campaigns', 'send', '--template', 'promo_spring', '--csv', 'people.csv', '--yes', '--no-wait'],
  ] as const) {
    expect([args, (await outcomes(...args)).code]).toEqual([args, code]);
  }
  for (const { run } of shops) {
    const show = async () => JSON.parse((await run('campaigns', 'show', '1', '--json')).stdout);
    await waitFor('the campaign to be done', async () => (await show()).state === 'done');
  }
  for (const [code, ...args] of [
    [5, 'campaigns', 'send', '--template', 'promo_spring', '--csv', 'people.csv', '--yes'],
    [0, 'campaigns', 'list'],
    [0, 'campaigns', 'show', '1'],
    [5, 'campaigns', 'stop', '1'],
    [0, 'campaigns', 'export', '1'],
    [0, 'people', 'export', '905551112233'],
    [2, 'people', 'erase', '905551112233'],
    [0, 'people', 'erase', '905551112233', '--dry-run'],
    [0, 'people', 'erase', '905551112233', '--yes', '--json'],
    [4, 'people', 'export', '905551112233'],
  ] as const) {
    expect([args, (await outcomes(...args)).code]).toEqual([args, code]);
  }
  await outcomes('people', 'export', '905551112244', '--file', 'grace.json');
  for (const { cwd } of shops) {
    const file = join(cwd, 'grace.json');
    expect([statSync(file).mode & 0o777, readFileSync(file, 'utf8')]).toEqual([
      0o600,
      expect.stringContaining('Grace'),
    ]);
  }
  expect(remote.serve.stderr).not.toMatch(/90555|EAA|Grace/);
});
