import { FormData } from 'undici';
import { expect, test } from 'vitest';
import { createRecordedMock } from '../testing/recorded.ts';
import type { Json } from '../world/state.ts';
import type { Cassette } from './cassette.ts';
import { diffAgainstMock } from './diff.ts';

const PERSON = '905551112233';
const READER = '7000000000000001';

/** A recorded mock with helpers to send and receive messages. */
async function setup(options: Parameters<typeof createRecordedMock>[1] = {}) {
  const recorded = await createRecordedMock({}, options);
  const { mock, ask, clock, whatsapp, messenger } = recorded;
  const number = `/v25.0/${whatsapp.phone_number_id}`;
  return {
    ...recorded,
    number,
    send: (body: Json) => ask('POST', `${number}/messages`, { messaging_product: 'whatsapp', to: PERSON, ...body }),
    reply: (body: Json) => ask('POST', `/v25.0/${messenger.page_id}/messages`, { recipient: { id: READER }, ...body }),
    receive: async (message: Json) => {
      await clock.advance(1000, mock.whenIdle);
      const base = { channel: 'whatsapp', business_id: whatsapp.phone_number_id, from: { id: PERSON, name: 'Ayla' } };
      return (await mock.receive({ ...base, ...message } as Parameters<typeof mock.receive>[0])).external_id;
    },
    receiveOnPage: async (message: Json) => {
      await clock.advance(1000, mock.whenIdle);
      const base = { channel: 'messenger', business_id: messenger.page_id, from: { id: READER } };
      return (await mock.receive({ ...base, ...message } as Parameters<typeof mock.receive>[0])).external_id;
    },
  };
}

const idOf = ({ body }: { body: Json }) => (body.messages as { id: string }[])[0]?.id;
const list = {
  type: 'list',
  body: { text: 'Which size?' },
  action: {
    button: 'Sizes',
    sections: [{ title: 'All', rows: [{ id: 'size-s', title: 'Small', description: 'For one' }] }],
  },
};
const buttons = {
  type: 'button',
  body: { text: 'Deliver today?' },
  action: { buttons: [{ type: 'reply', reply: { id: 'today', title: 'Yes' } }] },
};
const link = {
  type: 'cta_url',
  body: { text: 'Pay here' },
  action: { name: 'cta_url', parameters: { display_text: 'Pay', url: 'https://shop.example/pay' } },
};

/** A chat with everything that people on WhatsApp send. */
async function recordChat(): Promise<Cassette> {
  const { ask, cassette, send, receive, number, mock } = await setup();
  const first = await receive({ type: 'text', text: 'hi' });
  await send({ status: 'read', message_id: first, typing_indicator: { type: 'text' } });
  const sizes = idOf(await send({ type: 'interactive', interactive: list }));
  await receive({ type: 'list_reply', button: { payload: 'size-s', title: 'Small' }, reply_to: sizes });
  const today = idOf(await send({ type: 'interactive', interactive: buttons }));
  const tap = await receive({ type: 'button_reply', button: { payload: 'today', title: 'Yes' }, reply_to: today });
  await send({ type: 'reaction', reaction: { message_id: tap, emoji: '👍' } });
  await receive({ type: 'reaction', reaction: { message_id: today, emoji: '❤️' } });
  await receive({ type: 'reaction', reaction: { message_id: today } });
  await receive({ type: 'location', location: { latitude: 41.01, longitude: 28.97, name: 'Home', address: 'Galata' } });
  await send({
    type: 'interactive',
    interactive: { type: 'location_request_message', body: { text: 'Where?' }, action: { name: 'send_location' } },
  });
  await send({ type: 'interactive', interactive: link });
  await send({ type: 'location', location: { latitude: 41.02, longitude: 28.98, name: 'Shop' } });
  const offer = { name: 'promo_spring', language: { code: 'en_US' } };
  const header = { type: 'header', parameters: [{ type: 'image', image: { link: 'https://shop.example/a.png' } }] };
  const promo = idOf(await send({ type: 'template', template: { ...offer, components: [header] } }));
  await receive({
    type: 'template_button',
    button: { payload: 'Tell me more', title: 'Tell me more' },
    reply_to: promo,
  });
  await receive({ type: 'contacts', text: 'Zoë' });
  await receive({ type: 'order', extra: { order: { catalog_id: '123456789', product_items: [] } } });
  await receive({ type: 'unsupported' });
  const typo = await receive({ type: 'text', text: 'tow', referral: { source_type: 'ad', ctwa_clid: 'click 1' } });
  await receive({ type: 'edit', target: typo, text: 'two' });
  await receive({ type: 'revoke', target: typo });
  await receive({ type: 'nfm_reply', form: { response: { rating: '5' } } });
  await receive({ type: 'text', text: 'how big?', product: { catalog_id: '700', product_retailer_id: 'sku 1' } });
  await receive({ type: 'text', text: 'to all', group_id: 'Y2FwaV9ncm91cDox' });
  await receive({ type: 'document', error: 131052, media: { mime_type: 'application/pdf', filename: 'big.pdf' } });
  await receive({ type: 'system', system: { type: 'customer_identity_changed', body: 'Ayla changed' } });
  await receive({ type: 'request_welcome' });
  await receive({ type: 'template_button', button: { title: 'Stop promotions' } });
  await receive({ type: 'text', text: 'from the phone', echo: true });
  await receive({ type: 'image', media: { mime_type: 'image/png' }, text: 'look' });
  const id = /"image":\{[^}]*"id":"(\d+)"/.exec(JSON.stringify(mock.callbacks()).replaceAll('\\', ''))?.[1];
  await ask('GET', `/v25.0/${id}`);
  await send({ type: 'image', image: { id }, context: { message_id: first } });
  await ask('GET', number);
  return cassette();
}

/** A chat with everything that people on Messenger send. */
async function recordPage(): Promise<Cassette> {
  const { cassette, reply, receiveOnPage, ask, messenger } = await setup();
  const first = await receiveOnPage({ type: 'text', text: 'hi' });
  await reply({ sender_action: 'mark_seen' });
  const quick = [{ content_type: 'text', title: 'Yes', payload: 'yes' }];
  const asked = await reply({ messaging_type: 'RESPONSE', message: { text: 'Today?', quick_replies: quick } });
  await receiveOnPage({ type: 'quick_reply', button: { payload: 'yes', title: 'Yes' } });
  await receiveOnPage({ type: 'postback', button: { payload: 'start', title: 'Get started' } });
  await receiveOnPage({ type: 'reaction', reaction: { message_id: asked.body.message_id as string, emoji: '❤️' } });
  await receiveOnPage({ type: 'image', media: { mime_type: 'image/png', url: 'https://scontent.xx.fbcdn.net/a.png' } });
  await receiveOnPage({ type: 'location', location: { latitude: 41.01, longitude: 28.97 } });
  await receiveOnPage({ type: 'text', text: 'and this', reply_to: first });
  const url = 'https://scontent.xx.fbcdn.net/a.png';
  await receiveOnPage({
    type: 'image',
    media: { mime_type: 'image/png', url },
    files: [{ type: 'video', mime_type: 'video/mp4', url }],
  });
  await receiveOnPage({ type: 'text', text: 'see', share: { url: 'https://shop.example/1', title: 'A page' } });
  await receiveOnPage({ type: 'referral', referral: { ref: 'coupon 7', source: 'SHORTLINK', type: 'OPEN_THREAD' } });
  const typo = await receiveOnPage({ type: 'text', text: 'tow' });
  await receiveOnPage({ type: 'edit', target: typo, text: 'two' });
  await receiveOnPage({ type: 'deleted', target: typo });
  await receiveOnPage({ type: 'postback', button: { payload: 'go', title: 'Go' }, standby: 'also' });
  await receiveOnPage({ type: 'text', text: 'from the agent', echo: true, standby: true });
  await ask('GET', `/v25.0/${messenger.page_id}`);
  return cassette();
}

/** The life of a template: created, approved, sent, paused, refused. Another one waits for its review. */
async function recordTemplates(): Promise<Cassette> {
  const { ask, cassette, send, mock, whatsapp, clock } = await setup();
  const waba = whatsapp.waba_id;
  const templates = `/v25.0/${waba}/message_templates`;
  const body = { type: 'BODY', text: 'Order {{1}} is ready', example: { body_text: [['A1']] } };
  const known = { name: 'ready', language: 'tr' };
  await ask('POST', templates, { ...known, category: 'UTILITY', components: [body] });
  const message = {
    type: 'template',
    template: {
      name: 'ready',
      language: { code: 'tr' },
      components: [{ type: 'body', parameters: [{ type: 'text', text: 'A1' }] }],
    },
  };
  await send(message);
  for (const status of ['APPROVED', 'PAUSED', 'APPROVED', 'DISABLED']) {
    await clock.advance(1000, mock.whenIdle);
    mock.setTemplate(waba, { ...known, status });
    await mock.whenIdle();
    await send(message);
  }
  await ask('GET', `${templates}?limit=20`);
  await send({ type: 'template', template: { name: 'pending_one', language: { code: 'en_US' } } });
  await send({ type: 'template', template: { name: 'order_update', language: { code: 'en_US' } } });
  return cassette();
}

/** Messages that fail later, and a closed window. */
async function recordFailures(): Promise<Cassette> {
  const { cassette, send, reply, receive, receiveOnPage, mock, clock } = await setup({ windows: 'async' });
  await receive({ type: 'text', text: 'hi' });
  mock.faults.next({ outcome: 'fail', code: 131026 });
  await send({ type: 'text', text: { body: 'lost' } });
  await receiveOnPage({ type: 'text', text: 'hi' });
  await clock.advance(25 * 60 * 60 * 1000, mock.whenIdle);
  await send({ type: 'text', text: { body: 'late' } });
  await reply({ messaging_type: 'RESPONSE', message: { text: 'late' } });
  return cassette();
}

/** A cassette that begins in the middle of the same chats: the first messages of people and the uploads are missing. */
async function recordLate(): Promise<Cassette> {
  const { ask, cassette, send, receive, reply, receiveOnPage, number } = await setup();
  const read = await receive({ type: 'text', text: 'hi' });
  const liked = await receive({ type: 'text', text: 'hi again' });
  await receiveOnPage({ type: 'text', text: 'hi' });
  const form = new FormData();
  form.set('messaging_product', 'whatsapp');
  form.set('file', new Blob([new Uint8Array(20)], { type: 'image/png' }), 'a.png');
  const { id } = (await ask('POST', `${number}/media`, form)).body;
  const { exchanges } = cassette();
  await send({ status: 'read', message_id: read });
  await send({ type: 'reaction', reaction: { message_id: liked, emoji: '👍' } });
  await send({ type: 'image', image: { id } });
  await ask('GET', `/v25.0/${id}`);
  await reply({ sender_action: 'mark_seen' });
  const whole = cassette();
  return { ...whole, exchanges: whole.exchanges.slice(exchanges.length) };
}

/** A person without a phone number, whom the app answers by user ID. */
async function recordUsername(): Promise<Cassette> {
  const { cassette, send, receive } = await setup();
  await receive({ type: 'text', text: 'hi', from: { id: 'TR.23', name: 'Ayla', username: 'ayla' } });
  await send({ to: undefined, recipient: 'TR.23', type: 'text', text: { body: 'Hello' } });
  return cassette();
}

test.each<[string, () => Promise<Cassette>, number]>([
  ['a chat on WhatsApp', recordChat, 14],
  ['a chat on Messenger', recordPage, 8],
  ['the life of a template', recordTemplates, 8],
  ['messages that fail', recordFailures, 4],
  ['the middle of a chat', recordLate, 0],
  ['a person with a username', recordUsername, 4],
])('a cassette of %s does not differ from the mock', async (_, record, least) => {
  const cassette = await record();
  expect(cassette.exchanges.filter(({ kind }) => kind === 'callback').length).toBeGreaterThanOrEqual(least);
  expect(await diffAgainstMock(cassette)).toEqual([]);
});

/** Changes the first object in a cassette that fits. */
function change(cassette: Cassette, fits: (found: Json) => boolean, how: (found: Json) => unknown): void {
  const search = (value: unknown): Json | undefined => {
    if (typeof value !== 'object' || value === null) {
      return undefined;
    }
    if (!Array.isArray(value) && fits(value as Json)) {
      return value as Json;
    }
    for (const one of Object.values(value)) {
      const found = search(one);
      if (found) {
        return found;
      }
    }
    return undefined;
  };
  const found = search(cassette.exchanges);
  if (!found) {
    throw new Error('The cassette has no such object');
  }
  how(found);
}

const object = (value: unknown) => (value ?? {}) as Json;
const extend = (found: Json) => Object.assign(found, { brand_new: true });
const NEW = { what: 'shape', recorded: 'a boolean', found: 'nothing' };
/** The message of a person. Only callbacks have times. */
const isInbound = (type: string) => (found: Json) => found.type === type && found.timestamp !== undefined;

test.each<[string, () => Promise<Cassette>, Parameters<typeof change>[1], Parameters<typeof change>[2], Json]>([
  [
    'a field in the reply to a list',
    recordChat,
    ({ type, list_reply }) => type === 'list_reply' && list_reply !== undefined,
    ({ list_reply }) => extend(object(list_reply)),
    { ...NEW, exchange: 'callback message', at: 'messages[0].interactive.list_reply.brand_new' },
  ],
  [
    'the reply to a button that does not name the message',
    recordChat,
    (found) => object(found.interactive).button_reply !== undefined,
    (found) => delete found.context,
    { what: 'shape', exchange: 'callback message', at: 'messages[0].context', recorded: 'nothing', found: 'an object' },
  ],
  [
    "a field in the tap on a template's button",
    recordChat,
    isInbound('button'),
    ({ button }) => extend(object(button)),
    { ...NEW, exchange: 'callback message', at: 'messages[0].button.brand_new' },
  ],
  [
    'coordinates as text',
    recordChat,
    isInbound('location'),
    ({ location }) => Object.assign(object(location), { latitude: String(object(location).latitude) }),
    { what: 'shape', at: 'messages[0].location.latitude', recorded: 'a string (digits)', found: 'a number' },
  ],
  [
    'a field in a reaction',
    recordChat,
    isInbound('reaction'),
    ({ reaction }) => extend(object(reaction)),
    { ...NEW, exchange: 'callback message', at: 'messages[0].reaction.brand_new' },
  ],
  [
    'a field in the response to a read receipt',
    recordChat,
    ({ success }) => success === true,
    extend,
    { ...NEW, at: 'body.brand_new' },
  ],
  [
    'a field in a postback',
    recordPage,
    ({ postback }) => postback !== undefined,
    ({ postback }) => extend(object(postback)),
    { ...NEW, exchange: 'callback postback', at: 'postback.brand_new' },
  ],
  [
    'a field in a reaction on Messenger',
    recordPage,
    ({ reaction }) => reaction !== undefined,
    ({ reaction }) => extend(object(reaction)),
    { ...NEW, exchange: 'callback reaction', at: 'reaction.brand_new' },
  ],
  [
    'a decision about a template without its category',
    recordTemplates,
    ({ event }) => event === 'APPROVED',
    (found) => delete found.message_template_category,
    { what: 'shape', exchange: 'callback message_template_status_update', recorded: 'nothing' },
  ],
  [
    'another code for a paused template',
    recordTemplates,
    ({ code }) => code === 132015,
    (found) => Object.assign(found, { code: 131009 }),
    { what: 'code', at: 'body.error.code', recorded: '131009', found: '132015' },
  ],
  [
    'another status for a disabled template',
    recordTemplates,
    ({ status, body }) => status === 400 && object(object(object(body).json).error).code === 132016,
    (found) => Object.assign(found, { status: 403 }),
    { what: 'code', at: 'status', recorded: '403', found: '400' },
  ],
  [
    'a failure without details',
    recordFailures,
    ({ code, title }) => code === 131026 && title !== undefined,
    (found) => delete found.error_data,
    { what: 'shape', exchange: 'callback failed', at: 'statuses[0].errors[0].error_data', recorded: 'nothing' },
  ],
  [
    'another subcode for a closed window',
    recordFailures,
    (found) => found.error_subcode === 2018278,
    (found) => Object.assign(found, { error_subcode: 2534022 }),
    { what: 'code', at: 'body.error.error_subcode', recorded: '2534022', found: '2018278' },
  ],
  [
    'a number instead of the hash of a file that was uploaded before',
    recordLate,
    ({ sha256 }) => sha256 !== undefined,
    (found) => Object.assign(found, { sha256: 5 }),
    { what: 'shape', at: 'body.sha256', recorded: 'a number', found: 'a string (text)' },
  ],
  [
    'a user ID that the response does not have',
    recordUsername,
    (found) => found.input !== undefined,
    (found) => delete found.user_id,
    { what: 'shape', at: 'body.contacts[0].user_id', recorded: 'nothing', found: 'a string (user ID)' },
  ],
])('finds %s, and nothing else', async (_, record, fits, plant, difference) => {
  const cassette = await record();
  change(cassette, fits, plant);
  expect(await diffAgainstMock(cassette)).toEqual([expect.objectContaining(difference)]);
});

test('takes the status of a template from the responses if the cassette has no callbacks', async () => {
  const { exchanges, ...header } = await recordTemplates();
  const requests = exchanges.filter(({ kind }) => kind === 'request');
  expect(await diffAgainstMock({ ...header, exchanges: requests })).toEqual([]);
});
