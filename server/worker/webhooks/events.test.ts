import { createHmac } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { setWebhook } from '../../domain/webhooks/set-webhook.ts';
import { PSID, pageCallback, windowOf } from '../../testing/received.ts';
import { schemaFaults } from '../../testing/response-check.ts';
import { createTestServer, DATABASES, type TestServer } from '../../testing/server.ts';

const ADA = '905551112233';
const LINK = expect.stringMatching(/^http:\/\/127\.0\.0\.1:\d+\/media\/[\w.-]+$/);
const TIME = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}\+00:00$/);

const EVENT_SCHEMAS: Record<string, string> = {
  'message.received': 'MessageReceivedEvent',
  'message.status': 'MessageStatusEvent',
  'template.status': 'TemplateStatusEvent',
};

type MockInbound = Parameters<TestServer['mock']['receive']>[0];
type Channel = 'whatsapp' | 'messenger' | 'instagram';

const businessId = ({ business }: TestServer, channel: Channel) =>
  ({
    whatsapp: business.whatsapp.phone_number_id,
    messenger: business.messenger.page_id,
    instagram: business.instagram.account_id,
  })[channel];

const PERSON = { whatsapp: ADA, messenger: '6042731925', instagram: '1784140012345' };

const jpeg = { mime_type: 'image/jpeg' };
const place = { latitude: 41, longitude: 29, name: 'Home', address: 'Sea street 1' };

/** What a customer sends, and the fields of the event that not all events have. */
const RECEIVED: [Channel, Partial<MockInbound> & { type: string }, object][] = [
  ['whatsapp', { type: 'text', text: 'Hi' }, { type: 'text', text: 'Hi' }],
  ['whatsapp', { type: 'text', text: 'Yes', reply_to: 'wamid.0' }, { type: 'text', text: 'Yes', reply_to: 'wamid.0' }],
  [
    'whatsapp',
    { type: 'image', media: jpeg, text: 'My shoe' },
    { type: 'image', text: 'My shoe', media: { url: LINK, mime_type: 'image/jpeg' } },
  ],
  [
    'whatsapp',
    { type: 'video', media: { mime_type: 'video/mp4' } },
    { type: 'video', media: { url: LINK, mime_type: 'video/mp4' } },
  ],
  [
    'whatsapp',
    { type: 'audio', media: { mime_type: 'audio/ogg; codecs=opus' } },
    { type: 'audio', media: { url: LINK, mime_type: 'audio/ogg; codecs=opus' } },
  ],
  [
    'whatsapp',
    { type: 'document', media: { mime_type: 'application/pdf' } },
    { type: 'document', media: { url: LINK, mime_type: 'application/pdf', filename: 'document' } },
  ],
  [
    'whatsapp',
    { type: 'sticker', media: { mime_type: 'image/webp' } },
    { type: 'sticker', media: { url: LINK, mime_type: 'image/webp' } },
  ],
  ['whatsapp', { type: 'location', location: place }, { type: 'location', location: place }],
  [
    'whatsapp',
    { type: 'button_reply', button: { payload: 'yes', title: 'Yes' } },
    { type: 'button', text: 'Yes', button: { payload: 'yes', title: 'Yes' } },
  ],
  [
    'whatsapp',
    { type: 'list_reply', button: { payload: 'row-1', title: 'Red' } },
    { type: 'button', text: 'Red', button: { payload: 'row-1', title: 'Red' } },
  ],
  [
    'whatsapp',
    { type: 'template_button', button: { payload: 'more', title: 'Tell me more' } },
    { type: 'button', text: 'Tell me more', button: { payload: 'more', title: 'Tell me more' } },
  ],
  [
    'whatsapp',
    { type: 'reaction', reaction: { message_id: 'wamid.0', emoji: '👍' } },
    { type: 'reaction', text: '👍', reply_to: 'wamid.0' },
  ],
  [
    'whatsapp',
    { type: 'contacts', text: 'Grace' },
    { type: 'contacts', contacts: [{ name: 'Grace', phones: [], emails: [], organization: null }] },
  ],
  [
    'whatsapp',
    { type: 'unsupported' },
    { type: 'unsupported', problem: { code: 131051, title: 'Message type unknown' } },
  ],
  ['messenger', { type: 'text', text: 'Hi' }, { type: 'text', text: 'Hi' }],
  ['messenger', { type: 'image', media: jpeg }, { type: 'image', media: { url: LINK, mime_type: 'image/jpeg' } }],
  [
    'messenger',
    { type: 'document', media: { mime_type: 'application/pdf' } },
    { type: 'document', media: { url: LINK, mime_type: 'application/octet-stream' } },
  ],
  [
    'messenger',
    { type: 'quick_reply', button: { payload: 'yes', title: 'Yes' } },
    { type: 'button', text: 'Yes', button: { payload: 'yes', title: 'Yes' } },
  ],
  ['instagram', { type: 'video', media: jpeg }, { type: 'video', media: { url: LINK, mime_type: 'video/mp4' } }],
  [
    'instagram',
    { type: 'postback', button: { payload: 'start', title: 'Start' } },
    { type: 'button', text: 'Start', button: { payload: 'start', title: 'Start' } },
  ],
];

test.each(RECEIVED)('message.received reports what arrived on %s: %j', async (channel, inbound, told) => {
  const server = await createTestServer();
  const hook = await server.receiver();
  const from = { id: PERSON[channel], name: 'Ada' };
  const { external_id } = await server.mock.receive({
    channel,
    business_id: businessId(server, channel),
    from,
    ...inbound,
  });
  await server.settle();
  expect(hook.received).toHaveLength(1);
  const { event } = hook.received[0] ?? expect.unreachable();
  expect(schemaFaults('MessageReceivedEvent', event)).toEqual([]);
  const { text = null, media = null, button = null, location = null, reply_to = null, ...rest } = event.data.message;
  expect({ text, media, button, location, reply_to, ...rest }).toEqual({
    id: expect.stringMatching(/^msg_in_\d+$/),
    external_id: channel === 'whatsapp' || !('reaction' in inbound) ? external_id : expect.any(String),
    channel,
    connection_id: server.connections[channel],
    from: channel === 'whatsapp' ? { ...from, phone: from.id, user_id: expect.any(String), username: null } : from,
    text: null,
    media: null,
    button: null,
    location: null,
    reply_to: null,
    received_at: TIME,
    ...told,
  });
});

describe.each(DATABASES)('events on %s', (database) => {
  test('message.status reports sent, delivered and read, in order, with the sent message', async () => {
    const server = await createTestServer({ database });
    await server.customerWrites('Hi');
    const hook = await server.receiver();
    const { id } = (await server.api('POST', '/messages', { body: { to: ADA, text: 'Hello' } })).body.data;
    await server.settle();
    const { external_id } = (await server.api('GET', `/messages/${id}`)).body.data;
    const common = { id, external_id, channel: 'whatsapp', to: ADA, error: null, occurred_at: TIME };
    const sorted = hook.received.map(({ event }) => event).sort((a, b) => (a.id < b.id ? -1 : 1));
    expect(
      sorted.map(
        ({
          data: {
            message: { pricing: _, ...message },
          },
        }) => message,
      ),
    ).toEqual([
      { ...common, status: 'sent' },
      { ...common, status: 'delivered' },
      { ...common, status: 'read' },
    ]);
    expect(sorted.flatMap((event) => schemaFaults('MessageStatusEvent', event))).toEqual([]);
  });

  test('message.status reports why a message failed, by callback or at once', async () => {
    const server = await createTestServer({ database });
    await server.customerWrites('Hi');
    const hook = await server.receiver();
    const failing = async (fault: Parameters<typeof server.mock.faults.next>[0]) => {
      server.mock.faults.next(fault);
      const { id } = (await server.api('POST', '/messages', { body: { to: ADA, text: 'x' } })).body.data;
      await server.settle();
      const events = hook.received.splice(0).map(({ event }) => event);
      expect(events.flatMap((event) => schemaFaults('MessageStatusEvent', event))).toEqual([]);
      const failed = events.find(({ data }) => data.message.status === 'failed');
      expect(failed.data.message.id).toBe(id);
      return failed.data.message;
    };
    expect(await failing({ outcome: 'fail', code: 131026 })).toMatchObject({
      external_id: expect.stringMatching(/^wamid\./),
      error: {
        code: 131026,
        title: expect.stringMatching(/\S/),
        detail: expect.anything(),
        provider_message: expect.stringMatching(/\S/),
      },
    });
    expect(await failing({ outcome: 'reject', code: 131026 })).toMatchObject({
      external_id: null,
      error: { code: 131026, provider_message: expect.stringMatching(/131026/) },
    });
  });

  test('template.status reports approval and rejection with its reason', async () => {
    const server = await createTestServer({ database });
    const hook = await server.receiver();
    const { waba_id } = server.business.whatsapp;
    const pending = server.mock.templates(waba_id).find(({ name }) => name === 'pending_one') ?? expect.unreachable();
    for (const change of [{ status: 'APPROVED' }, { status: 'REJECTED', rejected_reason: 'INVALID_FORMAT' }]) {
      server.mock.setTemplate(waba_id, { ...pending, ...change });
      await server.settle();
    }
    const { name, language, category } = pending;
    expect(hook.received.map(({ event }) => event.data.template)).toEqual([
      { name, language, category, status: 'APPROVED', rejection_reason: null },
      { name, language, category, status: 'REJECTED', rejection_reason: expect.stringMatching(/invalid format/) },
    ]);
    expect(hook.received.flatMap(({ event }) => schemaFaults('TemplateStatusEvent', event))).toEqual([]);
  });
});

test('each event has four headers and the signature over exactly the bytes of the body', async () => {
  const server = await createTestServer();
  const hook = await server.receiver();
  await server.customerWrites('Where is “my” order? 👟 \u2028');
  const { headers, raw, event } = hook.received[0] ?? expect.unreachable();
  const [, t, v1] = /^t=(\d+),v1=([0-9a-f]{64})$/.exec(String(headers['x-service-signature'])) ?? [];
  expect(Number(t)).toBe(Math.floor(server.clock.now() / 1000));
  expect(v1).toBe(createHmac('sha256', server.signingSecret).update(`${t}.${raw}`).digest('hex'));
  expect(headers).toMatchObject({
    'x-service-event': 'message.received',
    'x-service-delivery-id': event.id,
    'x-service-attempt': '1',
    'content-type': 'application/json; charset=utf-8',
    'content-length': String(Buffer.byteLength(raw)),
  });
  expect(event.data.message.text).toBe('Where is “my” order? 👟 \u2028');
  // No header contains a credential that would grant access elsewhere.
  expect(headers).not.toHaveProperty('authorization');
  expect(headers).not.toHaveProperty('cookie');
});

test('a test key’s statuses are flagged, in the envelope and in the message', async () => {
  const server = await createTestServer();
  const hook = await server.receiver();
  await server.api('POST', '/messages', { key: server.testKey, body: { to: ADA, text: 'x' } });
  await server.settle();
  expect(hook.received.map(({ event }) => [event.data.message.status, event.test, event.data.message.test])).toEqual(
    expect.arrayContaining(['sent', 'delivered', 'read'].map((status) => [status, true, true])),
  );
  expect(hook.received.flatMap(({ event }) => schemaFaults(EVENT_SCHEMAS[event.event] ?? '', event))).toEqual([]);
});

test.each([
  [true, 3],
  [false, 0],
])('with the webhook module %s an account receives %d events', async (webhook, told) => {
  const server = await createTestServer();
  const hook = await server.receiver();
  const { accountId, testKey } = await server.anotherAccount({ modules: { api: true, webhook, flows: true } });
  const { app } = server.server;
  await app.store.transaction((tx) => setWebhook(app, tx, accountId, hook.url));
  await server.api('POST', '/messages', { key: testKey, body: { to: ADA, text: 'x' } });
  await server.settle();
  expect(hook.received).toHaveLength(told);
  expect(await app.store.read.deliveries.listNewest(accountId, {}, 10)).toHaveLength(told);
});

test('NUL and lone surrogates, which some receivers refuse, arrive as U+FFFD', async () => {
  const server = await createTestServer();
  const hook = await server.receiver();
  const raw = JSON.stringify(server.inboundCallback({ id: 'wamid.odd', text: { body: 'a TEXT b' } }));
  await server.callback(raw.replace('TEXT', '\\u0000 \\ud800 \\ud83d\\udc4b'));
  await server.settle();
  expect(hook.received[0]?.raw).not.toMatch(/\\u0000|\\ud/i);
  expect(hook.received[0]?.event.data.message.text).toBe('a \ufffd \ufffd 👋 b');
});

test('an ID that Meta sends as a large number keeps its digits', async () => {
  const server = await createTestServer();
  const hook = await server.receiver();
  const raw = JSON.stringify(pageCallback(server, 'messenger', [{ message: { text: 'Hi' } }]));
  await server.callback(raw.replaceAll(`"${PSID}"`, '24961234567890123'));
  await server.settle();
  expect(hook.received[0]?.event.data.message.from.id).toBe('24961234567890123');
});

test('a message for Instagram in the form of the samples of the app dashboard raises an event', async () => {
  const server = await createTestServer();
  const hook = await server.receiver();
  const time = Math.floor(server.clock.now() / 1000);
  const message = { mid: 'random_mid', text: 'random_text' };
  const recipient = { id: server.business.instagram.account_id };
  const value = { sender: { id: '12334' }, recipient, timestamp: String(time), message };
  await server.callback({ object: 'instagram', entry: [{ id: '0', time, changes: [{ field: 'messages', value }] }] });
  await server.settle();
  expect(hook.received.map(({ event }) => event.data.message.text)).toEqual(['random_text']);
  expect(await windowOf(server, 'instagram', '12334')).toBe(true);
});
