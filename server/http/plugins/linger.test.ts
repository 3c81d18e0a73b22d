import { once } from 'node:events';
import { connect } from 'node:net';
import { BODY_MAX_KIBIBYTES } from '@wigwag/openapi';
import { expect, test } from 'vitest';
import { startAdmin, TOKEN } from '../../testing/admin-api.ts';
import { createTestServer } from '../../testing/server.ts';

const MEGABYTE = 1_000_000;
const HUGE = 100 * MEGABYTE;

/** Opens a connection, sends a head and some of its body, and returns the start of the response. */
async function refusalOf(origin: string, path: string, key: string, framing: string, body: Buffer): Promise<string> {
  const { hostname, port } = new URL(origin);
  const socket = connect(Number(port), hostname);
  const answered = once(socket, 'data');
  const head = [`POST ${path} HTTP/1.1`, 'Host: x', `Authorization: Bearer ${key}`, 'Content-Type: application/json'];
  socket.write([...head, framing, '', ''].join('\r\n'));
  socket.write(body);
  const [answer] = await answered;
  // The client continues to send and is not reset.
  for (let more = 0; more < 20; more += 1) {
    await new Promise<void>((resolve, reject) =>
      socket.write(Buffer.alloc(MEGABYTE), (error) => (error ? reject(error) : resolve())),
    );
  }
  socket.destroy();
  return String(answer);
}

test('a body that is too long is refused before it has arrived', async () => {
  const { server, liveKey } = await createTestServer();
  const declared = `Content-Length: ${HUGE}`;
  const none = Buffer.alloc(0);
  const answer = await refusalOf(server.origin, '/api/v1/messages', liveKey, declared, none);
  expect(answer).toMatch(/^HTTP\/1\.1 413 [\s\S]*connection: close[\s\S]*PAYLOAD_TOO_LARGE/i);
  const callback = await refusalOf(server.origin, '/callbacks/meta/app', liveKey, declared, none);
  expect(callback).toMatch(/^HTTP\/1\.1 413 /);
  // Without a declared length, it is refused at the first byte over the limit.
  const long = BODY_MAX_KIBIBYTES * 1024 + 1;
  const chunk = Buffer.concat([Buffer.from(`${HUGE.toString(16)}\r\n`), Buffer.alloc(long, ' ')]);
  const chunked = await refusalOf(server.origin, '/api/v1/messages', liveKey, 'Transfer-Encoding: chunked', chunk);
  expect(chunked).toMatch(/^HTTP\/1\.1 413 [\s\S]*PAYLOAD_TOO_LARGE/);
});

test("a body that is too long is refused on the operator's port before it has arrived", async () => {
  const { server } = await startAdmin({ adminPort: 'metrics', metricsPort: 0 });
  const answer = await refusalOf(
    server.operatorOrigin as string,
    '/admin/v1/accounts',
    TOKEN,
    `Content-Length: ${HUGE}`,
    Buffer.alloc(0),
  );
  expect(answer).toMatch(/^HTTP\/1\.1 413 /);
});

test('fetch gets the refusal of a body of 100 MB', async () => {
  const { server, liveKey } = await createTestServer();
  const headers = { authorization: `Bearer ${liveKey}`, 'content-type': 'application/json' };
  const body = Buffer.alloc(HUGE, ' ');
  for (let attempt = 0; attempt < 5; attempt += 1) {
    const response = await fetch(`${server.origin}/api/v1/messages`, { method: 'POST', headers, body });
    expect([response.status, await response.json()]).toMatchObject([413, { error: { code: 'PAYLOAD_TOO_LARGE' } }]);
  }
});

test('a client that continues to send without end is disconnected', async () => {
  const { server, liveKey } = await createTestServer();
  const { hostname, port } = new URL(server.origin);
  const socket = connect(Number(port), hostname);
  socket.on('error', () => {});
  socket.resume();
  socket.write(
    `POST /api/v1/messages HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${liveKey}\r\nContent-Type: application/json\r\nContent-Length: ${1e12}\r\n\r\n`,
  );
  const chunk = Buffer.alloc(MEGABYTE);
  let sent = 0;
  while (!socket.destroyed && sent < 1_000 * MEGABYTE) {
    sent += MEGABYTE;
    await new Promise((resolve) => socket.write(chunk, resolve));
  }
  expect(sent).toBeLessThan(400 * MEGABYTE);
});
