import { expect, test } from 'vitest';
import { createTestServer } from '../../testing/server.ts';

const to = '905551112233';
const QUERY = `to=${to}&name=hello_world`;
const UNKNOWN = `ww_live_${'A'.repeat(41)}`;

/** The places for the key in a link. */
const PLACES = [
  ['query', (key: string) => `/messages/template?api_key=${key}&${QUERY}`],
  ['path', (key: string) => `/messages/template/${key}?${QUERY}`],
] as const;

test.each(PLACES)('a key in the %s is checked like a key in the header', async (_place, link) => {
  const { api, key, anotherAccount } = await createTestServer();
  const inactive = await anotherAccount({ isActive: false });
  const expired = await anotherAccount({ licenseExpiresAt: 1 });
  const disabled = await anotherAccount({ modules: { api: false, webhook: true, flows: true } });
  const call = async (given: string, query = '') => {
    const { status, body } = await api('GET', link(given) + query, { key: null });
    return [status, body.error?.code];
  };
  for (const malformed of ['secret', UNKNOWN.slice(1), `${UNKNOWN}A`, UNKNOWN.slice(0, -1), 'msg_1', '%00', '%2F']) {
    expect([malformed, ...(await call(malformed))]).toEqual([malformed, 401, 'INVALID_API_KEY']);
  }
  expect(await call(UNKNOWN)).toEqual([401, 'INVALID_API_KEY']);
  // Each error takes precedence over all later ones. The last one also breaks a field rule.
  const narrow = { scopes: ['messages:read'], allowedIps: ['10.0.0.1'], requestsPerMinute: 1 };
  expect(await call(await key({ ...narrow, revoked: true }), '&x=1')).toEqual([401, 'API_KEY_REVOKED']);
  expect(await call(await key({ ...narrow, accountId: inactive.accountId }))).toEqual([403, 'IP_NOT_ALLOWED']);
  expect(await call(inactive.liveKey, '&x=1')).toEqual([403, 'ACCOUNT_INACTIVE']);
  expect(await call(expired.liveKey, '&x=1')).toEqual([402, 'LICENSE_EXPIRED']);
  expect(await call(disabled.liveKey, '&x=1')).toEqual([403, 'MODULE_DISABLED']);
  const slow = await key({ scopes: [], requestsPerMinute: 1 });
  expect(await call(slow, '&x=1')).toEqual([403, 'SCOPE_DENIED']);
  expect(await call(slow, '&x=1')).toEqual([429, 'RATE_LIMITED']);
  const sending = await key({ scopes: ['messages:send'] });
  expect(await call(sending, '&x=1')).toEqual([422, 'VALIDATION_FAILED']);
  expect(await call(sending, '&connection_id=wa_99')).toEqual([404, 'CONNECTION_NOT_FOUND']);
  expect(await call(sending)).toEqual([202, undefined]);
});

test('a link without a key, or with an empty one, counts as having none', async () => {
  const { api } = await createTestServer();
  for (const path of [`/messages/template?${QUERY}`, `/messages/template?${QUERY}&api_key=`]) {
    expect((await api('GET', path, { key: null })).body.error.code).toBe('MISSING_API_KEY');
  }
});

test.each(PLACES)(
  'beside a key in the %s, an Authorization header without an API key is ignored',
  async (_place, link) => {
    const { api, liveKey, settle, mock } = await createTestServer();
    for (const authorization of ['Basic YTpi', 'Bearer eyJhbGciOiJub25lIn0.e30.', 'Bearer', 'Token x', 'Bearer a b']) {
      const { status } = await api('GET', link(liveKey), { key: null, headers: { authorization } });
      expect([authorization, status]).toEqual([authorization, 202]);
    }
    const unknown = await api('GET', link(UNKNOWN), { key: null, headers: { authorization: 'Basic YTpi' } });
    expect([unknown.status, unknown.body.error.code]).toEqual([401, 'INVALID_API_KEY']);
    await settle();
    expect(mock.sends()).toHaveLength(1); // the others are repeats
  },
);

test('two keys in one request are refused unless they are equal', async () => {
  const { api, liveKey, testKey, settle, mock } = await createTestServer();
  for (const [place, link] of PLACES) {
    const call = async (path: string, headers: Record<string, string>) =>
      (await api('GET', path, { key: null, headers })).body.error?.code;
    expect([place, await call(link(liveKey), { authorization: `Bearer ${testKey}` })]).toEqual([
      place,
      'INVALID_API_KEY',
    ]);
    expect(await call(link(UNKNOWN), { authorization: `Bearer ${liveKey}` })).toBe('INVALID_API_KEY');
    expect(await call(`${link(liveKey)}&idempotency_key=${place}`, { authorization: `Bearer ${liveKey}` })).toBe(
      undefined,
    );
  }
  const twice = `/messages/template?api_key=${liveKey}&api_key=${liveKey}&${QUERY}`;
  expect((await api('GET', twice, { key: null })).body.error.code).toBe('INVALID_API_KEY');
  const both = `/messages/template/${liveKey}?api_key=${liveKey}&${QUERY}`;
  expect((await api('GET', both, { key: null })).body.error).toMatchObject({
    code: 'VALIDATION_FAILED',
    param: 'api_key',
  });
  await settle();
  expect(mock.sends()).toHaveLength(2);
});

test('in other operations a key in the query is ignored', async () => {
  const { api, liveKey } = await createTestServer();
  for (const [method, path] of [
    ['GET', '/me'],
    ['GET', '/channels'],
    ['GET', '/templates'],
    ['GET', '/messages/msg_1'],
    ['POST', '/messages'],
    ['POST', '/messages/template'],
  ] as const) {
    const body = method === 'POST' ? { to, name: 'hello_world' } : undefined;
    const answer = await api(method, `${path}?api_key=${liveKey}`, { key: null, ...(body && { body }) });
    expect([path, answer.status, answer.body.error.code]).toEqual([path, 401, 'MISSING_API_KEY']);
  }
  const known = await api('GET', `/templates?api_key=${UNKNOWN}`);
  expect(known.body.error).toMatchObject({ code: 'VALIDATION_FAILED', param: 'api_key' });
  expect(JSON.stringify(known.body)).not.toContain(UNKNOWN);
});

test('a key in a link is never in a log or a response', async () => {
  const lines: string[] = [];
  const log = { write: (line: string) => void lines.push(line) };
  const { api, baseUrl, liveKey, settle, server } = await createTestServer({ log, config: { logLevel: 'trace' } });
  const answers: string[] = [];
  const open = async (path: string, method = 'GET') => {
    const answer = await fetch(baseUrl + path, { method, headers: { referer: baseUrl + path } });
    answers.push(await answer.text(), JSON.stringify([...answer.headers]));
    expect([path, answer.headers.get('referrer-policy')]).toEqual([path, 'no-referrer']);
    expect([path, answer.headers.get('cache-control')]).toEqual([path, 'no-store']);
  };
  for (const path of [
    `/messages/template?api_key=${liveKey}&${QUERY}`,
    `/messages/template/${liveKey}?${QUERY}`,
    `/messages/template/${liveKey}`,
    `/messages/template/${liveKey}A?${QUERY}`,
    `/messages/template/${liveKey}/?${QUERY}`,
    `/messages/template/${liveKey}/send?${QUERY}`,
    `/messages/templates/${liveKey}?${QUERY}`,
    `/messages/template/${liveKey.replaceAll('_', '%5F')}/x`,
    `/messages/template/${liveKey}%zz`,
    `/${liveKey}`,
    `/me?api_key=${liveKey}`,
    `/nothing?api_key=${liveKey}`,
    `/messages/template?${QUERY}&${liveKey}=1&api_key=${UNKNOWN}`,
  ]) {
    await open(path);
    await open(path, 'HEAD');
    await open(path, 'DELETE');
  }
  await settle();
  // Text that a library puts into an error goes through the same filter of the log.
  server.app.log.error(
    { error: new Error(`GET /messages/template/${liveKey} broke`), url: `?api_key=${liveKey}` },
    'x',
  );
  expect(lines.join()).toContain('ww_live_***');
  expect(lines.join()).not.toContain(liveKey.slice(8));
  expect(answers.join()).toContain('ww_live_***');
  expect(answers.join()).not.toContain(liveKey.slice(8));
  // The database may also fail; that error is logged without the key of the request.
  await server.app.store.close();
  const broken = await api('GET', `/messages/template/${liveKey}?${QUERY}`, { key: null });
  expect([broken.status, broken.body.error.code]).toEqual([500, 'INTERNAL_ERROR']);
  expect(lines.some((line) => line.includes('a request broke'))).toBe(true);
  expect(lines.join() + JSON.stringify(broken.body)).not.toContain(liveKey.slice(8));
});

test('no response may be cached, with or without a key in its URL', async () => {
  const { api, server } = await createTestServer();
  for (const { headers } of [await api('GET', '/me'), await api('GET', '/me', { key: null })]) {
    expect(headers).toMatchObject({ 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' });
  }
  expect((await fetch(`${server.origin}/nothing`)).headers.get('referrer-policy')).toBe('no-referrer');
});
