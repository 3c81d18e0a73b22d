import { adminDocument } from '@wigwag/openapi';
import { expect, test } from 'vitest';
import { createTestServer } from '../../testing/server.ts';

const TOKEN = 'token-of-the-operator';

/** Starts a server with the admin API; `call` returns the status and the body, and `lines` what the server logged. */
async function startAdmin(config: { adminPort?: 'main' | 'metrics'; metricsPort?: number } = {}) {
  const lines: Record<string, unknown>[] = [];
  const log = { write: (line: string) => void lines.push(JSON.parse(line)) };
  const { server, clock } = await createTestServer({ config: { adminToken: TOKEN, ...config }, log });
  const call = async (
    method: string,
    path: string,
    { body, token = TOKEN, origin = server.origin }: { body?: unknown; token?: string; origin?: string } = {},
  ) => {
    const response = await fetch(`${origin}/admin/v1${path}`, {
      method,
      headers: { ...(token !== '' && { authorization: `Bearer ${token}` }), 'content-type': 'application/json' },
      ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    });
    // biome-ignore lint/suspicious/noExplicitAny: the type of the body depends on the call
    return { status: response.status, body: (await response.json()) as any, headers: response.headers };
  };
  return { server, clock, call, lines };
}

test('without a token there is no admin API', async () => {
  const { server } = await createTestServer({ config: { metricsPort: 0 } });
  for (const origin of [server.origin, server.operatorOrigin]) {
    expect((await fetch(`${origin}/admin/v1/accounts`)).status).toBe(404);
  }
});

test('the admin API is on the configured port only', async () => {
  const { server, call } = await startAdmin({ adminPort: 'metrics', metricsPort: 0 });
  expect((await call('GET', '/accounts')).status).toBe(404);
  expect((await call('GET', '/accounts', { origin: server.operatorOrigin as string })).status).toBe(200);
});

test('only the exact token opens the admin API, and refused calls change nothing', async () => {
  const { call } = await startAdmin();
  for (const token of ['', 'wrong', `${TOKEN}x`, TOKEN.slice(0, -1)]) {
    const { status, body, headers } = await call('POST', '/accounts', { token, body: { name: 'Shop' } });
    expect([token, status, body]).toEqual([token, 401, { error: { message: 'the admin token is missing or wrong' } }]);
    expect(headers.get('www-authenticate')).toBe('Bearer');
  }
  expect((await call('GET', '/accounts')).body.accounts).toHaveLength(1);
});

test('an account is created, changed, and gets a key that works until it is rotated', async () => {
  const { call, server, clock } = await startAdmin();
  const created = await call('POST', '/accounts', { body: { name: 'Shop', time_zone: 'Europe/Berlin' } });
  expect(created).toMatchObject({ status: 200, body: { country: 'TR', time_zone: 'Europe/Berlin' } });
  const place = `/accounts/${created.body.account_id}`;
  expect((await call('PATCH', place, { body: { modules: ['api'], license_expires_at: null } })).body).toMatchObject({
    modules: ['api'],
    resumed: 0,
  });
  const { body: first } = await call('POST', `${place}/keys`, { body: { scopes: ['contacts:read'] } });
  const status = async (key: string) =>
    (await fetch(`${server.origin}/api/v1/contacts`, { headers: { authorization: `Bearer ${key}` } })).status;
  expect(await status(first.key)).toBe(200);
  const { body: second } = await call('POST', `${place}/keys/${first.id}/rotate`, { body: { valid_seconds: 60 } });
  expect(second.replaces).toEqual({ id: first.id, revoked_at: expect.stringMatching(/\+00:00$/) });
  expect([await status(first.key), await status(second.key)]).toEqual([200, 200]);
  clock.moveTo(clock.now() + 61_000);
  expect([await status(first.key), await status(second.key)]).toEqual([401, 200]);
  const { body: listed } = await call('GET', `${place}/keys`);
  expect(listed.keys).toMatchObject([
    { id: first.id, scopes: ['contacts:read'], revoked_at: second.replaces.revoked_at },
    { id: second.id, scopes: ['contacts:read'], revoked_at: null },
  ]);
  expect(await call('POST', `${place}/keys/${first.id}/rotate`, { body: {} })).toMatchObject({
    status: 422,
    body: { error: { message: `key ${first.id} is revoked` } },
  });
  expect((await call('DELETE', `${place}/keys/${second.id}`)).body).toEqual({ id: second.id, revoked: true });
  expect(await status(second.key)).toBe(401);
});

test('refusals name the problem, the field and the fix', async () => {
  const { call } = await startAdmin();
  const [{ account_id }] = (await call('GET', '/accounts')).body.accounts;
  const place = `/accounts/${account_id}`;
  for (const [method, path, body, status, error] of [
    ['GET', '/accounts/99/keys', undefined, 404, { message: 'account 99 does not exist', hint: expect.any(String) }],
    ['DELETE', `${place}/keys/99`, undefined, 404, { message: 'the account has no key 99', hint: expect.any(String) }],
    ['DELETE', `${place}/keys/abc`, undefined, 404, { message: 'an ID is a number; it is "abc"' }],
    ['POST', '/accounts', { name: 'Shop', colour: 'red' }, 422, { message: expect.stringContaining('body/colour') }],
    ['POST', '/accounts', {}, 422, { message: expect.stringContaining("'name'") }],
    ['POST', '/accounts', { name: ' ' }, 422, { message: 'name must not be empty', field: 'name' }],
    ['PATCH', place, { country: 'Turkey' }, 422, { field: 'country', message: expect.any(String) }],
    ['POST', `${place}/keys`, { scopes: ['nothing'] }, 422, { field: 'scopes', message: expect.any(String) }],
    ['PUT', `${place}/webhook`, { url: 'http://example.com/x' }, 422, { message: expect.any(String) }],
  ] as const) {
    const answer = await call(method, path, { body });
    expect([path, answer.status, answer.body]).toEqual([path, status, { error: expect.objectContaining(error) }]);
  }
  expect((await call('POST', '/accounts', { body: '{' })).status).toBe(400);
});

test('labels, agents, connections and the webhook are managed', async () => {
  const { call } = await startAdmin();
  const [{ account_id }] = (await call('GET', '/accounts')).body.accounts;
  const place = `/accounts/${account_id}`;
  const of = async (method: string, path: string, body?: unknown) => (await call(method, place + path, { body })).body;
  const { id: label } = await of('POST', '/labels', { name: 'VIP', color: '#c0392b' });
  expect((await of('GET', '/labels')).labels).toEqual([{ id: label, name: 'VIP', color: '#c0392b' }]);
  const { id: agent } = await of('POST', '/agents', { name: 'Grace' });
  expect(await of('POST', `/agents/${agent}/deactivate`)).toEqual({ id: agent, name: 'Grace', is_active: false });
  expect((await of('GET', '/agents')).agents).toEqual([{ id: agent, name: 'Grace', is_active: false }]);
  const [connection] = (await of('GET', '/connections')).connections;
  const { connection_id } = connection;
  expect(await of('PATCH', `/connections/${connection_id}`, { is_active: false })).toEqual({
    connection_id,
    is_active: false,
  });
  expect((await of('GET', '/connections')).connections[0]).toEqual({ ...connection, is_active: false });
  const { signing_secret } = await of('PUT', '/webhook', { url: null });
  expect((await of('POST', '/webhook/secret')).signing_secret).not.toBe(signing_secret);
});

test('each call is logged with its operation, account and status, but without secrets', async () => {
  const { call, lines } = await startAdmin();
  const { body } = await call('POST', '/accounts', { body: { name: 'Secret name' } });
  await call('GET', `/accounts/${body.account_id}/keys`);
  await call('GET', '/accounts', { token: 'wrong-token-of-someone' });
  const calls = lines.filter(({ admin }) => admin !== undefined);
  expect(calls).toEqual([
    expect.objectContaining({ admin: 'createAccount', status: 200, from: '127.0.0.1' }),
    expect.objectContaining({ admin: 'listKeys', account: body.account_id, status: 200 }),
    expect.objectContaining({ admin: 'listAccounts', status: 401 }),
  ]);
  expect(JSON.stringify(lines)).not.toMatch(/token-of|Secret name|whsec_/);
});

test('every operation of the document is served', async () => {
  const { call } = await startAdmin();
  for (const [path, methods] of Object.entries<object>(adminDocument.paths)) {
    for (const method of Object.keys(methods).filter((name) => name !== 'parameters')) {
      const { status } = await call(method.toUpperCase(), path.replace(/\{\w+\}/g, '1'), { token: 'wrong' });
      expect([method, path, status]).toEqual([method, path, 401]);
    }
  }
});
