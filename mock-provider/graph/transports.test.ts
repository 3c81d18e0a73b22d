import { expect, test } from 'vitest';
import { createTestMock, TRANSPORTS } from '../testing/mock.ts';

const NUMBER = '106540352242922';
const PAGE = '113846158011745';
const ACCOUNT = '178414532089610';
const WABA = '102290129340398';
const USER = '905551112233';

const whatsapp = (message: object) => ({ messaging_product: 'whatsapp', to: USER, ...message });
const form = () => {
  const parts = new FormData();
  parts.set('messaging_product', 'whatsapp');
  parts.set('file', new File(['pixels'], 'a.png', { type: 'image/png' }));
  return parts;
};

const REQUESTS: [string, string, { token?: null; body?: unknown; init?: () => RequestInit }?][] = [
  ['POST', `/v25.0/${NUMBER}/messages`, { body: whatsapp({ text: { body: 'hello' } }) }],
  [
    'POST',
    `/${NUMBER}/messages`,
    { body: whatsapp({ type: 'template', template: { name: 'hello_world', language: { code: 'en_US' } } }) },
  ],
  ['POST', `/v25.0/${NUMBER}/messages`, { body: whatsapp({ type: 'image', image: {} }) }],
  [
    'POST',
    `/v25.0/${NUMBER}/messages`,
    { body: whatsapp({ type: 'template', template: { name: 'nope', language: { code: 'en_US' } } }) },
  ],
  ['POST', `/v25.0/${NUMBER}/messages`, { token: null, body: {} }],
  ['POST', `/v25.0/${NUMBER}/messages`, { init: () => ({ body: '{' }) }],
  [
    'POST',
    `/v25.0/${NUMBER}/messages`,
    { init: () => ({ body: new URLSearchParams({ messaging_product: 'whatsapp', to: USER, text: '{"body":"hi"}' }) }) },
  ],
  ['POST', `/v25.0/${NUMBER}/media`, { init: () => ({ body: form() }) }],
  [
    'POST',
    `/v25.0/${NUMBER}/media`,
    { init: () => ({ body: new URLSearchParams({ messaging_product: 'whatsapp' }) }) },
  ],
  ['GET', `/v25.0/${NUMBER}`],
  ['GET', `/v25.0/${WABA}?fields=name`],
  ['GET', `/v25.0/${WABA}/phone_numbers`],
  ['GET', `/v25.0/${WABA}/message_templates?limit=2&name=multi_lang`],
  ['GET', `/v25.0/${WABA}/message_templates?limit=0`],
  [
    'POST',
    `/v25.0/${WABA}/message_templates`,
    { body: { name: 'x', language: 'en', category: 'UTILITY', components: [{ type: 'BODY', text: 'Hi' }] } },
  ],
  ['DELETE', `/v25.0/${WABA}/message_templates?name=x`],
  ['GET', `/v25.0/${WABA}/subscribed_apps`],
  ['POST', `/v25.0/${PAGE}/messages`, { body: { recipient: { id: USER }, message: { text: 'hello' } } }],
  ['POST', `/v25.0/${PAGE}/messages`, { body: { recipient: { id: USER }, sender_action: 'typing_on' } }],
  ['POST', '/v25.0/me/messages', { body: { recipient: { id: USER }, message: {} } }],
  ['POST', `/v25.0/${ACCOUNT}/messages`, { body: { recipient: { id: 'nobody' }, message: { text: 'hello' } } }],
  ['GET', `/v25.0/${PAGE}?fields=name,instagram_business_account`],
  ['GET', `/v25.0/${USER}`],
  ['GET', '/v25.0/999999999'],
  ['DELETE', '/v25.0/999999999'],
  ['GET', '/v25.0/debug_token?input_token=x'],
  ['GET', '/whatsapp_business/attachments/?mid=1&ext=2&hash=3'],
  ['POST', '/_mock/nonsense', { body: {} }],
];

test('returns the same responses in process and over HTTP, including headers', async () => {
  const answers: unknown[][] = [];
  for (const transport of TRANSPORTS) {
    const { mock, call } = await createTestMock({}, transport);
    for (const [channel, business_id] of [
      ['whatsapp', NUMBER],
      ['messenger', PAGE],
    ] as const) {
      await mock.receive({ channel, business_id, from: { id: USER, name: 'Ayla Demir' }, type: 'text', text: 'hi' });
    }
    const seen: unknown[] = [];
    for (const [method, path, { token, body, init } = {}] of REQUESTS) {
      const { status, headers, body: answer } = await call(method, path, { token, body, init: init?.() });
      // Headers that the HTTP server adds.
      const {
        connection: _c,
        'keep-alive': _k,
        date: _d,
        'content-length': _l,
        'transfer-encoding': _t,
        ...rest
      } = Object.fromEntries(headers);
      seen.push([
        method,
        path,
        status,
        rest,
        JSON.parse(JSON.stringify(answer).replace(/http:\/\/127\.0\.0\.1:\d+/g, 'https://graph.facebook.com')),
      ]);
      await mock.whenIdle();
    }
    answers.push(seen);
  }
  expect(answers[1]).toEqual(answers[0]);
  expect(answers[0]).toHaveLength(28);
});

test("treats `me` as the account on Instagram's host", async () => {
  const { mock } = await createTestMock();
  await mock.receive({ channel: 'instagram', business_id: ACCOUNT, from: { id: USER }, type: 'text', text: 'hi' });
  const reply = await fetch('https://graph.instagram.com/v25.0/me/messages', {
    method: 'POST',
    headers: { authorization: `Bearer ${mock.credentials.access_token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ recipient: { id: USER }, message: { text: 'hello' } }),
  });
  expect(reply.status).toBe(200);
  expect(mock.sends()).toMatchObject([{ channel: 'instagram', business_id: ACCOUNT }]);
});

test("treats `me` as the account at the address that represents Instagram's host", async () => {
  const { mock, call, app } = await createTestMock({}, 'over HTTP');
  const id = '6021234567890123';
  await mock.receive({ channel: 'instagram', business_id: ACCOUNT, from: { id }, type: 'text', text: 'hi' });
  const me = await call('GET', '/graph.instagram.com/v25.0/me?fields=user_id,username');
  expect(me.body).toEqual({ user_id: ACCOUNT, username: 'demo.shop', id: ACCOUNT });
  const body = { recipient: { id }, message: { text: 'hello' } };
  expect((await call('POST', '/graph.instagram.com/me/messages', { body })).status).toBe(200);
  await mock.whenIdle();
  expect(mock.sends()).toMatchObject([{ channel: 'instagram', business_id: ACCOUNT }]);
  expect(app.event(1).message).toMatchObject({ is_echo: true, text: 'hello' });
  expect((await call('GET', '/v25.0/me')).body.id).toBe(PAGE);
  expect((await call('GET', '/graph.instagram.com/v25.0/me/nonsense')).body.error.message).toBe(
    'Unknown path components: /nonsense',
  );
});
