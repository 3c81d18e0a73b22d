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

test('a connection that is reset at any byte of the answer: tried again with the same key, and one message comes out', async () => {
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

test('a connection that is reset at any byte, and no retry: a ConnectionError each time', async () => {
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
  ['shorter than its length says', WHOLE.replace(BODY, BODY.slice(0, 40))],
  ['of no known length', WHOLE.replace(BODY, BODY.slice(0, 40)).replace(/content-length.*\r\n/, '')],
])('a truncated body, %s, is a ConnectionError and tried again', async (_, answer) => {
  const { logger } = skipWaits();
  const broken = await createSocketClient((socket) => socket.end(answer), { logger });
  expect(await thrownBy(broken.wigwag.account.me())).toMatchObject({
    name: 'ConnectionError',
    message: expect.stringContaining('The answer broke off'),
  });
  expect(broken.connections()).toBe(3);
});

test('a truncated refusal is tried again too', async () => {
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
  [503, 'text/html', '<html>Down for maintenance</html>'],
])('an answer %i %s in another form is no answer of this API, and final', async (status, type, body) => {
  const answer = { status, body, headers: { 'content-type': type } };
  const { wigwag, requests, baseUrl } = await createObservedClient(answer);
  const error = await thrownBy(wigwag.account.me());
  expect(error).toBeInstanceOf(UnexpectedAnswerError);
  expect(error).toMatchObject({ http: status, message: expect.stringContaining(`${baseUrl}/me answered ${status}`) });
  expect(requests).toHaveLength(1);
});

test('headers without end are given up, as no answer', async () => {
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
  expect((error as Error).message).toBe('GET /me was not answered within 30 ms.');
});

test('the timeout covers a body that never ends, and a call may have its own', async () => {
  const { wigwag } = await createObservedClient((response) => {
    response.writeHead(200, { 'content-type': 'application/json' });
    const drip = () => response.writable && response.write(' ', () => setTimeout(drip, 1));
    drip();
  });
  expect(await thrownBy(wigwag.account.me({ timeout: 30, maxRetries: 0 }))).toBeInstanceOf(TimeoutError);
});

test('what timed out is tried again', async () => {
  const { wigwag, requests } = await createObservedClient([() => {}, success(200, { channels: [] })], { timeout: 300 });
  expect(await wigwag.account.channels()).toEqual({ channels: [] });
  expect(requests).toHaveLength(2);
});

test('a storm of 429s: every call of many comes through once the server lets it', async () => {
  const { logger, waits } = skipWaits();
  const storm = Array(60).fill(refusal('RATE_LIMITED', { 'retry-after': '1' }));
  const sent = success(202, { id: 'msg_1', status: 'queued' });
  const { wigwag, requests } = await createObservedClient([...storm, sent], { logger, maxRetries: 70 });
  const all = await Promise.all(Array.from({ length: 20 }, () => wigwag.messages.send(MESSAGE)));
  expect(all).toHaveLength(20);
  expect([requests.length, waits.length]).toEqual([80, 60]);
  expect(new Set(requests.map(({ headers }) => headers['idempotency-key'])).size).toBe(20);
});

test('a storm of 429s that does not end is a RateLimitError', async () => {
  const { logger } = skipWaits();
  const { wigwag, requests } = await createObservedClient(refusal('RATE_LIMITED', { 'retry-after': '1' }), { logger });
  expect(await thrownBy(wigwag.messages.send(MESSAGE))).toMatchObject({ name: 'RateLimitError', retryAfter: 1 });
  expect(requests).toHaveLength(3);
});
