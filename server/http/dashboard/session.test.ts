import { ADMIN_OPERATIONS, OPERATIONS, ROLE_SCOPES, ROLES } from '@wigwag/openapi';
import { describe, expect, test } from 'vitest';
import { listSessions } from '../../domain/logins/sessions.ts';
import { COOKIE, createDashboardClient, startDashboard } from '../../testing/dashboard.ts';
import { createTestServer, DATABASES } from '../../testing/server.ts';

const PASSWORD = 'correct horse battery staple';
const HOUR = 3_600;

describe.each(DATABASES)('on %s', (database) => {
  test('a person sets a password with a link, logs in with it, works and logs out', async () => {
    const { client, createLogin, linkOf, customerWrites, accountId } = await startDashboard({}, { database });
    const login = await createLogin('agent');
    const first = client();
    const link = { token: await linkOf(login, 'reset'), password: PASSWORD };
    expect(await first.call('POST', '/admin/v1/session/link', link)).toMatchObject({ status: 200 });

    const page = client();
    const started = await page.call('POST', '/admin/v1/session', {
      email: login.email.toUpperCase(),
      password: PASSWORD,
    });
    expect(started).toMatchObject({
      status: 200,
      body: {
        session: {
          login: { id: login.id, email: login.email, name: 'agent 1', role: 'agent' },
          account: { account_id: String(accountId), name: 'Demo', time_zone: 'Europe/Istanbul' },
          agent: { id: login.agentId, name: 'agent 1' },
          scopes: ROLE_SCOPES.agent,
        },
      },
    });
    expect(await page.call('GET', '/admin/v1/session')).toMatchObject({ status: 200, body: started.body });

    await customerWrites('Hello');
    const { body: list } = await page.call('GET', '/v1/conversations');
    const [conversation] = list.data.conversations;
    expect(conversation.last_message.text).toBe('Hello');
    const sent = await page.call('POST', '/v1/messages', { to: '905551112233', text: 'Hi' });
    expect(sent).toMatchObject({ status: 202, body: { data: { status: 'queued' } } });
    expect(sent.headers.get('x-ratelimit-remaining')).not.toBe(null);
    expect((await page.call('GET', `/admin/v1/accounts/${accountId}/labels`)).body).toEqual({ labels: [] });

    const { headers, ...ended } = await page.call('DELETE', '/admin/v1/session');
    expect(ended).toEqual({ status: 200, body: { ended: true } });
    expect(headers.get('set-cookie')).toMatch(/^__Host-wigwag=; Max-Age=0;/);
    expect((await page.call('GET', '/admin/v1/session')).status).toBe(401);
  });
});

test('the cookie is for this host and its pages only, and the database has only its hash', async () => {
  const { enter, client, app, lines, createLogin, linkOf } = await startDashboard();
  const answer = await client().call('POST', '/admin/v1/session/link', {
    token: await linkOf(await createLogin('owner')),
  });
  expect(answer.headers.get('set-cookie')).toMatch(
    /^__Host-wigwag=\w{43}; Max-Age=604800; Path=\/; Secure; HttpOnly; SameSite=Strict$/,
  );
  expect(answer.headers.get('cache-control')).toBe('no-store');
  const page = await enter('owner');
  const stored = await listSessions(app, { accountId: page.login.accountId });
  expect(stored).toHaveLength(2);
  expect(JSON.stringify(stored)).not.toContain(page.cookie);
  expect(JSON.stringify(lines)).not.toContain(page.cookie);
});

test('/api/v1, /admin/v1 and the event stream of keys never accept a cookie', async () => {
  const { enter, server, accountId } = await startDashboard();
  const { cookie, csrfToken } = await enter('owner');
  const headers = { cookie: `${COOKIE}=${cookie}`, 'x-csrf-token': String(csrfToken), origin: server.origin };
  for (const path of ['/api/v1/me', '/admin/v1/accounts', `/admin/v1/accounts/${accountId}`, '/developers/events']) {
    expect([path, (await fetch(server.origin + path, { headers })).status]).toEqual([path, 401]);
  }
  // A session's cookie is not a key either.
  const asKey = { authorization: `Bearer ${cookie}` };
  expect((await fetch(`${server.origin}/api/v1/me`, { headers: asKey })).status).toBe(401);
  expect((await fetch(`${server.origin}/admin/v1/accounts`, { headers: asKey })).status).toBe(401);
});

test('below /dashboard neither a key nor the admin token is accepted', async () => {
  const { server, liveKey } = await startDashboard();
  for (const token of [liveKey, 'token-of-the-operator']) {
    const headers = { authorization: `Bearer ${token}` };
    for (const path of ['/v1/me', '/admin/v1/accounts', '/admin/v1/session', '/events']) {
      expect([path, (await fetch(`${server.origin}/dashboard/api${path}`, { headers })).status]).toEqual([path, 401]);
    }
  }
});

test('a call that changes something needs an Origin of this server and the token of its session', async () => {
  const { enter, server, accountId } = await startDashboard();
  const page = await enter('owner');
  const other = await enter('owner');
  const label = (headers: Record<string, string | undefined>) =>
    page.call('POST', `/admin/v1/accounts/${accountId}/labels`, { name: 'VIP' }, headers);
  const send = (headers: Record<string, string | undefined>) =>
    page.call('POST', '/v1/contacts', { phone: '905551112233' }, headers);
  for (const [headers, status] of [
    [{ origin: undefined }, 403],
    [{ origin: 'null' }, 403],
    [{ origin: 'https://evil.example' }, 403],
    [{ origin: server.origin.replace('http:', 'https:') }, 403],
    [{ origin: `${server.origin}.evil.example` }, 403],
    [{ origin: undefined, 'sec-fetch-site': 'same-site' }, 403],
    [{ 'x-csrf-token': undefined }, 403],
    [{ 'x-csrf-token': '' }, 403],
    [{ 'x-csrf-token': 'x'.repeat(43) }, 403],
    [{ 'x-csrf-token': other.csrfToken }, 403],
    [{}, 200],
    [{ origin: undefined, 'sec-fetch-site': 'same-origin' }, 200],
  ] as const) {
    expect([headers, (await label(headers)).status]).toEqual([headers, status]);
    expect([headers, Math.min((await send(headers)).status, 403)]).toEqual([
      headers,
      status === 403 ? 403 : expect.any(Number),
    ]);
  }
  // No other site may start a session in a browser.
  for (const path of ['/admin/v1/session', '/admin/v1/session/link']) {
    const body = path.endsWith('link') ? { token: 'x' } : { email: 'a@b.example', password: 'x' };
    expect((await page.call('POST', path, body, { origin: 'https://evil.example' })).status).toBe(403);
  }
  expect((await page.call('GET', `/admin/v1/accounts/${accountId}/labels`)).body.labels).toHaveLength(2);
});

test('a session ends when it is not used, and after a week even if it is used', async () => {
  const { enter, clock } = await startDashboard();
  const page = await enter('agent');
  const status = async () => (await page.call('GET', '/v1/me')).status;
  const later = (seconds: number) => clock.moveTo(clock.now() + seconds * 1_000);
  later(12 * HOUR - 60);
  expect(await status()).toBe(200);
  later(12 * HOUR - 60);
  expect(await status()).toBe(200);
  later(12 * HOUR + 1);
  expect(await status()).toBe(401);
  expect((await page.call('GET', '/admin/v1/session')).status).toBe(401);

  const busy = await enter('agent');
  for (let hours = 0; hours < 7 * 24 - 6; hours += 6) {
    later(6 * HOUR);
    expect((await busy.call('GET', '/v1/me')).status).toBe(200);
  }
  later(6 * HOUR + 1);
  expect((await busy.call('GET', '/v1/me')).status).toBe(401);
});

test('requests that no person caused do not keep a session', async () => {
  const { enter, clock } = await startDashboard();
  const page = await enter('agent');
  const status = async (headers = {}) => (await page.call('GET', '/v1/me', undefined, headers)).status;
  const later = (hours: number) => clock.moveTo(clock.now() + hours * HOUR * 1_000);
  later(8);
  expect(await status({ 'wigwag-background': '1' })).toBe(200);
  later(3);
  expect(await status()).toBe(200);
  later(11);
  expect(await status({ 'wigwag-background': '1' })).toBe(200);
  later(2);
  expect(await status()).toBe(401);
});

test('a login without a password can set one only within 10 minutes of logging in', async () => {
  const { createLogin, linkOf, client, clock } = await startDashboard();
  const login = await createLogin('agent');
  const page = client();
  const enter = async () => page.call('POST', '/admin/v1/session/link', { token: await linkOf(login) });
  await enter();
  clock.moveTo(clock.now() + 11 * 60_000);
  for (const [method, path, body] of [
    ['PUT', '/password', { password: PASSWORD }],
    ['POST', '/totp', {}],
    ['POST', '/totp/off', {}],
  ] as const) {
    const { status, body: answer } = await page.call(method, `/admin/v1/session${path}`, body);
    expect([path, status, answer.error?.hint]).toEqual([path, 403, 'log out, log in again, and repeat the change']);
  }
  await enter();
  clock.moveTo(clock.now() + 9 * 60_000);
  expect((await page.call('PUT', '/admin/v1/session/password', { password: PASSWORD })).status).toBe(200);
  // With a password, the password is enough.
  clock.moveTo(clock.now() + 60 * 60_000);
  expect((await page.call('POST', '/admin/v1/session/totp', { password: PASSWORD })).status).toBe(200);
});

test('a link works once, until it expires, and only the newest one of a login works', async () => {
  const { client, createLogin, linkOf, clock } = await startDashboard();
  const login = await createLogin('agent');
  const use = async (token: string, password?: string) =>
    (await client().call('POST', '/admin/v1/session/link', { token, ...(password && { password }) })).status;
  const token = await linkOf(login);
  expect([await use('unknown'), await use(token), await use(token)]).toEqual([401, 200, 401]);
  const [first, second] = [await linkOf(login), await linkOf(login)];
  expect([await use(first), await use(second)]).toEqual([401, 200]);
  const late = await linkOf(login);
  clock.moveTo(clock.now() + 3_601_000);
  expect(await use(late)).toBe(401);
  // Without a password, a reset is not used up.
  const reset = await linkOf(login, 'reset');
  clock.moveTo(clock.now() + 71 * HOUR * 1_000);
  expect([await use(reset), await use(reset, 'short'), await use(reset, PASSWORD), await use(reset, PASSWORD)]).toEqual(
    [422, 422, 200, 401],
  );
  // Two requests at the same instant.
  const once = await linkOf(login);
  expect((await Promise.all([use(once), use(once)])).sort()).toEqual([200, 401]);
});

test('a login replaces the session of the client, so a planted cookie is worth nothing', async () => {
  const { enter, client, createLogin, linkOf } = await startDashboard();
  const planted = await enter('viewer');
  const login = await createLogin('owner');
  const victim = client();
  victim.cookie = planted.cookie;
  await victim.call('POST', '/admin/v1/session/link', { token: await linkOf(login) });
  expect(victim.cookie).not.toBe(planted.cookie);
  expect((await planted.call('GET', '/v1/me')).status).toBe(401);
  victim.cookie = 'A'.repeat(43);
  await victim.call('POST', '/admin/v1/session/link', { token: await linkOf(login) });
  expect(victim.cookie).not.toBe('A'.repeat(43));
});

test('a reset ends the other sessions of the login', async () => {
  const { enter, linkOf, client } = await startDashboard();
  const page = await enter('agent');
  const token = await linkOf(page.login, 'reset');
  expect((await page.call('GET', '/v1/me')).status).toBe(200);
  await client().call('POST', '/admin/v1/session/link', { token, password: PASSWORD });
  expect((await page.call('GET', '/v1/me')).status).toBe(401);
});

test('a wrong password and an unknown email address get the same response', async () => {
  const { client, createLogin, linkOf } = await startDashboard();
  const login = await createLogin('agent');
  await client().call('POST', '/admin/v1/session/link', { token: await linkOf(login, 'reset'), password: PASSWORD });
  const pending = await createLogin('agent');
  const page = client();
  for (const email of [login.email, pending.email, 'nobody@shop.example']) {
    const { status, body } = await page.call('POST', '/admin/v1/session', { email, password: 'wrong' });
    expect([email, status, body]).toEqual([
      email,
      401,
      { error: { message: 'the email address or the password is wrong' } },
    ]);
  }
  expect(page.cookie).toBe(undefined);
});

test('sessions of a disabled login and of a deactivated agent end at once', async () => {
  const { enter, app, call, place } = await startDashboard();
  const [disabled, gone] = [await enter('agent'), await enter('agent')];
  await app.store.transaction((tx) => tx.logins.update(disabled.login.id, { isDisabled: true }));
  await call('POST', `${place}/agents/${gone.login.agentId}/deactivate`);
  for (const page of [disabled, gone]) {
    expect((await page.call('GET', '/v1/me')).status).toBe(401);
  }
});

/** Returns a path with values for its parameters. */
const filled = (path: string, values: Record<string, string>) =>
  path.replaceAll(/\{(\w+)\}/g, (_, name: string) => values[name] ?? '999');

test.each(ROLES)('the role %s may call exactly the operations of its scopes and of its list', async (role) => {
  const { enter, accountId, advance } = await startDashboard();
  const page = await enter(role);
  const asOperator = role === 'operator' ? { 'wigwag-account': String(accountId) } : {};
  for (const { id, method, path, scopes, versioned, keyIn } of OPERATIONS) {
    if (!versioned || !keyIn.every((place) => place === 'header')) {
      continue;
    }
    const body = method === 'get' ? undefined : {};
    await advance(1); // requests in one second are limited
    const { status, body: answer } = await page.call(method.toUpperCase(), `/v1${filled(path, {})}`, body, asOperator);
    const isAllowed = scopes.every((scope) => ROLE_SCOPES[role].includes(scope));
    expect([id, status === 403 && answer.error.code === 'SCOPE_DENIED']).toEqual([id, !isAllowed]);
  }
  for (const { id, method, path, node } of ADMIN_OPERATIONS) {
    await advance(1);
    const body = method === 'get' ? undefined : {};
    const place = `/admin/v1${filled(path, { account: String(accountId) })}`;
    const { status } = await page.call(method.toUpperCase(), place, body);
    expect([id, status === 403]).toEqual([id, !node['x-roles']?.includes(role)]);
  }
});

test('an owner may not change what the installation decides about an account', async () => {
  const { enter, accountId } = await startDashboard();
  const [owner, operator] = [await enter('owner'), await enter('operator')];
  const change = (page: typeof owner, body: object) => page.call('PATCH', `/admin/v1/accounts/${accountId}`, body);
  expect((await change(owner, { name: 'Shop', time_zone: 'Europe/Berlin' })).body).toMatchObject({ name: 'Shop' });
  for (const body of [
    { is_active: true },
    { license_expires_at: null },
    { modules: ['api'] },
    { name: 'X', modules: [] },
  ]) {
    expect([body, (await change(owner, body)).status]).toEqual([body, 403]);
    expect([body, (await change(operator, body)).status]).toEqual([body, 200]);
  }
});

test('another account does not exist for a session, in a path and in the header', async () => {
  const { enter, anotherAccount, accountId } = await startDashboard();
  const { accountId: others } = await anotherAccount();
  const page = await enter('owner');
  const unknown = await page.call('GET', '/admin/v1/accounts/999/labels');
  for (const id of [String(others), `0${accountId}`, '0']) {
    const { status, body } = await page.call('GET', `/admin/v1/accounts/${id}/labels`);
    expect([status, body]).toEqual([404, JSON.parse(JSON.stringify(unknown.body).replace('999', id))]);
  }
  expect((await page.call('POST', `/admin/v1/accounts/${others}/labels`, { name: 'VIP' })).status).toBe(404);
  const me = (account?: string) => page.call('GET', '/v1/me', undefined, { 'wigwag-account': account });
  expect((await me(String(accountId))).status).toBe(200);
  for (const account of [String(others), '999', 'x']) {
    expect([account, (await me(account)).status]).toEqual([account, 404]);
  }
});

test('an operator works in the account that the header names', async () => {
  const { enter, anotherAccount } = await startDashboard();
  const { accountId: others } = await anotherAccount({ name: 'Bakery' });
  const page = await enter('operator');
  expect(page.session).toMatchObject({
    account: null,
    agent: null,
    login: { role: 'operator', name: page.login.email },
  });
  const me = (account?: string) => page.call('GET', '/v1/me', undefined, { 'wigwag-account': account });
  expect((await me(String(others))).body.data.account).toEqual({ id: String(others), name: 'Bakery' });
  expect((await me()).status).toBe(422);
  expect((await me('999')).status).toBe(404);
  expect((await page.call('GET', '/admin/v1/accounts')).body.accounts).toHaveLength(2);
});

test('the account is refused as with a key, except that the API module is not needed', async () => {
  const { enter, server, accountId, app } = await startDashboard();
  const page = await enter('owner');
  const change = (changes: object) => app.store.transaction((tx) => tx.accounts.update(accountId, changes));
  const code = async (path: string) => (await page.call('GET', path)).body.error?.code;
  await change({ modules: { api: false, webhook: false, flows: false } });
  expect([await code('/v1/me'), await code('/v1/flows')]).toEqual([undefined, 'FLOW_MODULE_DISABLED']);
  await change({ isActive: false });
  expect(await code('/v1/me')).toBe('ACCOUNT_INACTIVE');
  expect(server.app.config.dashboard).toBe(true);
});

test('logins of a suspended account may only see settings, protect themselves, and export or erase people', async () => {
  const { enter, accountId, app, clock } = await startDashboard();
  const [owner, operator] = [await enter('owner'), await enter('operator')];
  const place = `/admin/v1/accounts/${accountId}`;
  const suspensions = [
    [{ isActive: false, licenseExpiresAt: null }, 403, 'The company account is deactivated.'],
    [{ isActive: true, licenseExpiresAt: app.now() - 1 }, 402, 'The license of this account has expired.'],
  ] as const;
  for (const [suspension, refused, message] of suspensions) {
    await app.store.transaction((tx) => tx.accounts.update(accountId, suspension));
    for (const [method, path, body] of [
      ['POST', '/keys', {}],
      ['POST', '/labels', { name: 'VIP' }],
      ['POST', '/agents', { name: 'Grace' }],
      ['PATCH', '', { name: 'Shop' }],
      ['PUT', '/webhook', { url: null }],
      ['GET', '/campaigns', undefined],
      ['GET', '/conversations/905551112233/notes', undefined],
    ] as const) {
      const answer = await owner.call(method, place + path, body);
      expect([path, answer.status, answer.body.error?.message]).toEqual([path, refused, message]);
    }
    expect((await operator.call('POST', `${place}/agents`, { name: `Grace ${refused}` })).status).toBe(200);
    for (const path of ['', '/keys', '/agents', '/logins', '/sessions', '/audit', '/webhook']) {
      expect([path, (await owner.call('GET', place + path)).status]).toEqual([path, 200]);
    }
    expect((await owner.call('DELETE', `${place}/keys/1`)).status).toBe(200);
    expect((await owner.call('POST', `${place}/people/erase`, { person: '905551112233' })).status).toBe(404);
    clock.moveTo(clock.now() + 1_000);
    expect((await owner.call('GET', '/admin/v1/session')).status).toBe(200);
  }
  expect((await owner.call('DELETE', '/admin/v1/session')).status).toBe(200);
});

test('only an operator may create a key with a higher rate than the default', async () => {
  const { enter, accountId } = await startDashboard();
  const [owner, operator] = [await enter('owner'), await enter('operator')];
  const create = async (page: typeof owner, requests_per_minute: number) => {
    const { status, body } = await page.call('POST', `/admin/v1/accounts/${accountId}/keys`, { requests_per_minute });
    return [status, body.error?.field];
  };
  expect(await create(owner, 1800)).toEqual([200, undefined]);
  expect(await create(owner, 1801)).toEqual([422, 'requests_per_minute']);
  expect(await create(operator, 100_000)).toEqual([200, undefined]);
});

test('the endpoint and the bodies of deliveries are for operators, owners and managers', async () => {
  const { enter, accountId } = await startDashboard();
  const place = `/admin/v1/accounts/${accountId}`;
  for (const [role, status] of [
    ['operator', 200],
    ['owner', 200],
    ['manager', 200],
    ['agent', 403],
    ['viewer', 403],
  ] as const) {
    const page = await enter(role);
    for (const path of ['/webhook', '/deliveries']) {
      expect([role, path, (await page.call('GET', place + path)).status]).toEqual([role, path, status]);
    }
    expect([role, (await page.call('GET', `${place}/deliveries/1`)).status]).toEqual([
      role,
      status === 200 ? 404 : status,
    ]);
  }
});

test('each login has a separate rate limit and separate idempotency keys', async () => {
  const { enter, customerWrites } = await startDashboard();
  const [grace, alan] = [await enter('agent'), await enter('agent')];
  await customerWrites('Hello');
  const send = async (page: typeof grace) =>
    (await page.call('POST', '/v1/messages', { to: '905551112233', text: 'Hi' }, { 'idempotency-key': 'one' })).body;
  const first = await send(grace);
  expect((await send(grace)).data.id).toBe(first.data.id);
  expect((await send(alan)).data.id).not.toBe(first.data.id);
  let status = 0;
  for (let request = 0; status !== 429 && request < 100; request += 1) {
    ({ status } = await grace.call('GET', '/v1/me'));
  }
  expect([status, (await alan.call('GET', '/v1/me')).status]).toEqual([429, 200]);
});

test('the event stream needs no webhook module, and ends with the session', async () => {
  const { enter, server, app, accountId, customerWrites, advance } = await startDashboard();
  const page = await enter('viewer');
  await app.store.transaction((tx) =>
    tx.accounts.update(accountId, { modules: { api: true, webhook: false, flows: true } }),
  );
  const response = await fetch(`${server.origin}/dashboard/api/events`, {
    headers: { cookie: `${COOKIE}=${page.cookie}` },
  });
  expect([response.status, response.headers.get('content-type')]).toEqual([200, 'text/event-stream; charset=utf-8']);
  await customerWrites('Hello');
  const reader = (response.body as ReadableStream<Uint8Array>).pipeThrough(new TextDecoderStream()).getReader();
  let text = '';
  while (!text.includes('"text":"Hello"')) {
    text += (await reader.read()).value ?? '';
  }
  await page.call('DELETE', '/admin/v1/session');
  const ended = (async () => {
    while (!(await reader.read()).done) {}
    return true;
  })();
  await advance(15);
  expect(await ended).toBe(true);
  const { status } = await createDashboardClient(server.origin).call('GET', '/events');
  expect(status).toBe(401);
});

test('a server with the dashboard turned off has none of this', async () => {
  const { server } = await createTestServer({ config: { dashboard: false } });
  for (const path of ['/v1/me', '/admin/v1/session', '/events']) {
    expect([path, (await fetch(`${server.origin}/dashboard/api${path}`)).status]).toEqual([path, 404]);
  }
});
