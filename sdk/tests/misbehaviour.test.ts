import { expect, test } from 'vitest';
import { ConnectionError, TimeoutError, UnexpectedAnswerError } from '../request/connection-error.ts';
import { createObservedClient, createSocketClient, refusal, skipWaits, success, thrownBy } from '../testing.ts';

const MESSAGE = { to: '905551112233', text: 'Hello' };
const BODY = JSON.stringify({ success: true, data: { id: 'msg_1', status: 'queued' }, request_id: 'req_1' });
const WHOLE = [
  'HTTP/1.1 202 Accepted',
  'content-type: application/json',
  `content-length: ${BODY.length}`,
  'connection: close',
  '',
  BODY,
].join('\r\n');

test('after a connection reset at any byte of the response, the retry has the same key, and one message is sent', async () => {
  const { logger } = skipWaits();
  for (let length = 0; length < WHOLE.length; length += 1) {
    const keys: unknown[] = [];
    const { wigwag } = await createSocketClient(
      (socket, count, request) => {
        keys.push(/idempotency-key: (.+)\r/i.exec(request)?.[1]);
        count === 1 ? socket.write(WHOLE.slice(0, length), () => socket.resetAndDestroy()) : socket.end(WHOLE);
      },
      { logger },
    );
    expect(await wigwag.messages.send(MESSAGE), `reset after ${length} bytes`).toEqual({
      id: 'msg_1',
      status: 'queued',
    });
    expect(keys).toEqual([expect.stringMatching(/^.{16,}$/), keys[0]]);
  }
});

test('without retries, a connection reset at any byte is a ConnectionError', async () => {
  for (let length = 0; length < WHOLE.length; length += 1) {
    const { wigwag } = await createSocketClient(
      (socket) => socket.write(WHOLE.slice(0, length), () => socket.resetAndDestroy()),
      { maxRetries: 0 },
    );
    const error = await thrownBy(wigwag.messages.send(MESSAGE));
    expect(error, `reset after ${length} bytes`).toBeInstanceOf(ConnectionError);
    expect(error).not.toBeInstanceOf(UnexpectedAnswerError);
  }
});

test.each([
  ['shorter than its declared length', WHOLE.replace(BODY, BODY.slice(0, 40))],
  ['without a declared length', WHOLE.replace(BODY, BODY.slice(0, 40)).replace(/content-length.*\r\n/, '')],
])('a truncated body, %s, is a ConnectionError and is retried', async (_, answer) => {
  const { logger } = skipWaits();
  const broken = await createSocketClient((socket) => socket.end(answer), { logger });
  expect(await thrownBy(broken.wigwag.account.me())).toMatchObject({
    name: 'ConnectionError',
    message: expect.stringContaining('The response broke off'),
  });
  expect(broken.connections()).toBe(3);
});

test('a truncated refusal is also retried', async () => {
  const { logger } = skipWaits();
  const text = JSON.stringify(refusal('WINDOW_CLOSED').body).slice(0, -9);
  const cut = { status: 409, body: text, headers: { 'content-type': 'application/json' } };
  const { wigwag } = await createObservedClient([cut, success(202, { id: 'msg_1', status: 'queued' })], { logger });
  expect(await wigwag.messages.send(MESSAGE)).toMatchObject({ id: 'msg_1' });
});

test.each([
  [200, 'text/html', '<html>Welcome to the hotel</html>'],
  [200, 'text/plain', 'ok'],
  [200, 'application/json', '{"hello":"world"}'],
  [302, 'text/html', ''],
  [404, 'text/html', '<html>'],
  [500, 'text/html', '<html>Error</html>'],
])('a response %i %s in another format is an UnexpectedAnswerError and final', async (status, type, body) => {
  const answer = { status, body, headers: { 'content-type': type } };
  const { wigwag, requests, baseUrl } = await createObservedClient(answer);
  const error = await thrownBy(wigwag.account.me());
  expect(error).toBeInstanceOf(UnexpectedAnswerError);
  expect(error).toMatchObject({ http: status, message: expect.stringContaining(`${baseUrl}/me returned ${status}`) });
  expect(requests).toHaveLength(1);
});

test('endless headers are abandoned at the timeout', async () => {
  const { wigwag, connections } = await createSocketClient(
    (socket) => {
      socket.write('HTTP/1.1 200 OK\r\n');
      const more = () => socket.writable && socket.write(`x-more: ${'x'.repeat(4096)}\r\n`, more);
      more();
    },
    { maxRetries: 0 },
  );
  expect(await thrownBy(wigwag.account.me())).toBeInstanceOf(ConnectionError);
  expect(connections()).toBe(1);
});

test('the timeout covers the headers', async () => {
  const { wigwag } = await createObservedClient(() => {}, { timeout: 30, maxRetries: 0 });
  const error = await thrownBy(wigwag.account.me());
  expect(error).toBeInstanceOf(TimeoutError);
  expect(error).toBeInstanceOf(ConnectionError);
  expect((error as Error).message).toBe('GET /me got no response within 30 ms.');
});

test('the timeout covers a body that never ends, and a call can set a different one', async () => {
  const { wigwag } = await createObservedClient((response) => {
    response.writeHead(200, { 'content-type': 'application/json' });
    const drip = () => response.writable && response.write(' ', () => setTimeout(drip, 1));
    drip();
  });
  expect(await thrownBy(wigwag.account.me({ timeout: 30, maxRetries: 0 }))).toBeInstanceOf(TimeoutError);
});

test('an attempt that timed out is retried', async () => {
  const { wigwag, requests } = await createObservedClient([() => {}, success(200, { channels: [] })], { timeout: 300 });
  expect(await wigwag.account.channels()).toEqual({ channels: [] });
  expect(requests).toHaveLength(2);
});

test('a burst of 429s: every one of many calls succeeds once the server allows it', async () => {
  const { logger, waits } = skipWaits();
  const storm = Array(60).fill(refusal('RATE_LIMITED', { 'retry-after': '1' }));
  const sent = success(202, { id: 'msg_1', status: 'queued' });
  const { wigwag, requests } = await createObservedClient([...storm, sent], { logger, maxRetries: 70 });
  const all = await Promise.all(Array.from({ length: 20 }, () => wigwag.messages.send(MESSAGE)));
  expect(all).toHaveLength(20);
  expect([requests.length, waits.length]).toEqual([80, 60]);
  expect(new Set(requests.map(({ headers }) => headers['idempotency-key'])).size).toBe(20);
});

test('an endless burst of 429s is a RateLimitError', async () => {
  const { logger } = skipWaits();
  const { wigwag, requests } = await createObservedClient(refusal('RATE_LIMITED', { 'retry-after': '1' }), { logger });
  expect(await thrownBy(wigwag.messages.send(MESSAGE))).toMatchObject({ name: 'RateLimitError', retryAfter: 1 });
  expect(requests).toHaveLength(3);
});
