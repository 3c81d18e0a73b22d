import { mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { createServer as createHttpServer } from 'node:http';
import { type AddressInfo, createServer } from 'node:net';
import { join } from 'node:path';
import { createMockProvider } from '@wigwag/mock-provider';
import { expect, onTestFinished, test } from 'vitest';
import { scratchFolder, startDev, wigwag } from '../../testing/cli.ts';

test('doctor finds problems and says how to fix them', async () => {
  const { control, info, dev, cwd } = await startDev(['--data', '.wigwag']);
  const { account_id } = info;
  const run = (args: string[]) => wigwag(args, { cwd });
  const unset = await run(['doctor', '--webhook']);
  expect([unset.code, unset.stderr]).toEqual([0, '']);
  expect(unset.stdout).toMatch(/! webhook +no address is set, or failures disabled it\n +hint: set it with/);
  let deliveries = 0;
  const receiver = createHttpServer((_, response) => {
    deliveries += 1;
    response.end();
  });
  await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void receiver.close());
  const url = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/`;
  await control('PUT', '/webhook', { account_id, url });
  const quiet = await run(['doctor']);
  expect(quiet.stdout).toMatch(/! webhook +not tested, [^\n]*\n +hint: send one with `[^`]*wigwag doctor --webhook`/);
  expect([quiet.code, deliveries]).toEqual([0, 0]);
  const well = await run(['doctor', '--webhook']);
  expect(deliveries).toBe(1);
  expect([well.code, well.stderr]).toEqual([0, '']);
  expect(well.stdout).toMatch(
    /✓ key +a live key of Demo, full access\n✓ clock +differs from the server's clock by \d s\n✓ channels [^\n]*\n✓ webhook +the address returned 200/,
  );
  await control('PUT', '/webhook', { account_id, url: 'http://127.0.0.1:1/' });
  const webhook = await run(['doctor', '--webhook', '--json']);
  expect([webhook.code, JSON.parse(webhook.stderr).error]).toMatchObject([1, { message: '1 of 5 checks failed' }]);
  expect(JSON.parse(webhook.stdout)).toContainEqual({
    check: 'webhook',
    ok: false,
    what: expect.stringContaining('WEBHOOK_UNREACHABLE'),
    fix: expect.any(String),
  });
  const key = await wigwag(['doctor'], { cwd, env: { WIGWAG_API_KEY: 'ww_live_wrong' } });
  expect([key.code, key.stdout]).toEqual([1, expect.stringMatching(/✗ key +INVALID_API_KEY[^\n]*\n +fix: /)]);
  await dev.stop();
  const gone = await run(['doctor']);
  expect([gone.code, gone.stdout]).toEqual([
    1,
    expect.stringMatching(/✗ server +The server cannot be reached[^\n]*\n +fix: start/),
  ]);
  expect(gone.stdout).toMatch(/✓ port +\d+ is free for a server\n/);
  expect(readFileSync(join(cwd, '.wigwag/dev.json'), 'utf8')).toContain('controlUrl');
});

test('doctor checks the port that a server in this folder would use', async () => {
  const { stdout } = await wigwag(['doctor'], { env: { WIGWAG_PORT: '23456' } });
  expect(stdout).toContain('✓ settings   http://127.0.0.1:3000/api/v1, from the default\n');
  expect(stdout).toMatch(/port +23456/);
});

test('doctor names a port that another program uses', async () => {
  const other = createServer((socket) => socket.destroy());
  await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void other.close());
  const { port } = other.address() as AddressInfo;
  const env = { WIGWAG_BASE_URL: `http://127.0.0.1:${port}/api/v1`, WIGWAG_API_KEY: 'ww_live_x' };
  const { code, stdout, stderr } = await wigwag(['doctor'], { env });
  expect([code, stderr]).toEqual([1, 'wigwag: 2 of 3 checks failed\n']);
  expect(stdout).toMatch(/✗ server +[^\n]*\n +fix: start the server/);
  expect(stdout).toContain(
    `✗ port       ${port}: EADDRINUSE\n             fix: stop the other program, or choose another port\n`,
  );
});

test('doctor recognizes a wigwag server on the port, even without a key for it', async () => {
  const { info } = await startDev();
  const { port } = new URL(info.base_url);
  const line = `✓ port       a wigwag server is running on ${port}\n`;
  const keyless = await wigwag(['doctor'], { env: { WIGWAG_BASE_URL: info.base_url } });
  expect([keyless.code, keyless.stderr]).toEqual([1, 'wigwag: 1 of 3 checks failed\n']);
  expect(keyless.stdout).toContain(line);
  const elsewhere = { WIGWAG_BASE_URL: 'http://127.0.0.1:1/api/v1', WIGWAG_API_KEY: info.live_key, WIGWAG_PORT: port };
  expect((await wigwag(['doctor'], { env: elsewhere })).stdout).toContain(line);
});

test('doctor --dry-run prints the requests that it would make, and reports no results', async () => {
  const { info } = await startDev();
  const env = { WIGWAG_BASE_URL: info.base_url, WIGWAG_API_KEY: info.live_key };
  const reads = [`'${info.base_url}/me' `, `'${info.base_url}/channels' `];
  for (const [args, requests] of [
    [[], reads],
    [['--webhook'], [...reads, `-X POST '${info.base_url}/webhooks/test' `]],
  ] as const) {
    const { code, stdout, stderr } = await wigwag(['doctor', '--dry-run', ...args], { env });
    expect([code, stderr]).toEqual([0, '']);
    const lines = requests.map((one) => expect.stringContaining(`curl ${one}`));
    expect(stdout.trimEnd().split('\n')).toEqual(lines);
  }
});

test("doctor does not check a folder's database against a server that has another one", async () => {
  const { info, dev, cwd: above } = await startDev(['--data', '.wigwag']);
  const cwd = join(above, 'shop');
  mkdirSync(cwd);
  const env = { WIGWAG_SECRET_KEY: 'at-least-16-characters', WIGWAG_DATABASE_URL: 'sqlite:./wigwag.db' };
  await wigwag(['admin', 'accounts', 'add', '--name', 'Shop'], { cwd, env });
  const databases = async (more: Record<string, string>) => {
    const { stdout } = await wigwag(['doctor', '--json'], { cwd, env: { ...env, ...more } });
    const checks = JSON.parse(stdout) as { check: string; what: string }[];
    return checks.filter(({ check }) => check === 'database').map(({ what }) => what);
  };
  const another = [`not checked: WIGWAG_DATABASE_URL is not the database of ${info.base_url}`];
  // The first server is named by a parent folder, and the second by the environment.
  expect(await databases({})).toEqual(another);
  expect(await databases({ WIGWAG_BASE_URL: info.base_url, WIGWAG_API_KEY: info.live_key })).toEqual(another);
  await dev.stop();
  expect(await databases({})).toEqual(another);
  expect(await databases({ WIGWAG_BASE_URL: 'http://127.0.0.1:1/api/v1' })).toEqual(['opens, with 1 account']);
});

test('doctor changes nothing on disk, wherever WIGWAG_DATABASE_URL points', async () => {
  const cwd = scratchFolder();
  const secret = { WIGWAG_SECRET_KEY: 'at-least-16-characters' };
  const database = async (file: string) => {
    const env = { ...secret, WIGWAG_DATABASE_URL: `sqlite:${file}` };
    const { stdout } = await wigwag(['doctor', '--json'], { cwd, env });
    return (JSON.parse(stdout) as { check: string }[]).find(({ check }) => check === 'database');
  };
  expect(await database('no/such/folder/wigwag.db')).toEqual({
    check: 'database',
    ok: false,
    what: 'cannot open the database: there is no file no/such/folder/wigwag.db',
    fix: expect.stringContaining('WIGWAG_DATABASE_URL'),
  });
  expect(readdirSync(cwd)).toEqual([]);
  writeFileSync(join(cwd, 'empty.db'), '');
  expect(await database('empty.db')).toMatchObject({ ok: false, what: expect.stringContaining('no wigwag database') });
  expect([readdirSync(cwd), statSync(join(cwd, 'empty.db')).size]).toEqual([['empty.db'], 0]);
  const add = ['admin', 'accounts', 'add', '--name', 'Shop'];
  await wigwag(add, { cwd, env: { ...secret, WIGWAG_DATABASE_URL: 'sqlite:wigwag.db' } });
  const [names, bytes] = [readdirSync(cwd), readFileSync(join(cwd, 'wigwag.db'))];
  expect(await database('wigwag.db')).toMatchObject({ ok: true, what: 'opens, with 1 account' });
  expect([readdirSync(cwd), readFileSync(join(cwd, 'wigwag.db')).equals(bytes)]).toEqual([names, true]);
});

test('doctor asks the provider whether each token is valid', async () => {
  const mock = createMockProvider();
  const { url, close } = await mock.listen();
  onTestFinished(close);
  const { app_secret, access_token, whatsapp } = mock.credentials;
  const cwd = scratchFolder();
  const env = {
    WIGWAG_SECRET_KEY: 'at-least-16-characters',
    WIGWAG_DATABASE_URL: 'sqlite:./wigwag.db',
    WIGWAG_GRAPH_URL: url,
    WIGWAG_APP_SECRET: app_secret,
  };
  const admin = async (token: string, ...args: string[]) => {
    const ended = await wigwag(['admin', ...args, '--json'], { cwd, env: { ...env, WIGWAG_ACCESS_TOKEN: token } });
    expect([args, ended.code, ended.stderr]).toEqual([args, 0, expect.any(String)]);
    return JSON.parse(ended.stdout.split('\n')[0] ?? '');
  };
  const { account_id } = await admin('', 'accounts', 'add', '--name', 'Shop');
  const { app_id } = await admin('', 'apps', 'add');
  const number = ['--id', whatsapp.phone_number_id, '--waba', whatsapp.waba_id];
  const line = ['--account', account_id, '--channel', 'whatsapp', '--app', app_id, ...number, '--force'];
  const { connection_id } = await admin(access_token, 'connections', 'add', ...line);
  const checks = async () => {
    const { code, stdout } = await wigwag(['doctor', '--json'], { cwd, env });
    expect(code).toBe(1); // there is no key and no server
    const all = JSON.parse(stdout) as { check: string; ok: boolean; what: string; fix?: string }[];
    expect(all).toContainEqual({ check: 'database', ok: true, what: 'opens, with 1 account' });
    return all.filter(({ check }) => check === connection_id);
  };
  expect((await checks()).map(({ ok }) => ok)).not.toContain(false);
  await admin('EAA_another_token', 'connections', 'set-token', connection_id, '--account', account_id, '--force');
  expect(await checks()).toContainEqual({
    check: connection_id,
    ok: false,
    what: expect.stringMatching(/token/i),
    fix: expect.stringMatching(/token/i),
  });
});

test('doctor shows the proxy, and whether it connects to Meta', async () => {
  const targets: (string | undefined)[] = [];
  let answer = 'HTTP/1.1 200 OK';
  const proxy = createHttpServer().on('connect', (request, client) => {
    targets.push(request.url);
    client.on('error', () => {}).end(`${answer}\r\n\r\n`);
  });
  await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void proxy.close());
  const host = `127.0.0.1:${(proxy.address() as AddressInfo).port}`;
  const line = async (env: Record<string, string>) => {
    const { stdout } = await wigwag(['doctor', '--json'], { env });
    return (JSON.parse(stdout) as { check: string }[]).find(({ check }) => check === 'proxy');
  };
  expect(await line({})).toBeUndefined();
  const env = { HTTPS_PROXY: `http://me:secret@${host}`, no_proxy: 'inside.example, .local:80' };
  const what = `outgoing requests: https through http://${host}; directly: inside.example, local:80`;
  expect(await line(env)).toEqual({ check: 'proxy', ok: true, what });
  expect(targets).toEqual(['graph.facebook.com:443']);
  answer = 'HTTP/1.1 403 Forbidden';
  expect(await line(env)).toEqual({
    check: 'proxy',
    ok: false,
    what: `${what}, but the proxy http://${host} returned 403 for graph.facebook.com:443`,
    fix: expect.stringContaining('allow the proxy'),
  });
  expect(await line({ ...env, no_proxy: 'facebook.com' })).toMatchObject({
    ok: true,
    what: expect.stringMatching(/; graph\.facebook\.com is called directly$/),
  });
  expect(await line({ HTTPS_PROXY: 'socks5://127.0.0.1:1' })).toMatchObject({
    ok: false,
    what: expect.stringContaining('HTTPS_PROXY must be the http(s) URL of a proxy'),
  });
});
