import { createReadStream, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import type { ServerResponse } from 'node:http';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { Readable } from 'node:stream';
import { expect, onTestFinished, test, vi } from 'vitest';
import { ConnectionError } from '../request/connection-error.ts';
import { createObservedClient, refusal, skipWaits, success, thrownBy } from '../testing.ts';
import { Wigwag } from '../wigwag.ts';

const SENT = success(202, { id: 'msg_1', status: 'queued' });
const MESSAGE = { to: '905551112233', text: 'Hello' };

test.each(['ww_live_\nKEY', 'ww_live_\0KEY', '“ww_live_KEY”'])(
  'an invalid key is refused and not shown: %j',
  (apiKey) => {
    expect(() => new Wigwag({ apiKey })).toThrow(/^apiKey must be printable ASCII on one line\.$/);
    expect(() => new Wigwag({ apiKey })).toThrow(TypeError);
  },
);

test('a line break at the end of the key is removed', async () => {
  const { wigwag, requests } = await createObservedClient(SENT, { apiKey: 'ww_live_key\n' });
  await wigwag.messages.send(MESSAGE);
  expect(requests[0]?.headers.authorization).toBe('Bearer ww_live_key');
  expect(() => new Wigwag({ apiKey: '\n' })).toThrow('No API key');
});

test.each(['not a url', '', 'ftp://x/api/v1', '/api/v1', '127.0.0.1:3000/api/v1'])(
  'baseUrl %j is refused at once',
  (baseUrl) => {
    expect(() => new Wigwag({ apiKey: 'key', baseUrl })).toThrow(/^baseUrl must be like http:/);
  },
);

test.each([
  'https://user:word@api.example/api/v1',
  'https://:word@api.example/api/v1',
  'HTTP://user@api.example/api/v1',
  'https://api.example/api/v1?key=word',
  'https://api.example/api/v1#word',
])('baseUrl %j is refused, and a possible password is not shown', (baseUrl) => {
  const construct = () => new Wigwag({ apiKey: 'key', baseUrl });
  expect(construct).toThrow(TypeError);
  expect(construct).toThrow(/^baseUrl must be like \S+, no user or query\.$/);
  expect(construct).not.toThrow(/word|user@/);
});

test.each(['\n', '\r\n', ' '])('%j at the end of baseUrl is removed, also for the event stream', async (end) => {
  const { wigwag, requests } = await createObservedClient(SENT, { path: `/api/v1${end}` });
  await wigwag.messages.send(MESSAGE);
  await thrownBy(wigwag.events().next());
  expect(requests.map(({ path }) => path)).toEqual(['/api/v1/messages', '/developers/events']);
});

test('a baseUrl may contain @ after the host', async () => {
  const { wigwag, requests } = await createObservedClient(SENT, { path: '/@scope/api/v1' });
  await wigwag.messages.send(MESSAGE);
  expect(requests[0]?.path).toBe('/@scope/api/v1/messages');
});

test.each(['ok\nx', 'ü', ''])('idempotencyKey %j is refused before any request', async (idempotencyKey) => {
  const { wigwag, requests } = await createObservedClient(SENT);
  const error = await thrownBy(wigwag.messages.send(MESSAGE, { idempotencyKey }));
  expect(error).toBeInstanceOf(TypeError);
  expect(String(error)).toContain('idempotencyKey must be');
  expect(requests).toHaveLength(0);
});

test.each([
  { timeout: 0 },
  { timeout: -1 },
  { timeout: Number.NaN },
  { timeout: '5' as never },
  { maxRetries: -1 },
  { maxRetries: Number.NaN },
])('%o is refused by the client and by a call', async (options) => {
  const [name = ''] = Object.keys(options);
  expect(() => new Wigwag({ apiKey: 'key', ...options })).toThrow(new RegExp(`^${name} must be a number`));
  const { wigwag, requests } = await createObservedClient(SENT);
  expect(await thrownBy(wigwag.messages.send(MESSAGE, options))).toBeInstanceOf(TypeError);
  expect(requests).toHaveLength(0);
});

test.each([Number.POSITIVE_INFINITY, 2 ** 31, 2 ** 40])('a timeout of %d does not fire at once', async (timeout) => {
  const slow = (response: import('node:http').ServerResponse) =>
    setImmediate(() => {
      response.writeHead(202, { 'content-type': 'application/json' });
      response.end(JSON.stringify(SENT.body));
    });
  const { wigwag, requests } = await createObservedClient(slow, { timeout });
  expect(await wigwag.messages.send(MESSAGE)).toMatchObject({ id: 'msg_1' });
  expect(requests).toHaveLength(1);
});

test('timeout and signal end a call even if fetch ignores both', async () => {
  const wigwag = new Wigwag({ apiKey: 'key', maxRetries: 0, fetch: () => new Promise(() => {}) });
  expect(await thrownBy(wigwag.account.me({ timeout: 20 }))).toMatchObject({ name: 'TimeoutError' });
  const stop = new AbortController();
  setImmediate(() => stop.abort('enough'));
  expect(await thrownBy(wigwag.account.me({ signal: stop.signal }))).toBe('enough');
});

test.each(['boom', undefined, null])('a fetch that throws %j is a ConnectionError', async (thrown) => {
  const wigwag = new Wigwag({ apiKey: 'key', maxRetries: 0, fetch: () => Promise.reject(thrown) });
  const error = await thrownBy(wigwag.account.me());
  expect(error).toBeInstanceOf(ConnectionError);
  expect(String(error)).toContain(`The server cannot be reached: ${thrown}`);
});

test('an error while serializing the body is thrown unchanged, without a request', async () => {
  const { wigwag, requests } = await createObservedClient(SENT);
  const circular: Record<string, unknown> = { ...MESSAGE };
  circular.text = circular;
  for (const message of [{ to: 1n, text: 'x' }, circular]) {
    const error = await thrownBy(wigwag.messages.send(message as never));
    expect(error).toBeInstanceOf(TypeError);
    expect(error).not.toBeInstanceOf(ConnectionError);
  }
  expect(requests).toHaveLength(0);
});

test('changes to an object after the call do not affect its attempts', async () => {
  const { logger } = skipWaits();
  const { wigwag, requests } = await createObservedClient([(response) => response.socket?.destroy(), SENT], { logger });
  const message = { ...MESSAGE };
  const sent = wigwag.messages.send(message);
  message.text = 'Changed';
  await sent;
  expect(requests.map(({ body }) => body)).toEqual([MESSAGE, MESSAGE]);
});

test('a logger that throws does not make an accepted send fail', async () => {
  const { wigwag, requests } = await createObservedClient(SENT, {
    logger: () => {
      throw new Error('the log is full');
    },
  });
  expect(await wigwag.messages.send(MESSAGE)).toMatchObject({ id: 'msg_1' });
  expect(requests).toHaveLength(1);
});

test('an onProgress or a source that throws ends the upload with that error, without a retry', async () => {
  const logger = vi.fn();
  const { wigwag } = await createObservedClient(SENT, { logger });
  const mine = new Error('the progress bar broke');
  const onProgress = () => {
    throw mine;
  };
  expect(await thrownBy(wigwag.media.upload({ file: new Blob(['abc']) }, { onProgress }))).toBe(mine);
  const source = async function* () {
    yield new Uint8Array(1);
    throw mine;
  };
  expect(await thrownBy(wigwag.media.upload({ file: source() }))).toBe(mine);
  expect(logger.mock.calls.filter(([{ type }]) => type === 'request')).toHaveLength(2);
});

test('a path that is not a file is named before any request', async () => {
  const { wigwag, requests } = await createObservedClient(SENT);
  expect(await thrownBy(wigwag.media.upload({ file: { path: tmpdir() } }))).toMatchObject({
    name: 'TypeError',
    message: `${tmpdir()} is not a file.`,
  });
  expect(String(await thrownBy(wigwag.media.upload({ file: { path: '/no/such/file' } })))).toContain('/no/such/file');
  expect(await thrownBy(wigwag.media.upload({ file: createReadStream('/no/such/file') }))).toMatchObject({
    code: 'ENOENT',
  });
  expect(requests).toHaveLength(0);
});

test('a file that changed between two attempts is reported as changed, and not sent', async () => {
  const { logger } = skipWaits();
  for (const options of [{}, { onProgress: () => {} }]) {
    const path = join(mkdtempSync(join(tmpdir(), 'wigwag-changed-')), 'a.txt');
    onTestFinished(() => rmSync(dirname(path), { recursive: true }));
    writeFileSync(path, 'hello');
    const changes = (response: ServerResponse) => {
      writeFileSync(path, 'hello, and more');
      response.socket?.destroy();
    };
    const { wigwag, requests } = await createObservedClient([changes, SENT], { logger });
    const error = await thrownBy(wigwag.media.upload({ file: { path } }, options));
    expect(error).toMatchObject({ name: 'NotReadableError' });
    expect(error).not.toBeInstanceOf(ConnectionError);
    expect(requests).toHaveLength(1);
  }
});

/** Reads a request that never ends. */
const readsIt = async (request: Request) => Response.json(await request.text());

test('a source that hangs is closed at once when its upload ends', async () => {
  const wigwag = new Wigwag({ apiKey: 'key', fetch: readsIt });
  const sources = (told: () => void): (AsyncIterable<Uint8Array> | ReadableStream<Uint8Array>)[] => {
    const never = new Promise<never>(() => {});
    const iterator = { next: () => never, return: async () => ({ done: true as const, value: told() }) };
    return [
      { [Symbol.asyncIterator]: () => iterator },
      new ReadableStream({ pull: () => never, cancel: told }),
      new Readable({ read: () => {}, destroy: (_, done) => done(told() as undefined) }),
    ];
  };
  for (const index of [0, 1, 2]) {
    const told = Promise.withResolvers<void>();
    const file = sources(told.resolve)[index] as AsyncIterable<Uint8Array>;
    const stop = new AbortController();
    setImmediate(() => stop.abort('enough'));
    expect(await thrownBy(wigwag.media.upload({ file }, { signal: stop.signal }))).toBe('enough');
    await told.promise;
  }
});

test('a generator that hangs in its own wait is finalized when that wait ends', async () => {
  const wigwag = new Wigwag({ apiKey: 'key', fetch: readsIt });
  const wait = Promise.withResolvers<void>();
  const finalised = Promise.withResolvers<void>();
  const file = (async function* () {
    try {
      await wait.promise;
      yield new Uint8Array(1);
    } finally {
      finalised.resolve();
    }
  })();
  const stop = new AbortController();
  setImmediate(() => stop.abort('enough'));
  expect(await thrownBy(wigwag.media.upload({ file }, { signal: stop.signal }))).toBe('enough');
  wait.resolve();
  await finalised.promise;
});

test('a stream that an upload does not read to its end is cancelled', async () => {
  const { wigwag } = await createObservedClient(SENT);
  const file = createReadStream(import.meta.filename);
  await thrownBy(wigwag.media.upload({ file }, { signal: AbortSignal.abort() }));
  expect(file.destroyed).toBe(true);
});

test('an undefined field of an upload is left out', async () => {
  const { wigwag, requests } = await createObservedClient(SENT);
  await wigwag.media.upload({ file: new Blob(['x']), connection_id: undefined } as never);
  expect(requests[0]?.body).not.toContain('connection_id');
});

test.each(['', '.', '..', undefined, null, Number.NaN])('a path never contains %j', async (value) => {
  const { wigwag, requests } = await createObservedClient(SENT);
  expect(String(await thrownBy(wigwag.contacts.get(value as never)))).toMatch(
    /TypeError: GET .* needs a value for phone/,
  );
  expect(String(await thrownBy(wigwag.flows.delete(value as never)))).toMatch(/needs a value for id/);
  expect(String(await thrownBy(wigwag.conversations.messages(value as never)))).toMatch(/needs a value for phone/);
  expect(requests).toHaveLength(0);
});

test.each(['constructor', '__proto__', 'toString'])(
  'a code named %s is handled like any unknown code',
  async (code) => {
    const answer = refusal('WINDOW_CLOSED');
    const body = { success: false, error: { ...(answer.body as { error: object }).error, code } };
    const { wigwag, requests } = await createObservedClient({ status: 409, body });
    expect(await thrownBy(wigwag.account.me())).toMatchObject({ name: 'ConflictError', code });
    expect(requests).toHaveLength(1);
  },
);

test.each([
  ['-5', undefined],
  ['soon', undefined],
  ['Wed, 21 Oct 2015 07:28:00 GMT', undefined],
  ['7', 7],
])('Retry-After: %s', async (value, retryAfter) => {
  const { wigwag } = await createObservedClient(refusal('RATE_LIMITED', { 'retry-after': value }), { maxRetries: 0 });
  expect(await thrownBy(wigwag.account.me())).toMatchObject({ name: 'RateLimitError', retryAfter });
});

test('Retry-After may be a date', async () => {
  const inTenMinutes = new Date(Date.now() + 600_000).toUTCString();
  const { wigwag } = await createObservedClient(refusal('RATE_LIMITED', { 'retry-after': inTenMinutes }));
  const { retryAfter } = (await thrownBy(wigwag.account.me())) as { retryAfter: number };
  expect(retryAfter).toBeGreaterThan(500);
  expect(retryAfter).toBeLessThanOrEqual(600);
});

test('a redirect is not followed: neither key nor body reach its target', async () => {
  const other = await createObservedClient(SENT);
  const { wigwag } = await createObservedClient({
    status: 307,
    body: '',
    headers: { location: `${other.baseUrl}/messages` },
  });
  expect(await thrownBy(wigwag.messages.send(MESSAGE))).toMatchObject({ name: 'UnexpectedAnswerError', http: 307 });
  expect(await thrownBy(wigwag.events().next())).toMatchObject({ name: 'UnexpectedAnswerError', http: 307 });
  expect(other.requests).toHaveLength(0);
});

test('a 200 with a refusal in its body is a refusal, and null data is not a response of the API', async () => {
  const refused = await createObservedClient({ ...refusal('WINDOW_CLOSED'), status: 200 });
  expect(await thrownBy(refused.wigwag.account.me())).toMatchObject({ name: 'WindowError' });
  const empty = await createObservedClient({ status: 200, body: { success: true, data: null } });
  expect(await thrownBy(empty.wigwag.account.me())).toMatchObject({ name: 'UnexpectedAnswerError' });
});

test('a list whose page names itself as the next one ends with an error', async () => {
  const page = success(200, { contacts: [{ id: 1 }], pagination: { has_more: true, next_cursor: 'A' } });
  const { wigwag, requests } = await createObservedClient(page);
  expect(String(await thrownBy(wigwag.contacts.list().toArray()))).toContain('A cursor repeats');
  expect(requests).toHaveLength(2);
  for (const limit of [-1, Number.NaN]) {
    expect(await thrownBy(wigwag.contacts.list().toArray({ limit }))).toBeInstanceOf(TypeError);
  }
  expect(requests).toHaveLength(2);
});
