import { expect, test } from 'vitest';
import { createTestMock, TRANSPORTS } from '../testing/mock.ts';

const PAGE = '113846158011745';
const ACCOUNT = '178414532089610';
const PERSON = '24000000001';
const from = { id: PERSON, name: 'Ayla Demir' };
const hello = { channel: 'messenger', business_id: PAGE, from, type: 'text', text: 'hi' } as const;

test.each(TRANSPORTS)('lists conversations with both sides, and finds their messages %s', async (transport) => {
  const { call, mock, clock } = await createTestMock({}, transport);
  const { external_id } = await mock.receive(hello);
  await clock.advance(1000, mock.whenIdle);
  const sent = await call('POST', `/v25.0/${PAGE}/messages`, {
    body: { recipient: { id: PERSON }, messaging_type: 'RESPONSE', message: { text: 'welcome' } },
  });
  const listed = await call('GET', `/v25.0/${PAGE}/conversations?fields=participants,messages{message,from}`);
  const [thread] = listed.body.data;
  expect(thread.participants.data).toEqual([
    { id: PERSON, name: 'Ayla Demir' },
    { id: PAGE, name: 'Demo Shop Page' },
  ]);
  expect(thread.messages.data).toMatchObject([
    { message: 'welcome', from: { id: PAGE }, id: sent.body.message_id },
    { message: 'hi', from: { id: PERSON }, id: external_id },
  ]);
  expect((await call('GET', `/v25.0/${thread.id}`)).body).toMatchObject({
    id: thread.id,
    updated_time: expect.stringMatching(/\+0000$/),
  });
  const message = await call('GET', `/v25.0/${external_id}?fields=message,to,created_time`);
  expect(message.body).toMatchObject({ id: external_id, message: 'hi', to: { data: [{ id: PAGE }] } });
  expect((await call('GET', `/v25.0/${PAGE}/conversations?user_id=${PERSON}`)).body.data).toHaveLength(1);
  expect((await call('GET', `/v25.0/${PAGE}/conversations?platform=instagram`)).body.data).toEqual([]);
});

test('finds conversations of Instagram', async () => {
  const { call, mock } = await createTestMock();
  const { external_id } = await mock.receive({ ...hello, channel: 'instagram', business_id: ACCOUNT });
  const listed = await call('GET', `/v25.0/${PAGE}/conversations?platform=instagram&fields=messages`);
  expect(listed.body.data[0].messages.data).toMatchObject([{ id: external_id }]);
  expect((await call('GET', `/v25.0/${external_id}?fields=from`)).body.from).toEqual({
    id: PERSON,
    username: 'ayla.demir',
  });
});

test('keeps personas and labels', async () => {
  const { call, mock } = await createTestMock();
  await mock.receive(hello);
  const persona = { name: 'Anna', profile_picture_url: 'https://shop.example/anna.png' };
  const { id } = (await call('POST', '/v25.0/me/personas', { body: persona })).body;
  expect((await call('GET', `/v25.0/${id}`)).body).toEqual({ id, ...persona });
  expect((await call('GET', `/v25.0/${PAGE}/personas`)).body.data).toEqual([{ id, ...persona }]);
  expect((await call('DELETE', `/v25.0/${id}`)).body).toEqual({ success: true });
  expect((await call('GET', `/v25.0/${id}`)).body.error.code).toBe(100);

  const label = (await call('POST', `/v25.0/${PAGE}/custom_labels`, { body: { page_label_name: 'VIP' } })).body;
  expect((await call('POST', `/v25.0/${label.id}/label`, { body: { user: 'nobody' } })).body.error.code).toBe(100);
  expect((await call('POST', `/v25.0/${label.id}/label`, { body: { user: PERSON } })).body).toEqual({ success: true });
  const labels = await call('GET', `/v25.0/${PERSON}/custom_labels?fields=page_label_name`);
  expect(labels.body.data).toEqual([{ id: label.id, page_label_name: 'VIP' }]);
  await call('DELETE', `/v25.0/${label.id}/label`, { body: { user: PERSON } });
  expect((await call('GET', `/v25.0/${PERSON}/custom_labels`)).body.data).toEqual([]);
  expect((await call('DELETE', `/v25.0/${label.id}`)).body).toEqual({ success: true });
});

test('hands a thread to another app, which then gets the messages, and takes it back', async () => {
  const { call, mock, app } = await createTestMock();
  await mock.receive(hello);
  const post = async (edge: string, body: object) => (await call('POST', `/v25.0/${PAGE}/${edge}`, { body })).body;
  const recipient = { id: PERSON };
  const receivers = (await call('GET', `/v25.0/${PAGE}/secondary_receivers`)).body;
  const target_app_id = receivers.data[0].id;
  expect(await post('pass_thread_control', { recipient, target_app_id })).toEqual({ success: true });
  const owner = await call('GET', `/v25.0/${PAGE}/thread_owner?recipient=${PERSON}`);
  expect(owner.body).toEqual({ data: [{ thread_owner: { app_id: target_app_id } }] });
  const refused = await post('messages', { recipient, message: { text: 'mine' } });
  expect(refused.error).toMatchObject({ code: 10, error_subcode: 2018300 });
  await mock.receive({ ...hello, text: 'anyone?' });
  expect(app.received[1]?.body).toMatchObject({ entry: [{ standby: [{ message: { text: 'anyone?' } }] }] });
  expect(await post('take_thread_control', { recipient })).toEqual({ success: true });
  expect((await post('messages', { recipient, message: { text: 'mine' } })).message_id).toMatch(/^m_/);
  expect(await post('release_thread_control', { recipient })).toEqual({ success: true });
  expect((await call('GET', `/v25.0/${PAGE}/thread_owner?recipient=${PERSON}`)).body.data).toEqual([]);
});

test('blocks a person, who can no longer be written to', async () => {
  const { call, mock } = await createTestMock();
  await mock.receive({ ...hello, channel: 'instagram', business_id: ACCOUNT });
  const moderate = async (actions: string[]) =>
    (await call('POST', `/v25.0/${PAGE}/moderate_conversations`, { body: { user_ids: [{ id: PERSON }], actions } }))
      .body;
  const write = async () =>
    (await call('POST', `/v25.0/${ACCOUNT}/messages`, { body: { recipient: { id: PERSON }, message: { text: 'x' } } }))
      .status;
  expect(await moderate(['block_user', 'move_to_spam'])).toEqual({ success: true });
  expect(await write()).toBe(400);
  expect(await moderate(['unblock_user'])).toEqual({ success: true });
  expect(await write()).toBe(200);
  expect((await moderate(['block_user', 'unblock_user'])).error.code).toBe(100);
  expect((await moderate(['nonsense'])).error.code).toBe(100);
});
