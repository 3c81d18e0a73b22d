import { FormData } from 'undici';
import { expect, test } from 'vitest';
import { createRecordedMock } from '../testing/recorded.ts';
import type { Json } from '../world/state.ts';
import type { Cassette, RecordedExchange } from './cassette.ts';
import { diffAgainstMock } from './diff.ts';

const PERSON = '905551112233';

/** Records a mock: messages of both products, a template, a file, lists, errors and a customer's message. */
async function record(): Promise<Cassette> {
  const { mock, ask, clock, cassette, whatsapp, messenger } = await createRecordedMock();
  const number = `/v25.0/${whatsapp.phone_number_id}`;
  const send = (body: Json) =>
    ask('POST', `${number}/messages`, { messaging_product: 'whatsapp', to: PERSON, ...body });
  await mock.receive({
    channel: 'whatsapp',
    business_id: whatsapp.phone_number_id,
    from: { id: PERSON, name: 'Ayla' },
    type: 'text',
    text: 'hi',
  });
  await clock.advance(1000, mock.whenIdle);
  await send({ type: 'text', text: { body: 'Hello Ayla' } });
  await send({ type: 'template', template: { name: 'hello_world', language: { code: 'en_US' } } });
  await send({ type: 'text' });
  const form = new FormData();
  form.set('messaging_product', 'whatsapp');
  form.set('type', 'image/png');
  form.set('file', new Blob([new Uint8Array(20)], { type: 'image/png' }), 'ayla.png');
  const { id } = (await ask('POST', `${number}/media`, form)).body;
  await ask('GET', `/v25.0/${id}`);
  await send({ type: 'image', image: { id } });
  await ask('GET', `/v25.0/${whatsapp.waba_id}/message_templates?limit=3`);
  await ask('GET', number);
  await ask('GET', `${number}/nonsense`);
  await ask('POST', `/v25.0/${messenger.page_id}/messages`, {
    recipient: { id: '7000000000000001' },
    messaging_type: 'RESPONSE',
    message: { text: 'Hello' },
  });
  return cassette();
}

/** Changes one exchange of a cassette. */
function changed(
  cassette: Cassette,
  find: (exchange: RecordedExchange) => boolean,
  change: (exchange: RecordedExchange) => void,
) {
  const exchange = cassette.exchanges.find(find);
  if (!exchange) {
    throw new Error('The cassette has no such exchange');
  }
  change(exchange);
}

const isSend = ({ kind, request }: RecordedExchange) => kind === 'request' && /\/messages$/.test(request.path);
// biome-ignore lint/suspicious/noExplicitAny: tests reach deep into Meta's bodies.
const answerOf = ({ response }: RecordedExchange) => (response?.body as { json: any } | undefined)?.json;
// biome-ignore lint/suspicious/noExplicitAny: tests reach deep into Meta's bodies.
const askedOf = ({ request }: RecordedExchange) => (request.body as { json: any }).json;
const statusIn = (exchange: RecordedExchange) => askedOf(exchange).entry[0].changes?.[0].value.statuses?.[0];

test('a cassette of the mock does not differ from the mock', async () => {
  const recorded = await record();
  expect(recorded.exchanges.filter(({ kind }) => kind === 'request').length).toBe(10);
  expect(recorded.exchanges.filter(({ kind }) => kind === 'callback').length).toBeGreaterThan(9);
  expect(await diffAgainstMock(recorded)).toEqual([]);
});

test.each<[string, (cassette: Cassette) => void, object]>([
  [
    'a field that the mock does not have',
    (cassette) => changed(cassette, isSend, (one) => Object.assign(answerOf(one), { brand_new: 'r99' })),
    { what: 'shape', at: 'body.brand_new', recorded: 'a string (text)', found: 'nothing' },
  ],
  [
    'a field that only the mock has',
    (cassette) => changed(cassette, isSend, (one) => delete answerOf(one).contacts[0].wa_id),
    { what: 'shape', at: 'body.contacts[0].wa_id', recorded: 'nothing', found: 'a string (digits)' },
  ],
  [
    'another prefix of an ID',
    (cassette) => changed(cassette, isSend, (one) => Object.assign(answerOf(one).messages[0], { id: 'm_r2000' })),
    { what: 'shape', at: 'body.messages[0].id', recorded: 'a string (m_...)', found: 'a string (wamid....)' },
  ],
  [
    'a number instead of a string',
    (cassette) =>
      changed(
        cassette,
        (one) => one.kind === 'request' && answerOf(one).sha256 !== undefined,
        (one) => Object.assign(answerOf(one), { sha256: 5 }),
      ),
    { what: 'shape', at: 'body.sha256', recorded: 'a number', found: 'a string (text)' },
  ],
  [
    'another code of an error',
    (cassette) =>
      changed(
        cassette,
        (one) => one.response?.status === 400,
        (one) => Object.assign(answerOf(one).error, { code: 131009 }),
      ),
    { what: 'code', at: 'body.error.code', recorded: '131009', found: '100' },
  ],
  [
    'another status of a response',
    (cassette) => changed(cassette, isSend, (one) => Object.assign(one.response ?? {}, { status: 201 })),
    { what: 'code', at: 'status', recorded: '201', found: '200' },
  ],
  [
    'a header that the mock does not send',
    (cassette) =>
      changed(cassette, isSend, (one) => Object.assign(one.response?.headers ?? {}, { 'retry-after': '5' })),
    { what: 'header', at: 'retry-after', recorded: '5', found: 'nothing' },
  ],
  [
    'another field in a callback',
    (cassette) =>
      changed(
        cassette,
        (one) => one.kind === 'callback' && statusIn(one)?.status === 'sent',
        (one) => Object.assign(statusIn(one), { brand_new: true }),
      ),
    { what: 'shape', at: 'statuses[0].brand_new', exchange: 'callback sent' },
  ],
])('finds %s, and nothing else', async (_, plant, difference) => {
  const cassette = await record();
  plant(cassette);
  expect(await diffAgainstMock(cassette)).toEqual([expect.objectContaining(difference)]);
});

test('finds another order of the statuses of a message, and nothing else', async () => {
  const copy = await record();
  const find = (status: string) =>
    copy.exchanges.find((one) => one.kind === 'callback' && statusIn(one)?.status === status);
  const [sent, delivered] = [find('sent'), find('delivered')];
  if (!sent || !delivered) {
    throw new Error('The cassette has no statuses');
  }
  [sent.request.body, delivered.request.body] = [delivered.request.body, sent.request.body];
  expect(await diffAgainstMock(copy)).toEqual([
    {
      what: 'order',
      exchange: 'callback sent',
      at: '',
      recorded: 'sent, at this point',
      found: 'sent, delivered, read',
    },
  ]);
});
