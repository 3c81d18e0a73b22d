import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Channel, eventsFrom, historyOf, type Received, receives, windowOf } from '../../testing/received.ts';
import { createTestServer, DATABASES, type TestServer } from '../../testing/server.ts';

const page = (message: object) => ({ message: { ...message } });
const NO_REFERRAL = {
  source: null,
  source_id: null,
  url: null,
  headline: null,
  body: null,
  media_url: null,
  click_id: null,
  ref: null,
  product: null,
};

/** Each kind of content, as Meta sends it and as clients get it. */
const CONTENT: [name: string, channel: Channel, sent: object, shown: Partial<Received>][] = [
  [
    'contact cards',
    'whatsapp',
    {
      type: 'contacts',
      contacts: [
        {
          name: { formatted_name: 'Grace Hopper', first_name: 'Grace' },
          phones: [{ phone: '+1 555 010 0200', wa_id: '15550100200', type: 'WORK' }, { phone: '911' }],
          emails: [{ email: 'grace@example.com', type: 'HOME' }],
          org: { company: 'Navy', title: 'Admiral' },
        },
        { name: { first_name: 'Alan', last_name: 'Turing' } },
      ],
    },
    {
      type: 'contacts',
      contacts: [
        {
          name: 'Grace Hopper',
          phones: [
            { phone: '+1 555 010 0200', type: 'WORK', wa_id: '15550100200' },
            { phone: '911', type: null, wa_id: null },
          ],
          emails: [{ email: 'grace@example.com', type: 'HOME' }],
          organization: 'Navy',
        },
        { name: 'Alan Turing', phones: [], emails: [], organization: null },
      ],
    },
  ],
  [
    'an order',
    'whatsapp',
    {
      type: 'order',
      order: {
        catalog_id: '77',
        text: 'Gift-wrapped, please',
        product_items: [
          { product_retailer_id: 'SKU-1', quantity: 2, item_price: 10.5, currency: 'EUR' },
          { product_retailer_id: 'SKU-2', quantity: '3', item_price: '4.25', currency: 'EUR' },
        ],
      },
    },
    {
      type: 'order',
      text: 'Gift-wrapped, please',
      order: {
        catalog_id: '77',
        text: 'Gift-wrapped, please',
        items: [
          { product_id: 'SKU-1', quantity: 2, price: 10.5, currency: 'EUR' },
          { product_id: 'SKU-2', quantity: 3, price: 4.25, currency: 'EUR' },
        ],
      },
    },
  ],
  [
    'the answer to a form',
    'whatsapp',
    {
      type: 'interactive',
      interactive: {
        type: 'nfm_reply',
        nfm_reply: { name: 'flow', body: 'Sent', response_json: '{"flow_token":"t-1","rating":"5","tags":["a"]}' },
      },
      context: { id: 'wamid.0' },
    },
    {
      type: 'form',
      text: 'Sent',
      reply_to: 'wamid.0',
      form: { name: 'flow', text: 'Sent', response: { flow_token: 't-1', rating: '5', tags: ['a'] } },
    },
  ],
  [
    'an answer that is not JSON',
    'whatsapp',
    { type: 'interactive', interactive: { type: 'nfm_reply', nfm_reply: { response_json: '{"flow_token":' } } },
    { type: 'form', text: null, form: { name: null, text: null, response: '{"flow_token":' } },
  ],
  [
    'a text from an ad',
    'whatsapp',
    {
      type: 'text',
      text: { body: 'Hi' },
      referral: {
        source_url: 'https://fb.me/1',
        source_type: 'ad',
        source_id: '120',
        headline: 'Sale',
        body: '20% off',
        media_type: 'image',
        image_url: 'https://cdn.example/ad.jpg',
        ctwa_clid: 'ARA',
      },
    },
    {
      type: 'text',
      text: 'Hi',
      referral: {
        ...NO_REFERRAL,
        source: 'ad',
        source_id: '120',
        url: 'https://fb.me/1',
        headline: 'Sale',
        body: '20% off',
        media_url: 'https://cdn.example/ad.jpg',
        click_id: 'ARA',
      },
    },
  ],
  [
    'a question about a product',
    'whatsapp',
    {
      type: 'text',
      text: { body: 'In blue?' },
      context: { referred_product: { catalog_id: '77', product_retailer_id: 'SKU-1' } },
    },
    {
      text: 'In blue?',
      reply_to: null,
      referral: { ...NO_REFERRAL, source: 'product', product: { catalog_id: '77', product_id: 'SKU-1' } },
    },
  ],
  [
    'a document with its name',
    'whatsapp',
    {
      type: 'document',
      document: { id: '78', mime_type: 'application/pdf', filename: 'Invoice.pdf', caption: 'Here' },
    },
    {
      type: 'document',
      text: 'Here',
      media: { url: expect.any(String) as string, mime_type: 'application/pdf', filename: 'Invoice.pdf' },
    },
  ],
  [
    'a file that Meta could not get',
    'whatsapp',
    { type: 'video', errors: [{ code: 131052, title: 'Media download error', message: 'Media download error' }] },
    { type: 'video', media: null, problem: { code: 131052, title: 'Media download error' } },
  ],
  [
    'an unsupported message',
    'whatsapp',
    { type: 'unsupported', errors: [{ code: 131051, title: { text: 'odd' }, message: 'Message type unknown' }] },
    { type: 'unsupported', problem: { code: 131051, title: 'Message type unknown' } },
  ],
  [
    'a text with an unknown type',
    'whatsapp',
    { type: 'hologram', text: { body: 'Still readable' } },
    { type: 'text', text: 'Still readable' },
  ],
  [
    'a button without a payload',
    'whatsapp',
    { type: 'button', button: { text: 'Yes' }, context: { id: 'wamid.0' } },
    { type: 'button', text: 'Yes', button: { payload: 'Yes', title: 'Yes' }, reply_to: 'wamid.0' },
  ],
  [
    'a reply button with a null id',
    'whatsapp',
    { type: 'interactive', interactive: { type: 'button_reply', button_reply: { id: null, title: 'No' } } },
    { type: 'button', text: 'No', button: { payload: 'No', title: 'No' } },
  ],
  ...(['messenger', 'instagram'] as const).flatMap((channel): typeof CONTENT => [
    [
      'a text with the preview of a link',
      channel,
      page({
        text: 'Look: https://shop.example',
        attachments: [{ type: 'fallback', title: 'Shoes', url: 'https://shop.example', payload: null }],
      }),
      {
        type: 'text',
        text: 'Look: https://shop.example',
        share: { kind: 'link', url: 'https://shop.example', title: 'Shoes' },
      },
    ],
    [
      'a text with an attachment of an unknown kind',
      channel,
      page({ text: 'See this', attachments: [{ type: 'hologram', payload: { id: 1 } }] }),
      { type: 'text', text: 'See this' },
    ],
    [
      'a shared post',
      channel,
      page({ attachments: [{ type: 'share', payload: { url: 'https://cdn.example/post' } }] }),
      { type: 'share', text: null, share: { kind: 'post', url: 'https://cdn.example/post', title: null } },
    ],
    [
      'a shared reel',
      channel,
      page({ attachments: [{ type: 'ig_reel', payload: { url: 'https://cdn.example/reel', title: 'Dance' } }] }),
      {
        type: 'video',
        media: { url: expect.any(String) as string, mime_type: 'video/mp4' },
        share: { kind: 'reel', url: 'https://cdn.example/reel', title: 'Dance' },
      },
    ],
    [
      'a shared story',
      channel,
      page({
        attachments: [
          { type: 'ig_story', payload: { story_media_id: '9', story_media_url: 'https://cdn.example/story' } },
        ],
      }),
      { type: 'share', share: { kind: 'story', url: 'https://cdn.example/story', title: null } },
    ],
    [
      'a mention in a story',
      channel,
      page({ attachments: [{ type: 'story_mention', payload: { url: 'https://cdn.example/story' } }] }),
      { type: 'share', share: { kind: 'story_mention', url: 'https://cdn.example/story', title: null } },
    ],
    [
      'a reply to a story',
      channel,
      page({ text: 'Wow', reply_to: { story: { url: 'https://cdn.example/story', id: '9' } } }),
      { type: 'text', text: 'Wow', share: { kind: 'story_reply', url: 'https://cdn.example/story', title: null } },
    ],
    [
      'a text from an ad',
      channel,
      page({
        text: 'Hi',
        referral: {
          ref: 'summer',
          source: 'ADS',
          type: 'OPEN_THREAD',
          ad_id: '120',
          ads_context_data: { ad_title: 'Sale', photo_url: 'https://cdn.example/ad.jpg', product_id: 'SKU-1' },
        },
      }),
      {
        type: 'text',
        referral: {
          ...NO_REFERRAL,
          source: 'ad',
          source_id: '120',
          headline: 'Sale',
          media_url: 'https://cdn.example/ad.jpg',
          ref: 'summer',
          product: { catalog_id: null, product_id: 'SKU-1' },
        },
      },
    ],
    [
      'a postback from a link',
      channel,
      {
        postback: { title: 'Get started', payload: 'START', referral: { ref: 'flyer', source: 'SHORTLINK' } },
      },
      {
        type: 'button',
        button: { payload: 'START', title: 'Get started' },
        referral: { ...NO_REFERRAL, source: 'link', ref: 'flyer' },
      },
    ],
    [
      'a link that a person with a thread opens',
      channel,
      { referral: { ref: 'flyer', source: 'SHORTLINK', type: 'OPEN_THREAD' } },
      { type: 'referral', text: null, referral: { ...NO_REFERRAL, source: 'link', ref: 'flyer' } },
    ],
    [
      'a postback without a payload',
      channel,
      { postback: { title: 'Menu', payload: null } },
      {
        type: 'button',
        button: { payload: 'Menu', title: 'Menu' },
      },
    ],
  ]),
];

const SAME_IN_HISTORY = ['text', 'button', 'contacts', 'order', 'form', 'referral', 'share', 'problem'] as const;

describe.each(DATABASES)('content on %s', (database) => {
  let server: TestServer;
  const ends: (() => Promise<void> | undefined)[] = [];
  beforeAll(async () => {
    server = await createTestServer({ database, atEnd: (run) => ends.push(run) });
  });
  afterAll(async () => {
    for (const end of ends.reverse()) {
      await end();
    }
  });

  test.each(CONTENT.map((row, index) => [...row, index] as const))(
    '%s on %s reaches the event and the history, and opens the window',
    async (_, channel, sent, shown, index) => {
      const person = channel === 'whatsapp' ? `90555${1_000_000 + index}` : `60427${1_000_000 + index}`;
      await receives(server, channel, { ...sent, id: `wamid.${index}` }, person);
      await server.advance(4); // a click without a payload waits for another report

      const events = await eventsFrom(server, person);
      expect(events).toEqual([expect.objectContaining(shown)]);
      const [message] = await historyOf(server, person);
      expect(message?.type).toBe(events[0]?.type);
      for (const field of SAME_IN_HISTORY) {
        expect(message?.[field] ?? null, field).toEqual(events[0]?.[field] ?? null);
      }
      const { body } = await server.api('GET', `/conversations/${person}`);
      const { text, message: whole } = body.data.last_message;
      expect(text).toBe(message?.text);
      expect(whole).toEqual(message?.type === 'text' ? undefined : { ...message, media: whole?.media });
      expect(whole?.media?.filename).toBe(message?.media?.filename);
      expect(await windowOf(server, channel, person)).toBe(true);
    },
  );
});
