import { expect, test } from 'vitest';
import { createTestMock } from '../testing/mock.ts';

const NUMBER = '106540352242922';
const PAGE = '113846158011745';
const ACCOUNT = '178414532089610';
const WABA = '102290129340398';
const USER = '905551112233';

/** Exchanges messages between a person and this page or account, and returns the events that the app receives. */
async function conversation(business_id: string, fields?: unknown) {
  const { mock, call, app } = await createTestMock();
  const path = `/v25.0/${business_id}/subscribed_apps`;
  if (fields !== undefined) {
    await call('POST', path, { body: { subscribed_fields: fields } });
  }
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
])('for %s, sends the events that %s requests', async (id, fields, expected) => {
  const { told, listed } = await conversation(id, fields);
  expect(told).toEqual(expected);
  if (fields !== undefined) {
    expect(listed).toEqual(typeof fields === 'string' ? fields.split(',') : fields);
  }
});

const PAGE_FIELDS = [
  'messages',
  'messaging_postbacks',
  'message_deliveries',
  'message_reads',
  'message_echoes',
  'message_reactions',
  'message_edits',
  'messaging_policy_enforcement',
  'messaging_referrals',
  'standby',
];
const names = (fields: { name: string; version: string }[]) => fields.map(({ name }) => name);

/** Returns a mock whose app completes every handshake, and a function that calls it with the app access token. */
async function app() {
  const urls: string[] = [];
  const test = await createTestMock({
    deliver: async (url, { body }) => {
      const { origin, pathname, searchParams } = new URL(url);
      if (body !== undefined) {
        urls.push(`${origin}${pathname}`);
      }
      const right = searchParams.get('hub.verify_token') !== 'wrong';
      return { status: right ? 200 : 403, text: searchParams.get('hub.challenge') ?? '' };
    },
  });
  const { app_id, app_secret } = test.mock.credentials;
  const token = `${app_id}|${app_secret}`;
  const subscriptions = async (method: string, body?: object) =>
    (await test.call(method, `/v25.0/${app_id}/subscriptions`, { token, body })).body;
  const write = (type: string, channel: 'whatsapp' | 'messenger') =>
    test.mock.receive({
      channel,
      business_id: channel === 'whatsapp' ? NUMBER : PAGE,
      from: { id: USER },
      type,
      text: 'hi',
      reply_to: 'm_1',
    });
  return { ...test, subscriptions, write, urls };
}

test('lists the subscriptions of the app for its token', async () => {
  const { subscriptions } = await app();
  const { data } = await subscriptions('GET');
  expect(data.map(({ fields: _, ...one }: { fields: unknown }) => one)).toEqual(
    ['whatsapp_business_account', 'page', 'instagram'].map((object) => ({
      object,
      callback_url: 'https://app.example/callback',
      active: true,
    })),
  );
  expect(names(data[1].fields)).toEqual(PAGE_FIELDS);
});

test('changes the URL and fields of a subscription after a handshake', async () => {
  const { subscriptions, write, urls } = await app();
  const callback_url = 'https://other.example/hook';
  const to = (verify_token: string) => ({ object: 'page', callback_url, fields: 'messages', verify_token });
  expect((await subscriptions('POST', to('wrong'))).error).toMatchObject({ code: 2200 });
  await write('text', 'messenger');
  expect(urls).toEqual(['https://app.example/callback']);
  expect(await subscriptions('POST', to('right'))).toEqual({ success: true });
  await write('text', 'messenger');
  await write('reaction', 'messenger');
  await write('reaction', 'whatsapp');
  expect(urls.slice(1)).toEqual([callback_url, callback_url]);
  const { data } = await subscriptions('GET');
  expect([data[1].callback_url, names(data[1].fields)]).toEqual([callback_url, ['messages']]);
});

test('ends the subscription to an object until the app subscribes again', async () => {
  const { subscriptions, write, urls } = await app();
  expect(await subscriptions('DELETE', { object: 'page' })).toEqual({ success: true });
  await write('text', 'messenger');
  expect(urls).toEqual([]);
  await write('text', 'whatsapp');
  expect(urls).toHaveLength(1);
  expect((await subscriptions('GET')).data.map(({ object }: { object: string }) => object)).toEqual([
    'whatsapp_business_account',
    'instagram',
  ]);
  await subscriptions('POST', {
    object: 'page',
    callback_url: 'https://app.example/callback',
    fields: ['messages'],
    verify_token: 'right',
  });
  await write('text', 'messenger');
  expect(urls).toHaveLength(2);
});

test.each([
  [{}, 'The parameter object is required'],
  [{ object: 'user' }, 'Param object must be one of {whatsapp_business_account, page, instagram} - got "user".'],
  [{ object: 'page' }, 'The parameter callback_url is required'],
  [{ object: 'page', callback_url: 'https://a.example/' }, 'The parameter verify_token is required'],
  [{ object: 'page', callback_url: 'https://a.example/', verify_token: 'x' }, 'The parameter fields is required'],
  [
    { object: 'page', callback_url: 'a', verify_token: 'x', fields: 'messages' },
    'Param callback_url must be a valid URI.',
  ],
])("refuses the app's subscription %j", async (body, message) => {
  const { subscriptions } = await app();
  expect((await subscriptions('POST', body)).error).toMatchObject({ code: 100, message: `(#100) ${message}` });
});

test('shows subscriptions only of this app and only to its token', async () => {
  const { call, mock } = await createTestMock();
  const { app_id, app_secret } = mock.credentials;
  const codeOf = async (token: string | null, id = app_id) =>
    (await call('GET', `/v25.0/${id}/subscriptions`, { token })).body.error.code;
  expect([
    await codeOf(mock.credentials.access_token),
    await codeOf('bad'),
    await codeOf(null),
    await codeOf(`${app_id}|${app_secret}`, '1517776481860112'),
  ]).toEqual([15, 190, 104, 100]);
});

test('sends callbacks of a WhatsApp account to the URL of its subscription, after a handshake', async () => {
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
