import { expect, test } from 'vitest';
import { createTestMock, TRANSPORTS } from '../testing/mock.ts';

const NUMBER = '106540352242922';
const PAGE = '113846158011745';
const USER = '905551112233';
const recipient = { id: USER };
const message = { text: 'hello, world' };

/** Returns a mock to which one person has written, and a function that posts raw text or parts to one of its edges. */
async function setup(transport?: Parameters<typeof createTestMock>[1]) {
  const { mock, call } = await createTestMock({}, transport);
  for (const [channel, business_id] of [
    ['whatsapp', NUMBER],
    ['messenger', PAGE],
  ] as const) {
    await mock.receive({ channel, business_id, from: { id: USER }, type: 'text', text: 'hi' });
  }
  const post = (path: string, body?: NonNullable<RequestInit['body']>, type?: string) =>
    call('POST', `/v25.0/${path}`, {
      init: { body, ...(type === undefined ? {} : { headers: { 'content-type': type } }) },
    });
  return { mock, post };
}

const FORM = 'application/x-www-form-urlencoded';
const parts = (fields: Record<string, string>) => {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) {
    form.set(name, value);
  }
  return form;
};

test.each<[string, string, (NonNullable<RequestInit['body']> | undefined)?, string?]>([
  ['JSON', '', JSON.stringify({ recipient, message }), 'application/json'],
  ['JSON without a JSON content type', '', JSON.stringify({ recipient, message }), 'text/plain'],
  ['a form', '', `recipient={"id":"${USER}"}&message={"text":"hello, world"}`, FORM],
  [
    "a form in single quotes, as in Meta's reference",
    '',
    `recipient={'id':'${USER}'}&message={'text':'hello, world'}`,
    FORM,
  ],
  ['a form with unquoted names', '', `recipient={id:'${USER}'}&message={text:'hello, world'}`, FORM],
  ['a form with brackets', '', `recipient[id]=${USER}&message[text]=hello, world`, FORM],
  ['a form with brackets and no content type', '', `recipient[id]=${USER}&message[text]=hello, world`, 'text/plain'],
  ['parts', '', parts({ recipient: `{"id":"${USER}"}`, message: '{"text":"hello, world"}' })],
  ['parts with brackets', '', parts({ 'recipient[id]': USER, 'message[text]': 'hello, world' })],
  ['the query', `?recipient={"id":"${USER}"}&message={"text":"hello, world"}`],
  ['the query with brackets', `?recipient[id]=${USER}&message[text]=hello,%20world`],
  [
    'the query and a body',
    `?recipient={"id":"no-one"}&message={"text":"hello, world"}`,
    JSON.stringify({ recipient }),
    'application/json',
  ],
])('accepts a message on Messenger as %s', async (_name, query, body, type) => {
  const { mock, post } = await setup();
  const reply = await post(`me/messages${query}`, body, type);
  expect(reply.body).toEqual({ recipient_id: USER, message_id: expect.any(String) });
  expect(mock.sends()).toMatchObject([{ payload: { recipient, message } }]);
});

test.each(TRANSPORTS)(
  'accepts a message on WhatsApp, including its token, from the query alone %s',
  async (transport) => {
    const { mock, call } = await createTestMock({}, transport);
    const query = new URLSearchParams({
      access_token: mock.credentials.access_token,
      messaging_product: 'whatsapp',
      to: USER,
      type: 'text',
      text: '{"body":"hello"}',
    });
    const reply = await call('POST', `/v25.0/${NUMBER}/messages?${query}`, { token: null });
    expect(reply.status).toBe(200);
    expect(mock.sends()).toMatchObject([
      { payload: { messaging_product: 'whatsapp', to: USER, type: 'text', text: { body: 'hello' } } },
    ]);
    expect(mock.sends()[0]?.payload).not.toHaveProperty('access_token');
  },
);

test('keeps lists that a form writes in brackets', async () => {
  const { mock, post } = await setup();
  const fields = [
    `recipient[id]=${USER}`,
    'message[text]=Pick',
    ...['Red', 'Blue'].flatMap((title, index) => [
      `message[quick_replies][${index}][content_type]=text`,
      `message[quick_replies][${index}][title]=${title}`,
      `message[quick_replies][${index}][payload]=${title}`,
    ]),
  ];
  expect((await post('me/messages', fields.join('&'), FORM)).status).toBe(200);
  expect(mock.sends()[0]?.payload.message).toEqual({
    text: 'Pick',
    quick_replies: [
      { content_type: 'text', title: 'Red', payload: 'Red' },
      { content_type: 'text', title: 'Blue', payload: 'Blue' },
    ],
  });
});

test('treats a body of invalid JSON as empty', async () => {
  const { post } = await setup();
  const reply = await post(`${NUMBER}/messages`, '{"messaging_product":', 'application/json');
  expect(reply.body.error.message).toBe('(#100) The parameter messaging_product is required.');
});
