import { createHmac } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { setWebhook } from '../../domain/webhooks/set-webhook.ts';
import { schemaFaults } from '../../testing/response-check.ts';
import { createTestServer, DATABASES } from '../../testing/server.ts';

const SCHEMAS = {
  'message.received': 'MessageReceivedEvent',
  'message.status': 'MessageStatusEvent',
  'template.status': 'TemplateStatusEvent',
} as const;
const EVENTS = Object.keys(SCHEMAS) as (keyof typeof SCHEMAS)[];

describe.each(DATABASES)('POST /webhooks/test on %s', (database) => {
  test.each(EVENTS)('sends a signed sample of %s and returns the receiver’s response', async (event) => {
    const { api, receiver, signingSecret, server, accountId, settle } = await createTestServer({ database });
    const hook = await receiver();
    hook.answers(202, 'noted');
    const { status, body } = await api('POST', '/webhooks/test', { body: { event } });
    expect([status, body.data]).toEqual([
      200,
      {
        delivery_id: expect.stringMatching(/^whd_\d+$/),
        event,
        status_code: 202,
        duration_ms: expect.any(Number),
      },
    ]);
    await settle();
    expect(hook.received).toHaveLength(1);
    const { headers, raw, event: sample } = hook.received[0] ?? expect.unreachable();
    expect(schemaFaults(SCHEMAS[event], sample)).toEqual([]);
    expect(sample).toMatchObject({ id: body.data.delivery_id, event, attempt: 1, company_id: accountId, test: true });
    const [, t, v1] = /^t=(\d+),v1=(\w+)$/.exec(String(headers['x-service-signature'])) ?? [];
    expect(v1).toBe(createHmac('sha256', signingSecret).update(`${t}.${raw}`).digest('hex'));
    expect(headers).toMatchObject({ 'x-service-event': event, 'x-service-delivery-id': sample.id });
    // The log contains the attempt.
    expect(await server.app.store.read.deliveries.listAttempts(accountId)).toMatchObject([
      { deliveryId: sample.id, attempt: 1, statusCode: 202, responsePrefix: 'noted', nextAttemptAt: null },
    ]);
  });
});

test.each([
  ['no body and no Content-Type', {}, 200],
  ['an empty body of JSON', { raw: '', headers: { 'content-type': 'application/json' } }, 200],
  ['an empty object', { raw: '{}', headers: { 'content-type': 'application/json' } }, 200],
  ['a body without Content-Type', { raw: '{"event":"message.status"}', headers: { 'content-type': '' } }, 400],
  ['a body of text', { raw: 'message.status', headers: { 'content-type': 'text/plain' } }, 400],
  ['half a body', { raw: '{', headers: { 'content-type': 'application/json' } }, 400],
  ['an unknown event', { body: { event: 'message.sent' } }, 422],
  ['an unknown field', { body: { url: 'https://shop.example' } }, 422],
])('accepts %j', async (_name, call, expected) => {
  const { api, receiver } = await createTestServer();
  const hook = await receiver();
  const { status } = await api('POST', '/webhooks/test', call);
  expect(status).toBe(expected);
  // §6, webhook-test-event: message.received is the default.
  expect(hook.received.map(({ event }) => event.event)).toEqual(expected === 200 ? ['message.received'] : []);
});

test('needs the scope webhooks:test, and works with a test key', async () => {
  const { api, key, testKey, receiver } = await createTestServer();
  const hook = await receiver();
  const narrow = await key({ scopes: ['messages:send'] });
  expect((await api('POST', '/webhooks/test', { key: narrow })).body.error.code).toBe('SCOPE_DENIED');
  const just = await key({ scopes: ['webhooks:test'] });
  expect((await api('POST', '/webhooks/test', { key: just })).status).toBe(200);
  const tested = await api('POST', '/webhooks/test', { key: testKey });
  expect([tested.status, tested.headers['x-service-mode']]).toEqual([200, 'test']);
  expect(hook.received).toHaveLength(2);
});

test('a sample of an event without a subscription is sent anyway', async () => {
  const { api, receiver, server, accountId } = await createTestServer();
  const hook = await receiver();
  await server.app.store.transaction((tx) => setWebhook(server.app, tx, accountId, hook.url, ['message.status']));
  expect((await api('POST', '/webhooks/test', { body: { event: 'template.status' } })).status).toBe(200);
  expect(hook.received).toHaveLength(1);
});

test.each([301, 400, 404, 410, 500])('a receiver that returns %d did not accept it', async (answer) => {
  const { api, receiver, server, accountId, advance } = await createTestServer();
  const hook = await receiver();
  hook.answers(answer, 'no');
  const { status, body } = await api('POST', '/webhooks/test');
  expect([status, body.error.code]).toEqual([502, 'WEBHOOK_UNREACHABLE']);
  expect(body.error.message).toContain(`it returned ${answer}`);
  // It is not retried, and does not affect the address unless the response is 410 (§6).
  expect(await server.app.store.read.webhooks.find(accountId)).toMatchObject({
    isEnabled: answer !== 410,
    consecutiveFailures: 0,
  });
  await advance(86_400);
  expect(hook.received).toHaveLength(1);
});

test('a receiver that does not respond within 10 seconds counts as unreachable', async () => {
  const { api, receiver, clock } = await createTestServer();
  const hook = await receiver();
  hook.answers(null);
  const answer = api('POST', '/webhooks/test');
  await hook.arrived(1);
  clock.moveTo(clock.now() + 10_000);
  expect((await answer).body.error).toMatchObject({
    code: 'WEBHOOK_UNREACHABLE',
    message: expect.stringContaining('no response within 10 s'),
  });
});

test('50 failed samples do not disable the address', async () => {
  const { api, receiver, server, accountId } = await createTestServer();
  (await receiver()).answers(500);
  for (let sample = 0; sample < 50; sample += 1) {
    await api('POST', '/webhooks/test');
  }
  expect(await server.app.store.read.webhooks.find(accountId)).toMatchObject({ isEnabled: true });
});

test('an address that the control protocol stored without a check is refused here', async () => {
  const { api, server, accountId } = await createTestServer({ config: { allowLoopback: false } });
  for (const url of ['http://127.0.0.1:1/hook', 'https://localhost:1/hook', 'https://[::ffff:10.0.0.1]/', 'nonsense']) {
    await server.app.store.transaction((tx) => setWebhook(server.app, tx, accountId, url));
    const { status, body } = await api('POST', '/webhooks/test');
    expect([url, status, body.error.code]).toEqual([url, 422, 'WEBHOOK_URL_INVALID']);
  }
  expect(await server.app.store.read.deliveries.listNewest(accountId, {}, 10)).toEqual([]);
});
