import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, expectTypeOf, onTestFinished, test, vi } from 'vitest';
import { ApiError } from '../request/api-error.ts';
import { ConnectionError, UnexpectedAnswerError } from '../request/connection-error.ts';
import { Wigwag } from '../wigwag.ts';
import type { TailOptions, TailState } from './tail.ts';
import type { WebhookEvent } from './webhook-event.ts';

type StreamHandler = (response: ServerResponse, request: IncomingMessage) => void;

/** Starts a server with one response for each connection. All later connections get the last one. */
async function serverWith(...answers: StreamHandler[]) {
  const requests: { url: string | undefined; headers: IncomingMessage['headers'] }[] = [];
  const server = createServer((request, response) => {
    const answer = answers[Math.min(requests.length, answers.length - 1)];
    requests.push({ url: request.url, headers: request.headers });
    answer?.(response, request);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const close = () => {
    server.closeAllConnections();
    server.close();
  };
  onTestFinished(close);
  const baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}/api/v1`;
  return { requests, close, wigwag: new Wigwag({ apiKey: 'ww_live_key', baseUrl }) };
}

const hello = (state: Partial<TailState> = {}, heartbeat = 15) =>
  `retry: 1\nid: 0\nevent: ready\ndata: ${JSON.stringify({ missed: 0, gap: false, heartbeat_seconds: heartbeat, ...state })}\n\n`;
const event = (id: string) => `id: ${id}\ndata: {"id":"${id}"}\n\n`;
const stream =
  (text: string, then: (response: ServerResponse) => void = () => {}): StreamHandler =>
  (response) => {
    response.writeHead(200, { 'content-type': 'text/event-stream; charset=utf-8' });
    response.write(text, () => then(response));
  };
const cut = (response: ServerResponse) => void response.socket?.resetAndDestroy();
const end = (response: ServerResponse) => void response.end();

const refusal =
  (http: number, code: string, headers: Record<string, string> = {}): StreamHandler =>
  (response) => {
    response.writeHead(http, { 'content-type': 'application/json', ...headers });
    response.end(
      JSON.stringify({ success: false, error: { code, http, message: 'No.', fix: 'Do.', request_id: 'req_1' } }),
    );
  };

/** Returns the IDs of this many events, then leaves the loop. */
async function take(wigwag: Wigwag, count: number, options: TailOptions = {}): Promise<string[]> {
  const ids: string[] = [];
  for await (const { id } of wigwag.events(options)) {
    ids.push(id);
    if (ids.length === count) {
      break;
    }
  }
  return ids;
}

test('requests the selected events with the key, outside the versioned API', async () => {
  const { wigwag, requests } = await serverWith(stream(hello() + event('whd_1')));
  expect(await take(wigwag, 1)).toEqual(['whd_1']);
  await take(wigwag, 1, { events: ['message.status', 'template.status'], channel: 'web', lastEventId: 'whd_0' });
  expect(requests).toMatchObject([
    { url: '/developers/events', headers: { authorization: 'Bearer ww_live_key' } },
    {
      url: '/developers/events?events=message.status%2Ctemplate.status&channel=web',
      headers: { 'last-event-id': 'whd_0' },
    },
  ]);
  expect(requests[0]?.headers['last-event-id']).toBeUndefined();
});

test('resumes where the connection broke, whatever ended it, and reports it', async () => {
  const { wigwag, requests } = await serverWith(
    stream(`${hello()}${event('whd_1')}${event('whd_2')}id: whd_3\nda`, cut),
    stream(hello({ missed: 1 }) + event('whd_3'), end),
    stream(': beat\nid: whd_8\n\n', cut),
    (response) => response.socket?.destroy(),
    (response) => response.writeHead(502).end('<html>'),
    refusal(503, 'PROVIDER_UNAVAILABLE'),
    stream(hello({ missed: 7, gap: true }) + event('whd_9')),
  );
  const told: unknown[] = [];
  const ids = await take(wigwag, 4, {
    onConnect: (state) => told.push(state),
    onDisconnect: (problem, wait) => told.push([problem.name, wait < 10_001]),
  });
  expect(ids).toEqual(['whd_1', 'whd_2', 'whd_3', 'whd_9']);
  const lost = ['ConnectionError', true];
  expect(told).toEqual([
    { missed: 0, gap: false, reconnected: false },
    lost,
    { missed: 1, gap: false, reconnected: true },
    lost,
    lost,
    lost,
    ['UnexpectedAnswerError', true],
    ['ProviderError', true],
    { missed: 7, gap: true, reconnected: true },
  ]);
  const asked = requests.map(({ headers }) => headers['last-event-id']);
  expect(asked).toEqual([undefined, 'whd_2', 'whd_3', ...Array(4).fill('whd_8')]);
});

test('events that arrive in one chunk with the end of the stream are all yielded', async () => {
  const many = Array.from({ length: 50 }, (_, index) => `whd_${index}`);
  const { wigwag } = await serverWith(stream(hello() + many.map(event).join(''), cut), stream(hello() + event('last')));
  expect(await take(wigwag, 51)).toEqual([...many, 'last']);
});

test('a server that misses three heartbeats is disconnected', async () => {
  const { wigwag, requests } = await serverWith(
    stream(hello({}, 0.01) + event('whd_1')),
    stream(hello() + event('whd_2')),
  );
  const problems: string[] = [];
  expect(await take(wigwag, 2, { onDisconnect: ({ message }) => problems.push(message) })).toEqual(['whd_1', 'whd_2']);
  expect(problems).toEqual(['The connection was lost: no data for 0.03 s']);
  expect(requests).toHaveLength(2);
});

test("a refusal throws the API's error, on the first connection and later", async () => {
  for (const [http, code] of [
    [401, 'API_KEY_REVOKED'],
    [403, 'SCOPE_DENIED'],
    [422, 'VALIDATION_FAILED'],
  ] as const) {
    const first = await serverWith(refusal(http, code));
    await expect(take(first.wigwag, 1)).rejects.toMatchObject({ code, http });
    const later = await serverWith(stream(hello() + event('whd_1'), end), refusal(http, code));
    await expect(take(later.wigwag, 2)).rejects.toBeInstanceOf(ApiError);
    expect(later.requests).toHaveLength(2);
  }
  const { wigwag } = await serverWith(refusal(429, 'RATE_LIMITED', { 'retry-after': '15' }));
  await expect(take(wigwag, 1)).rejects.toMatchObject({ code: 'RATE_LIMITED', retryAfter: 15 });
});

test.each([
  ['a server with too many open event streams', refusal(429, 'RATE_LIMITED', { 'retry-after': '1' })],
  ['a proxy', (response: ServerResponse) => response.writeHead(503, { 'retry-after': '1' }).end('<html>')],
] as const)('waits as long as %s requests', async (_, refused) => {
  const { wigwag } = await serverWith(stream(hello() + event('whd_1'), end), refused, stream(hello() + event('whd_2')));
  const waits: number[] = [];
  await take(wigwag, 2, { onDisconnect: (_, wait) => waits.push(wait) });
  expect(waits[0]).toBeLessThanOrEqual(100);
  expect(waits[1]).toBe(1_000);
});

test('a server of a different kind is an error at once', async () => {
  const { wigwag, close } = await serverWith((response) => response.writeHead(200).end('<html>'));
  await expect(take(wigwag, 1)).rejects.toThrow(/returned 200, but is not this API/);
  close();
  await expect(take(wigwag, 1)).rejects.toBeInstanceOf(ConnectionError);
  await expect(take(wigwag, 1)).rejects.toThrow('ECONNREFUSED');
});

test('a signal ends it: while it connects, waits for events, waits for a retry, and before it starts', async () => {
  const states: StreamHandler[] = [() => {}, stream(hello()), stream(hello(), end)];
  for (const answer of states) {
    const stop = new AbortController();
    const { wigwag, requests } = await serverWith((response, request) => {
      answer(response, request);
      setImmediate(() => setImmediate(() => stop.abort()));
    });
    expect(await take(wigwag, 1, { signal: stop.signal })).toEqual([]);
    expect(requests.length).toBeGreaterThan(0);
    expect(await take(wigwag, 1, { signal: stop.signal })).toEqual([]);
  }
});

test('leaving the loop closes the connection', async () => {
  const closed = Promise.withResolvers<void>();
  const { wigwag } = await serverWith((response, request) => {
    request.socket.once('close', () => closed.resolve());
    stream(hello() + event('whd_1'))(response, request);
  });
  expect(await take(wigwag, 1)).toEqual(['whd_1']);
  await closed.promise;
});

test('yields events with a discriminated type', () => {
  expectTypeOf<Wigwag['events']>().returns.toEqualTypeOf<AsyncGenerator<WebhookEvent, void, undefined>>();
});

test('however long a server asks to wait, the tail reconnects within 5 minutes', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  onTestFinished(() => void vi.useRealTimers());
  const { wigwag } = await serverWith(
    stream(hello() + event('whd_1'), end),
    refusal(429, 'RATE_LIMITED', { 'retry-after': '2592000' }),
    stream(hello() + event('whd_2')),
  );
  const waits: number[] = [];
  const onDisconnect = (_: Error, wait: number) => {
    waits.push(wait);
    queueMicrotask(() => vi.advanceTimersByTime(wait));
  };
  expect(await take(wigwag, 2, { onDisconnect, retry: 1 })).toEqual(['whd_1', 'whd_2']);
  expect(waits[1]).toBe(300_000);
});

test('a server cannot request endless immediate retries, and a caller must set at least 1 ms', async () => {
  const { wigwag } = await serverWith(
    stream(hello().replace('retry: 1', 'retry: 0') + event('whd_1'), end),
    stream(hello() + event('whd_2')),
  );
  const waits: number[] = [];
  await take(wigwag, 2, { onDisconnect: (_, wait) => waits.push(wait) });
  expect(waits[0]).toBeGreaterThanOrEqual(50);
  for (const retry of [0, Number.NaN]) {
    await expect(take(wigwag, 1, { retry })).rejects.toThrow(/^retry must be a number >= 1/);
  }
});

test('a server that does not announce its heartbeat interval is not considered dead', async () => {
  const silent = hello().replace(',"heartbeat_seconds":15', '');
  const { wigwag, requests } = await serverWith(
    stream(silent, (response) => void setTimeout(() => response.write(event('whd_1')), 20)),
  );
  expect(await take(wigwag, 1)).toEqual(['whd_1']);
  expect(requests).toHaveLength(1);
});

test('a signal that aborts in onDisconnect ends the wait', async () => {
  const stop = new AbortController();
  const { wigwag } = await serverWith(stream(hello(), end));
  const onDisconnect = () => stop.abort();
  expect(await take(wigwag, 1, { retry: 2 ** 31, signal: stop.signal, onDisconnect })).toEqual([]);
});

test('a frame that is not JSON ends the tail with its own error class, and is not requested again', async () => {
  for (const broken of ['id: 1\ndata: {"id":\n\n', 'event: ready\ndata: hello\n\n']) {
    const { wigwag, requests } = await serverWith(stream(hello() + event('whd_1') + broken));
    const events = wigwag.events({ retry: 1 });
    expect((await events.next()).value).toMatchObject({ id: 'whd_1' });
    const error = await events.next().catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(UnexpectedAnswerError);
    expect(error).toMatchObject({ http: 200, cause: expect.any(SyntaxError) });
    expect(requests).toHaveLength(1);
  }
});

test('events of an unknown kind are skipped, whatever they contain', async () => {
  const { wigwag } = await serverWith(stream(`${hello()}event: later\ndata: {\n\n${event('whd_1')}`));
  expect(await take(wigwag, 1)).toEqual(['whd_1']);
});

test('return() ends it at once, even while it waits for an event, and closes the connection', async () => {
  const closed = Promise.withResolvers<void>();
  const { wigwag } = await serverWith((response, request) => {
    request.socket.once('close', () => closed.resolve());
    stream(hello())(response, request);
  });
  const connected = Promise.withResolvers<void>();
  const events = wigwag.events({ onConnect: () => connected.resolve() });
  const next = events.next();
  await connected.promise;
  expect(await events.return()).toEqual({ done: true, value: undefined });
  expect(await next).toEqual({ done: true, value: undefined });
  expect(await events.next()).toEqual({ done: true, value: undefined });
  await closed.promise;
});

test('a refusal whose body never ends is abandoned after 30 s of silence', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  onTestFinished(() => void vi.useRealTimers());
  const begun = Promise.withResolvers<void>();
  const { wigwag } = await serverWith((response) => {
    response.writeHead(403, { 'content-type': 'application/json' });
    response.write('{"success":false,', () => begun.resolve());
  });
  const refused = wigwag.events().next();
  await begun.promise;
  vi.advanceTimersByTime(29_999);
  expect(await Promise.race([refused, Promise.resolve('waits')])).toBe('waits');
  vi.advanceTimersByTime(1);
  await expect(refused).rejects.toMatchObject({
    name: 'ConnectionError',
    message: 'The connection was lost: no data for 30 s',
  });
});
