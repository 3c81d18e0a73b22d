import { expect, test } from 'vitest';
import { createTestMock } from '../testing/mock.ts';

const template = (name: string, components?: unknown[], code = 'en_US') => ({
  type: 'template',
  template: { name, language: { code }, components },
});
const words = (...values: string[]) => values.map((value) => ({ type: 'text', text: value }));
const body = (...values: string[]) => ({ type: 'body', parameters: words(...values) });
const url = (value: string) => ({ type: 'button', sub_type: 'url', index: '0', parameters: words(value) });

test.each([
  ['without variables', template('hello_world')],
  ['with variables and a button', template('order_update', [body('Ayla', 'TR-1'), url('TR-1')])],
  [
    'with components in capitals and a numeric index',
    template('order_update', [
      { ...body('Ayla', 'TR-1'), type: 'BODY' },
      { ...url('TR-1'), type: 'BUTTON', sub_type: 'URL', index: 0 },
    ]),
  ],
  [
    'with named variables',
    template('welcome_named', [
      { type: 'body', parameters: [{ type: 'text', parameter_name: 'first_name', text: 'Ayla' }] },
    ]),
  ],
  [
    'with a media header',
    template('promo_spring', [
      { type: 'header', parameters: [{ type: 'image', image: { link: 'https://shop.example/spring.jpg' } }] },
    ]),
  ],
  ['in another language', template('multi_lang', undefined, 'tr')],
  ['with its language in lowercase', template('hello_world', undefined, 'en_us')],
  ['with its language in capitals', template('multi_lang', undefined, 'TR')],
])('accepts a template %s, with or without an open window', async (_name, message) => {
  const { mock, call, app, user } = await createTestMock();
  const reply = await call('POST', '/v25.0/106540352242922/messages', {
    body: { messaging_product: 'whatsapp', to: user, ...message },
  });
  expect(reply.body.error).toBeUndefined();
  expect(reply.body.messages[0].message_status).toBe('accepted');
  await mock.whenIdle();
  expect(app.statuses()).toEqual(['sent', 'delivered', 'read']);
});

test.each([
  ['an unknown template', template('nope'), 404, 132001, 'template name (nope) does not exist in en_US'],
  [
    'another language',
    template('hello_world', undefined, 'de'),
    404,
    132001,
    'template name (hello_world) does not exist in de',
  ],
  [
    'a language with a hyphen',
    template('hello_world', undefined, 'en-US'),
    404,
    132001,
    'template name (hello_world) does not exist in en-US',
  ],
  ['a name in capitals', template('Hello_World'), 404, 132001, 'template name (Hello_World) does not exist in en_US'],
  [
    'too few variables, and its language in lowercase',
    template('order_update', [body('Ayla'), url('1')], 'en_us'),
    400,
    132000,
    'body: number of localizable_params (1) does not match the expected number of params (2)',
  ],
  ['a pending template', template('pending_one'), 404, 132001, 'template name (pending_one) does not exist in en_US'],
  [
    'too few variables',
    template('order_update', [body('Ayla'), url('1')]),
    400,
    132000,
    'body: number of localizable_params (1) does not match the expected number of params (2)',
  ],
  [
    'variables of a plain header',
    template('hello_world', [{ type: 'header', parameters: words('x') }]),
    400,
    132000,
    'header: number of localizable_params (1) does not match the expected number of params (0)',
  ],
  [
    'no button parameter',
    template('order_update', [body('Ayla', '1')]),
    400,
    131008,
    'buttons: Button at index 0 of type Url requires a parameter',
  ],
  [
    'a missing media header',
    template('promo_spring'),
    400,
    132012,
    'header: Format mismatch, expected IMAGE, received UNKNOWN',
  ],
  [
    'text in a media header',
    template('promo_spring', [{ type: 'header', parameters: words('x') }]),
    400,
    132012,
    'header: Format mismatch, expected IMAGE, received TEXT',
  ],
  [
    'a caption in a media header',
    template('promo_spring', [
      { type: 'header', parameters: [{ type: 'image', image: { link: 'https://shop.example/a.png', caption: 'x' } }] },
    ]),
    400,
    131009,
    'header: captions are not allowed in header media',
  ],
  [
    'a line break',
    template('order_update', [body('Ay\nla', '1'), url('1')]),
    400,
    132018,
    'Param text cannot have new-line/tab characters or more than 4 consecutive spaces',
  ],
  [
    'five spaces',
    template('order_update', [body('Ay     la', '1'), url('1')]),
    400,
    132018,
    'Param text cannot have new-line/tab characters or more than 4 consecutive spaces',
  ],
  [
    'a named variable without name',
    template('welcome_named', [body('Ayla')]),
    400,
    100,
    'Parameter name is missing or empty',
  ],
  [
    'a text that is too long',
    template('order_update', [body('x'.repeat(1024), '1'), url('1')]),
    400,
    132005,
    'body: translated text too long',
  ],
])('refuses %s', async (_name, message, status, code, details) => {
  const { send, mock } = await createTestMock();
  const reply = await send(message);
  expect(reply.status).toBe(status);
  expect(reply.body.error).toMatchObject({ code, error_data: { messaging_product: 'whatsapp', details } });
  expect(mock.sends()).toEqual([]);
});

test.each([
  ['PAUSED', 132015],
  ['DISABLED', 132016],
])('refuses a template that is %s', async (status, code) => {
  const { mock, send } = await createTestMock();
  mock.setTemplate('102290129340398', { name: 'hello_world', language: 'en_US', status });
  expect((await send(template('hello_world'))).body.error.code).toBe(code);
});

test('sends the one-time password in the button listed as OTP', async () => {
  const { mock, send } = await createTestMock();
  const components = [
    { type: 'body', text: '*{{1}}* is your verification code.' },
    { type: 'buttons', buttons: [{ type: 'otp', otp_type: 'COPY_CODE', text: 'Copy code' }] },
  ];
  mock.setTemplate('102290129340398', { name: 'otp', language: 'en_US', category: 'AUTHENTICATION', components });
  expect((await send(template('otp', [body('123456'), url('123456')]))).status).toBe(200);
  expect((await send(template('otp', [body('123456')]))).body.error.code).toBe(131008);
});

const WABA = '102290129340398';
const media = { type: 'image', image: { link: 'https://shop.example/a.png' } };
const cardOf = (index: number, ...components: object[]) => ({ card_index: index, components });
const cardTemplate = {
  components: [
    { type: 'HEADER', format: 'IMAGE', example: { header_handle: ['4::a'] } },
    { type: 'BODY', text: 'Only {{1}}' },
    { type: 'BUTTONS', buttons: [{ type: 'URL', text: 'Buy', url: 'https://shop.example/{{1}}' }] },
  ],
};
const fullCard = (index: number) => cardOf(index, { type: 'header', parameters: [media] }, body('5 EUR'), url('a'));
const carousel = (...cards: object[]) => ({ type: 'carousel', cards });
const buttonsOf = (...buttons: object[]) => [
  { type: 'BODY', text: 'Hi' },
  { type: 'BUTTONS', buttons },
];
const press = (sub_type: string, ...parameters: object[]) => ({ type: 'button', sub_type, index: '0', parameters });
const sections = [{ title: 'New', product_items: [{ product_retailer_id: 'sku-1' }] }];

/** Templates that need parameters: what is accepted, then what is refused and with which code and details. */
test.each<[string, object[], object[], [object[], number, string][]]>([
  [
    'a carousel',
    [
      { type: 'BODY', text: 'Look' },
      { type: 'CAROUSEL', cards: [cardTemplate, cardTemplate] },
    ],
    [carousel(fullCard(0), fullCard(1))],
    [
      [[], 131008, 'carousel: Card at index 0 requires parameters'],
      [[carousel(fullCard(0))], 131008, 'carousel: Card at index 1 requires parameters'],
      [
        [carousel(fullCard(0), cardOf(1, { type: 'header', parameters: [media] }, body('5 EUR')))],
        131008,
        'carousel: Card at index 1: buttons: Button at index 0 of type Url requires a parameter',
      ],
      [
        [carousel(fullCard(0), cardOf(1, body('5 EUR'), url('a')))],
        132012,
        'carousel: Card at index 1: header: Format mismatch, expected IMAGE, received UNKNOWN',
      ],
      [
        [carousel(fullCard(0), cardOf(1, { type: 'header', parameters: [media] }, url('a')))],
        132000,
        'carousel: Card at index 1: body: number of localizable_params (0) does not match the expected number of params (1)',
      ],
      [[carousel(fullCard(0), fullCard(1), fullCard(2))], 132012, 'carousel: Card at index 2 does not exist'],
    ],
  ],
  [
    'several products',
    buttonsOf({ type: 'MPM', text: 'View items' }),
    [press('mpm', { type: 'action', action: { thumbnail_product_retailer_id: 'sku-1', sections } })],
    [
      [[], 131008, 'buttons: Button at index 0 of type Mpm requires a parameter'],
      [
        [press('mpm', { type: 'action', action: { sections: [] } })],
        131008,
        'buttons: Button at index 0 of type Mpm requires a parameter',
      ],
    ],
  ],
  [
    'a limited-time offer',
    [
      { type: 'LIMITED_TIME_OFFER', limited_time_offer: { text: 'Ends soon', has_expiration: true } },
      ...buttonsOf({ type: 'COPY_CODE', example: 'SAVE5' }),
    ],
    [
      {
        type: 'limited_time_offer',
        parameters: [{ type: 'limited_time_offer', limited_time_offer: { expiration_time_ms: 1_767_830_400_000 } }],
      },
      press('copy_code', { type: 'coupon_code', coupon_code: 'SAVE5' }),
    ],
    [
      [
        [press('copy_code', { type: 'coupon_code', coupon_code: 'SAVE5' })],
        131008,
        'limited_time_offer: The offer requires a parameter',
      ],
    ],
  ],
  [
    'a code to copy',
    buttonsOf({ type: 'COPY_CODE', example: 'SAVE5' }),
    [press('copy_code', { type: 'coupon_code', coupon_code: 'SAVE5' })],
    [[[], 131008, 'buttons: Button at index 0 of type CopyCode requires a parameter']],
  ],
  [
    'a flow',
    buttonsOf({ type: 'FLOW', text: 'Book', flow_id: '1' }),
    [press('flow', { type: 'action', action: { flow_token: 'unused' } })],
    [[[], 131008, 'buttons: Button at index 0 of type Flow requires a parameter']],
  ],
  ['a catalog', buttonsOf({ type: 'CATALOG', text: 'View catalog' }), [], []],
  ['an offer without end', [{ type: 'LIMITED_TIME_OFFER', limited_time_offer: { text: 'Hi' } }], [], []],
])('a template with %s needs its parameters', async (_name, components, right, wrong) => {
  const { mock, send } = await createTestMock();
  mock.setTemplate(WABA, { name: 'rich', language: 'en_US', category: 'MARKETING', components });
  expect((await send(template('rich', right))).body.error).toBeUndefined();
  for (const [given, code, details] of wrong) {
    const { status, body: answer } = await send(template('rich', given));
    expect([status, answer.error]).toMatchObject([400, { code, error_data: { details } }]);
  }
});
