import { once } from 'node:events';
import { connect } from 'node:net';
import { ADMIN_OPERATIONS } from '@wigwag/openapi';
import ipaddr from 'ipaddr.js';
import { expect, test } from 'vitest';
import { hashOf } from '../../base/secrets.ts';
import { startAdmin, TOKEN } from '../../testing/admin-api.ts';
import { createTestServer } from '../../testing/server.ts';

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
  const { body: first } = await call('POST', `${place}/keys`, { body: { name: 'Shop', scopes: ['contacts:read'] } });
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
    { id: first.id, name: 'Shop', scopes: ['contacts:read'], revoked_at: second.replaces.revoked_at },
    { id: second.id, name: 'Shop', scopes: ['contacts:read'], revoked_at: null },
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
    ['DELETE', `${place}/keys/abc`, undefined, 404, { message: 'key must be a number; it is "abc"' }],
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

/** All operations that the token opens, with a path whose IDs do not exist. */
const OPERATIONS = ADMIN_OPERATIONS.map(({ id, method, path }) => ({
  method: method.toUpperCase(),
  path: path.replace(/\{\w+\}/g, '987'),
  operationId: id,
}));

test('each call of each operation is logged exactly once, with the caller, the result and the request ID', async () => {
  const { call, audit, lines, clock } = await startAdmin({ logLevel: 'error' });
  const seen: unknown[] = [];
  for (const { method, path, operationId } of OPERATIONS) {
    clock.moveTo(clock.now() + 60_000); // otherwise the limit of wrong tokens applies
    for (const token of [TOKEN, 'wrong-token-of-someone', '']) {
      const { status, headers } = await call(method, path, { token, ...(method !== 'GET' && { body: {} }) });
      const line = audit().slice(seen.length);
      expect(line).toEqual([
        expect.objectContaining({
          ...{ admin: operationId, status, from: '127.0.0.1', request: headers.get('x-request-id') },
          ...(path.startsWith('/accounts/987') && { account: '987' }),
        }),
      ]);
      expect([operationId, token === TOKEN, status === 401]).toEqual([operationId, token === TOKEN, token !== TOKEN]);
      expect(line[0]?.token).toBe(token === TOKEN ? hashOf(TOKEN).slice(0, 8) : undefined);
      seen.push(...line);
    }
  }
  expect(JSON.stringify(lines)).not.toMatch(/token-of/);
});

test('calls that reach no operation are also logged, and their errors have the same format', async () => {
  const { call, audit, server } = await startAdmin();
  const huge = `{"name":"${'x'.repeat(9_000_000)}"}`;
  for (const [body, status] of [
    ['{', 400],
    [huge, 413],
  ] as const) {
    const answer = await call('POST', '/accounts', { body });
    expect([answer.status, answer.body]).toEqual([status, { error: { message: expect.any(String) } }]);
  }
  expect(audit()).toMatchObject([
    { admin: 'createAccount', status: 400 },
    { admin: 'createAccount', status: 413 },
  ]);
  const { hostname, port } = new URL(server.origin);
  const client = connect(Number(port), hostname);
  client.write(`POST /admin/v1/accounts HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${TOKEN}\r\n`);
  client.write('Content-Type: application/json\r\nContent-Length: 100\r\nExpect: 100-continue\r\n\r\n');
  await once(client, 'data'); // the server now waits for the body
  client.destroy();
  await expect.poll(() => audit().length).toBe(3);
  expect(audit()[2]).toMatchObject({ admin: 'createAccount', request: expect.stringMatching(/^req_/) });
});

test.each(['main', 'metrics'] as const)('without the token no body is read, on the %s port', async (adminPort) => {
  const { call, server, audit } = await startAdmin({ adminPort, metricsPort: 0 });
  const origin = adminPort === 'main' ? server.origin : (server.operatorOrigin as string);
  const { hostname, port } = new URL(origin);
  const client = connect(Number(port), hostname);
  // The body never arrives.
  client.write('POST /admin/v1/accounts HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n');
  client.write('Authorization: Bearer wrong\r\nContent-Length: 100000000\r\n\r\n{"name":"');
  const [head] = await once(client, 'data');
  expect(String(head)).toMatch(/^HTTP\/1\.1 401 /);
  client.destroy();
  // Neither the size nor the form of a body matters.
  for (const body of ['x'.repeat(9_000_000), '{']) {
    expect((await call('POST', '/accounts', { token: '', origin, body })).status).toBe(401);
  }
  expect(audit()).toMatchObject([{ status: 401 }, { status: 401 }, { status: 401 }]);
});

test('bodies and queries are not logged', async () => {
  const { call, of, lines } = await startAdmin();
  await call('POST', '/accounts', { body: { name: 'Secret name' } });
  await call('POST', '/apps', { body: { app_secret: 'secret-of-the-app' } });
  const connection = { channel: 'messenger', app_id: 'nothing', provider_id: '77', access_token: 'EAAtokenofthepage' };
  await call('POST', '/accounts/1/connections', { body: connection });
  await call('POST', '/accounts/1/people/erase', { body: { person: '905551119999' } });
  await of('GET', '/deliveries?from=2031-05-04T12:00:00Z');
  expect(JSON.stringify(lines)).not.toMatch(/Secret name|secret-of|tokenofthepage|905551119999|2031|whsec_/);
});

test('wrong tokens from an address are limited, and their log lines are short and contain no phone number', async () => {
  const { server, clock, call, audit } = await startAdmin({ trustProxy: [ipaddr.parseCIDR('127.0.0.0/8')] });
  const get = (token: string, forwarded: string, path = '/accounts') =>
    fetch(`${server.origin}/admin/v1${path}`, {
      headers: { authorization: `Bearer ${token}`, 'x-forwarded-for': forwarded },
    });
  const statuses: Record<number, number> = {};
  for (let guess = 0; guess < 2_000; guess += 1) {
    const { status } = await get(`guess ${guess}`, '203.0.113.7');
    statuses[status] = (statuses[status] ?? 0) + 1;
  }
  expect(statuses).toEqual({ 401: 10, 429: 1_990 });
  // The correct token is refused also, but not from another address, and not later.
  const refused = await get(TOKEN, '203.0.113.7');
  expect([refused.status, refused.headers.get('retry-after'), await refused.json()]).toEqual([
    429,
    '1',
    { error: { message: 'too many wrong admin tokens came from this address: try again in 1 s' } },
  ]);
  expect((await call('GET', '/accounts')).status).toBe(200);
  clock.moveTo(clock.now() + 60_000);
  expect((await get(TOKEN, '203.0.113.7')).status).toBe(200);

  const path = `/accounts/${encodeURIComponent('+90 555 111 22 33')}/connections/905551112233${'x'.repeat(4_000)}/check`;
  const forwarded = [...Array.from({ length: 500 }, () => '10.1.2.3'), '+905551112233', '203.0.113.7:4711'];
  await fetch(`${server.origin}/admin/v1${path}`, { method: 'POST', headers: { 'x-forwarded-for': forwarded.join() } });
  const line = JSON.stringify(audit().at(-1));
  expect(line.length).toBeLessThan(800);
  expect(line).not.toMatch(/555/);
  expect(audit().at(-1)).toMatchObject({
    account: '***',
    connection: expect.stringMatching(/^\*\*\*x+\.\.\.$/),
    forwarded: expect.stringMatching(/^(10\.1\.2\.3, ){8}\*\*\*, 203\.0\.113\.7$/),
  });
});

test('every operation of the document is served', async () => {
  const { call, clock } = await startAdmin();
  for (const { method, path } of OPERATIONS) {
    clock.moveTo(clock.now() + 60_000); // otherwise the limit of wrong tokens applies
    const { status } = await call(method, path, { token: 'wrong' });
    expect([method, path, status]).toEqual([method, path, 401]);
  }
});
