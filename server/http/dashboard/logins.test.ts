import { setTimeout as timer } from 'node:timers/promises';
import { Secret, TOTP } from 'otpauth';
import { describe, expect, test } from 'vitest';
import { type Network, parseNetwork } from '../../config/config.ts';
import { type DashboardClient, startDashboard } from '../../testing/dashboard.ts';
import { DATABASES } from '../../testing/server.ts';
import { createSweep } from '../../worker/sweep.ts';

const LOOPBACK = parseNetwork('127.0.0.1') as Network;
const PASSWORD = 'correct horse battery staple';
const OTHER_PASSWORD = 'another horse battery staple';

const tokenOf = (url: string) => url.split('#link=')[1] as string;

/** Starts a server with an owner, and helpers for the account's logins. */
async function startLogins(options: Parameters<typeof startDashboard>[1] = {}) {
  const dashboard = await startDashboard({ trustProxy: [LOOPBACK] }, options);
  const { client, enter, place, accountId } = dashboard;
  const owner = await enter('owner');
  const admin = (page: DashboardClient, method: string, path: string, body?: unknown) =>
    page.call(method, `/admin/v1${place}${path}`, body);
  /** Invites a new agent and uses the link. */
  const invited = async (email: string, role: string) => {
    const { body: agent } = await admin(owner, 'POST', '/agents', { name: email });
    const { body: link } = await admin(owner, 'POST', `/agents/${agent.id}/invite`, { email, role });
    const page = client();
    await page.call('POST', '/admin/v1/session/link', { token: tokenOf(link.url), password: PASSWORD });
    return Object.assign(page, { id: link.login as number, agentId: agent.id as number });
  };
  const logIn = (email: string, password: string, more: object = {}, page = client()) =>
    page.call('POST', '/admin/v1/session', { email, password, ...more });
  return { ...dashboard, owner, admin, invited, logIn, accountId };
}

describe.each(DATABASES)('on %s', (database) => {
  test('an owner invites an agent, resets the password, changes the role and disables the login', async () => {
    const { owner, admin, client, logIn, clock } = await startLogins({ database });
    const { body: agent } = await admin(owner, 'POST', '/agents', { name: 'Grace' });
    const invite = (body: object) => admin(owner, 'POST', `/agents/${agent.id}/invite`, body);
    const { body: link } = await invite({ email: 'Grace@Shop.example', role: 'agent' });
    expect(link).toEqual({
      login: expect.any(Number),
      url: expect.stringMatching(/^http:\/\/127\.0\.0\.1:\d+\/dashboard\/#link=\w{43}$/),
      expires_at: expect.any(String),
    });
    expect(Math.round((Date.parse(link.expires_at) - clock.now()) / 3_600_000)).toBe(72);
    for (const [body, status] of [
      [{ email: 'other@shop.example', role: 'agent' }, 422], // the agent has a login
      [{ email: 'other@shop.example', role: 'operator' }, 422],
      [{ email: 'no address', role: 'agent' }, 422],
    ] as const) {
      expect([body, (await invite(body)).status]).toEqual([body, status]);
    }
    const { body: alan } = await admin(owner, 'POST', '/agents', { name: 'Alan' });
    const taken = await admin(owner, 'POST', `/agents/${alan.id}/invite`, {
      email: 'grace@SHOP.example',
      role: 'agent',
    });
    expect([taken.status, taken.body.error.field]).toEqual([422, 'email']);

    const grace = client();
    await grace.call('POST', '/admin/v1/session/link', { token: tokenOf(link.url), password: PASSWORD });
    const listed = async () =>
      (await admin(owner, 'GET', '/logins')).body.logins.find(({ id }: { id: number }) => id === link.login);
    expect(await listed()).toEqual({
      id: link.login,
      email: 'grace@shop.example',
      role: 'agent',
      agent: { id: agent.id, name: 'Grace' },
      has_password: true,
      totp: false,
      is_disabled: false,
      last_login_at: expect.any(String),
    });
    const change = (body: object) => admin(owner, 'PATCH', `/logins/${link.login}`, body);
    expect((await change({ role: 'viewer' })).body.role).toBe('viewer');
    expect((await grace.call('GET', '/admin/v1/session')).body.session.login.role).toBe('viewer');
    expect((await grace.call('POST', '/v1/contacts', { phone: '905551112233' })).status).toBe(403);

    const { body: reset } = await admin(owner, 'POST', `/logins/${link.login}/reset`);
    const again = client();
    await again.call('POST', '/admin/v1/session/link', { token: tokenOf(reset.url), password: OTHER_PASSWORD });
    expect((await grace.call('GET', '/v1/me')).status).toBe(401);
    expect((await logIn('grace@shop.example', PASSWORD)).status).toBe(401);
    expect((await logIn('grace@shop.example', OTHER_PASSWORD)).status).toBe(200);

    await change({ is_disabled: true });
    expect((await again.call('GET', '/v1/me')).status).toBe(401);
    expect((await logIn('grace@shop.example', OTHER_PASSWORD)).body.error.message).toBe('this login is disabled');
    expect((await admin(owner, 'POST', `/logins/${link.login}/reset`)).status).toBe(422);
    await change({ is_disabled: false });
    expect((await logIn('grace@shop.example', OTHER_PASSWORD)).status).toBe(200);
  });
});

test('an account keeps an owner who can log in', async () => {
  const { owner, admin, invited, call, place, logIn } = await startLogins();
  const { id, agentId } = owner.login;
  const refused = async () =>
    Promise.all(
      [
        admin(owner, 'PATCH', `/logins/${id}`, { role: 'manager' }),
        admin(owner, 'PATCH', `/logins/${id}`, { is_disabled: true }),
        admin(owner, 'POST', `/agents/${agentId}/deactivate`),
        // Not even with the admin token.
        call('PATCH', `${place}/logins/${id}`, { body: { role: 'agent' } }),
      ].map(async (answer) => (await answer).status),
    );
  expect(await refused()).toEqual([422, 422, 422, 422]);
  const second = await invited('second@shop.example', 'owner');
  await admin(owner, 'PATCH', `/logins/${second.id}`, { is_disabled: true });
  expect(await refused()).toEqual([422, 422, 422, 422]);
  await admin(owner, 'PATCH', `/logins/${second.id}`, { is_disabled: false });
  const third = await invited('third@shop.example', 'agent');
  expect((await admin(owner, 'POST', `/agents/${agentId}/deactivate`)).status).toBe(200);
  expect((await owner.call('GET', '/v1/me')).status).toBe(401);
  expect((await logIn('second@shop.example', PASSWORD)).status).toBe(200);

  // A person who was deactivated can log in again after the activation.
  const change = (agent: number | null, what: string) => call('POST', `${place}/agents/${agent}/${what}`);
  expect((await change(third.agentId, 'deactivate')).status).toBe(200);
  expect((await logIn('third@shop.example', PASSWORD)).status).toBe(401);
  expect((await change(third.agentId, 'activate')).body).toMatchObject({ is_active: true });
  expect((await logIn('third@shop.example', PASSWORD)).status).toBe(200);
  expect((await change(999, 'activate')).status).toBe(404);
});

test('the logins and sessions of another account do not exist', async () => {
  const { owner, admin, enter, anotherAccount } = await startLogins();
  const { accountId: others } = await anotherAccount();
  const theirs = await enter('owner', others);
  const [session] = (await theirs.call('GET', `/admin/v1/accounts/${others}/sessions`)).body.sessions;
  for (const [method, path, body] of [
    ['PATCH', `/logins/${theirs.login.id}`, { is_disabled: true }],
    ['POST', `/logins/${theirs.login.id}/reset`, undefined],
    ['POST', `/agents/${theirs.login.agentId}/invite`, { email: 'x@shop.example', role: 'agent' }],
    ['DELETE', `/sessions/${session.id}`, undefined],
  ] as const) {
    expect([path, (await admin(owner, method, path, body)).status]).toEqual([path, 404]);
  }
  expect((await owner.call('DELETE', `/admin/v1/session/all/${session.id}`)).status).toBe(404);
  expect((await theirs.call('GET', '/v1/me')).status).toBe(200);
});

test('sessions are listed with their device, and can be ended by an owner and by the person', async () => {
  const { owner, admin, invited, logIn, client } = await startLogins();
  const grace = await invited('grace@shop.example', 'agent');
  const phone = client();
  await logIn('grace@shop.example', PASSWORD, {}, phone);
  const { sessions } = (await admin(owner, 'GET', '/sessions')).body;
  expect(sessions).toHaveLength(3);
  expect(sessions.filter(({ is_current }: { is_current: boolean }) => is_current)).toEqual([
    expect.objectContaining({ email: owner.login.email, address: '127.0.0.1', user_agent: expect.any(String) }),
  ]);
  const own = (await grace.call('GET', '/admin/v1/session/all')).body.sessions;
  expect(own).toHaveLength(2);
  const other = own.find(({ is_current }: { is_current: boolean }) => !is_current);
  expect((await grace.call('DELETE', `/admin/v1/session/all/${other.id}`)).body).toEqual({ id: other.id, ended: true });
  expect([(await phone.call('GET', '/v1/me')).status, (await grace.call('GET', '/v1/me')).status]).toEqual([401, 200]);
  const [mine] = (await grace.call('GET', '/admin/v1/session/all')).body.sessions;
  await admin(owner, 'DELETE', `/sessions/${mine.id}`);
  expect((await grace.call('GET', '/v1/me')).status).toBe(401);
  expect((await admin(owner, 'DELETE', `/sessions/${mine.id}`)).status).toBe(404);
});

test('a person changes the password, which ends the other sessions', async () => {
  const { invited, logIn, client } = await startLogins();
  const grace = await invited('grace@shop.example', 'agent');
  const other = client();
  await logIn('grace@shop.example', PASSWORD, {}, other);
  const change = (body: object) => grace.call('PUT', '/admin/v1/session/password', body);
  for (const body of [
    { password: OTHER_PASSWORD },
    { current_password: 'wrong', password: OTHER_PASSWORD },
    { current_password: PASSWORD, password: 'short' },
  ]) {
    expect([body, (await change(body)).status]).toEqual([body, 422]);
  }
  expect((await change({ current_password: PASSWORD, password: OTHER_PASSWORD })).status).toBe(200);
  expect([(await other.call('GET', '/v1/me')).status, (await grace.call('GET', '/v1/me')).status]).toEqual([401, 200]);
  expect((await logIn('grace@shop.example', OTHER_PASSWORD)).status).toBe(200);
});

test('with one-time codes, a login needs the password and a code that was not used', async () => {
  const { owner, admin, invited, logIn, clock, client, app } = await startLogins();
  const grace = await invited('grace@shop.example', 'agent');
  const own = (path: string, body: object) => grace.call('POST', `/admin/v1/session/totp${path}`, body);
  expect((await own('', {})).status).toBe(422);
  const { secret, url } = (await own('', { password: PASSWORD })).body;
  expect(url).toMatch(/^otpauth:\/\/totp\/wigwag:grace%40shop\.example\?/);
  const code = (offset = 0) =>
    new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: clock.now() + offset * 1_000 });
  // It is off until a code confirms it.
  expect((await logIn('grace@shop.example', PASSWORD)).status).toBe(200);
  expect((await own('/confirm', { code: '000000' })).status).toBe(422);
  expect((await own('/confirm', { code: code() })).status).toBe(200);
  expect((await own('', { password: PASSWORD })).status).toBe(422);
  const stored = await app.store.read.logins.find(grace.id);
  expect(stored?.totpSecret).not.toContain(secret);

  const attempt = async (given?: string) => {
    const { status, body } = await logIn('grace@shop.example', PASSWORD, given === undefined ? {} : { code: given });
    return [status, body.error?.field];
  };
  expect(await attempt()).toEqual([401, 'code']);
  expect(await attempt(code())).toEqual([401, 'code']); // it confirmed the secret
  clock.moveTo(clock.now() + 60_000);
  expect(await attempt(code(-90))).toEqual([401, 'code']);
  expect(await attempt(code())).toEqual([200, undefined]);
  expect(await attempt(code())).toEqual([401, 'code']);
  expect((await logIn('grace@shop.example', 'wrong', { code: code() })).body.error.field).toBe(undefined);

  // A reset needs a code too, unless an owner turns them off.
  const reset = async () => tokenOf((await admin(owner, 'POST', `/logins/${grace.id}/reset`)).body.url);
  const use = async (token: string, more: object = {}) =>
    (await client().call('POST', '/admin/v1/session/link', { token, password: OTHER_PASSWORD, ...more })).status;
  clock.moveTo(clock.now() + 60_000);
  const token = await reset();
  expect([await use(token), await use(token, { code: '000000' }), await use(token, { code: code() })]).toEqual([
    401, 401, 200,
  ]);
  expect((await admin(owner, 'PATCH', `/logins/${grace.id}`, { totp: false })).body.totp).toBe(false);
  expect(await use(await reset())).toBe(200);
});

test('a recovery code replaces a one-time code once', async () => {
  const { owner, admin, invited, logIn, clock, app, client } = await startLogins();
  const grace = await invited('grace@shop.example', 'agent');
  const own = (path: string, body: object) => grace.call('POST', `/admin/v1/session/totp${path}`, body);
  const left = async () => (await grace.call('GET', '/admin/v1/session')).body.session.login.recovery_codes_left;
  expect((await own('/recovery-codes', { password: PASSWORD })).status).toBe(422);
  const { secret } = (await own('', { password: PASSWORD })).body;
  const code = new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: clock.now() });
  const { recovery_codes: codes } = (await own('/confirm', { code })).body;
  expect(codes).toHaveLength(10);
  expect(new Set(codes).size).toBe(10);
  expect(codes[0]).toMatch(/^[a-z2-7]{4}(-[a-z2-7]{4}){3}$/);
  expect(JSON.stringify(await app.store.read.logins.find(grace.id))).not.toContain(codes[0].slice(0, 9));
  expect(await left()).toBe(10);

  const enter = async (given: string, password = PASSWORD) => {
    const { status, body } = await logIn('grace@shop.example', password, { code: given });
    return [status, body.error?.field];
  };
  // A wrong password uses no code. It may be typed without its dashes, and in capitals.
  expect(await enter(codes[0], 'wrong')).toEqual([401, undefined]);
  expect(await enter(codes[0].replaceAll('-', ' ').toUpperCase())).toEqual([200, undefined]);
  expect(await enter(codes[0])).toEqual([401, 'code']);
  expect(await enter('aaaa-aaaa-aaaa-aaaa')).toEqual([401, 'code']);
  expect(await left()).toBe(9);
  // Two uses at the same time are one.
  const both = await Promise.all([enter(codes[1]), enter(codes[1])]);
  expect(both.map(([status]) => status).sort()).toEqual([200, 401]);

  // A reset accepts one, and the log names what was used.
  const token = tokenOf((await admin(owner, 'POST', `/logins/${grace.id}/reset`)).body.url);
  const reset = { token, password: OTHER_PASSWORD, code: codes[2] };
  expect((await client().call('POST', '/admin/v1/session/link', reset)).status).toBe(200);
  const { entries } = (await admin(owner, 'GET', '/audit?kind=session')).body;
  const used = entries.filter(({ changes }: { changes?: object }) => changes !== undefined);
  expect(used.map(({ operation, changes }: Record<string, unknown>) => [operation, changes])).toEqual([
    ['useLink', [{ field: 'recovery_code', to: 'used' }]],
    ['createSession', [{ field: 'recovery_code', to: 'used' }]],
    ['createSession', [{ field: 'recovery_code', to: 'used' }]],
  ]);
  expect(JSON.stringify(entries)).not.toContain(codes[0]);
});

test('new recovery codes replace the old ones, and end with the one-time codes', async () => {
  const { invited, logIn, clock } = await startLogins();
  const grace = await invited('grace@shop.example', 'agent');
  const own = (path: string, body: object) => grace.call('POST', `/admin/v1/session/totp${path}`, body);
  const { secret } = (await own('', { password: PASSWORD })).body;
  const code = new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: clock.now() });
  const [old] = (await own('/confirm', { code })).body.recovery_codes;
  expect((await own('/recovery-codes', { password: 'wrong' })).status).toBe(422);
  const [fresh] = (await own('/recovery-codes', { password: PASSWORD })).body.recovery_codes;
  expect((await logIn('grace@shop.example', PASSWORD, { code: old })).status).toBe(401);
  expect((await logIn('grace@shop.example', PASSWORD, { code: fresh })).status).toBe(200);
  expect((await own('/off', { password: PASSWORD })).body).toEqual({
    has_password: true,
    totp: false,
    recovery_codes_left: 0,
  });
});

test('guesses of recovery codes wait as those of one-time codes do', async () => {
  const { invited, logIn, clock } = await startLogins();
  const grace = await invited('grace@shop.example', 'agent');
  const own = (path: string, body: object) => grace.call('POST', `/admin/v1/session/totp${path}`, body);
  const { secret } = (await own('', { password: PASSWORD })).body;
  const code = new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: clock.now() });
  const [recovery] = (await own('/confirm', { code })).body.recovery_codes;
  const enter = async (given: string) => (await logIn('grace@shop.example', PASSWORD, { code: given })).status;
  for (let attempt = 0; attempt < 5; attempt += 1) {
    expect(await enter('aaaa-aaaa-aaaa-aaaa')).toBe(401);
  }
  expect(await enter(recovery)).toBe(429);
  clock.moveTo(clock.now() + 1_000);
  expect(await enter(recovery)).toBe(200);
});

test('failed logins wait longer and longer, but not at an address that has logged in before', async () => {
  // The client of the invitation has the address 127.0.0.1, the attackers have others.
  const { server, invited, clock } = await startLogins();
  await invited('grace@shop.example', 'agent');
  const attempt = async (email: string, password: string, address: string) => {
    const response = await fetch(`${server.origin}/dashboard/api/admin/v1/session`, {
      method: 'POST',
      headers: { origin: server.origin, 'content-type': 'application/json', 'x-forwarded-for': address },
      body: JSON.stringify({ email, password }),
    });
    return [response.status, response.headers.get('retry-after')] as const;
  };
  for (const email of ['grace@shop.example', 'nobody@shop.example']) {
    const statuses: number[] = [];
    for (let guess = 0; guess < 7; guess += 1) {
      statuses.push((await attempt(email, `guess ${guess}`, `203.0.113.${guess}`))[0]);
    }
    // An unknown login behaves the same.
    expect([email, statuses]).toEqual([email, [401, 401, 401, 401, 401, 429, 429]]);
  }
  // The right password does not help the others, but the person's own address is not affected.
  expect((await attempt('grace@shop.example', PASSWORD, '203.0.113.9'))[0]).toBe(429);
  expect((await attempt('grace@shop.example', PASSWORD, '127.0.0.1'))[0]).toBe(200);
  let longest = 0;
  for (let failure = 0; failure < 14; failure += 1) {
    clock.moveTo(clock.now() + longest * 1_000 + 1_000);
    await attempt('grace@shop.example', 'wrong', `198.51.100.${failure}`);
    longest = Number((await attempt('grace@shop.example', 'wrong', '198.51.100.200'))[1]);
  }
  expect(longest).toBe(900);
  clock.moveTo(clock.now() + 901_000);
  expect((await attempt('grace@shop.example', PASSWORD, '203.0.113.9'))[0]).toBe(200);
});

/** Tries to log in from an address. */
const attemptFrom = async (origin: string, address: string, email: string, password = 'wrong') => {
  const response = await fetch(`${origin}/dashboard/api/admin/v1/session`, {
    method: 'POST',
    headers: { origin, 'content-type': 'application/json', 'x-forwarded-for': address },
    body: JSON.stringify({ email, password }),
  });
  return { status: response.status, wait: Number(response.headers.get('retry-after')) };
};

test('all addresses of an IPv6 /64 count as one', async () => {
  const { server, clock } = await startLogins();
  const guess = (address: string, number: number) =>
    attemptFrom(server.origin, address, `person.${number}@shop.example`);
  for (let number = 0; number < 30; number += 1) {
    clock.moveTo(clock.now() + 500);
    expect((await guess(`2001:db8:1:2:${number}::1`, number)).status).toBe(401);
  }
  clock.moveTo(clock.now() + 500);
  expect((await guess('2001:db8:1:2:ffff:ffff:ffff:ffff', 31)).status).toBe(429);
  expect((await guess('2001:db8:1:3::1', 32)).status).toBe(401);
});

test('another address in the /64 of an earlier login is known', async () => {
  const { server, invited, clock } = await startLogins();
  await invited('grace@shop.example', 'agent');
  const logIn = (address: string, password?: string) =>
    attemptFrom(server.origin, address, 'grace@shop.example', password);
  expect((await logIn('2001:db8:1:2::1', PASSWORD)).status).toBe(200);
  for (let guess = 0; guess < 8; guess += 1) {
    clock.moveTo(clock.now() + 500);
    await logIn(`203.0.113.${guess}`);
  }
  expect((await logIn('203.0.113.99', PASSWORD)).status).toBe(429);
  expect((await logIn('2001:db8:1:2:ffff::9', PASSWORD)).status).toBe(200);
});

test('a flood of logins is refused at once, and does not keep known people or sessions out', async () => {
  const { server, invited, owner } = await startLogins();
  await invited('grace@shop.example', 'agent'); // from 127.0.0.1
  const flood = async (addresses: string[]) =>
    Promise.all(addresses.map((address, guess) => attemptFrom(server.origin, address, `${guess}@shop.example`)));
  const counted = (answers: { status: number }[]) =>
    Object.fromEntries([401, 429].map((status) => [status, answers.filter((one) => one.status === status).length]));
  // One network.
  const one = await flood(Array.from({ length: 30 }, (_, guess) => `2001:db8::${guess}`));
  expect([Number(counted(one)[401]) >= 10, Number(counted(one)[429]) > 0]).toEqual([true, true]);
  expect(one.filter(({ status }) => status === 429).every(({ wait }) => wait > 0)).toBe(true);
  // Many networks.
  const many = flood(Array.from({ length: 200 }, (_, guess) => `203.0.113.${guess}`));
  const known = await attemptFrom(server.origin, '127.0.0.1', 'grace@shop.example', PASSWORD);
  expect([known.status, (await owner.call('GET', '/v1/me')).status]).toEqual([200, 200]);
  const answers = await many;
  expect(counted(answers)[429]).toBeGreaterThan(0);
  expect(answers.filter(({ status }) => status === 429).every(({ wait }) => wait > 0)).toBe(true);
});

test('one address may fail only so often, whatever login it tries', async () => {
  const { logIn, clock } = await startLogins();
  const statuses: number[] = [];
  for (let guess = 0; guess < 31; guess += 1) {
    clock.moveTo(clock.now() + 500);
    statuses.push((await logIn(`person.${guess}@shop.example`, 'wrong')).status);
  }
  expect([statuses.slice(0, 30).every((status) => status === 401), statuses[30]]).toEqual([true, 429]);
});

test('many logins at once do not block other requests', async () => {
  const { logIn, owner } = await startLogins();
  const logins = Array.from({ length: 20 }, (_, index) => logIn(`person.${index}@shop.example`, 'wrong'));
  let longest = 0;
  let isOver = false;
  const watching = (async () => {
    while (!isOver) {
      const before = performance.now();
      await timer(1);
      longest = Math.max(longest, performance.now() - before);
    }
  })();
  expect((await owner.call('GET', '/v1/me')).status).toBe(200);
  await Promise.all(logins);
  isOver = true;
  await watching;
  // One hash takes about 20 ms of another thread.
  expect(longest).toBeLessThan(1_000);
});

test('the log of changes names who changed what, with pages, and never a body', async () => {
  const { owner, admin, invited, call, place, logIn, accountId, enter, app, advance } = await startLogins();
  const grace = await invited('grace@shop.example', 'manager');
  await admin(grace, 'POST', '/labels', { name: 'VERYSECRET' });
  await admin(grace, 'POST', '/keys', {}); // refused
  await logIn('grace@shop.example', 'wrong password');
  await call('POST', `${place}/labels`, { body: { name: 'Token' } });
  const audit = (query = '') => admin(owner, 'GET', `/audit${query}`);
  const { entries } = (await audit()).body;
  expect(entries.map((one: Record<string, unknown>) => [one.operation, one.status])).toEqual([
    ['createLabel', 200],
    ['createSession', 401],
    ['createLabel', 200],
    ['useLink', 200],
    ['inviteAgent', 200],
    ['createAgent', 200],
    ['useLink', 200],
  ]);
  expect(entries[0].caller).toEqual({ kind: 'token', id: expect.stringMatching(/^[0-9a-f]{8}$/), email: null });
  expect(entries[2]).toEqual({
    id: expect.any(Number),
    at: expect.any(String),
    operation: 'createLabel',
    ids: {},
    status: 200,
    caller: { kind: 'login', id: String(grace.id), email: 'grace@shop.example' },
    address: '127.0.0.1',
  });
  expect(entries[4].ids).toEqual({ agent: String(grace.agentId) });
  expect(JSON.stringify(entries)).not.toContain('VERYSECRET');
  const first = (await audit('?limit=2')).body;
  const second = (await audit(`?limit=100&before=${first.next}`)).body;
  expect([...first.entries, ...second.entries]).toEqual(entries);
  expect(second.next).toBe(null);
  expect((await admin(grace, 'GET', '/audit')).status).toBe(403);

  // By who, what and when.
  const operations = async (query: string) =>
    (await audit(query)).body.entries.map(({ operation }: { operation: string }) => operation);
  const byGrace = `?login=${grace.id}`;
  expect(await operations(byGrace)).toEqual(['createSession', 'createLabel', 'useLink']);
  expect(await operations(`${byGrace}&kind=conversations`)).toEqual(['createLabel']);
  expect(await operations('?kind=campaigns')).toEqual([]);
  const day = (days: number) => new Date(app.now() / 1000 + days * 86_400_000).toISOString().slice(0, 10);
  expect(await operations(`?from=${day(-1)}&to=${day(1)}`)).toHaveLength(entries.length);
  expect(await operations(`?from=${day(2)}`)).toEqual([]);
  expect(await operations(`?to=${day(-2)}`)).toEqual([]);
  const wrong = await audit(`?from=${day(1)}&to=${day(0)}`);
  expect([wrong.status, wrong.body.error.field]).toEqual([422, 'from']);
  expect((await audit('?kind=everything')).status).toBe(422);

  await admin(owner, 'PATCH', `/logins/${grace.id}`, { role: 'agent', is_disabled: false });
  await call('PATCH', place, { body: { name: 'VERYSECRET', modules: ['api'] } });
  const changed = (await audit('?limit=2')).body.entries;
  expect(changed).toMatchObject([
    { operation: 'updateAccount', changes: [{ field: 'modules', from: 'api, flows, webhook', to: 'api' }] },
    {
      operation: 'updateLogin',
      ids: { login: String(grace.id) },
      names: { login: expect.any(String) },
      changes: [{ field: 'role', from: 'manager', to: 'agent' }],
    },
  ]);
  expect(JSON.stringify(changed)).not.toContain('VERYSECRET');

  const operator = await enter('operator');
  await operator.call('PATCH', `/admin/v1/accounts/${accountId}`, { name: 'Shop' });
  expect((await audit('?limit=1')).body.entries[0].caller.id).toBe(String(operator.login.id));
  await advance(366 * 86_400);
  await createSweep(app).run();
  expect(await app.store.read.audit.list(accountId, undefined, 100)).toEqual([]);
});

test('the log of changes does not contain dry runs, which change nothing', async () => {
  const { owner, admin } = await startLogins();
  const person = '+90 555 111 22 33';
  const contacts = [{ position: 2, phone: person, name: 'Ada' }];
  const recorded = async () =>
    (await admin(owner, 'GET', '/audit?kind=people')).body.entries.map(
      ({ operation }: { operation: string }) => operation,
    );
  const importing = (more: object) => admin(owner, 'POST', '/contacts/import', { contacts, ...more });
  const erasing = (more: object) => admin(owner, 'POST', '/people/erase', { person, ...more });
  expect((await importing({ dry_run: true })).body).toMatchObject({ created: 1 });
  expect(await recorded()).toEqual([]);
  expect((await importing({ dry_run: false })).status).toBe(200);
  expect((await erasing({ dry_run: true })).status).toBe(200);
  expect(await recorded()).toEqual(['importContacts']);
  expect((await erasing({})).status).toBe(200);
  expect(await recorded()).toEqual(['erasePerson', 'importContacts']);
});

test('operators invite operators, who belong to no account', async () => {
  const { enter, client, owner } = await startLogins();
  const first = await enter('operator');
  const { body: link } = await first.call('POST', '/admin/v1/operators/invite', { email: 'ops@example.com' });
  const second = client();
  const { body } = await second.call('POST', '/admin/v1/session/link', {
    token: tokenOf(link.url),
    password: PASSWORD,
  });
  expect(body.session).toMatchObject({ login: { role: 'operator', name: 'ops@example.com' }, account: null });
  expect((await second.call('GET', '/admin/v1/operators')).body.logins).toHaveLength(2);
  await first.call('PATCH', `/admin/v1/operators/${link.login}`, { is_disabled: true });
  expect((await second.call('GET', '/admin/v1/operators')).status).toBe(401);
  // The logins of accounts are not operators.
  expect((await first.call('PATCH', `/admin/v1/operators/${owner.login.id}`, { is_disabled: true })).status).toBe(404);
});

test('agents in the API have no data of their logins', async () => {
  const { owner, invited } = await startLogins();
  await invited('grace@shop.example', 'agent');
  const { body } = await owner.call('GET', '/v1/agents');
  expect(body.data.agents.map((agent: object) => Object.keys(agent))).toEqual([
    ['id', 'name', 'is_active'],
    ['id', 'name', 'is_active'],
  ]);
});

test('old sessions and links are removed', async () => {
  const { owner, app, advance, createLogin, linkOf } = await startLogins();
  await linkOf(await createLogin('agent'), 'reset');
  const { id } = owner.login;
  expect(await app.store.read.sessions.knowsAddress(id, '127.0.0.1')).toBe(true);
  await advance(89 * 86_400);
  expect(await app.store.read.sessions.knowsAddress(id, '127.0.0.1')).toBe(true);
  await advance(2 * 86_400);
  await createSweep(app).run();
  expect(await app.store.read.sessions.knowsAddress(id, '127.0.0.1')).toBe(false);
});
