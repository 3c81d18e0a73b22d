import { expect, test } from 'vitest';
import type { MockOptions } from '../create-mock-provider.ts';
import { createTestMock, TRANSPORTS, type TransportName } from '../testing/mock.ts';

const PAGE = '113846158011745';
const ACCOUNT = '178414532089610';
const PSID = '7043812345678901';
const IGSID = '6021234567890123';

/** Returns a mock in which one person has written to the page and one to the account. */
async function setup(options: MockOptions = {}, transport?: TransportName) {
  const test = await createTestMock(options, transport);
  await test.mock.receive({
    channel: 'messenger',
    business_id: PAGE,
    from: { id: PSID, name: 'Ayla Demir' },
    type: 'text',
    text: 'hi',
  });
  await test.mock.receive({
    channel: 'instagram',
    business_id: ACCOUNT,
    from: { id: IGSID, name: 'Ayla', username: 'ayla.d' },
    type: 'text',
    text: 'hi',
  });
  test.app.received.length = 0;
  const post = async (path: string, body: object) => {
    const reply = await test.call('POST', `/v25.0/${path}/messages`, { body });
    await test.mock.whenIdle();
    return reply;
  };
  const events = () => test.app.received.map((_, index) => test.app.event(index));
  return { ...test, post, events };
}

test.each(TRANSPORTS)('sends on Messenger and reports echo, delivery and read receipt %s', async (transport) => {
  const { mock, app, post, events } = await setup({}, transport);
  const reply = await post(PAGE, {
    recipient: { id: PSID },
    messaging_type: 'RESPONSE',
    message: { text: 'hello', metadata: 'msg_1' },
  });
  expect(reply.body).toEqual({ recipient_id: PSID, message_id: expect.stringMatching(/^m_[\w-]+$/) });
  const mid = reply.body.message_id;
  const now = 1767225600000;
  expect(app.received[0]?.body).toMatchObject({ object: 'page', entry: [{ id: PAGE, time: now }] });
  expect(events()).toEqual([
    {
      sender: { id: PAGE },
      recipient: { id: PSID },
      timestamp: now,
      message: { mid, is_echo: true, app_id: 1517776481860111, metadata: 'msg_1', text: 'hello' },
    },
    { sender: { id: PSID }, recipient: { id: PAGE }, delivery: { mids: [mid], watermark: now } },
    { sender: { id: PSID }, recipient: { id: PAGE }, timestamp: now, read: { watermark: now } },
  ]);
  expect(mock.sends({ business_id: PAGE })).toMatchObject([
    { channel: 'messenger', to: PSID, type: 'text', external_id: mid, status: 'read' },
  ]);
});

test.each(TRANSPORTS)('sends on Instagram, which never reports delivery %s', async (transport) => {
  const { app, post, events } = await setup({}, transport);
  const reply = await post(ACCOUNT, { recipient: { id: IGSID }, message: { text: 'hello' } });
  expect(reply.body.message_id).toMatch(/^aWdf/);
  expect(app.received[0]?.body.object).toBe('instagram');
  expect(events()).toMatchObject([{ message: { is_echo: true } }, { read: { mid: reply.body.message_id } }]);
});

test('sends on Instagram through the linked page', async () => {
  const { mock, post } = await setup();
  expect((await post(PAGE, { recipient: { id: IGSID }, message: { text: 'hello' } })).status).toBe(200);
  expect(mock.sends()).toMatchObject([{ channel: 'instagram', business_id: ACCOUNT }]);
});

test('accepts urlencoded fields and the token in the query, as Messenger clients send them', async () => {
  const { call, mock } = await setup();
  const body = new URLSearchParams({ recipient: `{"id":"${PSID}"}`, message: '{"text":"hello"}' });
  const path = `/v6.0/me/messages?access_token=${mock.credentials.access_token}`;
  expect((await call('POST', path, { token: null, init: { body } })).status).toBe(200);
  expect(mock.sends()[0]).toMatchObject({ business_id: PAGE, payload: { message: { text: 'hello' } } });
});

test("accepts an image in attachment, in attachments and as Instagram's single object", async () => {
  const { mock, post, events } = await setup();
  const image = { type: 'image', payload: { url: 'https://shop.example/a.png' } };
  for (const message of [{ attachment: image }, { attachments: [image, image] }, { attachments: image }]) {
    expect((await post(ACCOUNT, { recipient: { id: IGSID }, message })).status).toBe(200);
  }
  expect(mock.sends().map(({ type }) => type)).toEqual(['image', 'image', 'image']);
  expect(events()[0]).toMatchObject({
    message: { attachments: [{ type: 'image', payload: { url: 'https://shop.example/a.png' } }] },
  });
});

test('sends a heart and a post of the account on Instagram', async () => {
  const { mock, post, events } = await setup();
  const to = (attachment: object) => post(ACCOUNT, { recipient: { id: IGSID }, message: { attachment } });
  expect((await to({ type: 'like_heart' })).body).toEqual({ recipient_id: IGSID, message_id: expect.any(String) });
  expect((await to({ type: 'MEDIA_SHARE', payload: { id: '17900000000000000' } })).status).toBe(200);
  expect(mock.sends().map(({ type }) => type)).toEqual(['like_heart', 'MEDIA_SHARE']);
  const echoed = events()
    .filter(({ message }) => message)
    .map(({ message }) => message.attachments);
  expect(echoed).toEqual([
    [{ type: 'like_heart' }],
    [
      {
        type: 'ig_post',
        payload: {
          ig_post_media_id: '17900000000000000',
          url: 'https://lookaside.fbsbx.com/ig_messaging_cdn/?asset_id=17900000000000000',
        },
      },
    ],
  ]);
});

const heart = { message: { attachment: { type: 'like_heart' } } };
const share = (payload?: object) => ({ message: { attachment: { type: 'MEDIA_SHARE', payload } } });

const text = (value: string) => ({ message: { text: value } });
const quickReplies = (count: number) => ({
  message: {
    text: 'Pick',
    quick_replies: Array.from({ length: count }, (_, index) => ({
      content_type: 'text',
      title: `T${index}`,
      payload: `P${index}`,
    })),
  },
});
const template = (payload: object) => ({ message: { attachment: { type: 'template', payload } } });
const withButtons = (...buttons: object[]) => template({ template_type: 'button', text: 'Pick', buttons });
const buttons = (count: number) =>
  withButtons(...Array<object>(count).fill({ type: 'postback', title: 'A', payload: 'a' }));

test.each([
  ['2,000 characters on Messenger', PAGE, text('ş'.repeat(2000)), 200],
  ['2,001 characters on Messenger', PAGE, text('x'.repeat(2001)), 400],
  ['1,000 bytes on Instagram', ACCOUNT, text('ş'.repeat(500)), 200],
  ['1,001 bytes on Instagram', ACCOUNT, text(`${'ş'.repeat(500)}x`), 400],
  ['13 quick replies', PAGE, quickReplies(13), 200],
  ['14 quick replies', PAGE, quickReplies(14), 400],
  ['3 buttons', PAGE, buttons(3), 200],
  ['4 buttons', PAGE, buttons(4), 400],
  ['a button to log out, which has no title', PAGE, withButtons({ type: 'account_unlink' }), 200],
  ['a button to log in', PAGE, withButtons({ type: 'account_link', url: 'https://shop.example' }), 200],
  ['a button to call', PAGE, withButtons({ type: 'phone_number', title: 'Call', payload: '+15551234' }), 200],
  ['a call button without a number', PAGE, withButtons({ type: 'phone_number', title: 'Call' }), 400],
  ['a button without title', PAGE, withButtons({ type: 'postback', payload: 'a' }), 400],
  ['a button of an unknown type', PAGE, withButtons({ type: 'zzz', title: 'A' }), 400],
  [
    'a receipt',
    PAGE,
    template({
      template_type: 'receipt',
      recipient_name: 'Ayla',
      order_number: '1',
      currency: 'TRY',
      payment_method: 'Cash',
      summary: { total_cost: 75.5 },
    }),
    200,
  ],
  ['a receipt without its order', PAGE, template({ template_type: 'receipt', recipient_name: 'Ayla' }), 400],
  ['a template of an unknown type', PAGE, template({ template_type: 'zzz' }), 400],
  ['a template without a type', PAGE, template({}), 400],
  [
    'a PDF on Instagram',
    ACCOUNT,
    { message: { attachment: { type: 'file', payload: { url: 'https://shop.example/a.pdf' } } } },
    200,
  ],
  [
    'another document on Instagram',
    ACCOUNT,
    { message: { attachment: { type: 'file', payload: { url: 'https://shop.example/a.docx' } } } },
    400,
  ],
  ['a heart on Messenger', PAGE, heart, 400],
  ['a heart with text', ACCOUNT, { message: { ...heart.message, text: 'hi' } }, 400],
  ['a post on Messenger', PAGE, share({ id: '1' }), 400],
  ['a post without its ID', ACCOUNT, share({}), 400],
  ['a post that does not exist', ACCOUNT, share(), 400],
  ['a receipt on Instagram', ACCOUNT, template({ template_type: 'receipt' }), 400],
  [
    'a button to call on Instagram',
    ACCOUNT,
    withButtons({ type: 'phone_number', title: 'Call', payload: '+15551234' }),
    400,
  ],
  ['a card with only a title', PAGE, template({ template_type: 'generic', elements: [{ title: 'A' }] }), 400],
  [
    'a card with a title and more',
    PAGE,
    template({ template_type: 'generic', elements: [{ title: 'A', subtitle: 'B' }] }),
    200,
  ],
  ['an attachment without URL', PAGE, { message: { attachment: { type: 'image', payload: {} } } }, 400],
  ['an empty message', PAGE, { message: {} }, 400],
  ['no message', PAGE, {}, 400],
  ['a retired tag', PAGE, { ...text('hi'), messaging_type: 'MESSAGE_TAG', tag: 'ACCOUNT_UPDATE' }, 400],
  ['an unknown messaging type', PAGE, { ...text('hi'), messaging_type: 'NOPE' }, 400],
])('accepts or refuses %s', async (_name, id, body, status) => {
  const { post } = await setup();
  const reply = await post(id, { recipient: { id: id === PAGE ? PSID : IGSID }, ...body });
  expect(reply.status).toBe(status);
  if (status === 400) {
    expect(reply.body.error).toMatchObject({ code: 100, type: 'OAuthException' });
  }
});

test('finds no person who never wrote', async () => {
  const { post } = await setup();
  const reply = await post(PAGE, { recipient: { id: '999999999999' }, ...text('hi') });
  expect(reply.status).toBe(400);
  expect(reply.body.error).toMatchObject({
    code: 100,
    error_subcode: 2018001,
    message: '(#100) No matching user found',
  });
});

test("refuses a closed window in the reply, with each platform's text", async () => {
  const { clock, post } = await setup();
  await clock.advance(24 * 60 * 60 * 1000);
  const messenger = await post(PAGE, { recipient: { id: PSID }, ...text('late') });
  expect(messenger.status).toBe(403);
  expect(messenger.body.error).toMatchObject({ code: 10, error_subcode: 2018278, type: 'OAuthException' });
  expect(messenger.body.error.message).toMatch(/^\(#10\) This message is sent outside of allowed window\. Learn more/);
  const instagram = await post(ACCOUNT, { recipient: { id: IGSID }, ...text('late') });
  expect(instagram.status).toBe(403);
  expect(instagram.body.error).toMatchObject({
    message: 'This message is sent outside of allowed window.',
    type: 'IGApiException',
    code: 10,
    error_subcode: 2534022,
  });
  const human = await post(PAGE, {
    recipient: { id: PSID },
    messaging_type: 'MESSAGE_TAG',
    tag: 'HUMAN_AGENT',
    ...text('late'),
  });
  expect(human.status).toBe(200);
});

test('handles read and typing actions', async () => {
  const { mock, post } = await setup();
  const reply = await post(PAGE, { recipient: { id: PSID }, sender_action: 'mark_seen' });
  expect(reply.body).toEqual({ recipient_id: PSID });
  expect(mock.reads()).toMatchObject([{ channel: 'messenger', business_id: PAGE, to: PSID }]);
  expect(mock.sends()).toEqual([]);
});

test('reports exactly the requested statuses that the platform supports', async () => {
  const { mock, post, events } = await setup();
  mock.faults.next({ channel: 'messenger', outcome: 'statuses', statuses: ['read', 'delivered'] });
  await post(PAGE, { recipient: { id: PSID }, ...text('hi') });
  expect(events()).toMatchObject([{ read: {} }, { delivery: {} }]);
});

test('returns a failure at once, because these platforms report none later', async () => {
  const { mock, post } = await setup();
  mock.faults.next({ channel: 'messenger', outcome: 'fail', code: 551 });
  expect((await post(PAGE, { recipient: { id: PSID }, ...text('hi') })).body.error).toMatchObject({
    code: 551,
    error_subcode: 1545041,
  });
});

test('omits echoes and the IDs of deliveries if configured', async () => {
  const { post, events } = await setup({ echoes: false, deliveryMids: false });
  await post(PAGE, { recipient: { id: PSID }, ...text('hi') });
  expect(events()).toEqual([
    { sender: { id: PSID }, recipient: { id: PAGE }, delivery: { watermark: 1767225600000 } },
    { sender: { id: PSID }, recipient: { id: PAGE }, timestamp: 1767225600000, read: { watermark: 1767225600000 } },
  ]);
});

test('returns the profile of a person who wrote, and of the page and account', async () => {
  const { call } = await setup();
  expect((await call('GET', `/${PSID}?fields=first_name,last_name`)).body).toEqual({
    first_name: 'Ayla',
    last_name: 'Demir',
    id: PSID,
  });
  expect((await call('GET', `/${IGSID}`)).body).toEqual({ name: 'Ayla', username: 'ayla.d', id: IGSID });
  expect((await call('GET', `/${PAGE}`)).body).toEqual({ name: 'Demo Shop Page', id: PAGE });
  expect((await call('GET', '/me')).body.id).toBe(PAGE);
  expect((await call('GET', `/${ACCOUNT}?fields=username`)).body).toEqual({ username: 'demo.shop', id: ACCOUNT });
});
