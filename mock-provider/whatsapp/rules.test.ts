import { expect, test } from 'vitest';
import { createTestMock } from '../testing/mock.ts';
import type { Json } from '../world/state.ts';

const link = 'https://shop.example/file';
const button = (id: string, title: string) => ({ type: 'reply', reply: { id, title } });
const buttons = (...list: object[]) => ({
  type: 'interactive',
  interactive: { type: 'button', body: { text: 'Pick' }, action: { buttons: list } },
});
const rows = (count: number) =>
  Array.from({ length: count }, (_, index) => ({ id: `r${index}`, title: `Row ${index}` }));
const listOf = (sections: object[], label = 'Open', body = 'Pick') => ({
  type: 'interactive',
  interactive: { type: 'list', body: { text: body }, action: { button: label, sections } },
});

test.each([
  ['an image by link with caption', { type: 'image', image: { link, caption: 'look' } }],
  ['a video', { type: 'video', video: { link } }],
  ['audio', { type: 'audio', audio: { link } }],
  ['a document with its name', { type: 'document', document: { link, filename: 'a.pdf' } }],
  ['a sticker', { type: 'sticker', sticker: { link } }],
  ['a location', { type: 'location', location: { latitude: 41.01, longitude: 28.97, name: 'Galata' } }],
  ['a location with coordinates as text', { type: 'location', location: { latitude: '41.01', longitude: '28.97' } }],
  ['contacts', { type: 'contacts', contacts: [{ name: { formatted_name: 'Ayla', first_name: 'Ayla' } }] }],
  ['three buttons', buttons(button('1', 'A'), button('2', 'B'), button('3', 'C'))],
  [
    'ten rows in two sections',
    listOf([
      { title: 'One', rows: rows(5) },
      { title: 'Two', rows: rows(10).slice(5) },
    ]),
  ],
  ['a list with a body of 4,096 characters', listOf([{ rows: rows(1) }], 'Open', 'x'.repeat(4096))],
  ['a quotation', { type: 'text', text: { body: 'hi' }, context: { message_id: 'wamid.X' } }],
  ['text without a type', { text: { body: 'hi' } }],
  ['empty opaque data', { text: { body: 'hi' }, biz_opaque_callback_data: '' }],
  [
    'a button to a website',
    {
      type: 'interactive',
      interactive: {
        type: 'cta_url',
        body: { text: 'Look' },
        action: { name: 'cta_url', parameters: { display_text: 'Shop', url: 'https://shop.example' } },
      },
    },
  ],
])('accepts %s', async (_name, message) => {
  const { send } = await createTestMock();
  expect((await send(message)).body.error).toBeUndefined();
});

test.each([
  ['an unknown type', { type: 'hologram', hologram: {} }, 100],
  ['media with neither id nor link', { type: 'image', image: {} }, 131008],
  ['media with both', { type: 'image', image: { id: '1', link } }, 131008],
  ['an invalid link', { type: 'image', image: { link: 'nonsense' } }, 100],
  ['an unknown media ID', { type: 'image', image: { id: '1' } }, 100],
  ['a caption of 1,025 characters', { type: 'image', image: { link, caption: 'x'.repeat(1025) } }, 100],
  ['a caption on audio', { type: 'audio', audio: { link, caption: 'x' } }, 100],
  ['a location without longitude', { type: 'location', location: { latitude: 1 } }, 100],
  ['a latitude of 91', { type: 'location', location: { latitude: 91, longitude: 0 } }, 100],
  ['no buttons', buttons(), 131009],
  ['four buttons', buttons(button('1', 'A'), button('2', 'B'), button('3', 'C'), button('4', 'D')), 131009],
  ['two buttons with the same title', buttons(button('1', 'A'), button('2', 'A')), 131009],
  ['a button title of 21 characters', buttons(button('1', 'x'.repeat(21))), 100],
  ['a button ID with a space at its end', buttons(button('1 ', 'A')), 131009],
  ['a button of another type', buttons({ ...button('1', 'A'), type: 'url' }), 100],
  ['a button without a type', buttons({ reply: { id: '1', title: 'A' } }), 100],
  [
    'an unknown kind of interactive',
    { type: 'interactive', interactive: { type: 'bogus', body: { text: 'x' }, action: {} } },
    100,
  ],
  ['no contacts', { type: 'contacts', contacts: [] }, 100],
  ['513 characters of opaque data', { text: { body: 'hi' }, biz_opaque_callback_data: 'x'.repeat(513) }, 100],
  ['eleven rows', listOf([{ rows: rows(11) }]), 131009],
  ['two sections, one without a title', listOf([{ title: 'One', rows: rows(1) }, { rows: rows(2).slice(1) }]), 100],
  ['two rows with the same ID', listOf([{ rows: [...rows(1), ...rows(1)] }]), 131009],
  ['a list label of 21 characters', listOf([{ rows: rows(1) }], 'x'.repeat(21)), 100],
  ['a row title of 25 characters', listOf([{ rows: [{ id: '1', title: 'x'.repeat(25) }] }]), 100],
  ['a list body of 4,097 characters', listOf([{ rows: rows(1) }], 'Open', 'x'.repeat(4097)), 100],
])('refuses %s', async (_name, message, code) => {
  const { send, mock } = await createTestMock();
  const reply = await send(message);
  expect(reply.status).toBe(400);
  expect(reply.body.error.code).toBe(code);
  expect(mock.sends()).toEqual([]);
});

const action = (type: string, action: object, more: object = { body: { text: 'Look' } }) => ({
  type: 'interactive',
  interactive: { type, ...more, action },
});
const toSite = (display_text: string, url?: string) =>
  action('cta_url', { name: 'cta_url', parameters: { display_text, ...(url === undefined ? {} : { url }) } });
const flow = (parameters: object) =>
  action('flow', {
    name: 'flow',
    parameters: { flow_message_version: '3', flow_id: '1', flow_cta: 'Book', ...parameters },
  });
const items = (count: number) => Array.from({ length: count }, (_, index) => ({ product_retailer_id: `sku-${index}` }));
const headed = { header: { type: 'text', text: 'Shoes' }, body: { text: 'Look' } };
const product = { catalog_id: '1', product_retailer_id: 'sku-1' };
const card = (index: number, changes: object = {}) => ({
  card_index: index,
  type: 'cta_url',
  header: { type: 'image', image: { link } },
  action: { name: 'cta_url', parameters: { display_text: 'Buy', url: link } },
  ...changes,
});
const ayla = { formatted_name: 'Ayla Demir' };

test.each<[string, Json, true | [code: number, text: string]]>([
  ['a label of 20 characters', toSite('x'.repeat(20), link), true],
  [
    'a label of 21 characters',
    toSite('x'.repeat(21), link),
    [100, "Param interactive['action']['parameters']['display_text'] must be at most 20 characters long."],
  ],
  [
    'a button without an address',
    toSite('Shop'),
    [100, "The parameter interactive['action']['parameters']['url'] is required."],
  ],
  [
    'a button to an invalid address',
    toSite('Shop', 'the shop'),
    [131009, "Param interactive['action']['parameters']['url'] must be an http or https URL."],
  ],
  ['a flow by its ID', flow({}), true],
  ['a flow by its name', flow({ flow_id: undefined, flow_name: 'book' }), true],
  [
    'a flow without ID and name',
    flow({ flow_id: undefined }),
    [131009, "Exactly one of 'flow_id', 'flow_name' is required"],
  ],
  [
    'a flow with ID and name',
    flow({ flow_name: 'book' }),
    [131009, "Exactly one of 'flow_id', 'flow_name' is required"],
  ],
  [
    'a flow without a label',
    flow({ flow_cta: undefined }),
    [100, "The parameter interactive['action']['parameters']['flow_cta'] is required."],
  ],
  [
    'a flow of another version',
    flow({ flow_message_version: '2' }),
    [100, "Param interactive['action']['parameters']['flow_message_version'] must be one of {3} - got \"2\"."],
  ],
  ['a flow that starts with a screen', flow({ flow_action_payload: { screen: 'A', data: { a: 1 } } }), true],
  [
    'a flow that starts with empty data',
    flow({ flow_action_payload: { screen: 'A', data: {} } }),
    [131009, 'flow_action_payload.data must be a non-empty object'],
  ],
  [
    'a flow that exchanges data and has a screen',
    flow({ flow_action: 'data_exchange', flow_action_payload: { screen: 'A' } }),
    [131009, 'flow_action_payload must be omitted if flow_action is data_exchange'],
  ],
  ['a product without text', action('product', product, {}), true],
  [
    'a product without a catalog',
    action('product', { product_retailer_id: 'sku-1' }),
    [100, "The parameter interactive['action']['catalog_id'] is required."],
  ],
  [
    'a catalog without a product',
    action('product', { catalog_id: '1' }),
    [100, "The parameter interactive['action']['product_retailer_id'] is required."],
  ],
  [
    'a product with a header',
    action('product', product, headed),
    [100, 'Unexpected key "header" on param "interactive".'],
  ],
  ['30 products', action('product_list', { catalog_id: '1', sections: [{ product_items: items(30) }] }, headed), true],
  [
    '31 products in two sections',
    action(
      'product_list',
      {
        catalog_id: '1',
        sections: [
          { title: 'A', product_items: items(30) },
          { title: 'B', product_items: items(1) },
        ],
      },
      headed,
    ),
    [131009, 'Total product count exceed max allowed count: 30'],
  ],
  [
    'products without a header',
    action('product_list', { catalog_id: '1', sections: [{ product_items: items(1) }] }),
    [100, "The parameter interactive['header'] is required."],
  ],
  [
    'a catalog',
    action('catalog_message', { name: 'catalog_message', parameters: { thumbnail_product_retailer_id: 'sku-1' } }),
    true,
  ],
  ['a catalog with the default thumbnail', action('catalog_message', { name: 'catalog_message' }), true],
  [
    'a catalog with parameters but no thumbnail',
    action('catalog_message', { name: 'catalog_message', parameters: { x: 1 } }),
    [100, "The parameter interactive['action']['parameters']['thumbnail_product_retailer_id'] is required."],
  ],
  ['two cards', action('carousel', { cards: [card(0), card(1)] }), true],
  [
    'one card',
    action('carousel', { cards: [card(0)] }),
    [131009, 'Invalid cards count. Min allowed cards: 2, Max allowed cards: 10'],
  ],
  [
    'two cards with the same index',
    action('carousel', { cards: [card(0), card(0)] }),
    [131009, 'Duplicate card_index found'],
  ],
  [
    'two kinds of cards',
    action('carousel', { cards: [card(0), { card_index: 1, type: 'product', action: product }] }),
    [131009, 'All cards must have the same type, the same buttons and the same catalog'],
  ],
  [
    'a card with three line breaks',
    action('carousel', { cards: [card(0), card(1, { body: { text: 'a\nb\nc\nd' } })] }),
    [131009, 'A card body can have up to 2 line breaks'],
  ],
  [
    'a contact with one other part of a name',
    { type: 'contacts', contacts: [{ name: { ...ayla, first_name: 'Ayla' } }] },
    true,
  ],
  [
    'a contact with only a formatted name',
    { type: 'contacts', contacts: [{ name: ayla }] },
    [131009, "At least one of 'first_name', 'last_name', 'middle_name', 'suffix', 'prefix' is required"],
  ],
  [
    'a contact without a formatted name',
    { type: 'contacts', contacts: [{ name: { first_name: 'Ayla' } }] },
    [100, "The parameter contacts[0]['name']['formatted_name'] is required."],
  ],
])('accepts or refuses %s', async (_name, message, judged) => {
  const { send, mock } = await createTestMock();
  const reply = await send(message);
  if (judged === true) {
    expect(reply.body.error).toBeUndefined();
    return;
  }
  const [code, words] = judged;
  expect([reply.status, reply.body.error]).toEqual([
    400,
    code === 100
      ? { message: `(#100) ${words}`, type: 'OAuthException', code, fbtrace_id: expect.any(String) }
      : {
          message: '(#131009) Parameter value is not valid',
          type: 'OAuthException',
          code,
          error_data: { messaging_product: 'whatsapp', details: words },
          fbtrace_id: expect.any(String),
        },
  ]);
  expect(mock.sends()).toEqual([]);
});

const UNKNOWN = 'wamid.HBgMOTA1NTUxMTEyMjMzFQIAEhggM0RFQTNCMEEwRTY3QzUwODYzMDc4NjQ4QzM4ODAxM0YA';

/** Returns a mock to which one person has written, and a function that reacts to any message. */
async function reactions() {
  const test = await createTestMock();
  const write = (user = test.user, type = 'text') =>
    test.mock.receive({
      channel: 'whatsapp',
      business_id: '106540352242922',
      from: { id: user },
      type,
      text: '👍',
      reply_to: 'wamid.0',
    });
  const { external_id } = await write();
  test.app.received.length = 0;
  const react = (message_id: string, emoji?: string) =>
    test.send({ type: 'reaction', reaction: { message_id, emoji } });
  return { ...test, external_id, write, react };
}

test.each([
  ['👍', 200],
  ['❤', 200],
  ['❤️', 200],
  ['👍🏽', 200],
  ['👩‍👩‍👧', 200],
  ['🏴󠁧󠁢󠁳󠁣󠁴󠁿', 200],
  ['🇹🇷', 200],
  ['1️⃣', 200],
  ['', 200],
  ['abc', 400],
  ['1', 400],
  ['👍👍', 400],
  ['👍 ', 400],
  [undefined, 400],
])('reacts to a message with %j: %i', async (emoji, status) => {
  const { react, external_id, app } = await reactions();
  const reply = await react(external_id, emoji);
  expect(reply.status).toBe(status);
  expect(app.statuses()).toEqual(status === 200 ? ['sent', 'delivered', 'read'] : []);
  if (emoji === 'abc') {
    expect(reply.body.error).toMatchObject({
      code: 131009,
      error_data: { details: "Param reaction['emoji'] must be one emoji." },
    });
  }
});

test.each<[string, (test: Awaited<ReturnType<typeof reactions>>) => string | Promise<string>]>([
  ['is unknown', () => UNKNOWN],
  ['belongs to another chat', async ({ write }) => (await write('905550000000')).external_id],
  ['is a reaction', async ({ write, user }) => (await write(user, 'reaction')).external_id],
  [
    'is older than 30 days',
    async ({ clock, external_id }) => {
      await clock.advance(30 * 24 * 60 * 60 * 1000 + 1);
      return external_id;
    },
  ],
])('fails an accepted reaction with 131009 if the message %s', async (_name, find) => {
  const test = await reactions();
  const id = await find(test);
  test.app.received.length = 0;
  expect((await test.react(id, '👍')).status).toBe(200);
  expect(test.app.statuses()).toEqual(['failed']);
  expect(test.app.value(0).statuses[0].errors).toMatchObject([{ code: 131009 }]);
});

test('refuses a reaction to an invalid message ID', async () => {
  const { react, mock } = await reactions();
  const { status, body } = await react('wamid.X', '👍');
  expect([status, body.error.code, body.error.error_data.details]).toEqual([
    400,
    131009,
    'Message with id wamid.X not found.',
  ]);
  expect(mock.sends()).toEqual([]);
});

test("accepts a reaction to the business's own message", async () => {
  const { react, send, app } = await reactions();
  const id = (await send({ text: { body: 'hello' } })).body.messages[0].id;
  app.received.length = 0;
  await react(id, '👍');
  expect(app.statuses()).toEqual(['sent', 'delivered', 'read']);
});

test("marks only a customer's message as read", async () => {
  const { mock, call } = await createTestMock();
  const { external_id } = await mock.receive({
    channel: 'whatsapp',
    business_id: '106540352242922',
    from: { id: '905551112233' },
    type: 'text',
    text: 'hi',
  });
  const read = (message_id: string) =>
    call('POST', '/v25.0/106540352242922/messages', {
      body: { messaging_product: 'whatsapp', status: 'read', message_id, typing_indicator: { type: 'text' } },
    });
  expect((await read(external_id)).body).toEqual({ success: true });
  expect(mock.reads()).toMatchObject([{ channel: 'whatsapp', message_id: external_id }]);
  // The responses of Meta that others published.
  expect((await read('12345')).body.error).toMatchObject({
    message: '(#100) Invalid parameter',
    code: 100,
    error_data: { details: 'Please check the message ID you have provided.' },
  });
  const body = { messaging_product: 'whatsapp', to: '905551112233', text: { body: 'hello' } };
  const { id } = (await call('POST', '/v25.0/106540352242922/messages', { body })).body.messages[0];
  expect((await read(id)).body.error.error_data.details).toBe(
    `Message supplied to mark message as read API with message ID: ${id} is outgoing. Please use an incoming message ID.`,
  );
});

test('refuses more than 45 messages at once to one person if the pair limit is set', async () => {
  const { call, clock } = await createTestMock({ limits: { pair: { burst: 45, everyMs: 6000 } } });
  const write = (to: string) =>
    call('POST', '/106540352242922/messages', { body: { messaging_product: 'whatsapp', to, text: { body: 'hi' } } });
  for (let count = 0; count < 45; count += 1) {
    await write('905551112233');
  }
  const refused = await write('905551112233');
  expect(refused.status).toBe(429);
  expect(refused.body.error).toMatchObject({
    code: 131056,
    message: '(#131056) (Business Account, Consumer Account) pair rate limit hit',
  });
  expect((await write('905551112234')).status).toBe(200);
  await clock.advance(6000);
  expect((await write('905551112233')).status).toBe(200);
});
