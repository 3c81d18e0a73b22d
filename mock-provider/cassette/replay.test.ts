import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { signatureHeaders } from '../callbacks/signature.ts';
import { createManualClock } from '../world/clock.ts';
import type { Cassette, RecordedExchange } from './cassette.ts';
import { Player, type PlayerOptions } from './player.ts';
import { startReplay } from './replay.ts';

const BEGAN = '2026-11-23T12:00:00.000Z';
const NUMBER = '100000000000001';
const PERSON = '100000000002';
const WAMID = 'wamid.r3xxxxxxxxxxxxxxx';
const JSON_TYPE = { 'content-type': 'application/json' };

const request = (
  at: number,
  took: number,
  path: string,
  json: unknown,
  answered: unknown,
  status = 200,
): RecordedExchange => ({
  kind: 'request',
  at,
  took,
  request: { method: 'POST', host: 'graph.facebook.com', path, query: {}, headers: JSON_TYPE, body: { json } },
  response: { status, headers: JSON_TYPE, body: { json: answered } },
});
const callback = (at: number, json: unknown): RecordedExchange => ({
  kind: 'callback',
  at,
  took: 5,
  request: { method: 'POST', host: '', path: '', query: {}, headers: JSON_TYPE, body: { json } },
  response: { status: 200, headers: {} },
});
const text = (body: string, to = PERSON) => ({ messaging_product: 'whatsapp', to, type: 'text', text: { body } });
const accepted = (id = WAMID) => ({ messages: [{ id }], contacts: [{ input: PERSON, wa_id: PERSON }] });
const status = (kind: string, second: number) => ({
  object: 'whatsapp_business_account',
  entry: [
    {
      id: '100000000000004',
      changes: [
        {
          field: 'messages',
          value: {
            statuses: [
              { id: WAMID, status: kind, timestamp: String(Date.parse(BEGAN) / 1000 + second), recipient_id: PERSON },
            ],
          },
        },
      ],
    },
  ],
});

/** A message, and its statuses one and three seconds later. */
const MESSAGE: RecordedExchange[] = [
  request(1000, 50, `/v25.0/${NUMBER}/messages`, text('r5xxx'), accepted()),
  callback(2000, status('sent', 2)),
  callback(4000, status('delivered', 4)),
];

function setup(exchanges: RecordedExchange[], options: Partial<PlayerOptions> = {}) {
  const clock = createManualClock(Date.parse(BEGAN) + 86_400_000);
  const received: { at: number; body: string; headers: Record<string, string> }[] = [];
  const began = clock.now();
  const player = new Player({
    cassette: { recorded_at: BEGAN, exchanges } satisfies Cassette,
    clock,
    callbackUrl: 'http://app.example/callbacks',
    appSecret: 'secret',
    speed: 1,
    timeoutMs: 30_000,
    deliver: async (_, { body = '', headers }) => {
      received.push({ at: clock.now() - began, body, headers });
      return { status: 200, text: '' };
    },
    ...options,
  });
  player.start();
  const ask = async (body: unknown, path = '/v25.0/555000111/messages', method = 'POST') => {
    const bytes = Buffer.from(JSON.stringify(body));
    const url = new URL(`https://graph.facebook.com${path}`);
    const answer = await player.answer({ method, url, headers: JSON_TYPE, bytes });
    return { status: answer.status, body: JSON.parse(Buffer.from(answer.bytes).toString()) };
  };
  const advance = (ms: number) => clock.advance(ms, async () => void (await new Promise(setImmediate)));
  return { player, ask, advance, received };
}

test('an app gets the recorded responses, and the callbacks at their times, with its own values', async () => {
  const { player, ask, advance, received } = setup(MESSAGE);
  const answer = await ask(text('Hello Ayla', '+905551112233'));
  expect(answer).toEqual({
    status: 200,
    body: { messages: [{ id: WAMID }], contacts: [{ input: '905551112233', wa_id: '905551112233' }] },
  });
  await advance(949);
  expect(received).toEqual([]);
  await advance(5000);
  await player.finished;
  expect(received.map(({ at }) => at)).toEqual([950, 950 + 1995]);
  const [first] = received;
  expect(first?.headers).toMatchObject(signatureHeaders('secret', first?.body ?? ''));
  expect(JSON.parse(first?.body ?? '').entry[0].changes[0].value.statuses).toEqual([
    { id: WAMID, status: 'sent', recipient_id: '905551112233', timestamp: String(Date.parse(BEGAN) / 1000 + 86_401) },
  ]);
  expect(player.differences).toEqual([]);
});

test('--speed shortens the intervals', async () => {
  const { player, ask, advance, received } = setup(MESSAGE, { speed: 10 });
  await ask(text('Hello', PERSON));
  await advance(400);
  await player.finished;
  expect(received.map(({ at }) => Math.round(at))).toEqual([95, 295]);
});

test.each<[string, unknown, string, object]>([
  ['another type', { ...text('Hi'), type: 'image' }, 'shape', { at: 'body.type', recorded: 'text', found: 'image' }],
  ['a missing field', { ...text('Hi'), text: undefined }, 'shape', { at: 'body.text', found: 'nothing' }],
  ['a new field', { ...text('Hi'), context: {} }, 'shape', { at: 'body.context', recorded: 'nothing' }],
  ['another kind of ID', text('Hi', 'ayla'), 'shape', { at: 'body.to' }],
])('reports %s in a request', async (_, body, what, difference) => {
  const { player, ask } = setup(MESSAGE.slice(0, 1));
  expect((await ask(body)).status).toBe(200);
  expect(player.differences).toEqual([
    expect.objectContaining({ exchange: `POST /v25.0/${NUMBER}/messages`, what, ...difference }),
  ]);
});

test('reports another version, a request that is not recorded, and one that is missing', async () => {
  const { player, ask, advance } = setup([
    ...MESSAGE.slice(0, 1),
    request(3000, 5, `/v25.0/${NUMBER}/register`, {}, {}),
  ]);
  await ask(text('Hi'), '/v24.0/555000111/messages');
  expect(await ask({}, '/v25.0/555000111/deregister')).toMatchObject({ status: 400, body: { error: { code: 2500 } } });
  await advance(30_000);
  await player.finished;
  expect(player.differences).toMatchObject([
    { what: 'shape', at: 'version', recorded: 'v25.0', found: 'v24.0' },
    { what: 'unexpected', exchange: 'POST /555000111/deregister' },
    { what: 'missing', exchange: `POST /v25.0/${NUMBER}/register` },
  ]);
});

test('reports requests in another order, unless they were in flight together', async () => {
  const first = request(0, 50, `/v25.0/${NUMBER}/messages`, text('r5'), accepted('wamid.r7'));
  const image = { messaging_product: 'whatsapp', to: PERSON, type: 'image', image: { id: '100000000000008' } };
  const later = request(100, 50, `/v25.0/${NUMBER}/messages`, image, accepted('wamid.r8'));
  const send = { ...image, image: { id: '123456789012345' } };
  const apart = setup([first, later]);
  expect((await apart.ask(send)).body.messages).toEqual([{ id: 'wamid.r8' }]);
  await apart.ask(text('Hi'));
  expect(apart.player.differences).toMatchObject([{ what: 'order', exchange: `POST /v25.0/${NUMBER}/messages` }]);
  const together = setup([{ ...first, took: 200 }, later]);
  await together.ask(send);
  await together.ask(text('Hi'));
  expect(together.player.differences).toEqual([]);
});

test('reports that two requests no longer name the same person', async () => {
  const two = [0, 100].map((at) => request(at, 5, `/v25.0/${NUMBER}/messages`, text('r5'), accepted()));
  const { player, ask } = setup(two);
  await ask(text('Hi', '905551112233'));
  await ask(text('Hi', '905551112244'));
  expect(player.differences).toMatchObject([
    { what: 'shape', at: 'body.to', recorded: 'the same value as before', found: 'another value' },
  ]);
});

test('reports a callback that the app answers with another status', async () => {
  const deliver = async () => ({ status: 500, text: '' });
  const { player, advance } = setup([callback(1000, status('sent', 1))], { deliver });
  await advance(1000);
  await player.finished;
  expect(player.differences).toMatchObject([
    { what: 'code', exchange: 'callback sent', recorded: '200', found: '500' },
  ]);
});

test('a replay responds to an app that uses its address as the base URL', async () => {
  const app = createServer((incoming, outgoing) => {
    incoming.resume().on('end', () => outgoing.end());
  });
  await new Promise<void>((resolve) => app.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void app.close());
  const callbackUrl = `http://127.0.0.1:${(app.address() as AddressInfo).port}/`;
  const replay = await startReplay({ cassette: { recorded_at: BEGAN, exchanges: MESSAGE }, callbackUrl, speed: 1000 });
  onTestFinished(() => replay.close());
  replay.start();
  const answer = await fetch(`${replay.url}/v25.0/555000111/messages`, {
    method: 'POST',
    headers: JSON_TYPE,
    body: JSON.stringify(text('Hi')),
  });
  expect(await answer.json()).toMatchObject({ messages: [{ id: WAMID }] });
  await replay.finished;
  expect(replay.differences).toEqual([]);
});
