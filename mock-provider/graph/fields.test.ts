import { expect, test } from 'vitest';
import { createTestMock, TRANSPORTS } from '../testing/mock.ts';

const NUMBER = '106540352242922';
const PAGE = '113846158011745';
const ACCOUNT = '178414532089610';
const WABA = '102290129340398';

test.each<[string, string, object]>([
  ['names', `me?fields=id,name`, { id: PAGE, name: 'Demo Shop Page' }],
  ['names with spaces', `me?fields=id, name`, { id: PAGE, name: 'Demo Shop Page' }],
  ['a JSON array, as fb sends them', `me?fields=["id","name"]`, { id: PAGE, name: 'Demo Shop Page' }],
  ['unknown names', `${NUMBER}?fields=id,nonsense,toString`, { id: NUMBER }],
  ['a part of an object', `${NUMBER}?fields=throughput{level}`, { id: NUMBER, throughput: { level: 'STANDARD' } }],
  [
    'a part of a field without parts',
    `${NUMBER}?fields=throughput{level{x}}`,
    { id: NUMBER, throughput: { level: 'STANDARD' } },
  ],
  [
    'the account of a page',
    `me?fields=name,instagram_business_account`,
    { id: PAGE, name: 'Demo Shop Page', instagram_business_account: { id: ACCOUNT } },
  ],
  [
    'fields of the account of a page',
    `me?fields=instagram_business_account{username}`,
    { id: PAGE, instagram_business_account: { id: ACCOUNT, username: 'demo.shop' } },
  ],
  [
    'the numbers of a WhatsApp account',
    `${WABA}?fields=id,phone_numbers{id,throughput{level}},currency`,
    {
      id: WABA,
      phone_numbers: {
        data: [{ id: NUMBER, throughput: { level: 'STANDARD' } }],
        paging: { cursors: { before: 'MAZDZD', after: 'MAZDZD' } },
      },
      currency: 'USD',
    },
  ],
])('picks %s', async (_name, path, expected) => {
  const { call } = await createTestMock();
  expect((await call('GET', `/v25.0/${path}`)).body).toEqual(expected);
});

test.each(TRANSPORTS)('returns an edge as a paginated field of its node %s', async (transport) => {
  const { call, mock } = await createTestMock({}, transport);
  const { body } = await call('GET', `/v25.0/${WABA}?fields=message_templates.limit(2){name},currency`);
  const [first, second, third] = mock.templates(WABA);
  expect(body).toMatchObject({ id: WABA, currency: 'USD' });
  expect(body.message_templates.data).toEqual([
    { id: first?.id, name: 'hello_world' },
    { id: second?.id, name: 'order_update' },
  ]);
  const next = new URL(body.message_templates.paging.next);
  expect(next.pathname).toBe(`/v25.0/${WABA}/message_templates`);
  const { data } = (await call('GET', next.pathname + next.search)).body;
  expect(data[0]).toEqual({ id: third?.id, name: 'welcome_named' });
});

test('also picks fields of templates from a JSON array', async () => {
  const { call, mock } = await createTestMock();
  const { body } = await call('GET', `/v25.0/${WABA}/message_templates?fields=["name","quality_score{score}"]&limit=1`);
  expect(body.data).toEqual([
    { id: mock.templates(WABA)[0]?.id, name: 'hello_world', quality_score: { score: 'UNKNOWN' } },
  ]);
});
