import { expect, test } from 'vitest';
import { createTestMock, TRANSPORTS } from '../testing/mock.ts';
import type { Template } from '../world/state.ts';

const LIST = '/v25.0/102290129340398/message_templates';

test.each(TRANSPORTS)('lists the demo templates %s', async (transport) => {
  const { call } = await createTestMock({}, transport);
  const { body } = await call('GET', LIST);
  expect(
    body.data.map((one: Template) => [one.name, one.language, one.status, one.category, one.parameter_format]),
  ).toEqual([
    ['hello_world', 'en_US', 'APPROVED', 'UTILITY', 'POSITIONAL'],
    ['order_update', 'en_US', 'APPROVED', 'UTILITY', 'POSITIONAL'],
    ['welcome_named', 'en_US', 'APPROVED', 'UTILITY', 'NAMED'],
    ['promo_spring', 'en_US', 'APPROVED', 'MARKETING', 'POSITIONAL'],
    ['multi_lang', 'en_US', 'APPROVED', 'UTILITY', 'POSITIONAL'],
    ['multi_lang', 'tr', 'APPROVED', 'UTILITY', 'POSITIONAL'],
    ['pending_one', 'en_US', 'PENDING', 'UTILITY', 'POSITIONAL'],
    ['rejected_one', 'en_US', 'REJECTED', 'MARKETING', 'POSITIONAL'],
  ]);
  expect(body.paging).toEqual({ cursors: { before: 'MAZDZD', after: 'NwZDZD' } });
});

test.each(TRANSPORTS)('returns links to further pages of templates %s', async (transport) => {
  const { call, mock } = await createTestMock({}, transport);
  const names: string[] = [];
  let path: string | undefined = `${LIST}?limit=3&fields=name`;
  while (path) {
    const { body } = await call('GET', path);
    names.push(...body.data.map((one: { name: string }) => one.name));
    expect(body.data[0]).toEqual({ name: expect.any(String), id: expect.any(String) });
    path = body.paging.next && new URL(body.paging.next).pathname + new URL(body.paging.next).search;
  }
  expect(names).toEqual(mock.templates('102290129340398').map(({ name }) => name));
});

test('returns to the previous page by its cursor', async () => {
  const { call } = await createTestMock();
  const second = await call('GET', `${LIST}?limit=3&after=MgZDZD`);
  expect(second.body.data[0].name).toBe('promo_spring');
  const first = await call(
    'GET',
    new URL(second.body.paging.previous).pathname + new URL(second.body.paging.previous).search,
  );
  expect(first.body.data.map((one: { name: string }) => one.name)).toEqual([
    'hello_world',
    'order_update',
    'welcome_named',
  ]);
});

test.each([
  ['name=multi_lang', 2],
  ['status=APPROVED', 6],
  ['status=["PENDING","REJECTED"]', 2],
  ['category=MARKETING', 2],
  ['language=tr', 1],
  ['name_or_content=spring', 1],
  ['name=nobody', 0],
])('filters by %s', async (query, count) => {
  const { call } = await createTestMock();
  const { body } = await call('GET', `${LIST}?${query}`);
  expect(body.data).toHaveLength(count);
});

test("notifies the app when a template's status changes", async () => {
  const { mock, app } = await createTestMock();
  mock.setTemplate('102290129340398', { name: 'pending_one', language: 'en_US', status: 'APPROVED' });
  await mock.whenIdle();
  const id = mock.templates('102290129340398').find(({ name }) => name === 'pending_one')?.id;
  expect(app.received.map(({ body }) => body)).toEqual([
    {
      object: 'whatsapp_business_account',
      entry: [
        {
          id: '102290129340398',
          time: 1767225600,
          changes: [
            {
              field: 'message_template_status_update',
              value: {
                event: 'APPROVED',
                message_template_id: Number(id),
                message_template_name: 'pending_one',
                message_template_language: 'en_US',
                reason: 'NONE',
                message_template_category: 'UTILITY',
              },
            },
          ],
        },
      ],
    },
  ]);
});

test('explains a rejection for an invalid format, and a pause', async () => {
  const { mock, app } = await createTestMock();
  mock.setTemplate('102290129340398', {
    name: 'pending_one',
    language: 'en_US',
    status: 'REJECTED',
    rejected_reason: 'INVALID_FORMAT',
    event_language: 'en-US',
  });
  await mock.whenIdle();
  mock.setTemplate('102290129340398', { name: 'hello_world', language: 'en_US', status: 'PAUSED' });
  await mock.whenIdle();
  const values = app.received.map((_, index) => app.value(index));
  expect(values[0]).toMatchObject({
    event: 'REJECTED',
    reason: 'INVALID_FORMAT',
    message_template_language: 'en-US',
    rejection_info: { reason: expect.any(String) },
  });
  expect(values[1]).toMatchObject({ event: 'PAUSED', reason: 'NONE', other_info: { title: 'FIRST_PAUSE' } });
});

test('gives a reason for each rejection, and the clock time when a template is disabled', async () => {
  const { mock, app, call } = await createTestMock();
  const set = async (status: string, change: object = {}) => {
    mock.setTemplate('102290129340398', { name: 'pending_one', language: 'en_US', status, ...change });
    await mock.whenIdle();
    const { body } = await call('GET', `${LIST}?name=pending_one&fields=rejected_reason`);
    return [app.value(app.received.length - 1), body.data[0].rejected_reason];
  };
  expect(await set('REJECTED')).toMatchObject([
    { event: 'REJECTED', reason: 'INVALID_FORMAT', rejection_info: { reason: expect.any(String) } },
    'INVALID_FORMAT',
  ]);
  expect(await set('PENDING')).toMatchObject([{ event: 'PENDING', reason: 'NONE' }, 'NONE']);
  const [scam, reason] = await set('REJECTED', { rejected_reason: 'SCAM' });
  expect([scam.reason, scam.rejection_info, reason]).toEqual(['SCAM', undefined, 'SCAM']);
  expect(await set('DISABLED')).toMatchObject([{ reason: 'NONE', disable_info: { disable_date: 1767225600 } }, 'NONE']);
});

test('adds a template without notifying the app', async () => {
  const { mock, app, send } = await createTestMock();
  mock.setTemplate('102290129340398', {
    name: 'fresh',
    language: 'en_US',
    category: 'UTILITY',
    status: 'APPROVED',
    components: [{ type: 'BODY', text: 'Hi' }],
  });
  await mock.whenIdle();
  expect(app.received).toEqual([]);
  expect((await send({ type: 'template', template: { name: 'fresh', language: { code: 'en_US' } } })).status).toBe(200);
});
