import { expect, test } from 'vitest';
import { ATTACHMENTS, type PageChannel, QUICK_REPLIES, TEMPLATES } from '../page/messages.ts';
import { createTestMock } from '../testing/mock.ts';
import { casesOf, limitsOf } from '../testing/rules.ts';
import { INTERACTIVE, MESSAGES, TEMPLATE_COMPONENTS, TEMPLATE_PARAMETER } from '../whatsapp/messages.ts';
import { type Field, kinds, object } from './rules.ts';

const NUMBER = '106540352242922';
const USER = '905551112233';
const PAGES = { messenger: '113846158011745', instagram: '178414532089610' };

/** Returns a mock without windows and rate limits, to which one person has written on each channel. */
async function setup() {
  const test = await createTestMock({ windows: 'off', limits: { throughput: null, page: null } });
  const { mock, call } = test;
  const write = (channel: 'whatsapp' | PageChannel, business_id: string) =>
    mock.receive({ channel, business_id, from: { id: USER }, type: 'text', text: 'hi' });
  const { external_id: message_id } = await write('whatsapp', NUMBER);
  await write('messenger', PAGES.messenger);
  await write('instagram', PAGES.instagram);
  const upload = { attachment: { type: 'image', payload: { url: 'https://shop.example/a.png' } } };
  const { attachment_id } = (
    await call('POST', `/${PAGES.messenger}/message_attachments`, { body: { message: upload } })
  ).body;
  return { ...test, known: { message_id, attachment_id, catalog_id: '1' } };
}

interface RuleResponse {
  status: number;
  body: { error?: { code: number; message: string; error_data?: { details?: string } } };
}

/** Returns the cases whose responses differ from the table, with their responses. */
async function surprises(field: Field, known: object, post: (value: unknown) => Promise<RuleResponse>) {
  const wrong: unknown[] = [];
  const cases = casesOf(field, known as Record<string, unknown>);
  for (const { name, value, taken } of cases) {
    const { status, body } = await post(value);
    const { code = 0, message, error_data } = body.error ?? {};
    const refused = status === 400 && [100, 131008, 131009].includes(code) && typeof message === 'string';
    const detailed = code === 100 || typeof error_data?.details === 'string';
    if (taken ? status !== 200 : !refused || !detailed) {
      wrong.push([name, taken, status, body.error, value]);
    }
  }
  return { count: cases.length, wrong };
}

const OTHERS = Object.entries(MESSAGES).filter(([type]) => type !== 'interactive' && type !== 'template');

test.each(OTHERS)('accepts and refuses messages of type %s according to the table', async (type, field) => {
  const { call, known } = await setup();
  const { count, wrong } = await surprises(field, known, (content) =>
    call('POST', `/v25.0/${NUMBER}/messages`, {
      body: { messaging_product: 'whatsapp', to: USER, type, [type]: content },
    }),
  );
  expect(wrong).toEqual([]);
  expect(count).toBeGreaterThan(5);
});

test.each(Object.keys(INTERACTIVE))(
  'accepts and refuses interactive messages of type %s according to the table',
  async (kind) => {
    const { call, known } = await setup();
    const field = kinds('type', { [kind]: INTERACTIVE[kind] ?? object({}) });
    const { count, wrong } = await surprises(field, known, (interactive) =>
      call('POST', `/v25.0/${NUMBER}/messages`, {
        body: { messaging_product: 'whatsapp', to: USER, type: 'interactive', interactive },
      }),
    );
    expect(wrong).toEqual([]);
    expect(count).toBeGreaterThan(5);
  },
);

test('reads and refuses template components according to the table', async () => {
  const { call, known } = await setup();
  const { count, wrong } = await surprises(TEMPLATE_COMPONENTS, known, async (components) => {
    const template = { name: 'hello_world', language: { code: 'en_US' }, components };
    const body = { messaging_product: 'whatsapp', to: USER, type: 'template', template };
    const reply = await call('POST', `/v25.0/${NUMBER}/messages`, { body });
    // A readable component may still not fit this template.
    const fits = ![132000, 132012].includes(reply.body.error?.code);
    return fits ? reply : { status: 200, body: {} };
  });
  expect(wrong).toEqual([]);
  expect(count).toBeGreaterThan(100);
});

const PAYLOADS = (['messenger', 'instagram'] as const).flatMap((channel) =>
  Object.entries(TEMPLATES[channel]).map(([kind, field]) => [channel, kind, field] as const),
);

test.each(PAYLOADS)(
  'on %s accepts and refuses templates of type %s according to the table',
  async (channel, kind, field) => {
    const { call, known } = await setup();
    const { count, wrong } = await surprises(kinds('template_type', { [kind]: field }), known, (payload) =>
      call('POST', `/v25.0/${PAGES[channel]}/messages`, {
        body: { recipient: { id: USER }, message: { attachment: { type: 'template', payload } } },
      }),
    );
    expect(wrong).toEqual([]);
    expect(count).toBeGreaterThan(3);
  },
);

test.each(['messenger', 'instagram'] as const)(
  'accepts and refuses quick replies on %s according to the table',
  async (channel) => {
    const { call, known } = await setup();
    const { wrong } = await surprises(QUICK_REPLIES, known, (quick_replies) =>
      call('POST', `/v25.0/${PAGES[channel]}/messages`, {
        body: { recipient: { id: USER }, message: { text: 'Pick', quick_replies } },
      }),
    );
    expect(wrong).toEqual([]);
  },
);

test('accepts and refuses attachments on Instagram according to the table', async () => {
  const { call, known } = await setup();
  const { template: _, ...others } = ATTACHMENTS.instagram;
  const field = kinds(
    'type',
    Object.fromEntries(Object.entries(others).map(([type, fields]) => [type, object(fields)])),
  );
  const { wrong } = await surprises(field, known, (attachment) =>
    call('POST', `/v25.0/${PAGES.instagram}/messages`, { body: { recipient: { id: USER }, message: { attachment } } }),
  );
  expect(wrong).toEqual([]);
});

/** Returns the limits of a table, without headers and footers, which have the same limits everywhere. */
function limits(field: Field): Record<string, string> {
  const [common, own] = [/\.(header\(text\)\.(sub_)?text|footer\.text)$/, limitsOf(field)];
  const same = Object.entries(own).filter(([path]) => common.test(path));
  expect(same.every(([, limit]) => limit === '60')).toBe(true);
  return Object.fromEntries(Object.entries(own).filter(([path]) => !common.test(path)));
}

test("has the limits of Meta's pages for WhatsApp", () => {
  const { interactive = object({}), ...others } = MESSAGES;
  expect(limits(object(others))).toEqual({
    '.text.body': '4096',
    '.image.caption': '1024',
    '.video.caption': '1024',
    '.document.caption': '1024',
    '.location.latitude': '-90 to 90',
    '.location.longitude': '-180 to 180',
    '.reaction.message_id': '512',
    '.contacts[]': '1 to 257',
    '.contacts[].name.formatted_name': '1024',
    '.template.name': '512',
    '.template.language.code': '15',
  });
  expect(limits(interactive)).toEqual({
    '(button).body.text': '1024',
    '(button).action.buttons[]': '1 to 3',
    '(button).action.buttons[](reply).reply.id': '256',
    '(button).action.buttons[](reply).reply.title': '20',
    '(list).body.text': '4096',
    '(list).action.button': '20',
    '(list).action.sections[]': '1 to 10',
    '(list).action.sections[].title': '24',
    '(list).action.sections[].rows[]': '1 to 10',
    '(list).action.sections[].rows[].id': '200',
    '(list).action.sections[].rows[].title': '24',
    '(list).action.sections[].rows[].description': '72',
    '(cta_url).body.text': '1024',
    '(cta_url).action.parameters.display_text': '20',
    '(flow).body.text': '1024',
    '(flow).action.parameters.flow_cta': '30',
    '(product).body.text': '1024',
    '(product_list).body.text': '1024',
    '(product_list).action.sections[]': '1 to 10',
    '(product_list).action.sections[].title': '24',
    '(product_list).action.sections[].product_items[]': '1 to 30',
    '(catalog_message).body.text': '1024',
    '(carousel).body.text': '1024',
    '(carousel).action.cards[]': '2 to 10',
    '(carousel).action.cards[](cta_url).card_index': '0 to 9',
    '(carousel).action.cards[](cta_url).body.text': '160',
    '(carousel).action.cards[](cta_url).action.parameters.display_text': '20',
    '(carousel).action.cards[](cta_url).action.buttons[](quick_reply).quick_reply.id': '256',
    '(carousel).action.cards[](cta_url).action.buttons[](quick_reply).quick_reply.title': '20',
    '(carousel).action.cards[](product).card_index': '0 to 9',
    '(location_request_message).body.text': '1024',
    '(address_message).body.text': '1024',
    '(order_details).body.text': '1024',
    '(order_details).action.parameters.reference_id': '35',
    '(order_details).action.parameters.currency': '3',
    '(order_status).body.text': '1024',
    '(order_status).action.parameters.reference_id': '35',
    '(order_status).action.parameters.order.description': '120',
    '(voice_call).body.text': '1024',
    '(voice_call).action.parameters.display_text': '20',
    '(voice_call).action.parameters.ttl_minutes': '1 to 43200',
    '(voice_call).action.parameters.payload': '512',
    '(request_contact_info).body.text': '1024',
    '(call_permission_request).body.text': '1024',
  });
  expect(limits(TEMPLATE_PARAMETER)).toEqual({
    '(text).text': '32768',
    '(currency).currency.code': '3',
    '(location).location.latitude': '-90 to 90',
    '(location).location.longitude': '-180 to 180',
    '(coupon_code).coupon_code': '20',
    '(order_status).order_status.reference_id': '35',
    '(order_status).order_status.order.description': '120',
  });
});

test("has the limits of Meta's pages for Messenger and Instagram", () => {
  const onBoth = (path: string) => ({
    [`${path}[](web_url).title`]: '20',
    [`${path}[](postback).title`]: '20',
    [`${path}[](postback).payload`]: '1000',
  });
  const onMessenger = (path: string) => ({
    ...onBoth(path),
    [`${path}[](phone_number).title`]: '20',
    [`${path}[](game_play).title`]: '20',
    [`${path}[](game_play).payload`]: '1000',
  });
  const shared = {
    '(button).text': '640',
    '(button).buttons[]': '1 to 3',
    '(generic).elements[]': '1 to 10',
    '(generic).elements[].title': '80',
    '(generic).elements[].subtitle': '80',
    '(generic).elements[].buttons[]': '0 to 3',
    '(product).elements[]': '1 to 10',
    '(notification_messages).title': '65',
  };
  expect(limits(kinds('template_type', TEMPLATES.messenger))).toEqual({
    ...shared,
    ...onMessenger('(button).buttons'),
    ...onMessenger('(generic).elements[].buttons'),
    '(media).elements[]': '1 to 1',
    '(media).elements[].buttons[]': '0 to 3',
    ...onMessenger('(media).elements[].buttons'),
    '(receipt).currency': '3',
    '(receipt).elements[]': '0 to 100',
    '(receipt).address.country': '2',
    '(customer_feedback).feedback_screens[]': '1 to 1',
    '(customer_feedback).expires_in_days': '1 to 7',
    '(one_time_notif_req).title': '65',
    '(airline_itinerary).currency': '3',
  });
  expect(limits(kinds('template_type', TEMPLATES.instagram))).toEqual({
    ...shared,
    ...onBoth('(button).buttons'),
    ...onBoth('(generic).elements[].buttons'),
  });
  expect(limits(QUICK_REPLIES)).toEqual({ '[]': '0 to 13', '[](text).payload': '1000' });
});
