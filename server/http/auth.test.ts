import { expect, test } from 'vitest';
import { parseNetwork } from '../config.ts';
import { createTestServer } from '../testing.ts';

const to = '905551112233';
const networks = (...texts: string[]) => texts.map((text) => parseNetwork(text) ?? expect.unreachable(text));

/**
 * The order of errors (design 5.1): each row breaks its own rule and all that come after it, and is answered with its own
 * code. All are POSTs of a bad body to an operation whose scope the key lacks.
 */
test('a broken rule is answered before all that come later', async () => {
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

test('after the key come size, JSON, fields, and then what the state says', async () => {
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

test('a key works in any spelling of Bearer', async () => {
  const { api, liveKey } = await createTestServer();
  for (const authorization of [`Bearer ${liveKey}`, `bearer ${liveKey}`, `BEARER  ${liveKey} `]) {
    expect((await api('GET', '/me', { key: null, headers: { authorization } })).status).toBe(200);
  }
});

test('keys are 49 characters long and say their mode', async () => {
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

test('a key works until the instant of its revocation, and until its licence ends', async () => {
  const { api, key, anotherAccount, advance, clock, server } = await createTestServer();
  const { liveKey } = await anotherAccount({ licenseExpiresAt: (clock.now() + 60_000) * 1000 });
  await advance(59);
  expect((await api('GET', '/me', { key: liveKey })).status).toBe(200);
  await advance(1);
  expect((await api('GET', '/me', { key: liveKey })).body.error.code).toBe('LICENSE_EXPIRED');

  const revoked = await key();
  expect((await api('GET', '/me', { key: revoked })).status).toBe(200);
  const { hashOf } = await import('../secrets.ts');
  await server.app.store.transaction((tx) => tx.keys.revoke(hashOf(revoked), 1));
  expect((await api('GET', '/me', { key: revoked })).body.error.code).toBe('API_KEY_REVOKED');
});

/** Trusted proxies, allowed addresses, X-Forwarded-For, and whether that is allowed from 127.0.0.1. */
test.each([
  ['no proxy: the connection itself counts', [], ['127.0.0.1'], undefined, true],
  ['no proxy: a header is not believed', [], ['10.1.2.3'], '10.1.2.3', false],
  ['no proxy: a header does no harm', [], ['127.0.0.1'], '10.1.2.3', true],
  ['a network of the connection', [], ['127.0.0.0/8'], undefined, true],
  ['another network', [], ['10.0.0.0/8', '192.168.0.0/16'], undefined, false],
  ['a network of IPv6 is not one of IPv4', [], ['::/0'], undefined, false],
  ['a list of nothing', [], [], undefined, false],
  ['behind a proxy', ['127.0.0.1'], ['10.1.2.0/24'], '10.1.2.3', true],
  ['behind a proxy, just outside', ['127.0.0.1'], ['10.1.2.0/24'], '10.1.3.0', false],
  ['behind a proxy that says nothing', ['127.0.0.1'], ['127.0.0.1'], undefined, true],
  ['IPv6 behind a proxy', ['127.0.0.1'], ['2001:db8::/32'], '2001:db8:1::5', true],
  ['IPv6 just outside', ['127.0.0.1'], ['2001:db8::/32'], '2001:db9::5', false],
  ['IPv4 in IPv6 clothes', ['127.0.0.1'], ['10.1.2.3'], '::ffff:10.1.2.3', true],
  ['what the client wrote before the proxy does not count', ['127.0.0.1'], ['10.1.2.3'], '10.1.2.3, 10.9.9.9', false],
  ['a chain of trusted proxies', ['127.0.0.1', '10.9.0.0/16'], ['10.1.2.3'], '10.1.2.3, 10.9.9.9', true],
  ['an untrusted one in the chain', ['127.0.0.1'], ['10.9.9.9'], '10.1.2.3, 10.9.9.9', true],
  ['nonsense in the header', ['127.0.0.1'], ['10.1.2.3'], 'unknown, ;', false],
])('source address: %s', async (_name, trusted, allowedIps, forwarded, allowed) => {
  const { api, key } = await createTestServer({ config: { trustProxy: networks(...trusted) } });
  const answer = await api('GET', '/me', {
    key: await key({ allowedIps }),
    ...(forwarded !== undefined && { headers: { 'x-forwarded-for': forwarded } }),
  });
  expect(answer.body.error?.code ?? 'allowed').toBe(allowed ? 'allowed' : 'IP_NOT_ALLOWED');
});

test('HEAD never runs a GET: it is refused with the methods that are allowed', async () => {
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

test('every answer has a request id of its own, also outside the version prefix', async () => {
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

test('GET /me and GET /channels tell what belongs to the key', async () => {
  const { api, accountId, testKey, key } = await createTestServer();
  const me = await api('GET', '/me', { key: await key({ scopes: ['messages:send'] }) });
  expect(me.body.data).toEqual({
    key: { mode: 'live', scopes: ['messages:send'] },
    account: { id: String(accountId), name: 'Demo' },
    modules: { api: true, webhook: true, flows: true },
    license: { status: 'active', expires_at: null },
    channels: ['whatsapp', 'instagram', 'messenger'],
  });
  expect(me.body.request_id).toBe(me.headers['x-request-id']);
  const test = await api('GET', '/me', { key: testKey });
  expect(test.body.data.key).toEqual({ mode: 'test', scopes: ['*'] });
  expect(test.headers['x-service-mode']).toBe('test');
  const { channels } = (await api('GET', '/channels')).body.data;
  expect(channels.map((one: { channel: string }) => one.channel)).toEqual([
    'whatsapp',
    'instagram',
    'messenger',
    'web',
  ]);
  expect(channels.map((one: { window_hours: number }) => one.window_hours)).toEqual([24, 24, 24, null]);
  expect(channels[0].connections).toEqual([{ id: 'wa_1', name: 'Demo whatsapp', is_default: true }]);
  expect(channels[3]).toMatchObject({
    capabilities: { text: true, media: true, location: false, interactive: false, template: false },
    connections: [],
  });
});
