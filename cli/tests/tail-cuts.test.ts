import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { Wigwag } from '@wigwag/sdk';
import { expect, onTestFinished, test } from 'vitest';
import { startDev } from '../dev/dev.ts';

/** A fifth of a soak test: RUNS=5 has 10,000 events and 100 cuts. */
const RUNS = Number(process.env.RUNS ?? 1);
const EVENTS = 2_000 * RUNS;
const A_CALLBACK = 100;
const PEOPLE = 20;
const CUTS = 20 * RUNS;

/** Returns the same random numbers in each run. */
function seeded(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

/** Forwards this many bytes from the server and then breaks the connection, at any position. */
async function createCuttingProxy(target: string, nextBudget: () => number | undefined) {
  const { hostname, port } = new URL(target);
  const open = new Set<Socket>();
  let cuts = 0;
  const server = createServer((client) => {
    let budget = nextBudget() ?? Number.POSITIVE_INFINITY;
    const upstream = connect(Number(port), hostname);
    const destroy = () => [client, upstream].forEach((socket) => void socket.destroy());
    for (const socket of [client, upstream]) {
      open.add(socket);
      socket.on('error', destroy);
      socket.on('close', () => {
        open.delete(socket);
        destroy();
      });
    }
    client.pipe(upstream);
    upstream.on('data', (chunk: Buffer) => {
      client.write(chunk.subarray(0, budget));
      budget -= chunk.length;
      if (budget < 0) {
        cuts += 1;
        upstream.destroy();
        client.resetAndDestroy();
      }
    });
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    open.forEach((socket) => void socket.destroy());
    server.close();
  });
  return { origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, cuts: () => cuts };
}

test(`a tail that is cut ${CUTS} times during ${EVENTS} events yields each exactly once, in the order of each conversation`, async () => {
  const dev = await startDev({
    port: 0,
    mockPort: 0,
    controlPort: 0,
    data: undefined,
    clock: 'real',
    environment: { WIGWAG_LOG_LEVEL: 'error' },
  });
  onTestFinished(() => dev.stop());
  const random = seeded(7);
  let planned = 0;
  // An event is about 550 bytes, and so is the data before the first one. The very first connection must succeed.
  const proxy = await createCuttingProxy(dev.info.base_url, () => {
    planned += 1;
    return planned > CUTS ? undefined : Math.floor(random() * 60_000) + (planned === 1 ? 2_000 : 0);
  });
  const wigwag = new Wigwag({ apiKey: dev.info.live_key, baseUrl: `${proxy.origin}/api/v1` });

  const got: { id: string; from: string; text: string }[] = [];
  const missed: number[] = [];
  const connected = Promise.withResolvers<void>();
  const reading = (async () => {
    const tail = wigwag.events({
      lastEventId: '0',
      retry: 5,
      onConnect(state) {
        expect(state.gap).toBe(false);
        missed.push(state.missed);
        connected.resolve();
      },
    });
    for await (const event of tail) {
      if (event.event === 'message.received') {
        const { id, data } = event;
        got.push({ id, from: data.message.from.id, text: data.message.text ?? '' });
      }
      if (got.length === EVENTS) {
        return;
      }
    }
  })();
  await Promise.race([connected.promise, reading]);
  const person = (index: number) => `9055500000${String(index % PEOPLE).padStart(2, '0')}`;
  const business_id = dev.business().whatsapp.phone_number_id;
  for (let from = 0; from < EVENTS; from += A_CALLBACK) {
    const indexes = Array.from({ length: A_CALLBACK }, (_, at) => from + at);
    await dev.mock.postCallback({
      channel: 'whatsapp',
      business_id,
      entries: [
        {
          id: dev.business().whatsapp.waba_id,
          changes: [
            {
              field: 'messages',
              value: {
                messaging_product: 'whatsapp',
                metadata: { display_phone_number: '15550783881', phone_number_id: business_id },
                messages: indexes.map((index) => ({
                  from: person(index),
                  id: `wamid.${index}`,
                  timestamp: String(Math.floor(Date.now() / 1000)),
                  type: 'text',
                  text: { body: String(index) },
                })),
              },
            },
          ],
        },
      ],
    });
  }
  await reading;
  expect(proxy.cuts()).toBe(CUTS);
  expect(missed.some((count) => count > 0)).toBe(true);
  expect(new Set(got.map(({ id }) => id)).size).toBe(EVENTS);
  const byPerson = Object.groupBy(got, ({ from }) => from);
  const expected = Array.from({ length: EVENTS }, (_, index) => index);
  expect(
    Object.fromEntries(Object.entries(byPerson).map(([from, own]) => [from, own?.map(({ text }) => text)])),
  ).toEqual(
    Object.fromEntries(Object.entries(Object.groupBy(expected, person)).map(([from, own]) => [from, own?.map(String)])),
  );
});
