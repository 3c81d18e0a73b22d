import { expect, test } from 'vitest';
import { parseNetwork } from '../../config/config.ts';
import { createTestServer } from '../../testing/server.ts';

const to = '905551112233';
const networks = (...texts: string[]) => texts.map((text) => parseNetwork(text) ?? expect.unreachable(text));

/**
 * The order of errors. Each row breaks its own rule and all later rules, and gets its own code. All rows are POSTs of an invalid body to an operation whose scope the key lacks.
 */
test('a broken rule is reported before all later ones', async () => {
  const { api, key, anotherAccount, server } = await createTestServer();
  const { app } = server;
  const everything = { isActive: false, licenseExpiresAt: 1, modules: { api: false, webhook: false, flows: false } };
  const accounts = [
    await anotherAccount(everything),
    await anotherAccount({ ...everything, isActive: true }),
    await anotherAccount({ ...everything, isActive: true, licenseExpiresAt: null }),
    await anotherAccount({}),
  ];
  const [inactive, expired, disabled, usable] = accounts.map(({ accountId }) => accountId);
  const limits = { scopes: [], requestsPerMinute: 1 };
  const keys = {
    API_KEY_REVOKED: await key({ accountId: inactive, revoked: true, allowedIps: ['10.0.0.1'], ...limits }),
    IP_NOT_ALLOWED: await key({ accountId: inactive, allowedIps: ['10.0.0.1'], ...limits }),
    ACCOUNT_INACTIVE: await key({ accountId: inactive, ...limits }),
    LICENSE_EXPIRED: await key({ accountId: expired, ...limits }),
    MODULE_DISABLED: await key({ accountId: disabled, ...limits }),
    RATE_LIMITED: await key({ accountId: usable, ...limits }),
    SCOPE_DENIED: await key({ accountId: usable, scopes: [] }),
  };
  expect(app.config.trustProxy).toEqual([]);
  const call = (path: string, given: string | null, raw = '{"bad":') => api('POST', path, { key: given, raw });
  expect((await call('/messages', keys.RATE_LIMITED)).body.error.code).toBe('SCOPE_DENIED');

  for (const [code, given] of Object.entries(keys)) {
    expect((await call('/messages', given)).body.error.code).toBe(code);
    expect((await call('/messages', given, 'x'.repeat(300_000))).body.error.code).toBe(code);
  }
  expect((await call('/messages', null)).body.error.code).toBe('MISSING_API_KEY');
  expect((await call('/messages', 'nonsense')).body.error.code).toBe('INVALID_API_KEY');
  expect((await call('/nothing', null)).body.error.code).toBe('NOT_FOUND');
  expect((await call('/me', null)).body.error.code).toBe('METHOD_NOT_ALLOWED');
});

test('after the key, the order is size, JSON, fields, and then state', async () => {
  const { api } = await createTestServer();
  const call = async (raw: string) => (await api('POST', '/messages', { raw })).body.error.code;
  expect(await call(`{"bad":${'x'.repeat(300_000)}`)).toBe('PAYLOAD_TOO_LARGE');
  expect(await call('{"channel":"telegram",')).toBe('INVALID_JSON');
  expect(await call('{"channel":"telegram","text":1}')).toBe('CHANNEL_UNSUPPORTED');
  expect(await call('{"to":"ada","text":1,"connection_id":"wa_9"}')).toBe('VALIDATION_FAILED');
  expect(await call('{"to":"ada","text":"x","connection_id":"wa_9"}')).toBe('CONNECTION_NOT_FOUND');
  expect(await call('{"to":"ada","text":"x"}')).toBe('RECIPIENT_INVALID');
  expect(await call(`{"to":"${to}","text":"x"}`)).toBe('WINDOW_NEVER_OPENED');
});

test('a JSON body may start with one byte order mark', async () => {
  const { api } = await createTestServer();
  const contact = JSON.stringify({ phone: to, name: 'Ada' });
  expect((await api('POST', '/contacts', { raw: `\ufeff${contact}` })).body.data).toMatchObject({ name: 'Ada' });
  expect((await api('POST', '/contacts', { raw: `\ufeff\ufeff${contact}` })).body.error.code).toBe('INVALID_JSON');
  expect((await api('POST', '/contacts', { raw: '\ufeff' })).body.error.code).toBe('INVALID_JSON');
});

test('a key works with Bearer in upper or lower case', async () => {
  const { api, liveKey } = await createTestServer();
  for (const authorization of [`Bearer ${liveKey}`, `bearer ${liveKey}`, `BEARER  ${liveKey} `]) {
    expect((await api('GET', '/me', { key: null, headers: { authorization } })).status).toBe(200);
  }
});

test.each(['Bearer', 'Bearer  ', 'Basic YTpi', 'Bearer a b'])(
  'the error for %j says that it has no key',
  async (authorization) => {
    const { api } = await createTestServer();
    const { status, body } = await api('GET', '/me', { key: null, headers: { authorization } });
    expect({ status, ...body.error }).toMatchObject({
      status: 401,
      code: 'INVALID_API_KEY',
      message: 'The Authorization header has no API key.',
      fix: 'Send the header "Authorization: Bearer <API_KEY>".',
    });
  },
);

test('keys have 49 characters and include their mode', async () => {
  const { liveKey, testKey } = await createTestServer();
  expect(liveKey).toMatch(/^ww_live_[0-9A-Za-z]{41}$/);
  expect(testKey).toMatch(/^ww_test_[0-9A-Za-z]{41}$/);
  expect([liveKey.length, testKey.length]).toEqual([49, 49]);
});

test('a scope allows its operations and no others, and no restriction allows all', async () => {
  const { api, key, customerWrites } = await createTestServer();
  await customerWrites('Hi');
  const sending = await key({ scopes: ['messages:send'] });
  const sent = await api('POST', '/messages', { key: sending, body: { to, text: 'x' } });
  expect(sent.status).toBe(202);
  const { id } = sent.body.data;
  expect((await api('GET', `/messages/${id}`, { key: sending })).body.error.code).toBe('SCOPE_DENIED');
  const reading = await key({ scopes: ['messages:read', 'flows:write'] });
  expect((await api('GET', `/messages/${id}`, { key: reading })).status).toBe(200);
  expect((await api('POST', '/messages/template', { key: reading, body: {} })).body.error.code).toBe('SCOPE_DENIED');
  const none = await key({ scopes: [] });
  expect((await api('GET', '/me', { key: none })).status).toBe(200);
  expect((await api('GET', '/channels', { key: none })).status).toBe(200);
});

test('a key works until the instant of its revocation, and until its license expires', async () => {
  const { api, key, anotherAccount, advance, clock, server } = await createTestServer();
  const { liveKey } = await anotherAccount({ licenseExpiresAt: (clock.now() + 60_000) * 1000 });
  await advance(59);
  expect((await api('GET', '/me', { key: liveKey })).status).toBe(200);
  await advance(1);
  expect((await api('GET', '/me', { key: liveKey })).body.error.code).toBe('LICENSE_EXPIRED');

  const revoked = await key();
  expect((await api('GET', '/me', { key: revoked })).status).toBe(200);
  const { hashOf } = await import('../../base/secrets.ts');
  await server.app.store.transaction((tx) => tx.keys.revoke(hashOf(revoked), 1));
  expect((await api('GET', '/me', { key: revoked })).body.error.code).toBe('API_KEY_REVOKED');
});

/** Trusted proxies, allowed addresses, X-Forwarded-For, and whether that is allowed from 127.0.0.1. */
test.each([
  ['no proxy: the connection itself counts', [], ['127.0.0.1'], undefined, true],
  ['no proxy: a header is ignored', [], ['10.1.2.3'], '10.1.2.3', false],
  ['no proxy: a header changes nothing', [], ['127.0.0.1'], '10.1.2.3', true],
  ['a network of the connection', [], ['127.0.0.0/8'], undefined, true],
  ['another network', [], ['10.0.0.0/8', '192.168.0.0/16'], undefined, false],
  ['a network of IPv6 is not one of IPv4', [], ['::/0'], undefined, false],
  ['an empty list', [], [], undefined, false],
  ['through a proxy', ['127.0.0.1'], ['10.1.2.0/24'], '10.1.2.3', true],
  ['through a proxy, just outside', ['127.0.0.1'], ['10.1.2.0/24'], '10.1.3.0', false],
  ['through a proxy without the header', ['127.0.0.1'], ['127.0.0.1'], undefined, true],
  ['IPv6 through a proxy', ['127.0.0.1'], ['2001:db8::/32'], '2001:db8:1::5', true],
  ['IPv6 just outside', ['127.0.0.1'], ['2001:db8::/32'], '2001:db9::5', false],
  ['an IPv4-mapped IPv6 address', ['127.0.0.1'], ['10.1.2.3'], '::ffff:10.1.2.3', true],
  ['a forged entry before that of the proxy does not count', ['127.0.0.1'], ['10.1.2.3'], '10.1.2.3, 10.9.9.9', false],
  ['a chain of trusted proxies', ['127.0.0.1', '10.9.0.0/16'], ['10.1.2.3'], '10.1.2.3, 10.9.9.9', true],
  ['an untrusted one in the chain', ['127.0.0.1'], ['10.9.9.9'], '10.1.2.3, 10.9.9.9', true],
  ['nonsense in the header', ['127.0.0.1'], ['10.1.2.3'], 'unknown, ;', false],
  ['nonsense after the right one', ['127.0.0.1'], ['10.1.2.3'], '10.1.2.3, unknown', false],
  ['an empty header', ['127.0.0.1'], ['127.0.0.1'], ' , ,', true],
  ['a peer that is not trusted sends the header', ['10.0.0.0/8'], ['10.1.2.3'], '10.1.2.3', false],
  ['all of IPv4', [], ['0.0.0.0/0'], undefined, true],
  ['all of IPv4, which does not include IPv6', ['127.0.0.1'], ['0.0.0.0/0'], '2001:db8::1', false],
  ['all of IPv6', ['127.0.0.1'], ['::/0'], '2001:db8::1', true],
  ['one address as /32', ['127.0.0.1'], ['10.1.2.3/32'], '10.1.2.3', true],
  ['the address next to a /32', ['127.0.0.1'], ['10.1.2.3/32'], '10.1.2.2', false],
  ['one address as /128', ['127.0.0.1'], ['2001:db8::1/128'], '2001:0db8:0:0::1', true],
  ['the address next to a /128', ['127.0.0.1'], ['2001:db8::1/128'], '2001:db8::2', false],
  ['the last address of a /31', ['127.0.0.1'], ['10.1.2.2/31'], '10.1.2.3', true],
  ['the first address after a /31', ['127.0.0.1'], ['10.1.2.2/31'], '10.1.2.4', false],
  ['a network whose address has host bits', ['127.0.0.1'], ['10.1.2.99/24'], '10.1.2.3', true],
  ['an allowed IPv4-mapped address', ['127.0.0.1'], ['::ffff:10.1.2.3'], '10.1.2.3', true],
  ['an allowed IPv4-mapped network', ['127.0.0.1'], ['::ffff:10.1.2.0/120'], '10.1.2.3', true],
  ['just outside an IPv4-mapped network', ['127.0.0.1'], ['::ffff:10.1.2.0/120'], '10.1.3.3', false],
  ['a trusted proxy with an IPv4-mapped address', ['::ffff:127.0.0.1'], ['10.1.2.3'], '10.1.2.3', true],
  ['an address with a zone', ['127.0.0.1'], ['fe80::/10'], 'fe80::1%eth0', true],
  ['an address with a zone, elsewhere', ['127.0.0.1'], ['fe80::1'], 'fe80::2%eth0', false],
  [
    'three hops, two of them trusted',
    ['127.0.0.1', '10.9.0.0/16'],
    ['10.1.2.3'],
    '1.1.1.1, 10.1.2.3, 10.9.1.1, 10.9.2.2',
    true,
  ],
  ['an invalid allowed address', [], ['127.0.0.1/99'], undefined, false],
])('source address: %s', async (_name, trusted, allowedIps, forwarded, allowed) => {
  const { api, key } = await createTestServer({ config: { trustProxy: networks(...trusted) } });
  const answer = await api('GET', '/me', {
    key: await key({ allowedIps }),
    ...(forwarded !== undefined && { headers: { 'x-forwarded-for': forwarded } }),
  });
  expect(answer.body.error?.code ?? 'allowed').toBe(allowed ? 'allowed' : 'IP_NOT_ALLOWED');
});

test('a test key’s responses have the mode header, including errors; responses to an invalid key do not', async () => {
  const { api, key, testKey } = await createTestServer();
  const modeOf = async (method: string, path: string, given: string, body?: object) =>
    (await api(method, path, { key: given, ...(body && { body }) })).headers['x-service-mode'];
  expect(await modeOf('GET', '/me', testKey)).toBe('test');
  expect(await modeOf('GET', '/templates', testKey)).toBe('test');
  expect(await modeOf('POST', '/messages', testKey, { to })).toBe('test');
  expect(await modeOf('GET', '/messages/msg_1', testKey)).toBe('test');
  const limited = await key({ mode: 'test', scopes: [], requestsPerMinute: 1 });
  expect(await modeOf('GET', '/templates', limited)).toBe('test');
  expect((await api('GET', '/me', { key: limited })).body.error.code).toBe('RATE_LIMITED');
  expect(await modeOf('GET', '/me', limited)).toBe('test');
  expect(await modeOf('GET', '/me', await key({ mode: 'test', allowedIps: [] }))).toBe('test');
  expect(await modeOf('GET', '/me', await key({ mode: 'test', revoked: true }))).toBeUndefined();
  expect(await modeOf('GET', '/me', `ww_test_${'A'.repeat(41)}`)).toBeUndefined();
  expect(await modeOf('GET', '/me', await key())).toBeUndefined();
});

test('a path without the version, or with another version, is not found', async () => {
  const { server, liveKey } = await createTestServer();
  for (const path of [
    '/me',
    '/messages',
    '/api/me',
    '/api/messages',
    '/v1/me',
    '/api/v2/me',
    '/api/v1',
    '/api/V1/me',
    '/',
  ]) {
    for (const authorization of [`Bearer ${liveKey}`, '']) {
      const answer = await fetch(server.origin + path, { headers: authorization ? { authorization } : {} });
      const { success, error } = (await answer.json()) as { success: boolean; error: { code: string; http: number } };
      expect([path, answer.status, success, error.code, error.http]).toEqual([path, 404, false, 'NOT_FOUND', 404]);
      expect(answer.headers.get('x-ratelimit-burst')).toBe('60');
    }
  }
});

test('HEAD never runs a GET: it is refused with the allowed methods', async () => {
  const { baseUrl, liveKey, server } = await createTestServer();
  for (const [path, allow] of [
    ['/me', 'GET'],
    ['/channels', 'GET'],
    ['/messages', 'POST'],
    ['/messages/msg_1', 'GET'],
    ['/messages/template?to=905551112233&name=hello_world', 'GET, POST'],
    [`/messages/template/${liveKey}?to=905551112233&name=hello_world`, 'GET'],
  ]) {
    const answer = await fetch(baseUrl + path, { method: 'HEAD', headers: { authorization: `Bearer ${liveKey}` } });
    expect([path, answer.status, answer.headers.get('allow')]).toEqual([path, 405, allow]);
    expect(answer.headers.get('x-request-id')).toMatch(/^req_/);
    expect(answer.headers.get('x-ratelimit-limit')).toBe('1800');
  }
  expect((await fetch(`${server.origin}/api/v1/nothing`, { method: 'HEAD' })).status).toBe(404);
});

test('every response has a unique request ID, including those outside the version prefix', async () => {
  const { server, api } = await createTestServer();
  const ids = [
    (await api('GET', '/me')).headers['x-request-id'],
    (await api('GET', '/me')).headers['x-request-id'],
    ...(await Promise.all(
      ['/healthz', '/developers/openapi.json', '/', '/messages', '/api/v1', '/api', '/api/v1/%', '/%zz?%zz'].map(
        async (path) => (await fetch(server.origin + path)).headers.get('x-request-id'),
      ),
    )),
  ];
  expect(ids.map((id) => /^req_[\w-]+$/.test(String(id)))).toEqual(ids.map(() => true));
  expect(new Set(ids).size).toBe(ids.length);
});
