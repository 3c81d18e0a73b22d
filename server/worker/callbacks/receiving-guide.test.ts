import { readFileSync } from 'node:fs';
import { document } from '@wigwag/openapi';
import { expect, test } from 'vitest';
import {
  ADA,
  type Channel,
  eventsFrom,
  PSID,
  pageCallback,
  type Received,
  receives,
  takes,
} from '../../testing/received.ts';
import { createTestServer, type TestServer } from '../../testing/server.ts';

const GUIDE = readFileSync(new URL('../../../docs/receiving.md', import.meta.url), 'utf8');
const KINDS = GUIDE.slice(GUIDE.indexOf('\n## Kinds of content'), GUIDE.indexOf('\n## Customers with a username'));

/** The examples, by the line above each or its heading. */
const EXAMPLES = new Map(
  [...KINDS.matchAll(/^(?:\*\*([^\n]+)\*\*|### ([^\n]+))\n\n```json\n(.*?)^```/gms)].map(
    ([, bold, heading, json = '']): [string, unknown] => [bold ?? heading ?? '', JSON.parse(json)],
  ),
);

const QUOTED = 'wamid.HBgMOTA1NTUxMTEyMjMzFQIAEhggM0RF';
const MID = 'm_AG5Hz2Uq7tuwNEhXfYYKj8';
const images = (...names: string[]) =>
  names.map((name) => ({ type: 'image', payload: { url: `https://cdn.example/${name}` } }));
const interactive = (reply: object) => ({
  type: 'interactive',
  interactive: reply,
  context: { id: QUOTED },
});
const file = (type: string, more: object) => ({ type, [type]: { id: '78', ...more } });

/** What Meta sends for each example. */
const SENT: Record<string, [channel: Channel, message: object]> = {
  'A file with a caption': ['whatsapp', file('image', { mime_type: 'image/jpeg', caption: 'Is this the right size?' })],
  'A document': ['whatsapp', file('document', { mime_type: 'application/pdf', filename: 'invoice.pdf' })],
  'A location': [
    'whatsapp',
    {
      type: 'location',
      location: { latitude: 41.0082, longitude: 28.9784, name: 'Our shop', address: '1 Main Street' },
    },
  ],
  'A choice': ['whatsapp', interactive({ type: 'button_reply', button_reply: { id: 'yes', title: 'Yes, please' } })],
  'A reaction': ['whatsapp', { type: 'reaction', reaction: { message_id: QUOTED, emoji: '👍' } }],
  'Contact cards': [
    'whatsapp',
    {
      type: 'contacts',
      contacts: [
        {
          name: { formatted_name: 'Grace Hopper', first_name: 'Grace' },
          phones: [{ phone: '+1 555 010 0200', type: 'WORK', wa_id: '15550100200' }],
          emails: [{ email: 'grace@example.com', type: 'WORK' }],
          org: { company: 'Navy' },
        },
      ],
    },
  ],
  'An order': [
    'whatsapp',
    {
      type: 'order',
      order: {
        catalog_id: '194836987003835',
        text: 'Please gift-wrap it.',
        product_items: [{ product_retailer_id: 'SKU-77', quantity: 2, item_price: 10.5, currency: 'EUR' }],
      },
    },
  ],
  'The answer to a form': [
    'whatsapp',
    interactive({
      type: 'nfm_reply',
      nfm_reply: { name: 'flow', body: 'Sent', response_json: '{"flow_token":"order-77","rating":"5"}' },
    }),
  ],
  'A text with a link': [
    'messenger',
    {
      message: {
        text: 'Do you have these? https://shop.example/shoes',
        attachments: [{ type: 'fallback', title: 'Shoes', url: 'https://shop.example/shoes', payload: null }],
      },
    },
  ],
  'A shared post': [
    'instagram',
    {
      message: { attachments: [{ type: 'ig_post', payload: { url: 'https://cdn.example/post', title: 'Summer' } }] },
    },
  ],
  'A reply to a story': [
    'instagram',
    { message: { text: 'Wow', reply_to: { story: { url: 'https://cdn.example/story', id: '9' } } } },
  ],
  'Several files': ['messenger', { message: { mid: MID, text: 'Which one?', attachments: images('1', '2') } }],
  'A text from an ad': [
    'whatsapp',
    {
      type: 'text',
      text: { body: 'Is it still available?' },
      referral: {
        source_url: 'https://fb.me/3cr4Wqqkv',
        source_type: 'ad',
        source_id: '120208990000',
        headline: 'Summer sale',
        body: '20% off',
        media_type: 'image',
        image_url: 'https://cdn.example/ad.jpg',
        ctwa_clid: 'ARAkLkA8rmlFeiCktEJQ',
      },
    },
  ],
  'A question about a product': [
    'whatsapp',
    {
      type: 'text',
      text: { body: 'Do you have it in blue?' },
      context: { referred_product: { catalog_id: '194836987003835', product_retailer_id: 'SKU-77' } },
    },
  ],
  'A link that opens the chat again': [
    'messenger',
    { referral: { ref: 'flyer', source: 'SHORTLINK', type: 'OPEN_THREAD' } },
  ],
  'A message in a group': [
    'whatsapp',
    { type: 'text', text: { body: 'Lunch at noon?' }, group_id: '120363041234567890' },
  ],
  'A message that cannot be shown': [
    'whatsapp',
    { type: 'unsupported', errors: [{ code: 131051, title: 'Message type unknown', message: 'Message type unknown' }] },
  ],
  'A missing file': [
    'whatsapp',
    { type: 'video', errors: [{ code: 131052, title: 'Media download error', message: 'Media download error' }] },
  ],
};

/** The changes of a text, as Meta sends them. */
const CHANGED: Record<string, object> = {
  'An edit': {
    type: 'edit',
    edit: { original_message_id: QUOTED, message: { type: 'text', text: { body: 'Friday at 7' } } },
  },
  'A deletion': { type: 'revoke', revoke: { original_message_id: QUOTED } },
};

/** The fields that the examples leave out. */
const COMMON = ['id', 'external_id', 'channel', 'connection_id', 'from', 'received_at'];

/** Returns what an example shows of a message. IDs and links of files differ in each run. */
function shownOf(message: object, { withId = false } = {}): unknown {
  const shown = Object.entries(message).filter(
    ([name, value]) => value !== null && (!COMMON.includes(name) || (withId && name === 'external_id')),
  );
  return JSON.parse(
    JSON.stringify(Object.fromEntries(shown))
      .replaceAll(/msg_in_\d+/g, 'msg_in_1')
      .replaceAll(/https?:[^"]+\/media\/[\w.-]+/g, 'https://api.example.com/media/1'),
  );
}

function expectSame(name: string, events: readonly Received[]): void {
  const example = EXAMPLES.get(name);
  if (Array.isArray(example)) {
    expect(events.map((event) => shownOf(event, { withId: true }))).toEqual(
      example.map((one: object) => shownOf(one, { withId: true })),
    );
  } else {
    expect(events.map((event) => shownOf(event))).toEqual([shownOf(example as object)]);
  }
}

async function eventsOf(server: TestServer, channel: Channel): Promise<Received[]> {
  await server.advance(5);
  return eventsFrom(server, channel === 'whatsapp' ? ADA : PSID);
}

test('the guide has an example of every kind, and no other', () => {
  expect([...EXAMPLES.keys()].sort()).toEqual([...Object.keys(SENT), ...Object.keys(CHANGED)].sort());
  const shown = new Set([...EXAMPLES.values()].flat().flatMap((example) => Object.keys(example as object)));
  expect([...shown]).toEqual(
    expect.arrayContaining(Object.keys(document.components.schemas.MessageContent.properties)),
  );
});

test('the table of the guide has every type of the document', () => {
  const { description } = document.components.schemas.ReceivedMessage.properties.type;
  const documented = description.replace(/or one of our additions:|More types may be added\./g, '').match(/\w+/g);
  const rows = [...KINDS.matchAll(/^\| (`.+?) \|/gm)].flatMap(([, types = '']) => types.match(/\w+/g) ?? []);
  expect(rows.filter((name) => name !== 'type').sort()).toEqual([...(documented ?? [])].sort());
});

test.each(Object.entries(SENT))(
  'the example of the guide is what clients get: %s',
  async (name, [channel, message]) => {
    const server = await createTestServer();
    if (channel === 'whatsapp') {
      await receives(server, channel, { id: 'wamid.1', ...message });
    } else {
      await takes(server, pageCallback(server, channel, [message]));
    }
    expectSame(name, await eventsOf(server, channel));
  },
);

test.each(Object.entries(CHANGED))('the example of the guide is what clients get: %s', async (name, change) => {
  const server = await createTestServer();
  await receives(server, 'whatsapp', { id: QUOTED, type: 'text', text: { body: 'Friday at 6' } });
  await server.advance(60);
  await receives(server, 'whatsapp', { id: 'wamid.change', ...change });
  const [, ...changes] = await eventsOf(server, 'whatsapp');
  expectSame(name, changes);
});
