import { once } from 'node:events';
import { connect } from 'node:net';
import { expect, test } from 'vitest';
import { createTestServer, type TestServer } from '../testing.ts';

/** Sends these bytes, one piece after the other, and gives all that comes back until the server closes. */
async function sendRaw({ baseUrl }: TestServer, ...pieces: string[]): Promise<string> {
  const { hostname, port } = new URL(baseUrl);
  const socket = connect(Number(port), hostname);
  let answer = '';
  socket.on('data', (chunk) => {
    answer += String(chunk);
  });
  socket.on('error', (error) => {
    answer += `error: ${error.message}`;
  });
  await once(socket, 'connect');
  for (const piece of pieces) {
    socket.write(piece);
    await new Promise(setImmediate);
  }
  await once(socket, 'close');
  return answer;
}

const post = (key: string, ...headers: string[]) =>
  [
    'POST /api/v1/messages HTTP/1.1',
    'Host: x',
    `Authorization: Bearer ${key}`,
    'Content-Type: application/json',
    ...headers,
    '',
    '',
  ].join('\r\n');

/** The envelope in what came back. */
function errorIn(answer: string): { status: number; code: string } {
  const [head = '', body = ''] = answer.split('\r\n\r\n');
  expect(head).toMatch(/^HTTP\/1\.1 \d{3} /);
  expect(head).toMatch(/^x-request-id: req_/im);
  expect(head).toMatch(/^x-ratelimit-limit: \d+/im);
  const { error } = JSON.parse(body.slice(body.indexOf('{'), body.lastIndexOf('}') + 1));
  expect(error.request_id).toBe(/^x-request-id: (\S+)/im.exec(head)?.[1]);
  return { status: Number(head.slice(9, 12)), code: error.code };
}

test.each([
  ['counts characters instead of bytes', '{"to":"905551112233","text":"G\u00fcnayd\u0131n"}', 39],
  ['is one byte short', '{"to":"905551112233","text":"Hello"}', 35],
  ['is far too short', '{a}X', 3],
])('a Content-Length that %s is answered, and the server lives on', async (_, body, length) => {
  const server = await createTestServer({ config: { logLevel: 'silent' } });
  for (const key of [server.liveKey, server.testKey]) {
    const head = post(key, 'Connection: close', `Content-Length: ${length}`);
    expect(errorIn(await sendRaw(server, head + body))).toEqual({ status: 400, code: 'INVALID_JSON' });
    expect(errorIn(await sendRaw(server, head, body))).toEqual({ status: 400, code: 'INVALID_JSON' });
    expect(errorIn(await sendRaw(server, head.replace('HTTP/1.1', 'HTTP/1.0'), body))).toEqual({
      status: 400,
      code: 'INVALID_JSON',
    });
    await sendRaw(server, `${head}${body}\r\n\r\n${head}`);
  }
  expect((await server.api('GET', '/me')).status).toBe(200);
});

test('bytes behind a request do not change its answer', async () => {
  const server = await createTestServer();
  const get = `GET /api/v1/me HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${server.liveKey}\r\nConnection: close\r\n\r\nX`;
  expect(await sendRaw(server, get)).toMatch(/^HTTP\/1\.1 200 /);
});

test.each([
  ['a header of 20 kB', `GET /api/v1/me HTTP/1.1\r\nHost: x\r\nX-Long: ${'x'.repeat(20_000)}\r\n\r\n`],
  ['an address of 20 kB', `GET /api/v1/me?${'x'.repeat(20_000)} HTTP/1.1\r\nHost: x\r\n\r\n`],
  ['an unknown method', 'FETCH /api/v1/me HTTP/1.1\r\nHost: x\r\n\r\n'],
  ['two lengths', 'POST /api/v1/messages HTTP/1.1\r\nHost: x\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\nxx'],
  ['no HTTP at all', '\u0016\u0003\u0001\u0000\r\n\r\n'],
])('%s is refused in an envelope', async (_, bytes) => {
  const server = await createTestServer();
  expect(errorIn(await sendRaw(server, bytes))).toEqual({ status: 400, code: 'INVALID_JSON' });
});

test('a broken chunk ends its request with an answer', async () => {
  const server = await createTestServer();
  const head = post(server.liveKey, 'Transfer-Encoding: chunked');
  expect(errorIn(await sendRaw(server, head, '5\r\n{"to"\r\nzz\r\n'))).toEqual({ status: 400, code: 'INVALID_JSON' });
});

test.each([262_145, 300_000, 5_000_000])('a chunked body of %i bytes is too large, and says so', async (bytes) => {
  const server = await createTestServer();
  const text = 'x'.repeat(bytes);
  const chunks = Array.from({ length: Math.ceil(bytes / 60_000) }, (_, at) =>
    text.slice(at * 60_000, (at + 1) * 60_000),
  );
  const body = chunks.map((chunk) => `${chunk.length.toString(16)}\r\n${chunk}\r\n`);
  const head = post(server.liveKey, 'Transfer-Encoding: chunked', 'Connection: close');
  expect(errorIn(await sendRaw(server, head, ...body, '0\r\n\r\n'))).toEqual({
    status: 413,
    code: 'PAYLOAD_TOO_LARGE',
  });
});

test('part of an envelope is never asked for', async () => {
  const { api } = await createTestServer();
  for (const range of ['bytes=0-9', 'bytes=9999-']) {
    const answer = await api('GET', '/me', { headers: { range } });
    expect([answer.status, answer.headers['accept-ranges']]).toEqual([200, undefined]);
  }
});

test("two different keys in two headers are nobody's, and the same one twice is one", async () => {
  const server = await createTestServer();
  const me = (...keys: string[]) => {
    const lines = keys.map((key) => `Authorization: Bearer ${key}\r\n`).join('');
    return sendRaw(server, `GET /api/v1/me HTTP/1.1\r\nHost: x\r\nConnection: close\r\n${lines}\r\n`);
  };
  expect(errorIn(await me(server.liveKey, server.testKey))).toEqual({ status: 401, code: 'INVALID_API_KEY' });
  expect(await me(server.liveKey, server.liveKey)).toMatch(/^HTTP\/1\.1 200 /);
});
