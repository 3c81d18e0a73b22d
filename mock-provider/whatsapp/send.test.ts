import { expect, test } from 'vitest';
import { createTestMock, TRANSPORTS } from '../testing/mock.ts';

const TURKISH_USER_ID = expect.stringMatching(/^TR\.\d{20}$/);
const text = (body: string) => ({ type: 'text', text: { body } });

test.each(TRANSPORTS)('accepts a text %s and returns a wamid', async (transport) => {
  const { mock, send, user } = await createTestMock({}, transport);
  const reply = await send({ to: '+905551112233', ...text('hello') });
  expect(reply.status).toBe(200);
  expect(reply.headers.get('content-type')).toBe('application/json; charset=UTF-8');
  expect(reply.headers.get('facebook-api-version')).toBe('v25.0');
  expect(reply.body).toEqual({
    messaging_product: 'whatsapp',
    contacts: [{ input: '+905551112233', wa_id: user }],
    messages: [{ id: expect.stringMatching(/^wamid\.HBgMOTA1NTUxMTEyMjMzFQIAERgS[A-Za-z0-9+/]+=*$/) }],
  });
  expect(mock.sends()).toMatchObject([
    {
      channel: 'whatsapp',
      business_id: '106540352242922',
      to: user,
      type: 'text',
      external_id: reply.body.messages[0].id,
    },
  ]);
  expect(mock.sends()[0]?.at).toBe('2026-01-01T00:00:00.000Z');
  expect(mock.sends()[0]?.payload).toMatchObject({ text: { body: 'hello' } });
});

test('returns the same response in process and over HTTP', async () => {
  const replies = [];
  for (const transport of TRANSPORTS) {
    const { send } = await createTestMock({}, transport);
    replies.push((await send(text('hello'))).body);
  }
  expect(replies[0]).toEqual(replies[1]);
});

test.each(TRANSPORTS)("reports sent, delivered and read in order %s, with the caller's data", async (transport) => {
  const { app, send } = await createTestMock({}, transport);
  const reply = await send({ ...text('hello'), biz_opaque_callback_data: 'msg_1' });
  expect(app.statuses()).toEqual(['sent', 'delivered', 'read']);
  expect(app.received[0]?.body).toEqual({
    object: 'whatsapp_business_account',
    entry: [
      {
        id: '102290129340398',
        changes: [
          {
            field: 'messages',
            value: {
              messaging_product: 'whatsapp',
              metadata: {
                display_phone_number: expect.stringMatching(/^1555\d{7}$/),
                phone_number_id: '106540352242922',
              },
              contacts: [{ profile: { name: '905551112233' }, wa_id: '905551112233', user_id: TURKISH_USER_ID }],
              statuses: [
                {
                  id: reply.body.messages[0].id,
                  status: 'sent',
                  timestamp: '1767225600',
                  recipient_id: '905551112233',
                  recipient_user_id: TURKISH_USER_ID,
                  biz_opaque_callback_data: 'msg_1',
                  pricing: {
                    billable: false,
                    pricing_model: 'PMP',
                    type: 'free_customer_service',
                    category: 'service',
                  },
                },
              ],
            },
          },
        ],
      },
    ],
  });
});

test.each([
  ['off', 'text', undefined],
  ['free_service', 'text', { billable: false, type: 'free_customer_service', category: 'service' }],
  ['billed_service', 'text', { billable: true, type: 'regular', category: 'service' }],
  ['free_service', 'hello_world', { billable: false, type: 'free_customer_service', category: 'utility' }],
  ['billed_service', 'hello_world', { billable: true, type: 'regular', category: 'utility' }],
  ['free_service', 'promo', { billable: true, type: 'regular', category: 'marketing' }],
  ['off', 'promo', undefined],
] as const)('with pricing %s, statuses of %s have their price in sent and delivered', async (pricing, what, price) => {
  const { app, send, mock, call } = await createTestMock();
  await call('PUT', '/_mock/options', { token: null, body: { pricing } });
  mock.setTemplate('102290129340398', {
    name: 'promo',
    language: 'en_US',
    category: 'MARKETING',
    components: [{ type: 'BODY', text: 'Sale' }],
  });
  await send(
    what === 'text' ? text('hi') : { type: 'template', template: { name: what, language: { code: 'en_US' } } },
  );
  const prices = [0, 1, 2].map((index) => app.value(index).statuses[0].pricing);
  const full = price && { pricing_model: 'PMP', ...price };
  expect(prices).toEqual([full, full, undefined]);
});

test('paces statuses on the clock', async () => {
  const { mock, app, clock, send } = await createTestMock({ pacing: { sent: 1000, delivered: 2000, read: 5000 } });
  await send(text('hello'));
  expect(app.statuses()).toEqual([]);
  expect(mock.idle()).toBe(true);
  await clock.advance(1000, mock.whenIdle);
  expect(app.statuses()).toEqual(['sent']);
  await clock.advance(1999, mock.whenIdle);
  expect(app.statuses()).toEqual(['sent']);
  await clock.advance(5001, mock.whenIdle);
  expect(app.statuses()).toEqual(['sent', 'delivered', 'read']);
  expect(mock.sends()[0]?.status).toBe('read');
});

test('includes the conversation expiry only in sent in the v23 format of statuses', async () => {
  const { app, send } = await createTestMock({ webhookVersion: 'v23.0' });
  await send({ type: 'template', template: { name: 'hello_world', language: { code: 'en_US' } } });
  const statuses = app.received.map((_, index) => app.value(index).statuses[0]);
  expect(statuses[0].conversation).toMatchObject({ expiration_timestamp: '1767312000', origin: { type: 'utility' } });
  expect(statuses[1].conversation).toEqual({ id: statuses[0].conversation.id, origin: { type: 'utility' } });
  expect(statuses[2].conversation).toBeUndefined();
});

test('reports 131047 when the window is closed', async () => {
  const { mock, app, call, clock, send, user } = await createTestMock();
  await send(text('inside'));
  await clock.advance(24 * 60 * 60 * 1000);
  const reply = await call('POST', '/v25.0/106540352242922/messages', {
    body: { messaging_product: 'whatsapp', to: user, ...text('too late') },
  });
  expect(reply.status).toBe(200);
  await mock.whenIdle();
  expect(app.statuses()).toEqual(['sent', 'delivered', 'read', 'failed']);
  expect(app.value(3).statuses[0].errors).toEqual([
    {
      code: 131047,
      title: 'Re-engagement message',
      message: 'Re-engagement message',
      error_data: {
        details:
          'Message failed to send because more than 24 hours have passed since the customer last replied to this number.',
      },
      href: 'https://developers.facebook.com/docs/whatsapp/cloud-api/support/error-codes/',
    },
  ]);
});

test('refuses a closed window at once if configured', async () => {
  const { call, user } = await createTestMock({ windows: 'sync' });
  const body = { messaging_product: 'whatsapp', to: user, ...text('hello') };
  const reply = await call('POST', '/106540352242922/messages', { body });
  expect(reply.status).toBe(400);
  expect(reply.body.error).toMatchObject({ code: 131047, message: '(#131047) Re-engagement message' });
});

test.each([
  ['messaging_product', { messaging_product: undefined }, 100, '(#100) The parameter messaging_product is required.'],
  [
    'another product',
    { messaging_product: 'x' },
    100,
    '(#100) Param messaging_product must be one of {WHATSAPP} - got "x".',
  ],
  ['to', { to: undefined }, 100, '(#100) The parameter to is required.'],
  ['a bad number', { to: 'nobody' }, 131009, '(#131009) Parameter value is not valid'],
  ['text', { text: undefined }, 100, '(#100) The parameter text is required.'],
  ['text body', { text: {} }, 100, "(#100) The parameter text['body'] is required."],
  ['a long text', text('x'.repeat(4097)), 100, "(#100) Param text['body'] must be at most 4096 characters long."],
  [
    'long opaque data',
    { biz_opaque_callback_data: 'x'.repeat(513) },
    100,
    '(#100) Param biz_opaque_callback_data must be at most 512 characters long.',
  ],
])('refuses %s that is missing or wrong', async (_name, change, code, message) => {
  const { mock, send } = await createTestMock();
  const reply = await send({ ...text('hello'), ...change });
  expect(reply.status).toBe(400);
  expect(reply.body.error).toMatchObject({ code, message, type: 'OAuthException' });
  expect(reply.body.error.fbtrace_id).toMatch(/^A/);
  expect(mock.sends()).toEqual([]);
});

test('refuses a message to the number itself', async () => {
  const { call, send } = await createTestMock();
  const number = await call('GET', '/v25.0/106540352242922');
  const reply = await send({ ...text('hello'), to: number.body.display_phone_number });
  expect(reply.body.error).toMatchObject({ code: 131021 });
});

test.each(TRANSPORTS)('accepts the token in header, query or body %s', async (transport) => {
  const { call, mock, user } = await createTestMock({}, transport);
  const { access_token } = mock.credentials;
  const body = { messaging_product: 'whatsapp', to: user, ...text('hello') };
  const path = '/v25.0/106540352242922/messages';
  expect((await call('POST', path, { body })).status).toBe(200);
  expect((await call('POST', `${path}?access_token=${access_token}`, { token: null, body })).status).toBe(200);
  expect((await call('POST', path, { token: null, body: { ...body, access_token } })).status).toBe(200);
  expect(mock.sends()[2]?.payload).not.toHaveProperty('access_token');
});

test.each(TRANSPORTS)('refuses a missing and an unknown token %s', async (transport) => {
  const { call } = await createTestMock({}, transport);
  const missing = await call('POST', '/v25.0/106540352242922/messages', { token: null, body: {} });
  expect(missing.status).toBe(401);
  expect(missing.body.error.code).toBe(104);
  const unknown = await call('POST', '/v25.0/106540352242922/messages', { token: 'EAAnonsense', body: {} });
  expect(unknown.status).toBe(401);
  expect(unknown.body.error).toMatchObject({
    code: 190,
    message: 'Invalid OAuth access token - Cannot parse access token',
  });
  expect(unknown.headers.get('www-authenticate')).toBe(
    'OAuth "Facebook Platform" "invalid_token" "Invalid OAuth access token - Cannot parse access token"',
  );
});

test('returns 100/33 for a number of another business', async () => {
  const { mock, call } = await createTestMock();
  const other = mock.addBusiness();
  const reply = await call('POST', `/v25.0/${other.whatsapp.phone_number_id}/messages`, { body: {} });
  expect(reply.status).toBe(400);
  expect(reply.body.error).toMatchObject({ code: 100, error_subcode: 33 });
  expect(reply.body.error.message).toMatch(/^Unsupported post request\. Object with ID '\d+' does not exist/);
});

test('accepts urlencoded and multipart bodies with JSON in their fields', async () => {
  const { call, mock, user } = await createTestMock();
  mock.openWindow('106540352242922', user);
  const fields = { messaging_product: 'whatsapp', to: user, type: 'text', text: '{"body":"hello"}' };
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) {
    form.set(name, value);
  }
  for (const body of [new URLSearchParams(fields), form]) {
    expect((await call('POST', '/v25.0/106540352242922/messages', { init: { body } })).status).toBe(200);
  }
  expect(mock.sends().map(({ payload }) => payload.text)).toEqual([{ body: 'hello' }, { body: 'hello' }]);
});

test('refuses more than 80 messages at once from one number', async () => {
  const { call, mock, clock, user } = await createTestMock();
  const body = { messaging_product: 'whatsapp', to: user, ...text('hello') };
  const codes = [];
  for (let count = 0; count < 81; count += 1) {
    codes.push((await call('POST', '/106540352242922/messages', { body })).body.error?.code);
  }
  expect(codes[79]).toBeUndefined();
  expect(codes[80]).toBe(130429);
  await clock.advance(1000);
  expect((await call('POST', '/106540352242922/messages', { body })).status).toBe(200);
  expect(mock.sends()).toHaveLength(81);
});
