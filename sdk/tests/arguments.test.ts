import { createReadStream } from 'node:fs';
import { Readable } from 'node:stream';
import { Headers as UndiciHeaders } from 'undici';
import { expect, test } from 'vitest';
import { gzippedBundle } from '../../lab/bench/support/bundle.ts';
import { answers, handlers, refuses } from '../msw.ts';
import { createObservedClient, refusal, type SeenRequest, skipWaits, success, thrownBy } from '../testing.ts';
import {
  constructEvent,
  fetchHandler,
  generateTestHeader,
  hapiRoute,
  nodeHandler,
  StatusTracker,
} from '../webhooks.ts';
import { Wigwag } from '../wigwag.ts';

/** Mistakes of callers without a type checker. */

const STORED = success(201, { id: 'med_1', kind: 'document', mime_type: 'text/plain', size: 5 });
const SENT = success(202, { id: 'msg_1', status: 'delivered' });
const MESSAGE = { to: '905551112233', text: 'Hello' };

const partOf = async ({ headers, body }: SeenRequest): Promise<File> => {
  const response = new Response(body as string, { headers: { 'content-type': String(headers['content-type']) } });
  return (await response.formData()).get('file') as File;
};

test.each([
  ['an address', { url: 'https://shop.example/shoe.jpg' }, 'Object'],
  ['a text', 'hello', 'string'],
  ['a number', 5, '5'],
  ['nothing', undefined, 'undefined'],
  ['null', null, 'null'],
  ['a promise', Promise.resolve(new Blob(['x'])), 'Promise'],
  ['an array of chunks', [new Uint8Array(1)], 'Array'],
  ['bytes that went through JSON', { type: 'Buffer', data: [1, 2] }, 'Object'],
  ['a path that is not a string', { path: 5 }, 'Object'],
  ['a Blob that the runtime would not read', { size: 1, [Symbol.toStringTag]: 'Blob' }, 'Blob'],
  ['an object without a prototype', Object.create(null), 'Object'],
])('an upload of %s is refused, and the error says what is accepted', async (_, file, kind) => {
  const { wigwag, requests } = await createObservedClient(STORED);
  const error = await thrownBy(wigwag.media.upload({ file } as never));
  expect(error).toBeInstanceOf(TypeError);
  expect((error as Error).message).toBe(
    `file must be a Blob, bytes, a stream, { path } or the Response of a fetch, not ${kind}.`,
  );
  expect(requests).toHaveLength(0);
});

test.each([
  [undefined, 'the upload must be an object, not undefined.'],
  [new Blob(['x']), 'the upload must be an object, not Blob.'],
  [{ file: new Blob(['x']), filename: 5 }, 'filename must be a string, not 5.'],
  [{ file: new Blob(['x']), channel: {} }, 'channel must be a string, not Object.'],
])('an upload as %o is refused with the name of the field', async (upload, message) => {
  const { wigwag, requests } = await createObservedClient(STORED);
  expect(await thrownBy(wigwag.media.upload(upload as never))).toMatchObject({ name: 'TypeError', message });
  expect(requests).toHaveLength(0);
});

test.each([
  [
    'its content disposition',
    { 'content-disposition': 'attachment; filename="invoice 7.pdf"' },
    '/download',
    'invoice 7.pdf',
  ],
  ['its address', {}, '/files/invoice.pdf?version=2', 'invoice.pdf'],
  ['neither', {}, '/', 'file'],
])('a Response is uploaded with its type, and the name from %s', async (_, headers, path, name) => {
  const source = await createObservedClient({
    status: 200,
    body: 'hello',
    headers: { 'content-type': 'application/pdf', ...headers },
  });
  const { wigwag, requests } = await createObservedClient(STORED);
  const file = await fetch(new URL(path, source.baseUrl));
  await wigwag.media.upload({ file });
  const part = await partOf(requests[0] as SeenRequest);
  expect([part.name, part.type, await part.text()]).toEqual([name, 'application/pdf', 'hello']);
});

test('a Response is kept for a retry, and its length is known', async () => {
  const { logger } = skipWaits();
  const { wigwag, requests } = await createObservedClient([refusal('MEDIA_UPLOAD_FAILED'), STORED], { logger });
  const totals = new Set<number | undefined>();
  const onProgress = ({ total }: { total: number | undefined }) => totals.add(total);
  await wigwag.media.upload({ file: new Response('hello') }, { onProgress });
  expect(await Promise.all(requests.map(async (request) => (await partOf(request)).text()))).toEqual([
    'hello',
    'hello',
  ]);
  expect([...totals]).toEqual([5]);
});

test('an abort ends an upload whose Response never ends', async () => {
  const { wigwag, requests } = await createObservedClient(STORED);
  const file = new Response(new ReadableStream({ pull: () => new Promise(() => {}) }));
  const stop = new AbortController();
  setImmediate(() => stop.abort('enough'));
  expect(await thrownBy(wigwag.media.upload({ file }, { signal: stop.signal }))).toBe('enough');
  expect(requests).toHaveLength(0);
});

test('an error page, an empty response and a consumed body are not uploaded', async () => {
  const { wigwag, requests } = await createObservedClient(STORED);
  const read = new Response('hello');
  await read.text();
  const locked = new Blob(['hello']).stream();
  locked.getReader();
  for (const [file, said] of [
    [new Response('Not found', { status: 404 }), 'file is a Response with status 404'],
    [new Response(null), 'file is a Response with status 200 and no file'],
    [read, 'file was already read'],
    [locked, 'file was already read'],
  ] as const) {
    const error = await thrownBy(wigwag.media.upload({ file }));
    expect([error, String(error)]).toEqual([expect.any(TypeError), expect.stringContaining(said)]);
  }
  expect(requests).toHaveLength(0);
});

test('a stream of strings is an error that names the file, not a connection error', async () => {
  const { wigwag, requests } = await createObservedClient(STORED);
  for (const file of [createReadStream(import.meta.filename, 'utf8'), Readable.from(['hello']), Readable.from([1])]) {
    expect(await thrownBy(wigwag.media.upload({ file }))).toMatchObject({
      name: 'TypeError',
      message: expect.stringContaining('each chunk of file must be bytes'),
    });
  }
  expect(requests).toHaveLength(0);
});

test('a File that also has a path, as drop zones of browsers create, is uploaded unchanged', async () => {
  const { wigwag, requests } = await createObservedClient(STORED);
  const file = Object.assign(new File(['hello'], 'shoe.jpg'), { path: './shoe.jpg' });
  await wigwag.media.upload({ file });
  const part = await partOf(requests[0] as SeenRequest);
  expect([part.name, await part.text()]).toEqual(['shoe.jpg', 'hello']);
});

/** Calls each function that takes options with the given options. */
const TAKERS: Record<string, (options: never) => unknown> = {
  'new Wigwag()': (options) => new Wigwag(options),
  'account.me()': (options) => client().account.me(options),
  'messages.get()': (options) => client().messages.get('msg_1', options),
  'messages.send()': (options) => client().messages.send(MESSAGE, options),
  'contacts.list()': (options) => client().contacts.list({}, options),
  'contacts.list().toArray()': (options) => client().contacts.list().toArray(options),
  'media.upload()': (options) => client().media.upload({ file: new Blob(['x']) }, options),
  'messages.sendAndWait()': (options) => client().messages.sendAndWait(MESSAGE, options),
  'messages.waitUntil()': (options) => client().messages.waitUntil('msg_1', options),
  'events()': (options) => client().events(options).next(),
  'constructEvent()': (options) => constructEvent('{}', 't=1,v1=0', 'secret', options),
  'generateTestHeader()': (options) => generateTestHeader('{}', 'secret', options),
  'fetchHandler()': (options) => fetchHandler(options),
  'nodeHandler()': (options) => nodeHandler(options),
  'hapiRoute()': (options) => hapiRoute(options),
  'new StatusTracker()': (options) => new StatusTracker(options),
  'handlers()': (options) => handlers(options),
  'answers()': (options) => answers('getMessage', {} as never, options),
  'refuses()': (options) => refuses('getMessage', 'WINDOW_CLOSED', options),
};

const unreachable = () => Promise.reject(new Error('a request was made'));
const client = () => new Wigwag({ apiKey: 'ww_test_key', maxRetries: 0, fetch: unreachable });
const refusedWith = async (taker: string, options: unknown): Promise<unknown> =>
  thrownBy((async () => TAKERS[taker]?.(options as never))());

test.each(Object.keys(TAKERS))('%s refuses an unknown option, and options that are not an object', async (taker) => {
  const unknown = await refusedWith(taker, { colour: 'red' });
  expect([unknown, String(unknown)]).toEqual([
    expect.any(TypeError),
    expect.stringMatching(/^TypeError: The option colour does not exist\. The options are \w+(, \w+)*\.$/),
  ]);
  for (const [options, kind] of [
    [null, 'null'],
    ['ww_live_secret', 'string'],
    [5, 'number'],
    [['a'], 'Array'],
  ]) {
    expect(await refusedWith(taker, options)).toMatchObject({
      name: 'TypeError',
      message: `options must be an object, not ${kind}.`,
    });
  }
});

test.each([
  ['new Wigwag()', 'apikey', 'apiKey'],
  ['new Wigwag()', 'baseURL', 'baseUrl'],
  ['new Wigwag()', 'max_retries', 'maxRetries'],
  ['account.me()', 'timout', 'timeout'],
  ['account.me()', 'singal', 'signal'],
  ['account.me()', 'header', 'headers'],
  ['messages.send()', 'idempotency_key', 'idempotencyKey'],
  ['media.upload()', 'onprogress', 'onProgress'],
  ['messages.sendAndWait()', 'waitTimout', 'waitTimeout'],
  ['events()', 'lastEventID', 'lastEventId'],
  ['contacts.list().toArray()', 'limits', 'limit'],
  ['constructEvent()', 'tolerence', 'tolerance'],
  ['fetchHandler()', 'onevent', 'onEvent'],
  ['handlers()', 'baseUri', 'baseUrl'],
])('%s: %s is refused, and %s is suggested', async (taker, name, meant) => {
  expect(String(await refusedWith(taker, { [name]: undefined }))).toBe(
    `TypeError: The option ${name} does not exist. Did you mean ${meant}?`,
  );
});

test.each(['toString', 'constructor', 'hasOwnProperty'])(
  'the name %s is treated like any unknown option',
  async (name) => {
    for (const taker of Object.keys(TAKERS)) {
      expect(String(await refusedWith(taker, { [name]: 1 }))).toContain(`The option ${name} does not exist.`);
    }
  },
);

test.each([
  ['messages.get()', { idempotencyKey: 'once' }],
  ['messages.waitUntil()', { idempotencyKey: 'once' }],
  ['messages.send()', { onProgress: () => {} }],
  ['messages.send()', { waitTimeout: 1 }],
  ['media.upload()', { idempotencyKey: 'once' }],
  ['new Wigwag()', { signal: new AbortController().signal }],
])('%s refuses options of another call: %o', async (taker, options) => {
  expect(String(await refusedWith(taker, options))).toContain('does not exist');
});

test.each([
  ['new Wigwag()', { apiKey: 5 }, 'apiKey must be a string, not 5.'],
  ['new Wigwag()', { apiKey: 'key', baseUrl: new URL('http://127.0.0.1') }, 'baseUrl must be a string, not URL.'],
  ['new Wigwag()', { apiKey: 'key', logger: console }, 'logger must be a function, not console.'],
  ['new Wigwag()', { apiKey: 'key', fetch: 'fetch' }, 'fetch must be a function, not fetch.'],
  ['account.me()', { signal: new AbortController() }, 'signal must be an AbortSignal, not AbortController.'],
  ['account.me()', { timeout: null }, 'timeout must be a number >= 1, not null.'],
  ['messages.send()', { idempotencyKey: 4711 }, 'idempotencyKey must be a string, not 4711.'],
  ['messages.send()', { idempotencyKey: null }, 'idempotencyKey must be a string, not null.'],
  ['media.upload()', { onProgress: true }, 'onProgress must be a function, not true.'],
  ['messages.waitUntil()', { onStatus: {} }, 'onStatus must be a function, not Object.'],
  ['events()', { events: 'message.received' }, 'events must be an array, not message.received.'],
  ['events()', { lastEventId: 7 }, 'lastEventId must be a string, not 7.'],
  ['events()', { onConnect: {} }, 'onConnect must be a function, not Object.'],
  ['events()', { signal: {} }, 'signal must be an AbortSignal, not Object.'],
  ['fetchHandler()', { secret: 's' }, 'onEvent is missing: pass the function that takes the events.'],
  ['nodeHandler()', { secret: 's', onEvent: {} }, 'onEvent must be a function, not Object.'],
  [
    'hapiRoute()',
    { path: '/', secret: 5, onEvent() {} },
    'secret must be a string or an array of strings, not number.',
  ],
  ['fetchHandler()', { secret: 's', onEvent() {}, onError: 'log' }, 'onError must be a function, not log.'],
  ['new StatusTracker()', { capacity: Number.NaN }, 'capacity must be a number >= 0, not NaN.'],
  ['handlers()', { baseUrl: 5 }, 'baseUrl must be a string, not 5.'],
])('%s with %o: %s', async (taker, options, message) => {
  expect(await refusedWith(taker, options)).toMatchObject({ name: 'TypeError', message });
});

test('an undefined option counts as left out, also in async functions', async () => {
  const { wigwag, requests } = await createObservedClient(SENT);
  const nothing = { timeout: undefined, maxRetries: undefined, signal: undefined, headers: undefined };
  const onStatus = async () => {};
  await wigwag.messages.sendAndWait(MESSAGE, { ...nothing, idempotencyKey: undefined, until: undefined, onStatus });
  expect(requests).toHaveLength(2);
  expect(requests[0]?.headers['idempotency-key']).toMatch(/^.{36}$/);
});

test.each([
  [() => client().messages.get({ id: 'msg_1' } as never), 'id must be a string or a number, not Object.'],
  [() => client().messages.send('Hello' as never), 'the body must be an object, not string.'],
  [() => client().contacts.upsert(new Map() as never), 'the body must be an object, not Map.'],
  [() => client().contacts.list('ada' as never), 'the query must be an object, not string.'],
  [() => client().reports.stats({ from: new Date() } as never), 'from must be a string or a number, not Date.'],
])('an argument that would be sent as something else is refused: %s', async (call, message) => {
  expect(await thrownBy(call())).toMatchObject({ name: 'TypeError', message });
});

test('headers of the client are sent with every request, and those of a call override them', async () => {
  const { wigwag, requests } = await createObservedClient([SENT, SENT, SENT, STORED], {
    headers: { 'X-Tenant': 'one', 'x-trace': 'client', 'x-none': undefined },
  });
  await wigwag.messages.send(MESSAGE, { headers: { 'x-tenant': 'two' }, idempotencyKey: 'once' });
  // The Headers of another implementation or realm are no instance of the global class.
  const foreign = new UndiciHeaders({ 'X-Trace': 'call' }) as unknown as Headers;
  await wigwag.messages.sendAndWait(MESSAGE, { headers: foreign });
  await wigwag.media.upload({ file: new Blob(['x']) }, { headers: { 'x-tenant': 'three', 'x-trace': undefined } });
  expect(
    requests.map(({ method, headers }) => [method, headers['x-tenant'], headers['x-trace'], headers['x-none']]),
  ).toEqual([
    ['POST', 'two', 'client', undefined],
    ['POST', 'one', 'call', undefined],
    ['GET', 'one', 'call', undefined],
    ['POST', 'three', 'client', undefined],
  ]);
  expect(requests.every(({ headers }) => headers.authorization === 'Bearer ww_live_key')).toBe(true);
  expect(requests[0]?.headers['idempotency-key']).toBe('once');
  expect(requests[3]?.headers['content-type']).toMatch(/^multipart\/form-data; boundary=/);
});

test('headers are sent with every page of a list, with events and with the underlying client', async () => {
  const page = (cursor: string | null) =>
    success(200, { contacts: [{ id: 1 }], pagination: { has_more: cursor !== null, next_cursor: cursor } });
  const { wigwag, requests } = await createObservedClient([page('A'), page(null), refusal('SCOPE_DENIED')], {
    headers: { 'x-tenant': 'one' },
  });
  await wigwag.contacts.list({}, { headers: { 'x-trace': 'call' } }).toArray();
  await thrownBy(wigwag.events({ headers: { 'x-trace': 'tail' }, lastEventId: '7' }).next());
  await wigwag.client.GET('/me');
  expect(requests.map(({ headers }) => [headers['x-tenant'], headers['x-trace'], headers['last-event-id']])).toEqual([
    ['one', 'call', undefined],
    ['one', 'call', undefined],
    ['one', 'tail', '7'],
    ['one', undefined, undefined],
  ]);
});

test('each attempt of a call has the headers of the call', async () => {
  const { logger } = skipWaits();
  const { wigwag, requests } = await createObservedClient([(response) => response.socket?.destroy(), SENT], { logger });
  const headers = { 'x-trace': 'first' };
  const sent = wigwag.messages.send(MESSAGE, { headers });
  headers['x-trace'] = 'changed';
  await sent;
  expect(requests.map((request) => request.headers['x-trace'])).toEqual(['first', 'first']);
});

test.each(['Authorization', 'content-type', 'Content-Length', 'Idempotency-Key', 'last-event-id'])(
  'only the SDK can set the header %s',
  async (name) => {
    for (const taker of ['new Wigwag()', 'account.me()', 'messages.send()', 'media.upload()', 'events()']) {
      for (const headers of [{ [name]: 'x' }, new Headers({ [name]: 'x' })]) {
        const error = await refusedWith(taker, { headers });
        expect([error, String(error).toLowerCase()]).toEqual([
          expect.any(TypeError),
          expect.stringContaining(`headers must not contain ${name.toLowerCase()}: the sdk sets it`),
        ]);
      }
    }
  },
);

test.each([
  ['x-trace: 1', 'headers must be an object, not string.'],
  [[['x-trace', '1']], 'headers must be an object, not Array.'],
  [new Map([['x-trace', '1']]), 'headers must be an object, not Map.'],
  [{ 'x-secret': 'a\nb' }, "headers['x-secret'] must be printable ASCII on one line."],
  [{ 'x-trace': 5 }, "headers['x-trace'] must be printable ASCII on one line."],
  [{ 'x-trace': null }, "headers['x-trace'] must be printable ASCII on one line."],
  [{ 'x trace': '1' }, 'x trace'],
])('headers that cannot be sent are refused: %o', async (headers, message) => {
  for (const taker of ['new Wigwag()', 'messages.send()', 'events()']) {
    const error = await refusedWith(taker, { headers });
    expect([error, String(error)]).toEqual([expect.any(TypeError), expect.stringContaining(message)]);
  }
});

test.each([
  [undefined, {}, 'secret', 'rawBody must be a string or a Uint8Array, not undefined.'],
  [new ArrayBuffer(2), {}, 'secret', 'rawBody must be a string or a Uint8Array, not ArrayBuffer.'],
  [Promise.resolve('{}'), {}, 'secret', 'rawBody must be a string or a Uint8Array, not Promise.'],
  ['{}', [['x-service-signature', 't=1,v1=0']], 'secret', 'headers must be the headers of the request'],
  ['{}', new Request('http://127.0.0.1'), 'secret', 'headers must be the headers of the request'],
  ['{}', 5, 'secret', 'headers must be the headers of the request'],
  ['{}', {}, Buffer.from('secret'), 'secret must be a string or an array of strings, not Uint8Array.'],
  ['{}', {}, ['old', 5], 'secret must be a string or an array of strings, not number.'],
])('constructEvent refuses arguments of another kind by name: %o, %o', async (rawBody, headers, secret, said) => {
  const error = await thrownBy(constructEvent(rawBody as never, headers as never, secret as never));
  expect([error, String(error)]).toEqual([expect.any(TypeError), expect.stringContaining(said)]);
});

test('a StatusTracker refuses anything but a message status event', () => {
  const received = { event: 'message.received', data: { from: '905551112233' } };
  for (const event of [undefined, null, {}, received]) {
    expect(() => new StatusTracker().apply(event as never)).toThrow("`event` is 'message.status'");
  }
});

test('the mocked API takes a base URL like the client, and requires data', () => {
  const [first] = handlers({ baseUrl: 'https://api.example/api/v1/' });
  expect(String(first?.info && (first.info as { path?: string }).path)).not.toContain('//me');
  expect(() => answers('getMessage', undefined as never)).toThrow('data must be an object, not undefined.');
});

test('browser bundles check arguments only during development', async () => {
  const { code } = await gzippedBundle("export { Wigwag } from './index.ts'");
  expect(code).not.toContain('does not exist');
  const development = await gzippedBundle("export { Wigwag } from './index.ts'", ['development']);
  expect(development.code).toContain('does not exist');
});
