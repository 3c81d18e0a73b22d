import { once } from 'node:events';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { VirtualClock } from '../engine/clock.ts';
import { createGraph } from '../providers/meta/graph.ts';
import { createGuardedAgent, createProviderAgent } from './agent.ts';
import { openFile } from './file.ts';
import { postEvent } from './testing/post-event.ts';

const OK = 'HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ncontent-length: 2\r\n\r\n{}';

/** Starts a server that calls `answer` for each request that arrives in one chunk. */
async function createHost(answer: (socket: Socket, request: { inTotal: number; onConnection: number }) => void) {
  let inTotal = 0;
  let connections = 0;
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket.setNoDelay(true));
    connections += 1;
    let onConnection = 0;
    socket
      .on('error', () => {})
      .on('data', (chunk) => {
        if (/^(GET|HEAD|POST) /.test(chunk.toString('latin1'))) {
          inTotal += 1;
          onConnection += 1;
          answer(socket, { inTotal, onConnection });
        }
      });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    for (const socket of sockets) {
      socket.destroy();
    }
    server.close();
  });
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return { url, requests: () => inTotal, connections: () => connections };
}

/** undici uses a connection again one turn of the event loop after a response. */
async function twice<T>(call: () => Promise<T>): Promise<[T, T]> {
  const first = await call();
  await new Promise((resolve) => setImmediate(() => setImmediate(resolve)));
  return [first, await call()];
}

/** Makes each kind of call as the server does. */
function createCaller() {
  const clock = new VirtualClock();
  const allowLoopback = true;
  const agents = {
    guarded: createGuardedAgent({ allowLoopback }),
    guardedOnce: createGuardedAgent({ allowLoopback, keepsConnections: false }),
    provider: createProviderAgent(),
    providerOnce: createProviderAgent({ keepsConnections: false }),
  };
  onTestFinished(async () => {
    await Promise.all(Object.values(agents).map((agent) => agent.destroy()));
  });
  const { guarded, guardedOnce, provider, providerOnce } = agents;
  const graph = (url: string) =>
    createGraph({ url, version: 'v25.0', clock, dispatcher: provider, repeatOn: providerOnce });
  return {
    deliver: async (url: string) =>
      (await postEvent(url, { clock, dispatcher: guarded, repeatOn: guardedOnce, allowLoopback }))?.statusCode,
    open: async (url: string) => {
      const found = await openFile(url, undefined, { clock, providerOrigins: [], ...agents, allowLoopback });
      if (found.kind === 'open') {
        found.body.resume();
        await once(found.body, 'end');
      }
      return found.kind;
    },
    read: async (url: string) => (await graph(url).get('me', 'token')).kind,
    send: async (url: string) => (await graph(url).post('me/messages', 'token', {})).kind,
  };
}

test.each([
  ['100', ['HTTP/1.1 100 Continue\r\n\r\n', OK]],
  ['100 with headers', ['HTTP/1.1 100 Continue\r\nserver: x\r\ndate: y\r\n\r\n', OK]],
  ['100 and the response at once', [`HTTP/1.1 100 Continue\r\n\r\n${OK}`]],
  ['100 without a reason', [`HTTP/1.1 100\r\n\r\n${OK}`]],
  ['two of 100', [`HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 100 Continue\r\n\r\n${OK}`]],
  ['103 and 100', [`HTTP/1.1 103 Early Hints\r\nlink: </a>\r\n\r\nHTTP/1.1 100 Continue\r\n\r\n${OK}`]],
  ['102', ['HTTP/1.1 102 Processing\r\n\r\n', OK]],
  ['110', [`HTTP/1.1 110 x\r\n\r\n${OK}`]],
  ['100 of version 1.0', [`HTTP/1.0 100 Continue\r\n\r\n${OK}`]],
  ['100 byte by byte', [...`HTTP/1.1 100 Continue\r\n\r\n${OK}`]],
])('%s before the response is ignored, and the connection is used again', async (_, chunks) => {
  const host = await createHost(async (socket) => {
    for (const chunk of chunks) {
      await new Promise((resolve) => socket.write(chunk, () => setImmediate(resolve)));
    }
  });
  const { deliver } = createCaller();
  expect(await twice(() => deliver(host.url))).toEqual([200, 200]);
  expect([host.requests(), host.connections()]).toEqual([2, 1]);
});

test('the providers’ interim responses are ignored', async () => {
  const host = await createHost((socket) => void socket.write(`HTTP/1.1 100 Continue\r\n\r\n${OK}`));
  const { send, open } = createCaller();
  expect([await send(host.url), await open(host.url)]).toEqual(['answered', 'open']);
});

test('a body that looks like an interim response is not changed', async () => {
  const body = 'HTTP/1.1 200 OK\r\n\r\nHTTP/1.1 100 Continue\r\n\r\n';
  const host = await createHost(
    (socket) => void socket.write(`HTTP/1.1 200 OK\r\ncontent-length: ${body.length}\r\n\r\n${body}`),
  );
  const agent = createGuardedAgent({ allowLoopback: true });
  onTestFinished(() => agent.destroy());
  const answer = await postEvent(host.url, { dispatcher: agent, allowLoopback: true });
  expect(answer?.responsePrefix).toBe(body);
});

const reset = (socket: Socket) => void socket.resetAndDestroy();
const close = (socket: Socket) => void socket.end();

test.each([
  ['deliver', reset, 200],
  ['deliver', close, 200],
  ['open', reset, 'open'],
  ['read', reset, 'answered'],
  ['read', close, 'answered'],
] as const)(
  'if a used connection breaks, %s makes one more request on a new connection',
  async (name, breaks, expected) => {
    const host = await createHost((socket, { onConnection }) =>
      onConnection === 1 ? void socket.write(OK) : breaks(socket),
    );
    const caller = createCaller();
    expect(await twice<unknown>(() => caller[name](host.url))).toEqual([expected, expected]);
    expect([host.requests(), host.connections()]).toEqual([3, 2]);
  },
);

test.each([
  ['deliver', null],
  ['open', 'unavailable'],
  ['read', 'lost'],
] as const)('if the new connection also breaks, %s fails', async (name, failed) => {
  const host = await createHost((socket, { inTotal }) => (inTotal === 1 ? void socket.write(OK) : reset(socket)));
  const caller = createCaller();
  expect((await twice<unknown>(() => caller[name](host.url)))[1]).toBe(failed);
  expect(host.requests()).toBe(3);
});

test('a new connection that breaks fails the delivery', async () => {
  const host = await createHost(reset);
  const { deliver } = createCaller();
  expect(await deliver(host.url)).toBeNull();
  expect(host.requests()).toBe(1);
});

test('a used connection that breaks after an interim response fails the delivery', async () => {
  const host = await createHost((socket, { onConnection }) => {
    if (onConnection === 1) {
      socket.write(OK);
    } else {
      socket.end('HTTP/1.1 100 Continue\r\n\r\n');
    }
  });
  const { deliver } = createCaller();
  expect(await twice(() => deliver(host.url))).toEqual([200, null]);
  expect(host.requests()).toBe(2);
});

test('a send to the provider is never repeated', async () => {
  const host = await createHost((socket, { onConnection }) =>
    onConnection === 1 ? void socket.write(OK) : reset(socket),
  );
  const { send } = createCaller();
  expect(await twice(() => send(host.url))).toEqual(['answered', 'lost']);
  expect(host.requests()).toBe(2);
});
