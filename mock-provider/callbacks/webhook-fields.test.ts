import { expect, test } from 'vitest';
import { createTestMock } from '../testing/mock.ts';
import type { Json } from '../world/state.ts';
import { signatureHeaders } from './signature.ts';
import { WEBHOOK_FIELDS } from './webhook-fields.ts';

const NUMBER = '106540352242922';
const WABA = '102290129340398';
const PAGE = '113846158011745';
const PERSON = '905551112233';

type TestMock = Awaited<ReturnType<typeof createTestMock>>;

/** Returns the last entry that the app received. */
function lastEntry({ app }: TestMock): { id: string; changes: { field: string; value: Json }[] } {
  const received = app.received.at(-1);
  if (!received) {
    throw new Error('The app received nothing');
  }
  return (received.body.entry as [{ id: string; changes: { field: string; value: Json }[] }])[0];
}

/** Every field with every example. */
const EXAMPLES = Object.entries(WEBHOOK_FIELDS).flatMap(([field, { examples }]) =>
  Object.entries(examples).map(([name, value]): [string, string, Json] => [field, name, value]),
);

test.each(EXAMPLES)('reports %s: %s, signed, and over HTTP as in process', async (field, _name, value) => {
  const inProcess = await createTestMock();
  expect((await inProcess.mock.report({ field, value }))?.status_code).toBe(200);
  const overHttp = await createTestMock();
  const reply = await overHttp.call('POST', '/_mock/report', { token: null, body: { field, value } });
  expect(reply).toMatchObject({ status: 200, body: { status_code: 200 } });
  expect(overHttp.app.received).toEqual(inProcess.app.received);
  const [received] = inProcess.app.received;
  expect(received?.headers).toMatchObject(signatureHeaders(inProcess.business.app_secret, received?.bytes ?? ''));
  expect(lastEntry(inProcess)).toMatchObject({ id: WABA, changes: [{ field, value: { ...partsOf(field, value) } }] });
  if (WEBHOOK_FIELDS[field]?.ofNumber) {
    const given = value.metadata as Json | undefined;
    expect(lastEntry(inProcess).changes[0]?.value).toMatchObject({
      messaging_product: 'whatsapp',
      metadata: { phone_number_id: given?.phone_number_id ?? NUMBER },
    });
  }
});

/** The parts of an example that arrive unchanged. */
function partsOf(field: string, value: Json): Json {
  return field === 'history' ? {} : value;
}

const ORDER_UPDATE = { message_template_name: 'order_update', message_template_language: 'en_US' };

test('after a stop, marketing templates to the person fail with 131050 until they resume', async () => {
  const mockTest = await createTestMock();
  const { mock, send, app, call } = mockTest;
  const image = { type: 'image', image: { link: 'https://cdn.example/a.png' } };
  const components = [{ type: 'header', parameters: [image] }];
  const promo = { type: 'template', template: { name: 'promo_spring', language: { code: 'en_US' }, components } };
  const sendStatuses = async (body: Json) => {
    const before = app.received.length;
    expect((await send(body)).status).toBe(200);
    return app.received.slice(before).flatMap((_, index) => app.value(before + index).statuses);
  };
  await mock.report({
    field: 'user_preferences',
    value: { user_preferences: [{ wa_id: '+90 555 111 22 33', value: 'stop' }] },
  });
  expect(lastEntry(mockTest).changes[0]?.value).toMatchObject({
    contacts: [{ wa_id: PERSON }],
    user_preferences: [
      {
        wa_id: PERSON,
        detail: 'User requested to stop marketing messages',
        category: 'marketing_messages',
        value: 'stop',
        timestamp: '1767225600',
      },
    ],
  });
  expect(await sendStatuses(promo)).toMatchObject([{ status: 'failed', errors: [{ code: 131050 }] }]);
  const utility = { name: 'hello_world', language: { code: 'en_US' } };
  expect((await sendStatuses({ type: 'template', template: utility })).map(({ status }) => status)).toContain('read');
  const other = { messaging_product: 'whatsapp', to: '905551112244', ...promo };
  await call('POST', `/v25.0/${NUMBER}/messages`, { body: other });
  await mock.whenIdle();
  expect(app.statuses().at(-1)).toBe('read');
  await mock.report({ field: 'user_preferences', value: { user_preferences: [{ wa_id: PERSON, value: 'resume' }] } });
  expect((await sendStatuses(promo)).map(({ status }) => status)).toEqual(['sent', 'delivered', 'read']);
});

test('a later list shows what Meta reported about a template', async () => {
  const { mock, call } = await createTestMock();
  const listed = async () => {
    const { body } = await call(
      'GET',
      `/v25.0/${WABA}/message_templates?name=order_update&fields=category,status,components,quality_score`,
    );
    return body.data[0];
  };
  await mock.report({
    field: 'template_category_update',
    value: { ...ORDER_UPDATE, new_category: 'UTILITY', correct_category: 'MARKETING' },
  });
  expect((await listed()).category).toBe('UTILITY');
  await mock.report({ field: 'template_category_update', value: { ...ORDER_UPDATE, new_category: 'MARKETING' } });
  expect((await listed()).category).toBe('MARKETING');
  await mock.report({ field: 'message_template_quality_update', value: { ...ORDER_UPDATE, new_quality_score: 'RED' } });
  expect((await listed()).quality_score.score).toBe('RED');
  await mock.report({ field: 'message_template_components_update' });
  expect((await listed()).components).toEqual([
    { type: 'BODY', text: 'Hi {{1}}, your order {{2}} arrives {{3}}.' },
    { type: 'BUTTONS', buttons: [{ type: 'URL', text: 'Track order', url: 'https://shop.example/orders/{{1}}' }] },
  ]);
});

test.each([
  ['ARCHIVED', 'ARCHIVED'],
  ['UNARCHIVED', 'APPROVED'],
  ['LOCKED', 'LOCKED'],
  ['UNLOCKED', 'APPROVED'],
  ['FLAGGED', 'APPROVED'],
  ['SOMETHING_NEW', 'APPROVED'],
])('after the event %s, a template is %s', async (event, status) => {
  const mockTest = await createTestMock();
  const { mock } = mockTest;
  await mock.report({ field: 'message_template_status_update', value: { ...ORDER_UPDATE, event } });
  expect(lastEntry(mockTest).changes[0]?.value).toMatchObject({
    event,
    message_template_id: expect.any(Number),
    message_template_category: 'UTILITY',
    reason: 'NONE',
  });
  expect(mock.templates(WABA).find(({ name }) => name === 'order_update')?.status).toBe(status);
});

test('an edit at Meta is approved and changes what sends need', async () => {
  const mockTest = await createTestMock();
  const { mock, send } = mockTest;
  const components = [{ type: 'BODY', text: 'Hi {{1}}, it is here.' }];
  mock.setTemplate(WABA, { name: 'order_update', language: 'en_US', components, event: 'APPROVED' });
  await mock.whenIdle();
  expect(lastEntry(mockTest).changes[0]?.value).toMatchObject({
    event: 'APPROVED',
    message_template_name: 'order_update',
  });
  expect(mock.templates(WABA).find(({ name }) => name === 'order_update')).not.toHaveProperty('event');
  const template = (count: number) => ({
    name: 'order_update',
    language: { code: 'en_US' },
    components: [{ type: 'body', parameters: Array(count).fill({ type: 'text', text: 'x' }) }],
  });
  expect((await send({ type: 'template', template: template(2) })).body.error.code).toBe(132000);
  expect((await send({ type: 'template', template: template(1) })).status).toBe(200);
});

test('history has the messages of both sides, with IDs, times and numbers', async () => {
  const mockTest = await createTestMock();
  await mockTest.mock.report({ field: 'history' });
  const handle = mockTest.mock.state().businesses[0]?.assets[0]?.handle;
  const common = {
    id: expect.stringMatching(/^wamid\./),
    timestamp: '1767225600',
    history_context: { status: 'READ' },
  };
  expect(lastEntry(mockTest).changes[0]?.value.history).toMatchObject([
    {
      metadata: { phase: 0, chunk_order: 1, progress: 100 },
      threads: [
        {
          id: PERSON,
          messages: [
            { ...common, from: PERSON },
            { ...common, from: handle, to: PERSON },
          ],
        },
      ],
    },
  ]);
});

test('sends fields that the mock does not know, also of a page, unchanged', async () => {
  const mockTest = await createTestMock();
  await mockTest.mock.report({ field: 'security', business_id: WABA, value: { event: 'PIN_CHANGED' } });
  expect(lastEntry(mockTest)).toMatchObject({
    id: WABA,
    changes: [{ field: 'security', value: { event: 'PIN_CHANGED' } }],
  });
  await mockTest.mock.report({ field: 'feed', business_id: PAGE, value: { item: 'comment' } });
  expect(mockTest.app.received.at(-1)?.body).toMatchObject({
    object: 'page',
    entry: [{ id: PAGE, changes: [{ field: 'feed', value: { item: 'comment' } }] }],
  });
});

test.each<[string, object, string]>([
  ['no field', {}, 'field must be text'],
  ['a value that is no object', { field: 'messages', value: [] }, 'value must be an object'],
  ['an unknown field without value', { field: 'security' }, 'A report of the field security needs a value'],
  ['an unknown business', { field: 'messages', business_id: '1', value: {} }, 'No business with id 1'],
  [
    'a wish without person',
    { field: 'user_preferences', value: { user_preferences: [{ value: 'stop' }] } },
    "The value of user_preferences's user_preferences must be a list of objects with wa_id or user_id",
  ],
  ['a missing part', { field: 'account_update', value: {} }, "The value of account_update's event must be text"],
  [
    'an unknown template',
    {
      field: 'template_category_update',
      value: { message_template_name: 'x', message_template_language: 'en', new_category: 'UTILITY' },
    },
    'No template x in en',
  ],
])('refuses a report with %s', async (_name, report, words) => {
  const { call, app } = await createTestMock();
  const { status, body } = await call('POST', '/_mock/report', { token: null, body: report });
  expect([status, body.error]).toEqual([400, expect.stringContaining(words)]);
  expect(app.received).toEqual([]);
});
