import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import { expect, onTestFinished, test } from 'vitest';
import { startServer } from '../../process/start.ts';
import { createTestServer } from '../../testing/server.ts';

const CONNECTIONS = 60;

function open(origin: string): Socket {
  const { hostname, port } = new URL(origin);
  const socket = connect(Number(port), hostname);
  socket.on('error', () => {}); // a closed connection also counts as a response
  return socket;
}

/** Opens connections that stay open after a first response. */
const openKept = (origin: string): Promise<Socket[]> =>
  Promise.all(
    Array.from({ length: CONNECTIONS / 2 }, async () => {
      const socket = open(origin);
      socket.write('GET /api/v1/me HTTP/1.1\r\nHost: a\r\n\r\n');
      await once(socket, 'data');
      return socket;
    }),
  );

const turn = () => new Promise((resolve) => setImmediate(resolve));

test.each([0, 1, 2, 4, 8, 12])(
  'on PostgreSQL, after a stop signal %i turns after requests were sent, the server executes no request without a response',
  async (turns) => {
    const { server, liveKey, customerWrites } = await createTestServer({
      database: 'postgres',
      config: { role: 'api', logLevel: 'silent' },
    });
    await customerWrites('Hello');
    const body = JSON.stringify({ to: '905551112233', text: 'x' });
    const request =
      `POST /api/v1/messages HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer ${liveKey}\r\n` +
      `Content-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body}`;
    const kept = await openKept(server.origin);
    const sockets = [...kept, ...Array.from({ length: CONNECTIONS / 2 }, () => open(server.origin))];
    const answers = sockets.map((socket) => text(socket).catch(() => ''));
    for (const socket of sockets) {
      socket.write(request);
    }
    for (let count = 0; count < turns; count += 1) {
      await turn();
    }
    await server.stop();
    const promised = (await Promise.all(answers)).filter((answer) => answer.includes('HTTP/1.1 202 '));
    const again = await startServer(server.app.config);
    onTestFinished(() => again.stop());
    const history = await fetch(`${again.origin}/api/v1/conversations/905551112233/messages?limit=100&direction=out`, {
      headers: { authorization: `Bearer ${liveKey}` },
    });
    const { data } = (await history.json()) as { data: { messages: unknown[] } };
    expect(data.messages).toHaveLength(promised.length);
  },
);
