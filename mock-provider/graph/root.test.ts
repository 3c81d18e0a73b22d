import { expect, test } from 'vitest';
import { createTestMock, TRANSPORTS } from '../testing/mock.ts';

const NUMBER = '106540352242922';
const PAGE = '113846158011745';
const WABA = '102290129340398';
const USER = '905551112233';

test.each(TRANSPORTS)('treats a POST as the method in its query %s', async (transport) => {
  const { call, mock } = await createTestMock({}, transport);
  const path = `/v25.0/${WABA}/message_templates?name=multi_lang&method=delete`;
  expect((await call('POST', path)).body).toEqual({ success: true });
  expect(mock.templates(WABA).map(({ name }) => name)).not.toContain('multi_lang');
  expect((await call('POST', `/v25.0/${NUMBER}?method=GET&fields=status`)).body).toEqual({
    id: NUMBER,
    status: 'CONNECTED',
  });
});

test.each(TRANSPORTS)('returns several nodes at once %s', async (transport) => {
  const { call } = await createTestMock({}, transport);
  const path = (ids: string) => `/v25.0/?ids=${ids}&fields=name,status`;
  expect((await call('GET', path(`${NUMBER},${PAGE}`))).body).toEqual({
    [NUMBER]: { id: NUMBER, status: 'CONNECTED' },
    [PAGE]: { id: PAGE, name: 'Demo Shop Page' },
  });
  expect((await call('GET', `/?ids=${PAGE}`)).body).toEqual({ [PAGE]: { name: 'Demo Shop Page', id: PAGE } });
  expect((await call('GET', path(`${NUMBER},999999999`))).body.error).toMatchObject({ code: 100, error_subcode: 33 });
});

test.each(TRANSPORTS)('runs a batch, one request after another %s', async (transport) => {
  const { call, mock, app } = await createTestMock({}, transport);
  await mock.receive({ channel: 'messenger', business_id: PAGE, from: { id: USER }, type: 'text', text: 'hi' });
  const message = (text: string) =>
    `recipient=${encodeURIComponent(JSON.stringify({ id: USER }))}&message=${encodeURIComponent(JSON.stringify({ text }))}`;
  const batch = [
    { method: 'POST', relative_url: 'me/messages', body: message('one') },
    { method: 'GET', relative_url: `v24.0/me?fields=name` },
    { method: 'GET', relative_url: '999999999' },
    { method: 'POST', relative_url: '/me/messages?access_token=bad', body: message('two') },
    { method: 'GET', relative_url: 'me/nonsense' },
  ];
  const { body, status } = await call('POST', '/v25.0/', { body: { batch } });
  expect(status).toBe(200);
  const replies = JSON.parse(body.source) as {
    code: number;
    headers: { name: string; value: string }[];
    body: string;
  }[];
  expect(replies.map(({ code }) => code)).toEqual([200, 200, 400, 401, 400]);
  const bodies = replies.map((reply) => JSON.parse(reply.body));
  expect(bodies[0]).toEqual({ recipient_id: USER, message_id: expect.any(String) });
  expect(bodies[1]).toEqual({ id: PAGE, name: 'Demo Shop Page' });
  expect(bodies[4].error.code).toBe(2500);
  expect(replies[1]?.headers).toContainEqual({ name: 'facebook-api-version', value: 'v24.0' });
  await mock.whenIdle();
  expect(mock.sends().map(({ payload }) => payload.message)).toEqual([{ text: 'one' }]);
  expect(app.received).toHaveLength(4);
});

test('omits headers of a batch on request, and returns null for aborted requests', async () => {
  const { call, mock } = await createTestMock({}, 'over HTTP');
  mock.openWindow(NUMBER, USER);
  mock.faults.next({ outcome: 'reset' });
  const body = `messaging_product=whatsapp&to=${USER}&text={"body":"hello"}`;
  const batch = [
    { method: 'POST', relative_url: `${NUMBER}/messages`, body },
    { method: 'GET', relative_url: `${NUMBER}?fields=status` },
  ];
  const reply = await call('POST', '/', { body: { include_headers: false, batch: JSON.stringify(batch) } });
  expect(JSON.parse(reply.body.source)).toEqual([null, { code: 200, body: `{"status":"CONNECTED","id":"${NUMBER}"}` }]);
});

test('shows its page at the root if no IDs are requested', async () => {
  const { call } = await createTestMock({}, 'over HTTP');
  expect((await call('GET', '/', { token: null })).headers.get('content-type')).toBe('text/html; charset=utf-8');
});

test.each([{}, { batch: [] }, { batch: 'x' }, { batch: Array(51).fill({ method: 'GET', relative_url: 'me' }) }])(
  'refuses an invalid batch',
  async (body) => {
    const { call } = await createTestMock();
    expect((await call('POST', '/v25.0/', { body })).body.error.code).toBe(100);
  },
);
