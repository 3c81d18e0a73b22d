import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Channel, pageCallback, receivedEvents, takes } from '../../testing/received.ts';
import { createTestServer, metaCallback, type TestServer } from '../../testing/server.ts';

/** CI tries the same few callbacks each time, to save time. Set SEED for others, and RUNS=2000 for more. */
const SEED = Number(process.env.SEED ?? 20_261_126);
const RUNS = Number(process.env.RUNS ?? 100);

/** Values that Meta never sends in a field, but a bug or an attacker might. */
const ODD = [
  undefined,
  null,
  '',
  0,
  -1,
  true,
  [],
  {},
  [null],
  [[]],
  'undefined',
  '__proto__',
  { __proto__: null, constructor: 'x' },
  '\u0000\ud800',
  'x'.repeat(70_000),
  1e308,
  Array.from({ length: 300 }, () => ({ a: 1 })),
  JSON.parse(`${'['.repeat(2_000)}${']'.repeat(2_000)}`),
];

const contact = {
  name: { formatted_name: 'Grace', first_name: 'Grace', last_name: 'H' },
  phones: [{ phone: '+1', wa_id: '15550100200', type: 'WORK' }],
  emails: [{ email: 'g@example.com', type: 'HOME' }],
  org: { company: 'Navy' },
};

/** Messages of WhatsApp with every field that is read. */
const WHATSAPP: Record<string, unknown>[] = [
  { type: 'text', text: { body: 'Hi' }, context: { id: 'wamid.0', referred_product: { catalog_id: '1' } } },
  { type: 'contacts', contacts: [contact] },
  {
    type: 'order',
    order: {
      catalog_id: '1',
      text: 'x',
      product_items: [{ product_retailer_id: 'a', quantity: 1, item_price: 1, currency: 'EUR' }],
    },
  },
  { type: 'interactive', interactive: { nfm_reply: { name: 'flow', body: 'Sent', response_json: '{"a":{"b":[1]}}' } } },
  { type: 'interactive', interactive: { button_reply: { id: 'a', title: 'A' } } },
  { type: 'interactive', interactive: { list_reply: { id: 'a', title: 'A', description: 'd' } } },
  { type: 'button', button: { payload: 'p', text: 'Yes' }, context: { id: 'wamid.0' } },
  {
    type: 'document',
    document: { id: '1', mime_type: 'application/pdf', filename: 'a.pdf', caption: 'c', url: 'https://a.example' },
  },
  { type: 'location', location: { latitude: 1, longitude: 2, name: 'n', address: 'a' } },
  { type: 'reaction', reaction: { message_id: 'wamid.0', emoji: '+' } },
  {
    type: 'text',
    text: { body: 'Hi' },
    referral: { source_type: 'ad', source_id: '1', source_url: 'u', headline: 'h', ctwa_clid: 'c' },
  },
  { type: 'unsupported', errors: [{ code: 131051, title: 't', message: 'm', error_data: { details: 'd' } }] },
  { type: 'text', text: { body: 'Hi' }, group_id: 'g' },
  { type: 'edit', edit: { original_message_id: 'wamid.0', message: { type: 'text', text: { body: 'new' } } } },
  { type: 'revoke', revoke: { original_message_id: 'wamid.0' } },
  { type: 'system', system: { type: 'user_changed_number', wa_id: '905550009999', body: 'b' } },
];

/** Events of Messenger and Instagram with every field that is read. */
const PAGE: Record<string, unknown>[] = [
  {
    message: {
      mid: 'm',
      text: 'Hi',
      quick_reply: { payload: 'p' },
      reply_to: { mid: 'm0', story: { url: 'u', id: '1' } },
    },
  },
  {
    message: {
      mid: 'm',
      attachments: [
        { type: 'image', payload: { url: 'https://a.example' } },
        { type: 'share', payload: { url: 'u', title: 't' } },
      ],
    },
  },
  {
    message: { mid: 'm', text: 'Hi', attachments: [{ type: 'fallback', title: 't', url: 'u', payload: { url: 'u' } }] },
  },
  { message: { mid: 'm', attachments: [{ type: 'location', payload: { coordinates: { lat: 1, long: 2 } } }] } },
  {
    message: {
      mid: 'm',
      attachments: [
        { type: 'template', payload: { elements: [{ title: 't' }], product: { elements: [{ title: 't' }] } } },
      ],
    },
  },
  {
    message: {
      mid: 'm',
      text: 'Hi',
      referral: {
        ref: 'r',
        source: 'ADS',
        ad_id: '1',
        ads_context_data: { ad_title: 't', photo_url: 'u' },
        product: { id: '1' },
      },
    },
  },
  { postback: { mid: 'm', title: 't', payload: 'p', referral: { ref: 'r', source: 'SHORTLINK' } } },
  { reaction: { mid: 'm', action: 'react', emoji: '+', reaction: 'love' } },
  { referral: { ref: 'r', source: 'SHORTLINK' } },
  { message_edit: { mid: 'm', text: 'new', num_edit: 1 } },
  { message: { mid: 'm', is_deleted: true } },
  { message: { mid: 'm', is_echo: true, text: 'from the inbox', app_id: 1, metadata: 'x' } },
  { delivery: { mids: ['m'], watermark: 1 } },
  { read: { watermark: 1, mid: 'm' } },
];

/** Returns the paths of all values inside a value. */
const pathsIn = (value: unknown): string[][] =>
  value !== null && typeof value === 'object'
    ? Object.entries(value).flatMap(([name, inner]) => [[name], ...pathsIn(inner).map((path) => [name, ...path])])
    : [];

/** Returns a copy with another value at a path. */
function replaced(value: unknown, [name, ...rest]: string[], by: unknown): unknown {
  if (name === undefined) {
    return by;
  }
  const copy = structuredClone(value) as Record<string, unknown>;
  copy[name] = replaced(copy[name], rest, by);
  return copy;
}

let server: TestServer;
const ends: (() => Promise<void> | undefined)[] = [];
beforeAll(async () => {
  server = await createTestServer({ atEnd: (run) => ends.push(run), config: { logLevel: 'silent' } });
});
afterAll(async () => {
  for (const end of ends.reverse()) {
    await end();
  }
});

const odd = <T>(messages: readonly T[]) =>
  fc
    .constantFrom(...messages)
    .chain((message) => fc.tuple(fc.constant(message), fc.constantFrom(...pathsIn(message)), fc.constantFrom(...ODD)))
    .map(([message, path, by]) => ({ message: replaced(message, path, by) as object, path, by }));

let calls = 0;

/** Sends a callback with an odd message between two good ones, and returns the texts of the good ones that arrived. */
async function goodTexts(channel: Channel, message: object): Promise<string[]> {
  calls += 1;
  const texts = [`before ${calls}`, `after ${calls}`];
  const person =
    channel === 'whatsapp' ? `9055${String(calls).padStart(8, '0')}` : `6042${String(calls).padStart(6, '0')}`;
  if (channel === 'whatsapp') {
    const timestamp = String(Math.floor(server.clock.now() / 1000));
    const [before, after] = texts.map((body) => ({
      from: person,
      timestamp,
      id: `wamid.${body}`,
      type: 'text',
      text: { body },
    }));
    await takes(
      server,
      metaCallback(server.business.whatsapp.phone_number_id, {
        contacts: [{ profile: { name: 'Ada' }, wa_id: person }],
        messages: [before, { from: person, timestamp, id: `wamid.odd ${calls}`, ...message }, after],
      }),
    );
  } else {
    const [before, after] = texts.map((text) => ({ message: { mid: text, text } }));
    await takes(server, pageCallback(server, channel, [before ?? {}, message, after ?? {}], { person }));
  }
  const events = await receivedEvents(server);
  return events.map(({ text }) => text ?? '').filter((text) => texts.includes(text));
}

/** Deletes what a run has stored, so that later runs stay fast. */
const forget = () =>
  server.server.app.store.transaction((tx) => tx.events.deleteMadeBefore(server.server.app.monotonicNow(), 1_000));

test.each([
  ['whatsapp', WHATSAPP],
  ['messenger', PAGE],
  ['instagram', PAGE],
] as const)(
  `${RUNS} callbacks of %s with a missing, odd, huge or hostile value cost no other message`,
  async (channel, messages) => {
    await fc.assert(
      fc.asyncProperty(odd(messages), async ({ message }) => {
        expect(await goodTexts(channel, message)).toEqual([`before ${calls}`, `after ${calls}`]);
        await forget();
      }),
      { numRuns: RUNS, seed: SEED },
    );
  },
  300_000,
);

/** The values of a text message that must be right for it to arrive: it has an ID, a sender and a time. */
test('a text arrives with any value in another field', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom(
        'context',
        'referral',
        'errors',
        'button',
        'interactive',
        'order',
        'contacts',
        'location',
        'reaction',
        'type',
      ),
      fc.constantFrom(...ODD),
      async (field, by) => {
        calls += 1;
        const timestamp = String(Math.floor(server.clock.now() / 1000));
        const message = {
          from: '905551112233',
          timestamp,
          id: `wamid.t${calls}`,
          type: 'text',
          text: { body: `t ${calls}` },
        };
        await takes(
          server,
          metaCallback(server.business.whatsapp.phone_number_id, { messages: [{ ...message, [field]: by }] }),
        );
        expect((await receivedEvents(server)).map(({ text }) => text)).toEqual([`t ${calls}`]);
        await forget();
      },
    ),
    { numRuns: RUNS / 2, seed: SEED },
  );
});
