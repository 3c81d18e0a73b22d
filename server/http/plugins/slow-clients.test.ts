import { once } from 'node:events';
import { connect } from 'node:net';
import { expect, test } from 'vitest';
import { createTestServer } from '../../testing/server.ts';

/**
 * Sends a text on a connection, and then more of it every half second. Returns the response and the number of seconds
 * until the connection is closed.
 */
async function say(origin: string, text: string, more?: string): Promise<{ answer: string; seconds: number }> {
  const { hostname, port } = new URL(origin);
  const began = performance.now();
  const socket = connect(Number(port), hostname);
  // A disconnected client may see a reset.
  socket.on('error', () => {});
  let answer = '';
  socket.on('data', (data) => {
    answer += data;
  });
  socket.write(text);
  const dripping = more === undefined ? undefined : setInterval(() => socket.write(more), 500);
  await once(socket, 'close');
  clearInterval(dripping);
  return { answer, seconds: (performance.now() - began) / 1000 };
}

test('clients that send nothing, or never finish, get a response and are disconnected', async () => {
  const { server, api, liveKey } = await createTestServer();
  const head = (length: number) =>
    `POST /api/v1/messages HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${liveKey}\r\nContent-Type: application/json\r\nContent-Length: ${length}\r\n\r\n`;
  const [silent, slowHead, slowBody, halfBody] = await Promise.all([
    say(server.origin, ''),
    say(server.origin, 'POST /api/v1/messages HTTP/1.1\r\nHost: x\r\n', 'X-More: 1\r\n'),
    say(server.origin, `${head(1000)}{`, ' '),
    say(server.origin, `${head(1000)}{`),
    // Other clients are served while these are slow.
    api('GET', '/me').then(({ status }) => expect(status).toBe(200)),
  ]);
  expect(silent.answer).toBe('');
  for (const { answer } of [slowHead, slowBody, halfBody]) {
    expect(answer).toMatch(/^HTTP\/1\.1 400 /);
    expect(answer).toContain('"code":"INVALID_JSON"');
  }
  for (const { seconds } of [silent, slowHead, slowBody, halfBody]) {
    expect(seconds).toBeGreaterThan(9);
  }
});

test('the server announces that it keeps idle connections longer than the 60 s of proxies', async () => {
  const { server } = await createTestServer();
  const response = await fetch(`${server.origin}/healthz`);
  expect(response.headers.get('keep-alive')).toBe('timeout=75');
});
