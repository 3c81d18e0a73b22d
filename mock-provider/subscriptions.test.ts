import { expect, test } from 'vitest';
import { createTestMock } from './testing.ts';

const NUMBER = '106540352242922';
const PAGE = '113846158011745';
const ACCOUNT = '178414532089610';
const WABA = '102290129340398';
const USER = '905551112233';

/** A person writes to this page or account and gets an answer; what the app is told of it. */
async function conversation(business_id: string, fields?: unknown) {
  const { mock, call, app } = await createTestMock();
  const path = `/v25.0/${business_id}/subscribed_apps`;
  if (fields !== undefined) await call('POST', path, { body: { subscribed_fields: fields } });
  const channel = business_id === PAGE ? 'messenger' : 'instagram';
  await mock.receive({ channel, business_id, from: { id: USER }, type: 'text', text: 'hi' }).catch(() => {});
  const body = { recipient: { id: USER }, message: { text: 'hello' } };
  await call('POST', `/v25.0/${business_id}/messages`, { body });
  await mock.whenIdle();
  const told = app.received.map((_, index) => {
    const { sender: _s, recipient: _r, timestamp: _t, message, ...rest } = app.event(index);
    return message ? (message.is_echo ? 'echo' : 'message') : Object.keys(rest)[0];
  });
  return { told, listed: (await call('GET', path)).body.data[0].subscribed_fields };
}

test.each([
  [PAGE, undefined, ['message', 'echo', 'delivery', 'read']],
  [PAGE, ['messages', 'message_reads'], ['message', 'read']],
  [PAGE, 'messages,message_echoes', ['message', 'echo']],
  [PAGE, 'message_deliveries', ['delivery']],
  [ACCOUNT, 'messages', ['message', 'echo']],
  [ACCOUNT, 'messaging_seen', ['read']],
])('tells of %s what %s asks for', async (id, fields, expected) => {
  const { told, listed } = await conversation(id, fields);
  expect(told).toEqual(expected);
  if (fields !== undefined) expect(listed).toEqual(typeof fields === 'string' ? fields.split(',') : fields);
});

test('sends the callbacks of a WhatsApp account where its subscription says, after a handshake', async () => {
  const seen: string[] = [];
  const { mock, call } = await createTestMock({
    deliver: async (url, { method }) => {
      const { origin, pathname, searchParams } = new URL(url);
      seen.push(`${method} ${origin}${pathname}`);
      const right = searchParams.get('hub.verify_token') === 'right';
      return method === 'POST' || right
        ? { status: 200, text: searchParams.get('hub.challenge') ?? '' }
        : { status: 403, text: '' };
    },
  });
  const subscribe = (body: object) => call('POST', `/v25.0/${WABA}/subscribed_apps`, { body });
  const receive = () =>
    mock.receive({ channel: 'whatsapp', business_id: NUMBER, from: { id: USER }, type: 'text', text: 'hi' });
  const override_callback_uri = 'https://other.example/callback';
  expect((await subscribe({ override_callback_uri })).body.error.message).toBe(
    '(#100) The parameter verify_token is required.',
  );
  expect((await subscribe({ override_callback_uri, verify_token: 'wrong' })).body.error).toMatchObject({
    code: 2200,
    message: expect.stringMatching(/^\(#2200\) Callback verification failed/),
  });
  await receive();
  expect((await subscribe({ override_callback_uri, verify_token: 'right' })).body).toEqual({ success: true });
  expect((await call('GET', `/v25.0/${WABA}/subscribed_apps`)).body.data[0].override_callback_uri).toBe(
    override_callback_uri,
  );
  expect((await call('GET', `/v25.0/${NUMBER}?fields=webhook_configuration`)).body.webhook_configuration).toEqual({
    application: 'https://app.example/callback',
    whatsapp_business_account: override_callback_uri,
  });
  await receive();
  await subscribe({});
  await receive();
  expect(seen).toEqual([
    'GET https://other.example/callback',
    'POST https://app.example/callback',
    'GET https://other.example/callback',
    'POST https://other.example/callback',
    'POST https://app.example/callback',
  ]);
});
