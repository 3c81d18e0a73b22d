import { expect, test } from 'vitest';
import { createTestServer } from '../../testing/server.ts';

const to = '905551112233';

test('reply_to: null quotes nothing, on each kind of message', async () => {
  const { api, customerWrites, settle, mock } = await createTestServer();
  await customerWrites('Hi');
  for (const kind of [
    { text: 'Hello' },
    { type: 'location', latitude: 41, longitude: 29 },
    { type: 'interactive', interactive: { kind: 'button', text: 'Which?', buttons: [{ id: 'a', title: 'A' }] } },
  ]) {
    expect((await api('POST', '/messages', { body: { to, ...kind, reply_to: null } })).status).toBe(202);
  }
  await settle();
  expect(mock.sends().map(({ payload }) => 'context' in payload)).toEqual([false, false, false]);
  const { messages } = (await api('GET', `/conversations/${to}/messages?direction=out`)).body.data;
  expect(messages.map(({ reply_to }: { reply_to: unknown }) => reply_to)).toEqual([null, null, null]);
});

test('on Messenger reply_to: null quotes nothing', async () => {
  const { api, mock, business, settle } = await createTestServer();
  const from = { id: '6042731925', name: 'Ada' };
  await mock.receive({ channel: 'messenger', business_id: business.messenger.page_id, from, type: 'text', text: 'Hi' });
  await settle();
  const body = { channel: 'messenger', to: from.id, text: 'Hello', reply_to: null };
  expect((await api('POST', '/messages', { body })).status).toBe(202);
  await settle();
  expect(mock.sends().map(({ payload }) => 'reply_to' in payload)).toEqual([false]);
});

test('a contact as a response shows it can be written again, and null clears a field', async () => {
  const { api } = await createTestServer();
  const created = await api('POST', '/contacts', { body: { phone: to, name: 'Ada', email: null, username: null } });
  expect([created.status, created.body.data]).toMatchObject([201, { name: 'Ada', email: null, username: null }]);
  const changed = await api('PATCH', `/contacts/${to}`, { body: { name: null, display_name: 'A' } });
  expect([changed.status, changed.body.data]).toMatchObject([200, { name: null, display_name: 'A' }]);
});

test.each([
  ['/opt-outs', 'source'],
  ['/blocked-numbers', 'reason'],
])('an entry of %s with %s: null has none', async (path, note) => {
  const { api } = await createTestServer();
  const { status, body } = await api('POST', path, { body: { phone: to, [note]: null } });
  expect([status, body.data[note]]).toEqual([201, null]);
});

test.each([
  ['POST', '/messages', { to, text: null }, 'text'],
  ['POST', '/messages', { to, text: 'Hello', connection_id: null }, 'connection_id'],
  ['POST', '/contacts', { phone: null }, 'phone'],
  ['PATCH', `/conversations/${to}`, { status: null }, 'status'],
])('%s %s with another null is refused', async (method, path, body, param) => {
  const { api, customerWrites } = await createTestServer();
  await customerWrites('Hi');
  const { status, body: answer } = await api(method, path, { body });
  expect([status, answer.error.code, answer.error.param]).toEqual([422, 'VALIDATION_FAILED', param]);
});
