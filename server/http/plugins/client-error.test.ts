import { once } from 'node:events';
import { connect } from 'node:net';
import { OPERATIONS } from '@wigwag/openapi';
import { expect, onTestFinished, test } from 'vitest';
import { originOf } from '../../config/origin.ts';
import { createControlServer } from '../../control/control.ts';
import { createTestServer, type TestServer } from '../../testing/server.ts';

/** Sends these bytes, one piece after the other, and returns everything that it receives until the server closes. */
async function sendRaw({ baseUrl }: Pick<TestServer, 'baseUrl'>, ...pieces: string[]): Promise<string> {
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

/** Returns the error in the envelope of a response. */
function errorIn(answer: string): { status: number; code: string } {
  const [head = '', body = ''] = answer.replace('HTTP/1.1 100 Continue\r\n\r\n', '').split('\r\n\r\n');
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
])('a Content-Length that %s gets a response, and the server keeps running', async (_, body, length) => {
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

test('bytes after a request do not change its response', async () => {
  const server = await createTestServer();
  const get = `GET /api/v1/me HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${server.liveKey}\r\nConnection: close\r\n\r\nX`;
  expect(await sendRaw(server, get)).toMatch(/^HTTP\/1\.1 200 /);
});

test.each([
  ['an unknown method', 'FETCH /api/v1/me HTTP/1.1\r\nHost: x\r\n\r\n'],
  ['two lengths', 'POST /api/v1/messages HTTP/1.1\r\nHost: x\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\nxx'],
  ['text that is not HTTP', '\u0016\u0003\u0001\u0000\r\n\r\n'],
])('%s is refused in an envelope', async (_, bytes) => {
  const server = await createTestServer();
  expect(errorIn(await sendRaw(server, bytes))).toEqual({ status: 400, code: 'INVALID_JSON' });
});

test.each([
  ['a header of 20 kB', '', 20_000, 431, 'HEADERS_TOO_LARGE'],
  ['a URL of 20 kB', 'x'.repeat(20_000), 1, 414, 'URL_TOO_LONG'],
  ['a long URL and a short header', 'x'.repeat(14_000), 3_000, 414, 'URL_TOO_LONG'],
  ['a short URL and a long header', 'x'.repeat(3_000), 14_000, 431, 'HEADERS_TOO_LARGE'],
])('%s is refused in an envelope', async (_, query, length, status, code) => {
  const server = await createTestServer();
  const head = `GET /api/v1/me?${query} HTTP/1.1\r\nHost: x\r\nX-Long: ${'x'.repeat(length)}\r\n\r\n`;
  expect(errorIn(await sendRaw(server, head))).toEqual({ status, code });
  expect((await server.api('GET', '/me')).status).toBe(200);
});

test.each([
  ['a URL', 'x'.repeat(16_500), 1, 414, 'URL_TOO_LONG'],
  ['a long URL whose end comes with the headers', 'x'.repeat(16_370), 100, 414, 'URL_TOO_LONG'],
  ['a cookie', '', 16_500, 431, 'HEADERS_TOO_LARGE'],
  ['a short URL and a long cookie', 'x'.repeat(3_000), 14_000, 431, 'HEADERS_TOO_LARGE'],
])('%s that arrives in several packets is refused in an envelope', async (_, query, length, status, code) => {
  const server = await createTestServer();
  const cookies = 'a=bcdefgh; '.repeat(length / 11);
  const head = `GET /api/v1/me?${query} HTTP/1.1\r\nHost: x\r\nCookie: ${cookies}\r\n\r\n`;
  const packets = head.match(/.{1,1400}/gs) ?? [];
  expect(errorIn(await sendRaw(server, ...packets))).toEqual({ status, code });
});

test('an invalid chunk ends its request with a response', async () => {
  const server = await createTestServer();
  const head = post(server.liveKey, 'Transfer-Encoding: chunked');
  expect(errorIn(await sendRaw(server, head, '5\r\n{"to"\r\nzz\r\n'))).toEqual({ status: 400, code: 'INVALID_JSON' });
});

test.each([262_145, 300_000, 5_000_000])('a chunked body of %i bytes is refused as too large', async (bytes) => {
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

test('the server never waits for part of an envelope', async () => {
  const { api } = await createTestServer();
  for (const range of ['bytes=0-9', 'bytes=9999-']) {
    const answer = await api('GET', '/me', { headers: { range } });
    expect([answer.status, answer.headers['accept-ranges']]).toEqual([200, undefined]);
  }
});

test('two different keys in two headers are refused, and the same key twice counts once', async () => {
  const server = await createTestServer();
  const me = (...keys: string[]) => {
    const lines = keys.map((key) => `Authorization: Bearer ${key}\r\n`).join('');
    return sendRaw(server, `GET /api/v1/me HTTP/1.1\r\nHost: x\r\nConnection: close\r\n${lines}\r\n`);
  };
  expect(errorIn(await me(server.liveKey, server.testKey))).toEqual({ status: 401, code: 'INVALID_API_KEY' });
  expect(await me(server.liveKey, server.liveKey)).toMatch(/^HTTP\/1\.1 200 /);
});

/** A GET of /me whose connection is closed after the response. */
const getMe = (key: string, ...headers: string[]) =>
  ['GET /api/v1/me HTTP/1.1', `Authorization: Bearer ${key}`, 'Connection: close', ...headers, '', ''].join('\r\n');

test.each(['anything', '', '100-continues', 'x=y;z'])('the expectation "%s" is ignored', async (expectation) => {
  const server = await createTestServer();
  const expect417 = `Expect: ${expectation}`;
  expect(await sendRaw(server, getMe(server.liveKey, 'Host: x', expect417))).toMatch(/^HTTP\/1\.1 200 /);
  const body = '{"to":"905551112233","name":"hello_world"}';
  const send = post(server.liveKey, expect417, 'Connection: close', `Content-Length: ${body.length}`);
  expect(await sendRaw(server, send.replace('/messages', '/messages/template') + body)).toMatch(/^HTTP\/1\.1 202 /);
});

test('Expect: 100-continue gets a 100 before the body, but not if the head is refused', async () => {
  const server = await createTestServer();
  const body = '{"to":"905551112233","name":"hello_world"}';
  const headers = ['Expect: 100-continue', 'Connection: close', `Content-Length: ${body.length}`];
  const head = post(server.liveKey, ...headers).replace('/messages', '/messages/template');
  expect(await sendRaw(server, head, body)).toMatch(/^HTTP\/1\.1 100 Continue\r\n\r\nHTTP\/1\.1 202 /);
  const refused = await sendRaw(server, post('nobody', ...headers), body);
  expect(refused).not.toContain('100 Continue');
  expect(errorIn(refused)).toEqual({ status: 401, code: 'INVALID_API_KEY' });
});

test('bytes after a request with Expect: 100-continue do not change its response', async () => {
  const server = await createTestServer({ config: { logLevel: 'silent' } });
  const head = post(server.liveKey, 'Expect: 100-continue', 'Content-Length: 2', 'Connection: close');
  const answer = await sendRaw(server, `${head}{}X`);
  expect(errorIn(answer)).toEqual({ status: 422, code: 'VALIDATION_FAILED' });
  expect(answer.match(/HTTP\/1\.1 [2-5]/g)).toHaveLength(1);
});

test.each([
  ['no Host', 400, []],
  ['two Hosts', 400, ['Host: a.example', 'Host: b.example']],
  ['a Host that is not a host name', 400, ['Host: [']],
  ['a Host with a port out of range', 400, ['Host: a.example:99999']],
  ['a Host with a path', 400, ['Host: a.example/?x=']],
  ['a Host with a user', 400, ['Host: ada@a.example']],
  ['an empty Host', 200, ['Host:']],
  ['a Host with a port', 200, ['Host: a_b.example:3000']],
  ['an IPv6 Host', 200, ['Host: [::1]:3000']],
])('HTTP/1.1 with %s returns %i', async (_, status, hosts) => {
  const server = await createTestServer();
  for (const path of ['/me', '/templates?status=APPROVED']) {
    const answer = await sendRaw(server, getMe(server.liveKey, ...hosts).replace('/me', path));
    expect(answer.slice(0, 12)).toBe(`HTTP/1.1 ${status}`);
    if (status === 400) {
      expect(errorIn(answer)).toEqual({ status, code: 'INVALID_JSON' });
      expect(answer).toContain('The request is not valid HTTP: it');
    }
  }
});

test('HTTP/1.0 needs no Host', async () => {
  const server = await createTestServer();
  expect(await sendRaw(server, getMe(server.liveKey).replace('HTTP/1.1', 'HTTP/1.0'))).toMatch(/^HTTP\/1\.1 200 /);
});

test.each([
  ['CONNECT shop.example:443', '404 NOT_FOUND'],
  ['CONNECT /api/v1/me', '404 NOT_FOUND'],
  ['OPTIONS *', '404 NOT_FOUND'],
  ['GET *', '404 NOT_FOUND'],
  ['POST *', '404 NOT_FOUND'],
  ['GET http://shop.example:99999/api/v1/me', '404 NOT_FOUND'],
  ['GET //', '404 NOT_FOUND'],
  ['TRACE /api/v1/me', '405 METHOD_NOT_ALLOWED'],
  ['QUERY /api/v1/me', '405 METHOD_NOT_ALLOWED'],
])('%s returns %s', async (line, expected) => {
  const server = await createTestServer();
  const { status, code } = errorIn(await sendRaw(server, `${line} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`));
  expect(`${status} ${code}`).toBe(expected);
});

test('a key in the target of a CONNECT is not repeated', async () => {
  const server = await createTestServer();
  const answer = await sendRaw(server, `CONNECT ${server.liveKey} HTTP/1.1\r\nHost: x\r\n\r\n`);
  expect(errorIn(answer)).toEqual({ status: 404, code: 'NOT_FOUND' });
  expect(answer).not.toContain(server.liveKey);
});

test('a CONNECT that follows a request gets its response after it', async () => {
  const server = await createTestServer();
  const first = getMe(server.liveKey, 'Host: x').replace('Connection: close\r\n', '');
  const answer = await sendRaw(server, `${first}CONNECT x:443 HTTP/1.1\r\nHost: x\r\n\r\n`);
  expect(answer.match(/HTTP\/1\.1 \d+/g)).toEqual(['HTTP/1.1 200', 'HTTP/1.1 404']);
});

test('an unknown upgrade changes nothing', async () => {
  const server = await createTestServer();
  const upgrade = ['Host: x', 'Connection: Upgrade', 'Upgrade: websocket', 'Sec-WebSocket-Version: 13'];
  expect(await sendRaw(server, getMe(server.liveKey, ...upgrade))).toMatch(/^HTTP\/1\.1 200 /);
});

/** The response of each operation with path parameters to a value that matches nothing, with a valid body. */
const NOTHING_NAMED: Record<string, { answer: string; body?: object }> = {
  sendTemplateByPathKey: { answer: '401 INVALID_API_KEY' },
  getMessage: { answer: '404 MESSAGE_NOT_FOUND' },
  getContact: { answer: '404 CONTACT_NOT_FOUND' },
  updateContact: { answer: '404 CONTACT_NOT_FOUND', body: { name: 'Ada' } },
  getWindow: { answer: '422 RECIPIENT_INVALID' },
  removeOptOut: { answer: '200 removed: false' },
  unblockNumber: { answer: '200 removed: false' },
  getConversation: { answer: '404 CONVERSATION_NOT_FOUND' },
  listConversationMessages: { answer: '404 CONVERSATION_NOT_FOUND' },
  updateConversation: { answer: '404 CONVERSATION_NOT_FOUND', body: { status: 'open' } },
  getFlow: { answer: '404 FLOW_NOT_FOUND' },
  updateFlow: { answer: '404 FLOW_NOT_FOUND', body: { name: 'Spring' } },
  deleteFlow: { answer: '404 FLOW_NOT_FOUND' },
  listFlowRuns: { answer: '404 FLOW_NOT_FOUND' },
  getFlowStats: { answer: '404 FLOW_NOT_FOUND' },
  testFlow: { answer: '404 FLOW_NOT_FOUND', body: { to: '905551112233' } },
};

test.each(['%%', '%', 'caf%E9', '%zz', '%ED%A0%80', '905551112233%', 'ab%20%E9'])(
  '%s in a path is a value that matches nothing',
  async (value) => {
    const server = await createTestServer();
    const key = await server.key({ requestsPerMinute: 6_000 });
    const found = [];
    for (const { id, method, path } of OPERATIONS.filter(({ path }) => path.includes('{'))) {
      const call = path.replace(/\{\w+\}/, value);
      // Every response is checked against the API document.
      const { status, body } = await server.api(method.toUpperCase(), call, { key, body: NOTHING_NAMED[id]?.body });
      found.push([id, `${status} ${body.error?.code ?? `removed: ${body.data.removed}`}`]);
      if (id !== 'sendTemplateByPathKey') {
        const withoutKey = await server.api(method.toUpperCase(), call, { key: null });
        expect([id, withoutKey.body.error.code]).toEqual([id, 'MISSING_API_KEY']);
      }
    }
    const expected = Object.entries(NOTHING_NAMED).map(([id, { answer }]) => [id, answer]);
    expect(found.toSorted()).toEqual(expected.toSorted());
  },
);

test('a query is parsed as usual after a path that is not UTF-8', async () => {
  const { api } = await createTestServer();
  const { body } = await api('GET', '/conversations/%E9/messages?limit=101&direction=in');
  expect(body.error).toMatchObject({ code: 'VALIDATION_FAILED', param: 'limit' });
});

test.each([
  ['/callbacks/meta/%E9', 403, 'the signature does not match'],
  ['/webchat/%E9/messages', 404, 'There is no open chat %E9.'],
])('%s is refused with a specific error', async (path, status, words) => {
  const { server } = await createTestServer({ config: { logLevel: 'silent' } });
  const answer = await fetch(server.origin + path, { method: 'POST', body: '{}' });
  expect([answer.status, await answer.text()]).toEqual([status, expect.stringContaining(words)]);
});

/** The other listeners, with the format of their errors. */
const OTHERS = {
  'the port for metrics': {
    async open() {
      const { server } = await createTestServer({ config: { metricsPort: 0 } });
      return { baseUrl: String(server.operatorOrigin), path: '/healthz' };
    },
    messageIn: (body: { message?: string }) => body.message,
  },
  'the control port': {
    async open() {
      const server = createControlServer(
        0,
        () => undefined,
        () => {
          throw new Error('the clock was read');
        },
      );
      await server.start();
      onTestFinished(() => server.stop());
      return { baseUrl: originOf(server.info), path: '/clock' };
    },
    messageIn: (body: { error?: string }) => body.error,
  },
};

test.each(Object.entries(OTHERS))('%s never refuses with an empty response', async (_, { open, messageIn }) => {
  const { path, ...server } = await open();
  const head = `GET ${path} HTTP/1.1\r\n`;
  const refused: [string, number, RegExp][] = [
    [`${head}\r\n`, 400, /no Host header/],
    [`${head}Host: a\r\nHost: b\r\n\r\n`, 400, /more than one Host header/],
    ['FETCH / HTTP/1.1\r\nHost: x\r\n\r\n', 400, /HPE_INVALID_METHOD/],
    [
      `${head}Host: x\r\nX-Long: ${'x'.repeat(20_000)}\r\n\r\n`,
      431,
      /larger than 16 KiB|Request Header Fields Too Large/,
    ],
    ['CONNECT x:443 HTTP/1.1\r\nHost: x\r\n\r\n', 404, /\S/],
    ['GET /nothing HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n', 404, /\S/],
  ];
  for (const [bytes, status, words] of refused) {
    const answer = await sendRaw(server, bytes.replace('\r\n\r\n', '\r\nConnection: close\r\n\r\n'));
    const [top = '', body = ''] = answer.split('\r\n\r\n');
    expect([bytes.slice(0, 50), top.slice(0, 12)]).toEqual([bytes.slice(0, 50), `HTTP/1.1 ${status}`]);
    expect(messageIn(JSON.parse(body))).toMatch(words);
  }
  const odd = await sendRaw(server, `${head}Host: x\r\nExpect: anything\r\nConnection: close\r\n\r\n`);
  expect(odd.split('\r\n\r\n')[1]).toMatch(/^\{"status":"ok"\}$|the clock was read/);
});
