import { once } from 'node:events';
import { connect } from 'node:net';
import { expect, test } from 'vitest';
import { createTestServer } from '../../testing/server.ts';

/** What comes back on a connection that says this, then some more each half second, and after how many seconds it is closed. */
async function say(origin: string, text: string, more?: string): Promise<{ answer: string; seconds: number }> {
  const { hostname, port } = new URL(origin);
  const began = performance.now();
  const socket = connect(Number(port), hostname);
  // Whoever is cut off may find out by a reset.
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

test('clients that say nothing, or never end what they say, are told so and cut off', { timeout: 60_000 }, async () => {
  const { server, api, liveKey } = await createTestServer();
  const head = (length: number) =>
    `POST /api/v1/messages HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${liveKey}\r\nContent-Type: application/json\r\nContent-Length: ${length}\r\n\r\n`;
  const [silent, slowHead, slowBody, halfBody] = await Promise.all([
    say(server.origin, ''),
    say(server.origin, 'POST /api/v1/messages HTTP/1.1\r\nHost: x\r\n', 'X-More: 1\r\n'),
    say(server.origin, `${head(1000)}{`, ' '),
    say(server.origin, `${head(1000)}{`),
    // Others are served meanwhile.
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
