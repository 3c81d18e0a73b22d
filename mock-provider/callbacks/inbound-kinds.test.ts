import { expect, test } from 'vitest';
import { createTestMock } from '../testing/mock.ts';
import type { Inbound } from './inbound.ts';

const NUMBER = '106540352242922';
const PAGES = { messenger: '113846158011745', instagram: '178414532089610' };
const PERSON = '905551112233';
const PAGE_PERSON = '7043812345678901';
const PAGE_INBOX = 263902037430900;

const card = {
  name: { formatted_name: 'Can Kaya', first_name: 'Can' },
  phones: [{ phone: '+90 555 111 22 44', type: 'CELL' }],
  emails: [{ email: 'can@shop.example', type: 'WORK' }],
  org: { company: 'Shop' },
};
const order = {
  catalog_id: '700',
  text: 'Please wrap it',
  product_items: [{ product_retailer_id: 'sku-1', quantity: 2, item_price: 10.5, currency: 'EUR' }],
};
const ad = {
  source_type: 'ad',
  source_id: '120',
  source_url: 'https://fb.me/1',
  headline: 'Sale',
  ctwa_clid: 'click-1',
};

const onWhatsApp = (content: Partial<Inbound>): Inbound => ({
  channel: 'whatsapp',
  business_id: NUMBER,
  from: { id: PERSON, name: 'Ayla' },
  type: 'text',
  ...content,
});

/** Each kind of content on WhatsApp, with the fields of Meta's message. */
test.each<[string, Partial<Inbound>, object]>([
  ['contact cards', { type: 'contacts', contacts: [card] }, { type: 'contacts', contacts: [card] }],
  ['an order', { type: 'order', order }, { type: 'order', order }],
  [
    'an answer to a flow',
    { type: 'nfm_reply', form: { response: { rating: '5', note: 'Çok iyi' } } },
    {
      type: 'interactive',
      interactive: {
        type: 'nfm_reply',
        nfm_reply: { name: 'flow', body: 'Sent', response_json: '{"rating":"5","note":"Çok iyi"}' },
      },
    },
  ],
  [
    'an answer to a flow that is no JSON',
    { type: 'nfm_reply', form: { response: 'five', text: 'Done', name: 'f' } },
    { interactive: { nfm_reply: { name: 'f', body: 'Done', response_json: 'five' } } },
  ],
  ['a message from an ad', { text: 'hi', referral: ad }, { type: 'text', text: { body: 'hi' }, referral: ad }],
  [
    'a question about a product',
    { text: 'hi', product: { catalog_id: '700', product_retailer_id: 'sku-1' } },
    { context: { from: expect.any(String), referred_product: { catalog_id: '700', product_retailer_id: 'sku-1' } } },
  ],
  [
    'a document with its name',
    { type: 'document', media: { mime_type: 'application/pdf', filename: 'a b.pdf' } },
    { document: { filename: 'a b.pdf' } },
  ],
  [
    'a group message',
    { text: 'hi', group_id: 'Y2FwaV9n' },
    { from: PERSON, group_id: 'Y2FwaV9n', text: { body: 'hi' } },
  ],
  [
    'an edit',
    { type: 'edit', target: 'wamid.A', text: 'hello' },
    { type: 'edit', edit: { original_message_id: 'wamid.A', message: { type: 'text', text: { body: 'hello' } } } },
  ],
  [
    'an edit of a caption',
    { type: 'edit', target: 'wamid.A', text: 'new', media: { mime_type: 'image/png' } },
    { edit: { message: { type: 'image', image: { caption: 'new', id: expect.any(String) } } } },
  ],
  ['a deletion', { type: 'revoke', target: 'wamid.A' }, { type: 'revoke', revoke: { original_message_id: 'wamid.A' } }],
  ['an unsupported type', { type: 'unsupported' }, { type: 'unsupported', errors: [{ code: 131051 }] }],
  [
    'an unavailable message',
    { type: 'unsupported', error: 131060 },
    { type: 'unsupported', errors: [{ code: 131060, title: 'This message is unavailable' }] },
  ],
  [
    'a file that Meta could not get',
    { type: 'document', error: 131052, media: { mime_type: 'application/pdf', filename: 'big.pdf' } },
    { type: 'document', document: { filename: 'big.pdf', mime_type: 'application/pdf' }, errors: [{ code: 131052 }] },
  ],
  [
    'a changed identity',
    { type: 'system', system: { type: 'customer_identity_changed', body: 'Ayla changed' } },
    { type: 'system', system: { type: 'customer_identity_changed', body: 'Ayla changed' } },
  ],
  ['an opened chat', { type: 'request_welcome' }, { type: 'request_welcome' }],
  [
    'a button of a template without payload and context',
    { type: 'template_button', button: { title: 'Stop promotions' } },
    { type: 'button', button: { text: 'Stop promotions' } },
  ],
])('receives %s on WhatsApp', async (_name, content, expected) => {
  const { mock, app } = await createTestMock();
  await mock.receive(onWhatsApp(content));
  const [message] = app.value(0).messages;
  expect(message).toMatchObject(expected);
  if (content.type === 'template_button') {
    expect(message).not.toHaveProperty('context');
  }
  if (content.error === 131052) {
    expect(message.document).not.toHaveProperty('id');
  }
});

/** An answer is refused with 131047 if no window is open. */
async function windowAfter(content: Partial<Inbound>): Promise<string> {
  const { mock, call } = await createTestMock({ windows: 'sync' });
  await mock.receive(onWhatsApp(content));
  const body = { messaging_product: 'whatsapp', to: PERSON, type: 'text', text: { body: 'hello' } };
  const { status } = await call('POST', `/v25.0/${NUMBER}/messages`, { body });
  return status === 200 ? 'open' : 'closed';
}

test.each<[string, Partial<Inbound>, string]>([
  ['an order', { type: 'order', order }, 'open'],
  ['an unsupported message', { type: 'unsupported' }, 'open'],
  ['a group message', { text: 'hi', group_id: 'Y2FwaV9n' }, 'closed'],
  ['a system message', { type: 'system', system: { type: 'new_kind', body: 'x' } }, 'closed'],
  ['an opened chat', { type: 'request_welcome' }, 'closed'],
  ['an edit', { type: 'edit', target: 'wamid.A', text: 'x' }, 'closed'],
  ['a deletion', { type: 'revoke', target: 'wamid.A' }, 'closed'],
  ['what the business wrote in its app', { text: 'hi', echo: true }, 'closed'],
])('after %s, the window is as Meta has it', async (_name, content, expected) => {
  expect(await windowAfter(content)).toBe(expected);
});

const story = { url: 'https://cdn.example/s.jpg', id: '17' };
const url = 'https://cdn.example/p';
const referral = { ref: 'coupon', source: 'SHORTLINK', type: 'OPEN_THREAD' };
const image = { mime_type: 'image/jpeg', url: `${url}/1.jpg` };

/** Each kind of content on Messenger and Instagram, with the fields of Meta's event. */
const PAGE_KINDS: [string, Partial<Inbound>, object][] = [
  [
    'a link preview beside a text',
    { text: 'see', share: { url, title: 'A page' } },
    { message: { text: 'see', attachments: [{ type: 'fallback', payload: { url, title: 'A page' } }] } },
  ],
  ...['share', 'post', 'story_mention'].map((type): [string, Partial<Inbound>, object] => [
    `a ${type}`,
    { type, share: { url } },
    { message: { attachments: [{ type, payload: { url } }] } },
  ]),
  [
    'a post with its ID',
    { type: 'ig_post', share: { url, id: '9', title: 'A post' } },
    { message: { attachments: [{ type: 'ig_post', payload: { ig_post_media_id: '9', url, title: 'A post' } }] } },
  ],
  ...['reel', 'ig_reel'].map((type): [string, Partial<Inbound>, object] => [
    `a ${type} with its ID`,
    { type, share: { url, id: '9' } },
    { message: { attachments: [{ type, payload: { reel_video_id: '9', url } }] } },
  ]),
  ['an answer to a story', { text: 'nice', story }, { message: { text: 'nice', reply_to: { story } } }],
  [
    'several files',
    {
      type: 'image',
      text: 'these',
      media: image,
      files: [{ type: 'document', mime_type: 'application/pdf', url: `${url}/2.pdf` }],
    },
    {
      message: {
        text: 'these',
        attachments: [
          { type: 'image', payload: { url: `${url}/1.jpg` } },
          { type: 'file', payload: { url: `${url}/2.pdf` } },
        ],
      },
    },
  ],
  ['a referral', { type: 'referral', referral }, { referral }],
  ['a referral beside a text', { text: 'hi', referral }, { message: { text: 'hi', referral } }],
  [
    'a referral in a postback',
    { type: 'postback', button: { title: 'Start', payload: 'START' }, referral },
    { postback: { title: 'Start', payload: 'START', referral } },
  ],
  ['a deletion', { type: 'deleted', target: 'm_1' }, { message: { mid: 'm_1', is_deleted: true } }],
  ['an edit', { type: 'edit', target: 'm_1', text: 'new' }, { message_edit: { mid: 'm_1', text: 'new', num_edit: 1 } }],
  [
    'what the business wrote in its inbox',
    { text: 'from the inbox', echo: true },
    {
      sender: { id: expect.stringMatching(/^1/) },
      recipient: { id: PAGE_PERSON },
      message: { is_echo: true, app_id: PAGE_INBOX, text: 'from the inbox' },
    },
  ],
];

test.each(
  (['messenger', 'instagram'] as const).flatMap((channel) =>
    PAGE_KINDS.map(([name, content, expected]) => [channel, name, content, expected] as const),
  ),
)('on %s receives %s', async (channel, _name, content, expected) => {
  const { mock, app } = await createTestMock();
  await mock.receive({ channel, business_id: PAGES[channel], from: { id: PAGE_PERSON }, type: 'text', ...content });
  expect(app.event(0)).toMatchObject(expected);
  expect(app.event(0).message ?? {}).not.toHaveProperty('metadata');
});

test('a click comes as a postback, and again in standby with the same ID and without payload', async () => {
  const { mock, app } = await createTestMock();
  const base = { channel: 'messenger', business_id: PAGES.messenger, from: { id: PAGE_PERSON } } as const;
  const button = { title: 'Start', payload: 'START' };
  const { external_id } = await mock.receive({ ...base, type: 'postback', button, standby: 'also' });
  expect(app.event(0).postback).toEqual({ mid: external_id, ...button });
  expect(app.received[1]?.body).toMatchObject({
    entry: [{ standby: [{ sender: { id: PAGE_PERSON }, postback: { mid: external_id, title: 'Start' } }] }],
  });
  expect(JSON.stringify(app.received[1]?.body)).not.toContain('payload');
  await mock.receive({ ...base, type: 'text', text: 'hi', standby: true });
  await mock.receive({ ...base, type: 'text', text: 'from the agent', standby: true, echo: true });
  expect(app.received.slice(2).map(({ body }) => body)).toMatchObject([
    { entry: [{ standby: [{ message: { text: 'hi' } }] }] },
    { entry: [{ standby: [{ message: { text: 'from the agent', is_echo: true } }] }] },
  ]);
});

test.each<[string, Partial<Inbound>, object]>([
  ['a text', { text: 'from the phone' }, { type: 'text', text: { body: 'from the phone' } }],
  [
    'a file',
    { type: 'document', media: { mime_type: 'application/pdf', filename: 'a.pdf' } },
    { type: 'document', document: { id: expect.any(String), filename: 'a.pdf' } },
  ],
  [
    'an edit',
    { type: 'edit', target: 'wamid.A', text: 'new' },
    { type: 'edit', edit: { original_message_id: 'wamid.A' } },
  ],
  ['a deletion', { type: 'revoke', target: 'wamid.A' }, { type: 'revoke', revoke: { original_message_id: 'wamid.A' } }],
])('reports %s that the business wrote in its WhatsApp Business app', async (_name, content, expected) => {
  const { mock, app } = await createTestMock();
  await mock.receive(onWhatsApp({ ...content, echo: true }));
  const entries = app.received[0]?.body.entry as { changes: { field: string; value: object }[] }[];
  const change = entries[0]?.changes[0];
  expect(change).toMatchObject({
    field: 'smb_message_echoes',
    value: {
      metadata: { phone_number_id: NUMBER },
      message_echoes: [{ from: mock.state().businesses[0]?.assets[0]?.handle, to: PERSON, ...expected }],
    },
  });
  expect(change?.value).not.toHaveProperty('messages');
});

test('chats show edits, deletions and what the business wrote elsewhere', async () => {
  const { mock } = await createTestMock();
  const first = await mock.receive(onWhatsApp({ text: 'tow' }));
  const second = await mock.receive(onWhatsApp({ text: 'my password' }));
  await mock.receive(onWhatsApp({ text: 'from the phone', echo: true }));
  await mock.receive(onWhatsApp({ type: 'edit', target: first.external_id, text: 'two' }));
  await mock.receive(onWhatsApp({ type: 'revoke', target: second.external_id }));
  expect(mock.chats()[0]?.messages).toMatchObject([
    { from: 'person', text: 'two' },
    { from: 'person', text: '[deleted]' },
    { from: 'business', text: 'from the phone' },
  ]);
  const base = { channel: 'instagram', business_id: PAGES.instagram, from: { id: PAGE_PERSON } } as const;
  const third = await mock.receive({ ...base, type: 'text', text: 'tow' });
  await mock.receive({ ...base, type: 'edit', target: third.external_id, text: 'two' });
  const texts = () =>
    mock
      .chats()
      .find(({ channel }) => channel === 'instagram')
      ?.messages.map(({ text }) => text);
  expect(texts()).toEqual(['two']);
  await mock.receive({ ...base, type: 'deleted', target: third.external_id });
  expect(texts()).toEqual(['[deleted]']);
});

test.each<[string, object, string]>([
  ['an edit without target', { type: 'edit', text: 'x' }, 'A message of type edit on whatsapp needs target'],
  ['an edit without content', { type: 'edit', target: 'wamid.A' }, 'needs text or media or extra.edit'],
  ['standby on WhatsApp', { text: 'x', standby: true }, 'A message on whatsapp has no standby'],
  ['several files on WhatsApp', { text: 'x', files: [] }, 'A message on whatsapp has no files'],
  [
    'a group on Messenger',
    { channel: 'messenger', business_id: PAGES.messenger, text: 'x', group_id: '1' },
    'A message on messenger has no group_id',
  ],
  ['a form without response', { type: 'nfm_reply', form: {} }, 'form must be an object with response'],
])('refuses %s', async (_name, content, words) => {
  const { mock, app } = await createTestMock();
  await expect(mock.receive(onWhatsApp(content))).rejects.toThrow(words);
  expect(app.received).toEqual([]);
});
