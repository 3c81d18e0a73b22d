import { createServer, type IncomingMessage } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { ProxyAgent } from 'undici';
import { expect, onTestFinished, test, vi } from 'vitest';
import { gzippedBundle } from '../../lab/bench/support/bundle.ts';
import manifest from '../package.json' with { type: 'json' };
import { createObservedClient, refusal, skipWaits, success, thrownBy } from '../testing.ts';
import { Wigwag } from '../wigwag.ts';

const SENT = success(202, { id: 'msg_1', status: 'queued' });
const MESSAGE = { to: '905551112233', text: 'Hello' };

/** Sets variables until the test ends. Those that are not named are not set. */
function setEnvironment(variables: Record<string, string>): void {
  for (const name of ['WIGWAG_API_KEY', 'WIGWAG_BASE_URL', 'WIGWAG_LOG']) {
    vi.stubEnv(name, variables[name]);
  }
  onTestFinished(() => void vi.unstubAllEnvs());
}

test('the key and the address come from the environment, unless the options have them', async () => {
  const one = await createObservedClient(SENT);
  const other = await createObservedClient(SENT);
  setEnvironment({ WIGWAG_API_KEY: 'ww_live_environment\n', WIGWAG_BASE_URL: one.baseUrl });
  await new Wigwag().messages.send(MESSAGE);
  await new Wigwag({ apiKey: undefined, baseUrl: undefined }).messages.send(MESSAGE);
  await new Wigwag({ apiKey: 'ww_live_option' }).messages.send(MESSAGE);
  expect(one.requests.map(({ headers }) => headers.authorization)).toEqual([
    'Bearer ww_live_environment',
    'Bearer ww_live_environment',
    'Bearer ww_live_option',
  ]);
  await new Wigwag({ baseUrl: other.baseUrl }).messages.send(MESSAGE);
  expect(other.requests).toHaveLength(1);
});

test('without a key, the error names the option and the variable', () => {
  setEnvironment({});
  expect(() => new Wigwag()).toThrow(/^No API key\. Pass `apiKey` or set WIGWAG_API_KEY\.$/);
  setEnvironment({ WIGWAG_API_KEY: '' });
  expect(() => new Wigwag({})).toThrow(TypeError);
  // A key that the app wanted to pass is not replaced by another one.
  setEnvironment({ WIGWAG_API_KEY: 'ww_live_environment' });
  expect(() => new Wigwag({ apiKey: '' })).toThrow('No API key');
});

test.each([
  [{ WIGWAG_API_KEY: 'ww_live_\nKEY' }, 'WIGWAG_API_KEY must be printable ASCII on one line.'],
  [{ WIGWAG_BASE_URL: 'api.example' }, 'WIGWAG_BASE_URL must be like http://127.0.0.1:3000/api/v1, no user or query.'],
  [{ WIGWAG_LOG: 'verbose' }, 'WIGWAG_LOG must be off, warn, info, debug, not "verbose".'],
])('an invalid variable is named: %o', (variables, message) => {
  setEnvironment({ WIGWAG_API_KEY: 'ww_live_key', ...variables });
  expect(() => new Wigwag()).toThrow(new TypeError(message));
});

test.each([
  ['off', []],
  ['warn', [/^wigwag: POST \/messages is retried in \d+ ms: RateLimitError: RATE_LIMITED/]],
  ['info', [/^wigwag: POST \/messages 429 in \d+ ms req_42$/, /is retried/, /^wigwag: POST \/messages 202 in \d+ ms$/]],
  ['debug', [/, attempt 1$/, / 429 /, /is retried/, /, attempt 2$/, / 202 /]],
])('WIGWAG_LOG=%s prints lines on stderr, without key, body and phone number', async (level, expected) => {
  setEnvironment({ WIGWAG_LOG: level });
  const print = vi.spyOn(console, 'error').mockImplementation(() => {});
  onTestFinished(() => print.mockRestore());
  const refused = refusal('RATE_LIMITED', { 'retry-after': '0.01', 'x-request-id': 'req_42' });
  const { wigwag } = await createObservedClient([refused, SENT]);
  await wigwag.messages.send(MESSAGE);
  const lines = print.mock.calls.map(([line]) => String(line));
  expect(lines).toEqual(expected.map((line) => expect.stringMatching(line)));
  expect(lines.join()).not.toMatch(/ww_live|90555|Hello/);
});

test('a logger replaces WIGWAG_LOG', async () => {
  setEnvironment({ WIGWAG_LOG: 'debug' });
  const print = vi.spyOn(console, 'error').mockImplementation(() => {});
  onTestFinished(() => print.mockRestore());
  const { logger, events } = skipWaits();
  const { wigwag } = await createObservedClient(SENT, { logger });
  await wigwag.messages.send(MESSAGE);
  expect(events).toHaveLength(2);
  expect(print).not.toHaveBeenCalled();
});

test('User-Agent has the app, the SDK and the runtime', async () => {
  const { wigwag, requests, baseUrl } = await createObservedClient(SENT);
  const sdk = `wigwag-sdk/${manifest.version} ${navigator.userAgent}`;
  await wigwag.messages.send(MESSAGE);
  const options = { apiKey: 'key', baseUrl };
  await new Wigwag({ ...options, app: 'shop/1.2' }).messages.send(MESSAGE);
  await new Wigwag({ ...options, headers: { 'User-Agent': 'own/1' } }).messages.send(MESSAGE);
  await new Wigwag({ ...options, app: 'shop/1.2' }).messages.send(MESSAGE, { headers: { 'user-agent': 'call/1' } });
  expect(requests.map(({ headers }) => headers['user-agent'])).toEqual([sdk, `shop/1.2 ${sdk}`, 'own/1', 'call/1']);
  expect(sdk).toContain('Node.js/24');
  expect(() => new Wigwag({ apiKey: 'key', app: 'shop\n' })).toThrow('app must be printable ASCII on one line.');
});

test('a bundle for browsers reads no environment, and leaves User-Agent to the browser', async () => {
  const { code } = await gzippedBundle("export { Wigwag } from './index.ts'");
  expect(code).not.toMatch(/wigwag-sdk\/|WIGWAG_LOG|user-agent/i);
  const edge = await gzippedBundle("export { Wigwag } from './index.ts'", ['workerd']);
  expect(edge.code).toContain(`wigwag-sdk/`);
});

test('fetchOptions of the client and of a call reach fetch, and those of the call win', async () => {
  const seen: unknown[] = [];
  const fetch = (request: Request, init?: object) => {
    seen.push(init);
    return globalThis.fetch(request);
  };
  const { wigwag } = await createObservedClient(SENT, { fetch, fetchOptions: { proxy: 'a', keepalive: true } });
  await wigwag.messages.send(MESSAGE);
  await wigwag.messages.send(MESSAGE, { fetchOptions: { proxy: 'b' } });
  await thrownBy(wigwag.events().next());
  expect(seen).toEqual([
    { proxy: 'a', keepalive: true },
    { proxy: 'b', keepalive: true },
    { proxy: 'a', keepalive: true },
  ]);
});

test.each(['method', 'headers', 'body', 'signal', 'redirect', 'duplex'])(
  'fetchOptions cannot replace %s, which the SDK sets',
  async (name) => {
    const { wigwag, requests } = await createObservedClient(SENT);
    const fetchOptions = { [name]: 'follow' } as never;
    expect(() => new Wigwag({ apiKey: 'key', fetchOptions })).toThrow(`fetchOptions must not contain ${name}`);
    expect(await thrownBy(wigwag.messages.send(MESSAGE, { fetchOptions }))).toBeInstanceOf(TypeError);
    expect(requests).toHaveLength(0);
  },
);

/** Starts a proxy that tunnels connections, and records their targets. */
async function startProxy() {
  const targets: string[] = [];
  const server = createServer();
  server.on('connect', ({ url = '' }: IncomingMessage, socket) => {
    targets.push(url);
    const [host, port] = url.split(':');
    const upstream = connect(Number(port), host, () => {
      socket.write('HTTP/1.1 200 Connection established\r\n\r\n');
      upstream.pipe(socket).pipe(upstream);
    });
    upstream.on('error', () => socket.destroy());
    socket.on('error', () => upstream.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return { targets, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` };
}

test('a dispatcher in fetchOptions sends calls and uploads through a proxy', async () => {
  const proxy = await startProxy();
  const dispatcher = new ProxyAgent(proxy.url);
  onTestFinished(() => dispatcher.destroy());
  const media = success(201, { id: 'med_1', kind: 'document' });
  const { wigwag, requests, baseUrl } = await createObservedClient([SENT, media], {
    fetchOptions: { dispatcher: dispatcher as never },
  });
  await wigwag.messages.send(MESSAGE);
  await wigwag.media.upload({ file: new Blob(['content']).stream() });
  expect(requests).toMatchObject([{ body: MESSAGE }, { body: expect.stringContaining('content') }]);
  expect(new Set(proxy.targets)).toEqual(new Set([new URL(baseUrl).host]));
});

test('request calls any path and returns its data', async () => {
  const { wigwag, requests } = await createObservedClient(success(200, { id: 'x' }, { 'x-request-id': 'req_9' }));
  const params = { phone: '+90 555/1' };
  const reply = wigwag.request<{ id: string }>('PATCH', '/contacts/{phone}/tags', {
    params,
    query: { limit: 2, kinds: ['a', 'b'] },
    body: { name: 'Ada' },
    headers: { 'x-trace': '1' },
  });
  expect((await reply).id).toBe('x');
  expect(await reply.withResponse()).toMatchObject({ data: { id: 'x' }, requestId: 'req_9' });
  expect(requests).toMatchObject([
    {
      method: 'PATCH',
      path: '/api/v1/contacts/%2B90%20555%2F1/tags?limit=2&kinds=a&kinds=b',
      headers: { authorization: 'Bearer ww_live_key', 'x-trace': '1', 'content-type': 'application/json' },
      body: { name: 'Ada' },
    },
  ]);
});

test('request throws the errors of the API, and retries as the methods do', async () => {
  const { logger, waits } = skipWaits();
  const down = refusal('INTERNAL_ERROR');
  const { wigwag, requests } = await createObservedClient([down, SENT, down, down, SENT, refusal('NOT_FOUND')], {
    logger,
  });
  await wigwag.request('GET', '/new');
  expect(requests).toHaveLength(2);
  expect(await thrownBy(wigwag.request('POST', '/new', { body: {} }))).toMatchObject({ name: 'ServerError' });
  expect(requests, 'a POST without a key').toHaveLength(3);
  await wigwag.request('POST', '/new', { body: {}, idempotencyKey: 'once' });
  expect(requests.slice(3).map(({ headers }) => headers['idempotency-key'])).toEqual(['once', 'once']);
  expect(await thrownBy(wigwag.request('GET', '/new'))).toMatchObject({ name: 'NotFoundError', code: 'NOT_FOUND' });
  expect(waits).toHaveLength(2);
});

test('request does not repeat a POST without a key after a lost connection, in lowercase or uppercase', async () => {
  const { logger } = skipWaits();
  const { wigwag, requests } = await createObservedClient((response) => response.socket?.resetAndDestroy(), { logger });
  for (const method of ['POST', 'post', 'Post']) {
    expect(await thrownBy(wigwag.request(method as 'POST', '/messages', { body: MESSAGE }))).toBeInstanceOf(Error);
  }
  expect(requests.map(({ method }) => method)).toEqual(['POST', 'POST', 'POST']);
});

test.each([
  [['/me'], 'path must be a string, not undefined.'],
  [['GET', 5], 'path must be a string, not 5.'],
  [
    ['GET', '/contacts?limit=1', { query: { search: 'Ada' } }],
    'path must not contain ? together with the option query.',
  ],
  [['GET', '/stats', { query: { from: new Date(0) } }], 'query.from must be a string, a number or an array, not Date.'],
  [['GET', '/a/{id}', { params: { id: ['x'] } }], 'params.id must be a string or a number, not Array.'],
  [['POST', '/a', { body: new FormData() }], 'body must be data for JSON, not FormData.'],
  [['POST', '/a', { body: new Blob(['x']).stream() }], 'body must be data for JSON, not ReadableStream.'],
  [['POST', '/a', { body: new Uint8Array(1) }], 'body must be data for JSON, not Uint8Array.'],
  [['POST', '/a', { body: () => {} }], 'body must be data for JSON, not function.'],
])('request refuses %o, which would be sent as something else', async (args, message) => {
  const { wigwag, requests } = await createObservedClient(success(200, {}));
  const request = wigwag.request as (...args: unknown[]) => Promise<unknown>;
  expect(await thrownBy(request(...args))).toMatchObject({ name: 'TypeError', message });
  expect(requests).toHaveLength(0);
});

test('request sends everything that JSON and a query can express', async () => {
  const { wigwag, requests } = await createObservedClient(success(200, {}));
  for (const body of [[1], 'text', 0, false, null, Object.create(null)]) {
    await wigwag.request('POST', '/a', { body });
  }
  await wigwag.request('GET', '/contacts?limit=1');
  await wigwag.request('GET', '/a', { query: { vars: { name: 'Ada' }, list: ['x'], none: null, flag: true } });
  expect(requests.map(({ body }) => body)).toEqual([[1], 'text', 0, false, null, {}, undefined, undefined]);
  expect(requests.slice(-2).map(({ path }) => path)).toEqual([
    '/api/v1/contacts?limit=1',
    '/api/v1/a?vars[name]=Ada&list=x&flag=true',
  ]);
});

test('a path of request cannot change the host, and needs its values', async () => {
  const { wigwag, requests } = await createObservedClient(success(200, {}), { path: '' });
  await wigwag.request('GET', '.example.com/me');
  expect(requests.map(({ path }) => path)).toEqual(['/.example.com/me']);
  expect(String(await thrownBy(wigwag.request('GET', '/a/{id}', { params: { id: '..' } })))).toContain(
    'a value for id',
  );
  expect(String(await thrownBy(wigwag.request('GET', '/a/{id}')))).toContain('a value for id');
  expect(String(await thrownBy(wigwag.request('GET', '/a', { quary: {} } as never)))).toContain('Did you mean query?');
  expect(requests).toHaveLength(1);
});

test('request does not log the values of a path', async () => {
  const { logger, events } = skipWaits();
  const { wigwag } = await createObservedClient(success(200, {}), { logger });
  await wigwag.request('GET', '/contacts/{phone}', { params: { phone: '905551112233' } });
  expect(events).toMatchObject([{ path: '/contacts/{phone}' }, { path: '/contacts/{phone}' }]);
});
