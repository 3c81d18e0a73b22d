import { existsSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { scratchFolder, startDev, waitFor, wigwag } from '../../testing/cli.ts';

/** Runs `wigwag admin` on a separate database with one account; returns the printed records. */
async function administer() {
  const env = {
    WIGWAG_SECRET_KEY: 'at-least-16-characters',
    // No server listens there.
    WIGWAG_GRAPH_URL: 'http://127.0.0.1:1',
    WIGWAG_APP_SECRET: 'app-secret',
    WIGWAG_ACCESS_TOKEN: 'access-token',
    WIGWAG_DATABASE_URL: `sqlite:${join(scratchFolder(), 'wigwag.db')}`,
  };
  const run = (args: readonly string[]) => wigwag(['admin', ...args], { env });
  const records = async (...args: string[]) => {
    const { code, stdout, stderr } = await run([...args, '--json']);
    expect([args, code, stderr]).toEqual([args, 0, expect.not.stringContaining('error')]);
    return [JSON.parse(stdout)].flat();
  };
  const [{ account_id }] = await records('accounts', 'add', '--name', 'Corner shop');
  const on = (...args: string[]) => records(...args, ...(args[0] === 'apps' ? [] : ['--account', account_id]));
  const failure =
    (exit: number) =>
    async (...args: string[]) => {
      const { code, stdout, stderr } = await run(args);
      expect([args, code, stdout]).toEqual([args, exit, '']);
      return stderr;
    };
  const [refusal, notFound, refusedByRule] = [failure(2), failure(4), failure(5)];
  return { run, on, refusal, notFound, refusedByRule, account: account_id as string };
}

test('labels and agents are added and listed, and agents are deactivated', async () => {
  const { on, run, refusal, account, notFound } = await administer();
  expect(await on('labels', 'list')).toEqual([]);
  const [vip] = await on('labels', 'add', '--name', 'VIP', '--color', '#c0392b');
  const [plain] = await on('labels', 'add', '--name', 'New');
  expect(await on('labels', 'list')).toEqual([
    { id: vip.id, name: 'VIP', color: '#c0392b' },
    { id: plain.id, name: 'New', color: null },
  ]);
  const [grace] = await on('agents', 'add', '--name', 'Grace');
  const [alan] = await on('agents', 'add', '--name', 'Alan');
  expect(await on('agents', 'deactivate', String(grace.id))).toEqual([
    { id: grace.id, name: 'Grace', is_active: false },
  ]);
  expect(await on('agents', 'list')).toEqual([
    { id: grace.id, name: 'Grace', is_active: false },
    { id: alan.id, name: 'Alan', is_active: true },
  ]);
  const { stdout } = await run(['labels', 'list', '--account', account]);
  expect(stdout).toBe(`ID  NAME  COLOR\n${vip.id}   VIP   #c0392b\n${plain.id}   New\n`);

  const here = ['--account', account];
  expect(await refusal('labels', 'add', ...here, '--name', 'x', '--color', 'red')).toContain('as #c0392b; it is "red"');
  expect(await refusal('labels', 'add', ...here, '--name', ' ')).toContain('--name must not be empty');
  expect(await refusal('agents', 'add', ...here, '--name', '')).toContain('--name must not be empty');
  expect(await notFound('agents', 'deactivate', '999', ...here)).toContain('no agent 999');
  expect(await refusal('agents', 'deactivate', 'Grace', ...here)).toContain('whole number');
  expect(await notFound('labels', 'list', '--account', '77')).toContain('account 77 does not exist');
});

test('agents and operators are invited, and their logins are listed, reset, disabled and enabled', async () => {
  const { on, run, refusal, account, notFound, refusedByRule } = await administer();
  const [grace] = await on('agents', 'add', '--name', 'Grace');
  const [alan] = await on('agents', 'add', '--name', 'Alan');
  const invite = (id: number, email: string, role: string) =>
    on('agents', 'invite', String(id), '--email', email, '--role', role);
  const link = {
    login: expect.any(Number),
    url: expect.stringMatching(/^http:\/\/127\.0\.0\.1:3000\/dashboard\/#link=\w{43}$/),
    expires_at: expect.any(String),
  };
  const [owner] = await invite(grace.id, 'Grace@shop.example', 'owner');
  expect(owner).toEqual(link);
  await invite(alan.id, 'alan@shop.example', 'viewer');
  const rest = { has_password: false, totp: false, is_disabled: false, last_login_at: null };
  const alans = { id: owner.login + 1, email: 'alan@shop.example', role: 'viewer', agent: 'Alan', ...rest };
  expect(await on('logins', 'list')).toEqual([
    { id: owner.login, email: 'grace@shop.example', role: 'owner', agent: 'Grace', ...rest },
    alans,
  ]);
  expect(await on('logins', 'reset', String(owner.login))).toEqual([link]);
  expect(await on('logins', 'disable', String(alans.id))).toEqual([{ ...alans, is_disabled: true }]);
  expect(await on('logins', 'enable', String(alans.id))).toEqual([alans]);

  const here = ['--account', account];
  const again = ['agents', 'invite', String(grace.id), '--email', 'other@shop.example', ...here];
  expect(await refusedByRule(...again)).toContain('already has login');
  expect(await refusal('agents', 'invite', String(alan.id), '--email', 'x', '--role', 'operator')).toContain(
    'operator',
  );
  expect(await refusedByRule('logins', 'disable', String(owner.login), ...here)).toContain('the last owner');
  expect(await notFound('logins', 'reset', '99', ...here)).toContain('there is no login 99');

  const operator = await run(['operators', 'invite', '--email', 'ops@example.com', '--json']);
  expect(JSON.parse(operator.stdout)).toEqual(link);
  expect(await refusal('operators', 'invite', '--email', 'OPS@example.com')).toContain('belongs to another login');
  expect(await refusal('operators', 'invite', '--email', 'ops')).toContain('--email must be an email address');
  const { stdout } = await run(['operators', 'list', '--json']);
  expect(JSON.parse(stdout)).toMatchObject([{ email: 'ops@example.com', role: 'operator', agent: null }]);
  const id = String(JSON.parse(operator.stdout).login);
  expect(JSON.parse((await run(['operators', 'reset', id, '--json'])).stdout)).toEqual(link);
});

test('keys are listed without their secrets, and can be revoked only once', async () => {
  const { on, run, account, notFound } = await administer();
  const [{ id, key }] = await on('keys', 'add', '--scopes', 'messages:send', 'messages:read');
  await on('keys', 'add', '--mode', 'test');
  const { stdout } = await run(['keys', 'list', '--account', account, '--json']);
  const [live, test] = await on('keys', 'list');
  expect(live).toEqual({
    id,
    name: null,
    mode: 'live',
    scopes: ['messages:send', 'messages:read'],
    allowed_ips: ['*'],
    requests_per_minute: 1800,
    created_at: expect.stringMatching(/\+00:00$/),
    last_used_at: null,
    revoked_at: null,
  });
  expect([test.mode, test.scopes]).toEqual(['test', ['*']]);
  const table = (await run(['keys', 'list'])).stdout;
  expect(table).toMatch(/^ID +MODE +SCOPES +ALLOWED IPS +REQUESTS PER MINUTE +CREATED AT +LAST USED AT +REVOKED AT\n/);
  expect(table).toMatch(/^\d+ +live +messages:send, messages:read +\* +1800 +\S+$/m);
  expect(stdout).not.toContain(key.slice(-20));
  expect(stdout).not.toMatch(/[\da-f]{32}|hash/);

  expect(await on('keys', 'revoke', String(live.id))).toEqual([{ id: live.id, revoked: true }]);
  const [revoked, untouched] = await on('keys', 'list');
  expect([typeof revoked.revoked_at, untouched.revoked_at]).toEqual(['string', null]);
  await on('keys', 'revoke', String(live.id));
  expect((await on('keys', 'list'))[0]).toEqual(revoked);
  expect(await notFound('keys', 'revoke', '999', '--account', account)).toContain('no key 999');
});

test('a rotated key keeps its rights, and the old one works for the given time', async () => {
  const { on, refusal, refusedByRule, run, account } = await administer();
  const [{ id }] = await on('keys', 'add', '--scopes', 'messages:send', '--requests-per-minute', '60');
  const [rotated] = await on('keys', 'rotate', String(id), '--valid-for', '7d');
  const [old, fresh] = await on('keys', 'list');
  expect(fresh).toMatchObject({ id: rotated.id, scopes: ['messages:send'], requests_per_minute: 60, revoked_at: null });
  expect(rotated).toEqual({
    id: fresh.id,
    key: expect.stringMatching(/^ww_live_/),
    replaces: { id, revoked_at: old.revoked_at },
  });
  const days = (Date.parse(old.revoked_at) - Date.now()) / 86_400_000;
  expect([days > 6.9, days < 7.1]).toEqual([true, true]);
  // A revocation is not postponed.
  const { stderr } = await run(['keys', 'revoke', String(id)]);
  expect(stderr).toBe('');
  expect(Date.parse((await on('keys', 'list'))[0].revoked_at)).toBeLessThanOrEqual(Date.now());
  expect(await refusedByRule('keys', 'rotate', String(id), '--account', account)).toContain(`key ${id} is revoked`);
  expect(await refusal('keys', 'rotate', '1', '--valid-for', 'soon')).toContain(
    'a duration such as 90s, 30m, 24h or 7d',
  );
});

test('a read-only command names a missing database and does not create it', async () => {
  const path = join(scratchFolder(), 'nowhere.db');
  const env = { WIGWAG_SECRET_KEY: 'at-least-16-characters', WIGWAG_DATABASE_URL: `sqlite:${path}` };
  const { code, stderr } = await wigwag(['admin', 'accounts', 'list'], { env });
  expect([code, stderr]).toEqual([2, expect.stringContaining(`there is no database ${path}`)]);
  expect(existsSync(path)).toBe(false);
});

test('connections are listed, deactivated and activated', async () => {
  const { on, account, notFound, refusedByRule } = await administer();
  const connect = (app: string, id: string) =>
    on('connections', 'add', '--channel', 'messenger', '--app', app, '--id', id, '--name', `Page ${id}`, '--force');
  expect(await on('connections', 'list')).toEqual([]);
  const [app] = await on('apps', 'add');
  await connect(app.app_id, '77');
  await connect(app.app_id, '78');
  const listed = async () =>
    (await on('connections', 'list')).map((one) => [one.connection_id, one.is_active, one.provider_id]);
  expect(await listed()).toEqual([
    ['fb_1', true, '77'],
    ['fb_2', true, '78'],
  ]);
  const again = [
    'connections',
    'add',
    '--channel',
    'messenger',
    '--app',
    app.app_id,
    '--id',
    '77',
    '--account',
    account,
  ];
  expect(await refusedByRule(...again)).toContain('fb_1 is already connected to 77');
  expect(await on('connections', 'set-token', 'fb_1', '--force')).toEqual([{ connection_id: 'fb_1' }]);
  expect(await notFound('connections', 'set-token', 'fb_9', '--account', account)).toContain('no connection fb_9');
  expect(await on('connections', 'deactivate', 'fb_1')).toEqual([{ connection_id: 'fb_1', is_active: false }]);
  expect((await listed())[0]).toEqual(['fb_1', false, '77']);
  await on('connections', 'activate', 'fb_1');
  expect((await listed())[0]).toEqual(['fb_1', true, '77']);
  expect(await notFound('connections', 'activate', 'wa_1', '--account', account)).toContain('no connection wa_1');
});

test('the sites of a web chat are set on connecting and can be changed later', async () => {
  const { on, refusal, account, notFound } = await administer();
  const sites = ['https://shop.example', 'http://localhost:8080'];
  const [added] = await on(
    'connections',
    'add',
    '--channel',
    'web',
    '--origins',
    'https://SHOP.example:443',
    sites[1] ?? '',
  );
  expect(added).toEqual({ connection_id: 'web_1', page: expect.stringMatching(/\/webchat\/web_1$/), origins: sites });
  expect(await on('connections', 'list')).toMatchObject([{ connection_id: 'web_1', origins: sites }]);
  const set = (...args: string[]) => on('connections', 'origins', 'web_1', ...args);
  expect(await set('--set', 'https://other.example')).toEqual([
    { connection_id: 'web_1', origins: ['https://other.example'] },
  ]);
  await set('--none');
  expect(await on('connections', 'list')).toMatchObject([{ origins: [] }]);

  const change = ['connections', 'origins', 'web_1', '--account', account];
  for (const origin of [
    'http://shop.example',
    'https://shop.example/path',
    'shop.example',
    'https://*.shop.example',
    '*',
  ]) {
    expect(await refusal(...change, '--set', origin)).toContain(`not "${origin}"`);
  }
  expect(await refusal(...change)).toContain('--set');
  expect(await notFound('connections', 'origins', 'web_9', '--account', account, '--none')).toContain(
    'no web chat web_9',
  );
  const page = [
    'connections',
    'add',
    '--account',
    account,
    '--channel',
    'messenger',
    '--origins',
    'https://shop.example',
  ];
  expect(await refusal(...page)).toContain('leave it out for other channels');
});

test('next to a running dev server, admin uses the key, database and provider of its folder and reports it', async () => {
  const { info, cwd } = await startDev(['--data', '.wigwag']);
  const below = join(cwd, 'src');
  mkdirSync(below);
  const run = (args: string[], options: Parameters<typeof wigwag>[1] = {}) =>
    wigwag(['admin', ...args], { cwd: below, ...options });
  const listed = await run(['accounts', 'list', '--json']);
  expect([listed.code, listed.stderr]).toEqual([0, `using the dev server in ${join(cwd, '.wigwag')}\n`]);
  expect(JSON.parse(listed.stdout)).toMatchObject([{ account_id: info.account_id, name: 'Demo' }]);
  const account = ['--account', info.account_id];
  const checked = await run(['connections', 'check', '--quiet']);
  expect(checked).toEqual({ code: 0, stdout: expect.not.stringContaining('✗'), stderr: '' });
  expect(JSON.parse((await run(['connections', 'check', '--json'])).stdout)).toContainEqual({
    connection_id: 'wa_1',
    ok: true,
    what: expect.stringContaining('answers'),
  });
  const chat = await run(['connections', 'add', ...account, '--channel', 'web', '--json']);
  expect(JSON.parse(chat.stdout).page).toContain(new URL(info.base_url).origin);

  const elsewhere = { WIGWAG_DATABASE_URL: `sqlite:${join(cwd, 'other.db')}` };
  for (const [args, env, problem] of [
    [['accounts', 'add', '--name', 'Shop'], elsewhere, 'WIGWAG_SECRET_KEY must be set'],
    [['accounts', 'list'], { WIGWAG_SECRET_KEY: 'another-secret-of-a-server' }, 'there is no database'],
  ] as const) {
    const { code, stdout, stderr } = await run([...args], { env });
    expect([args, code, stdout, stderr]).toEqual([args, 2, '', expect.stringContaining(problem)]);
  }
  const here = { WIGWAG_DATABASE_URL: `sqlite:${join(cwd, '.wigwag', 'wigwag.db')}` };
  expect(await run(['accounts', 'list', '--json'], { cwd: scratchFolder(), env: here })).toMatchObject({ code: 0 });
  const lost = await run(['accounts', 'list'], { cwd: scratchFolder() });
  expect(lost.stderr).toContain('Run the command in the folder of `wigwag.env`, which `wigwag init` writes');
  // `serve` uses only its own settings, never those of a dev server in the same folder.
  expect((await wigwag(['serve'], { cwd })).stderr).toContain('WIGWAG_SECRET_KEY must be set');
});

test('in the folder of a dev server, admin uses HTTP without settings, and the database after the server stops', async () => {
  const { dev, info, cwd } = await startDev(['--data', '.wigwag']);
  const { origin } = new URL(info.base_url);
  const run = (...args: string[]) => wigwag(['admin', ...args], { cwd });
  const calls = () =>
    readFileSync(join(cwd, '.wigwag', 'requests.jsonl'), 'utf8')
      .split('\n')
      .filter((line) => line.includes('/admin/v1/')).length;
  expect((await run('labels', 'add', '--name', 'VIP', '--json')).code).toBe(0);
  await waitFor('the calls for the only account and its label', () => calls() === 2);
  expect((await run('--url', origin, 'labels', 'list', '--json')).stdout).toContain('"VIP"');
  await waitFor('the calls of the second command', () => calls() === 4);
  // The token is only for the server that the folder belongs to.
  expect(await wigwag(['admin', '--url', origin, 'labels', 'list'], { cwd: scratchFolder() })).toMatchObject({
    code: 3,
    stderr: expect.stringContaining('set WIGWAG_ADMIN_TOKEN'),
  });
  expect((await run('--url', 'http://127.0.0.1:1', 'labels', 'list')).stderr).toContain('set WIGWAG_ADMIN_TOKEN');
  // Commands that are not in the admin API use the database of the running server.
  expect(await run('backup', 'copy.db', '--json')).toMatchObject({ code: 0 });

  const state = join(cwd, '.wigwag', 'dev.json');
  const { adminToken } = JSON.parse(readFileSync(state, 'utf8'));
  expect([adminToken, statSync(state).mode & 0o777]).toEqual([expect.stringMatching(/^\w{40}$/), 0o600]);
  const { stdout, stderr } = await dev.stop();
  expect((stdout + stderr).includes(adminToken)).toBe(false);
  expect((await run('labels', 'list', '--json')).stdout).toContain('"VIP"');
  // The next start renews the token: a program that took the port meanwhile may have the old one.
  const next = await startDev(['--data', '.wigwag'], { cwd });
  expect(JSON.parse(readFileSync(state, 'utf8')).adminToken).not.toBe(adminToken);
  const old = await fetch(`${new URL(next.info.base_url).origin}/admin/v1/accounts`, {
    headers: { authorization: `Bearer ${adminToken}` },
  });
  expect(old.status).toBe(401);
});

test('admin finds the database of a running dev server wherever it is', async () => {
  const folder = scratchFolder();
  const database = `sqlite:${join(folder, 'elsewhere.db')}`;
  const { cwd } = await startDev(['--data', '.wigwag', '--database', database]);
  expect(await wigwag(['admin', 'accounts', 'list', '--json'], { cwd })).toMatchObject({
    code: 0,
    stdout: expect.stringContaining('"name":"Demo"'),
  });
});

test("a token is never sent to a server that another user's dev state names", async () => {
  const { cwd, dev } = await startDev(['--data', '.wigwag']);
  await dev.stop();
  const file = join(cwd, '.wigwag', 'dev.json');
  const state = JSON.parse(readFileSync(file, 'utf8'));
  const stranger = { mockUrl: 'https://graph.evil.example', databaseUrl: 'postgres://evil.example/x' };
  writeFileSync(file, JSON.stringify({ ...state, ...stranger }));
  const { code, stderr } = await wigwag(['admin', 'accounts', 'list'], { cwd });
  expect([code, stderr]).toEqual([2, expect.stringContaining('WIGWAG_SECRET_KEY must be set')]);
});

test('the capacity of a number of messages is estimated without a database', async () => {
  const estimate = async (...args: string[]) => {
    const { code, stdout, stderr } = await wigwag(['admin', 'capacity', ...args], { env: {} });
    return { code, stderr, printed: stdout === '' ? undefined : JSON.parse(stdout) };
  };
  const { code, printed } = await estimate('--messages-per-day', '1000000', '--json');
  expect(code).toBe(0);
  expect(printed).toMatchObject({ messages_per_second: 11.6, peak_per_second: 57.9, setup: 'PostgreSQL, one server' });
  expect((await estimate('--messages-per-day', '10000', '--json')).printed).toMatchObject({
    setup: 'SQLite, one process',
    database_connections: 0,
  });
  expect(await estimate('--messages-per-day', '0')).toMatchObject({
    code: 2,
    stderr: expect.stringContaining('It must be a whole number of at least 1.'),
  });
});
