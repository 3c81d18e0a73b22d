import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import { expect, test } from 'vitest';
import { pause } from './programs.ts';
import { startInstallation } from './testing.ts';

const BODY = JSON.stringify({ to: '905551112233', name: 'hello_world' });

/** The start of an in-flight send: its head, and its body except the last byte. */
async function beginSend(origin: string, key: string): Promise<Socket> {
  const { hostname, port } = new URL(origin);
  const socket = connect(Number(port), hostname);
  await once(socket, 'connect');
  // A closed connection may end with a reset.
  socket.on('error', () => {});
  socket.write(
    `POST /api/v1/messages/template HTTP/1.1\r\nHost: ${hostname}\r\nAuthorization: Bearer ${key}\r\n` +
      `Content-Type: application/json\r\nContent-Length: ${BODY.length}\r\nExpect: 100-continue\r\n\r\n`,
  );
  const [goOn] = await once(socket, 'data');
  expect(String(goOn)).toBe('HTTP/1.1 100 Continue\r\n\r\n');
  socket.write(BODY.slice(0, -1));
  return socket;
}

async function untilSent(mock: Awaited<ReturnType<typeof startInstallation>>['mock'], count: number): Promise<void> {
  while ((await mock.sends()).length < count) {
    await pause(10);
  }
}

test('on SIGTERM, the server finishes in-flight requests, waits for the provider, refuses new requests and exits with 0', async () => {
  const { installation, place, mock, account, origin } = await startInstallation();
  const send = () =>
    fetch(`${origin}/api/v1/messages/template`, {
      method: 'POST',
      headers: { authorization: `Bearer ${account.key}`, 'content-type': 'application/json' },
      body: BODY,
    });
  // The provider accepts it at once and responds a second later.
  await mock.control('POST', 'faults', { outcome: 'slow', delay_ms: 1_000 });
  const first = (await (await send()).json()) as { data: { id: string } };
  await untilSent(mock, 1);
  const inHand = await beginSend(origin, account.key);
  const ended = place.program.stop();
  const taken: string[] = [];
  await expect
    .poll(() =>
      send().then(
        async (answer) => taken.push(((await answer.json()) as typeof first).data.id),
        () => 'refused',
      ),
    )
    .toBe('refused');
  inHand.write(BODY.slice(-1));
  const answer = await text(inHand);
  expect(answer).toMatch(/^HTTP\/1\.1 202 /);
  expect(await ended).toBe(0);

  installation.restart(place);
  await installation.untilReady();
  const promised = [first.data.id, ...taken, /msg_\d+/.exec(answer)?.[0]];
  await untilSent(mock, promised.length);
  const sends = await mock.sends();
  expect(sends.map(({ payload }) => payload.biz_opaque_callback_data).sort()).toEqual(promised.sort());
});

/** The long run is `npm run lab -- upgrade`, which starts the servers of the last release. */
test('a process of another version is replaced, and its messages continue', async () => {
  const { installation, place, account, mock, origin } = await startInstallation({
    program: new URL('server-process.ts', import.meta.url).href,
  });
  const send = async () => {
    const response = await fetch(`${origin}/api/v1/messages/template`, {
      method: 'POST',
      headers: { authorization: `Bearer ${account.key}`, 'content-type': 'application/json' },
      body: BODY,
    });
    return ((await response.json()) as { data: { id: string } }).data.id;
  };
  const before = await send();
  const old = place.program;
  await installation.upgrade(place);
  expect([old.child.exitCode, place.program.isAlive]).toEqual([0, true]);
  const after = await send();
  await untilSent(mock, 2);
  const sends = await mock.sends();
  expect(sends.map(({ payload }) => payload.biz_opaque_callback_data).sort()).toEqual([before, after].sort());
});
