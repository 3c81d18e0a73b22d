import { expect, test } from 'vitest';
import { createTestMock } from '../testing/mock.ts';
import { GRAPH_ERRORS } from './graph-errors.ts';

const ROWS = Object.entries(GRAPH_ERRORS).flatMap(([channel, rows]) =>
  rows.map((row) => ({ channel: channel as keyof typeof GRAPH_ERRORS, ...row })),
);
const ASSETS = { whatsapp: '106540352242922', messenger: '113846158011745', instagram: '178414532089610' };

test('knows every code of the error pages', () => {
  const codes = (channel: keyof typeof GRAPH_ERRORS) =>
    [...new Set(GRAPH_ERRORS[channel].map(({ code }) => code))].sort((a, b) => a - b);
  expect(codes('whatsapp')).toEqual([
    0, 1, 2, 3, 4, 10, 33, 100, 104, 190, 200, 368, 80007, 130403, 130429, 130472, 130497, 131000, 131005, 131008,
    131009, 131016, 131021, 131026, 131030, 131031, 131037, 131042, 131045, 131047, 131048, 131049, 131050, 131051,
    131052, 131053, 131056, 131057, 131060, 131062, 131063, 131064, 132000, 132001, 132005, 132007, 132012, 132015,
    132016, 132018, 133004, 133005, 133006, 133010, 133016, 135000, 138000, 138006, 139000, 139001, 139002, 139003,
    139004, 139100,
  ]);
  const subcodes = GRAPH_ERRORS.whatsapp.flatMap(({ code, subcode }) => (code === 100 ? (subcode ?? []) : []));
  expect(subcodes).toEqual([
    2388019, 2388024, 2388039, 2388040, 2388046, 2388047, 2388072, 2388073, 2388293, 2388299, 2494100, 2593002,
  ]);
  expect(codes('messenger')).toEqual([1, 2, 4, 10, 100, 104, 190, 200, 230, 368, 551, 613, 1200]);
  expect(codes('instagram')).toEqual(codes('messenger'));
});

test.each(ROWS.filter(({ where }) => where.includes('S')))(
  'returns $channel $code $subcode on request',
  async ({ channel, code, subcode, http, message }) => {
    const { mock, call } = await createTestMock();
    await mock.receive({
      channel,
      business_id: ASSETS[channel],
      from: { id: '905551112233' },
      type: 'text',
      text: 'hi',
    });
    mock.faults.next({ channel, outcome: 'reject', code, subcode });
    const whatsapp = { messaging_product: 'whatsapp', to: '905551112233', text: { body: 'hello' } };
    const page = { recipient: { id: '905551112233' }, message: { text: 'hello' } };
    const reply = await call('POST', `/v25.0/${ASSETS[channel]}/messages`, {
      body: channel === 'whatsapp' ? whatsapp : page,
    });
    expect(reply.status).toBe(http);
    expect(reply.body.error).toMatchObject({ code, ...(subcode === undefined ? {} : { error_subcode: subcode }) });
    expect(reply.body.error.message).toContain(message);
    expect(mock.sends()).toEqual([]);
  },
);

test.each(ROWS.filter(({ where }) => where.includes('W')))(
  'reports $code in a failed status on request',
  async ({ code, message }) => {
    const { mock, send, app } = await createTestMock();
    mock.faults.next({ outcome: 'fail', code });
    expect((await send({ text: { body: 'hello' } })).status).toBe(200);
    expect(app.value(0).statuses[0].errors[0]).toMatchObject({
      code,
      title: message,
      message,
      error_data: { details: expect.any(String) },
    });
  },
);

test("returns a template's error by the number on Meta's page, as a subcode", async () => {
  const { mock, call } = await createTestMock();
  mock.faults.next({ applies_to: 'template', outcome: 'reject', code: 2388040 });
  const reply = await call('GET', '/v25.0/102290129340398/message_templates');
  expect(reply.body.error).toMatchObject({
    message: 'Invalid parameter',
    code: 100,
    error_subcode: 2388040,
    error_user_title: 'Character limit exceeded',
  });
});

test('returns a code that is in no table', async () => {
  const { mock, send } = await createTestMock();
  mock.faults.next({ outcome: 'reject', code: 999999, details: 'something new' });
  const reply = await send({ text: { body: 'hello' } });
  expect([reply.status, reply.body.error.code, reply.body.error.error_data.details]).toEqual([
    400,
    999999,
    'something new',
  ]);
});

test('returns the subcode of an expired token', async () => {
  const { mock, call } = await createTestMock();
  mock.expireToken(mock.credentials.access_token);
  const reply = await call('GET', '/v25.0/106540352242922');
  expect(reply.status).toBe(401);
  expect(reply.body.error).toMatchObject({
    code: 190,
    error_subcode: 463,
    message: expect.stringMatching(/^Error validating access token: Session has expired/),
  });
});
