import { once } from 'node:events';
import { connect } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { newEvent, recordEvent } from '../../domain/webhooks/events.ts';
import { startServer } from '../../process/start.ts';
import { createTestServer, type TestServer } from '../../testing/server.ts';
import { createProxy, tail } from '../../testing/tail.ts';

const nextTurn = () => new Promise<void>((resolve) => setImmediate(resolve));

/** Stores events without a customer. Each belongs to one of ten conversations, which number their events. */
function record({ server, accountId }: TestServer, from: number, count: number, text = ''): Promise<void> {
  const { app } = server;
  return app.store.transaction(async (tx) => {
    for (let index = from; index < from + count; index += 1) {
      await recordEvent(
        tx,
        newEvent(app, accountId, 'message.received', {
          message: {
            id: `msg_in_${index}`,
            external_id: `wamid.${index}`,
            channel: 'whatsapp',
            connection_id: 'wa_1',
            from: { id: `90555000000${index % 10}` },
            type: 'text',
            text,
            received_at: '2026-05-04T12:00:00.000000+00:00',
          },
        }),
      );
    }
  });
}

/** Three thousand of these exceed all buffers between the server and the client. */
const LONG_TEXT = 'x'.repeat(20_000);

/** Connects a client that requests all stored events and then reads nothing. */
async function deafClient(origin: string, key: string) {
  const { hostname, port } = new URL(origin);
  const socket = connect(Number(port), hostname).pause();
  onTestFinished(() => {
    socket.destroy();
  });
  socket.on('error', () => {});
  await once(socket, 'connect');
  socket.write(
    `GET /developers/events HTTP/1.1\r\nhost: x\r\nauthorization: Bearer ${key}\r\nlast-event-id: 0\r\n\r\n`,
  );
  return socket;
}

/** Counts the events that are read from the table. `standsStill` resolves when reading has stopped. */
function countReads({ server }: TestServer) {
  const { events } = server.app.store.read;
  const { list } = events;
  let read = 0;
  events.list = async (...args) => {
    const page = await list(...args);
    read += page.length;
    return page;
  };
  return {
    async standsStill(): Promise<number> {
      for (let before = -1; before !== read || read === 0; ) {
        before = read;
        for (let turn = 0; turn < 2_000; turn += 1) {
          await nextTurn();
        }
      }
      return read;
    },
  };
}

test('a client that reads nothing uses no memory, and is disconnected after a minute; others still get all events', async () => {
  const here = await createTestServer();
  const { server, liveKey, advance } = here;
  const reads = countReads(here);
  const events = 3_000;
  await record(here, 0, events, LONG_TEXT);
  const deaf = await deafClient(server.origin, liveKey);
  // Data that fits into the system's buffers is sent immediately; the rest stays in the table.
  const taken = await reads.standsStill();
  expect(taken).toBeLessThan(events / 2);
  const hearing = await tail(server.origin, liveKey);
  await record(here, events, 1);
  await hearing.until(2);
  expect(await reads.standsStill()).toBe(taken + 1);

  await advance(45);
  const closed = once(deaf, 'close');
  await record(here, events + 1, 1);
  await hearing.until(4);
  await advance(30);
  // Reading is the only way to see that the other side has closed.
  deaf.resume();
  await closed;
  expect(hearing.events()).toHaveLength(2);
});

test('the server stops immediately, whatever the state of its tails', async () => {
  const here = await createTestServer();
  const { server, liveKey } = here;
  const reads = countReads(here);
  const idle = await tail(server.origin, liveKey);
  await idle.until(1);
  await record(here, 0, 3_000, LONG_TEXT);
  await deafClient(server.origin, liveKey);
  await reads.standsStill();
  const before = Date.now();
  await server.stop();
  // The grace period for running requests is 5 s.
  expect(Date.now() - before).toBeLessThan(4_000);
  expect(await idle.ended).toBeUndefined();
});

/** Returns a generator of pseudo-random numbers, the same for the same seed. */
function seeded(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

test('on PostgreSQL a tail at one process, cut 30 times while another commits 1,500 events, gets each exactly once and in order', async () => {
  const worker = await createTestServer({ database: 'postgres' });
  const api = await startServer({ ...worker.server.app.config, role: 'api' }, { clock: worker.clock });
  onTestFinished(() => api.stop());
  const proxy = await createProxy(api.origin);
  const random = seeded(42);
  const total = 1_500;
  const cutsAt = new Set(Array.from({ length: 30 }, () => Math.floor(random() * total)));

  const got: { id: string; from: string; number: number }[] = [];
  let lastEventId: string | undefined;
  let connections = 0;
  const first = Promise.withResolvers<void>();
  const reading = (async () => {
    while (got.length < total) {
      const client = await tail(proxy.origin, worker.liveKey, {
        headers: lastEventId === undefined ? {} : { 'last-event-id': lastEventId },
      }).catch(() => undefined);
      await client?.until(1).then(
        () => first.resolve(),
        () => {},
      );
      connections += 1;
      await Promise.race([client?.ended, client?.until(1 + total - got.length).catch(() => {})]);
      lastEventId = client?.frames.at(-1)?.id ?? lastEventId;
      for (const { id, data } of client?.events() ?? []) {
        got.push({ id, from: data.message.from.id, number: Number(data.message.id.slice('msg_in_'.length)) });
      }
      client?.close();
      // The virtual clock does not advance automatically, so all these requests would be in one second.
      worker.clock.moveTo(worker.clock.now() + 1_000);
    }
  })();

  await first.promise;
  for (let from = 0; from < total; ) {
    const count = Math.min(1 + Math.floor(random() * 10), total - from);
    await record(worker, from, count);
    if (Array.from({ length: count }, (_, index) => from + index).some((at) => cutsAt.has(at))) {
      proxy.cut();
    }
    from += count;
  }
  await reading;
  expect(got.map(({ number }) => number)).toEqual(Array.from({ length: total }, (_, index) => index));
  expect(new Set(got.map(({ id }) => id)).size).toBe(total);
  expect(connections).toBeGreaterThan(15);
});

test('large events are read a few at a time, however many a client has to receive', async () => {
  const here = await createTestServer();
  const { server, liveKey, accountId } = here;
  const { events } = server.app.store.read;
  await record(here, 0, 40, 'x'.repeat(100_000));
  const end = await events.end(accountId);
  // 256 Ki characters, and the event that exceeds them.
  expect(await events.list(accountId, 0, end.seq, {}, 100)).toHaveLength(3);
  const tail = await fetch(`${server.origin}/developers/events`, {
    headers: { authorization: `Bearer ${liveKey}`, 'last-event-id': '0' },
  });
  let seen = 0;
  for await (const chunk of tail.body?.pipeThrough(new TextDecoderStream()) ?? []) {
    seen += chunk.split('\nid: whd_').length - 1 + (chunk.startsWith('id: whd_') ? 1 : 0);
    if (seen >= 40) {
      break;
    }
  }
  expect(seen).toBe(40);
});
