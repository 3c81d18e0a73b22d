import { createHmac } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import {
  addEndpoint,
  type EndpointSettings,
  removeEndpoint,
  rotateEndpointSecret,
  updateEndpoint,
} from '../admin/endpoints.ts';
import { newEvent, recordEvent } from '../domain/webhooks/events.ts';
import { SAMPLES } from '../domain/webhooks/sample-events.ts';
import { startAdmin } from '../testing/admin-api.ts';
import { createTestServer, DATABASES, type TestServer } from '../testing/server.ts';
import { createReceiver } from '../testing/worker.ts';

/** Records events, each in a separate transaction. */
async function happen({ server: { app }, accountId }: TestServer, count = 1): Promise<void> {
  for (let event = 0; event < count; event += 1) {
    await app.store.transaction((tx) =>
      recordEvent(tx, newEvent(app, accountId, 'message.received', SAMPLES['message.received'](app.monotonicNow()))),
    );
  }
}

const deliveriesOf = ({ server: { app }, accountId }: TestServer) =>
  app.store.read.deliveries.listNewest(accountId, {}, 100);

describe.each(DATABASES)('the webhook endpoints of an account on %s', (database) => {
  test('each gets the events that pass its filter, and a hanging or dead one delays no other', async () => {
    const server = await createTestServer({ database });
    const { app } = server.server;
    const first = await server.receiver();
    const [hanging, dead, picky] = [await createReceiver(), await createReceiver(), await createReceiver()];
    hanging.answers(null);
    dead.answers(410);
    for (const url of [hanging.url, dead.url]) {
      await addEndpoint(app, server.accountId, { url });
    }
    await addEndpoint(app, server.accountId, { url: picky.url, filter: 'data.message.type == "image"' });
    const before = server.clock.now();
    await happen(server, 30);
    await first.arrived(30);
    await hanging.arrived(8);
    await expect
      .poll(async () => (await app.store.read.webhooks.list(server.accountId)).map(({ isEnabled }) => isEnabled))
      .toEqual([true, true, false, true]);
    // No time has passed, and the hanging endpoint has exactly its share.
    expect(server.clock.now()).toBe(before);
    expect([first.received.length, hanging.received.length, picky.received.length]).toEqual([30, 8, 0]);
    expect(new Set(first.received.map(({ event }) => event.id)).size).toBe(30);
  });

  test('the first endpoint gets the ID of the event, the others a separate ID', async () => {
    const server = await createTestServer({ database });
    const first = await server.receiver();
    const other = await createReceiver();
    const { webhook } = await addEndpoint(server.server.app, server.accountId, { url: other.url });
    expect(webhook.id).toBeGreaterThan(1);
    await happen(server);
    await server.settle();
    const [event] = await server.server.app.store.read.events.list(server.accountId, 0, 9, {}, 9);
    expect(first.received[0]?.event.id).toBe(event?.id);
    expect(other.received[0]?.event.id).toBe(`${event?.id}${webhook.id}`);
    expect(await deliveriesOf(server)).toMatchObject([
      { endpointId: 1, eventId: null, state: 'delivered' },
      { endpointId: webhook.id, eventId: event?.id, state: 'delivered' },
    ]);
  });

  test('a paused endpoint gets its events when it resumes, and a removed one gets none', async () => {
    const server = await createTestServer({ database });
    const { app } = server.server;
    const hook = await createReceiver();
    const { webhook } = await addEndpoint(app, server.accountId, { url: hook.url, isPaused: true });
    await happen(server, 2);
    await server.settle();
    expect(hook.received).toHaveLength(0);
    const { resumed } = await updateEndpoint(app, server.accountId, webhook.id, { isPaused: false });
    expect(resumed).toBe(2);
    await server.settle();
    expect(hook.received).toHaveLength(2);
    await updateEndpoint(app, server.accountId, webhook.id, { isPaused: true });
    await happen(server);
    await removeEndpoint(app, server.accountId, webhook.id);
    await happen(server);
    await server.settle();
    expect(hook.received).toHaveLength(2);
    expect((await deliveriesOf(server)).map(({ state }) => state)).toEqual(['delivered', 'delivered', 'failed']);
  });

  test('a removed endpoint gets no retry, and its delivery fails when the retry is due', async () => {
    const server = await createTestServer({ database });
    const { app } = server.server;
    const hook = await createReceiver();
    hook.answers(500);
    const { webhook } = await addEndpoint(app, server.accountId, { url: hook.url });
    await happen(server);
    await server.settle();
    await removeEndpoint(app, server.accountId, webhook.id);
    expect(await deliveriesOf(server)).toMatchObject([{ state: 'pending', attempts: 1 }]);
    await server.advance(60);
    expect(hook.received).toHaveLength(1);
    expect(await deliveriesOf(server)).toMatchObject([{ state: 'failed', attempts: 1 }]);
  });

  test('an endpoint has its own retries, and its own failures disable it', async () => {
    const server = await createTestServer({ database });
    const { app } = server.server;
    const [hook, first] = [await createReceiver(), await server.receiver()];
    hook.answers(500);
    const settings = { url: hook.url, retryMinutes: [2], failuresToDisable: 3 };
    const { webhook } = await addEndpoint(app, server.accountId, settings);
    await happen(server);
    await server.settle();
    await server.advance(119);
    expect(hook.received).toHaveLength(1);
    await server.advance(1);
    expect(hook.received).toHaveLength(2);
    expect((await deliveriesOf(server)).at(-1)).toMatchObject({ state: 'failed', attempts: 2 });
    await happen(server);
    await server.settle();
    expect(await app.store.read.webhooks.find(server.accountId, webhook.id)).toMatchObject({ isEnabled: false });
    expect(await app.store.read.webhooks.find(server.accountId)).toMatchObject({ isEnabled: true });
    expect(first.received).toHaveLength(2);
  });
});

test('one call sets the first address with a filter and shows the secret, and a refused one changes nothing', async () => {
  const { of, call, accountId, signingSecret } = await startAdmin();
  const { url } = await createReceiver();
  const refused = await call('PATCH', `/accounts/${accountId}/endpoints/1`, {
    body: { url, filter: 'event ==', name: 'CRM' },
  });
  expect([refused.status, refused.body.error.message]).toEqual([422, expect.stringContaining('filter cannot be used')]);
  expect(await of('GET', '/endpoints/1')).toMatchObject({ url: null, filter: null, name: null });
  const filter = 'event == "template.status"';
  expect(await of('PATCH', '/endpoints/1', { url, filter, name: 'CRM' })).toMatchObject({
    ...{ url, filter, name: 'CRM' },
    ...{ is_enabled: true, signing_secret: signingSecret },
  });
  // Later changes do not show the secret.
  expect(await of('PATCH', '/endpoints/1', { url: `${url}/2`, filter: null })).toMatchObject({ signing_secret: null });
});

test('a sample event goes to the chosen endpoint, and a retry makes the next attempt of a delivery now', async () => {
  const admin = await startAdmin();
  const { server, accountId, of, call } = admin;
  const [first, other] = [await admin.receiver(), await createReceiver()];
  const { webhook } = await addEndpoint(server.app, accountId, {
    url: other.url,
    filter: 'event == "template.status"',
  });
  const place = `/endpoints/${webhook.id}`;
  const sample = { event: 'message.received' };
  expect(await of('POST', `${place}/test`, sample)).toMatchObject({ accepted: true, status_code: 200, problem: null });
  expect(other.received).toMatchObject([{ event: { event: 'message.received', test: true } }]);
  other.answers(503);
  const failed = await of('POST', `${place}/test`, sample);
  expect(failed).toMatchObject({ accepted: false, status_code: 503, problem: 'it returned 503' });
  expect(await of('GET', `/deliveries/${failed.delivery_id}`)).toMatchObject({ state: 'failed', sample: true });
  // A failed sample does not count.
  expect(await of('GET', place)).toMatchObject({ is_enabled: true, consecutive_failures: 0 });
  expect(first.received).toHaveLength(0);

  await updateEndpoint(server.app, accountId, webhook.id, { filter: null });
  await happen(admin);
  await admin.settle();
  const { deliveries } = await of('GET', `/deliveries?endpoint=${webhook.id}&state=pending`);
  const [{ id, attempts }] = deliveries;
  expect(attempts).toHaveLength(1);
  const before = admin.clock.now();
  other.answers(200);
  expect(await of('POST', `/deliveries/${id}/retry`)).toMatchObject({ id, state: 'pending' });
  await expect.poll(async () => (await of('GET', `/deliveries/${id}`)).state).toBe('delivered');
  expect(other.received.at(-1)?.event).toMatchObject({ id, attempt: 2 });
  expect(admin.clock.now()).toBe(before);
  const refused = await call('POST', `/accounts/${accountId}/deliveries/${id}/retry`);
  expect(refused.status).toBe(422);
  expect(refused.body.error.message).toContain('only a pending delivery is retried');
  // A response of 410 disables the endpoint, which then cannot be tested.
  other.answers(410);
  await of('POST', `${place}/test`, sample);
  expect(await of('GET', place)).toMatchObject({ is_enabled: false });
  expect((await call('POST', `/accounts/${accountId}${place}/test`, { body: sample })).body.error.message).toContain(
    'is disabled',
  );
});

test('during the overlap of a rotation, receivers with the old or the new secret accept deliveries', async () => {
  const server = await createTestServer();
  const { app } = server.server;
  const hook = await createReceiver();
  const { webhook, signingSecret: old } = await addEndpoint(app, server.accountId, {
    url: hook.url,
    headers: { Authorization: 'Bearer secret' },
  });
  const { signingSecret: renewed } = await rotateEndpointSecret(app, server.accountId, webhook.id, 24);
  await happen(server);
  await server.settle();
  /** Returns which of the secrets signed each header of a delivery. */
  const signers = (index: number) => {
    const { headers, raw } = hook.received[index] as (typeof hook.received)[number];
    expect(headers.authorization).toBe('Bearer secret');
    const [, t, v1] = /^t=(\d+),v1=([0-9a-f]{64})$/.exec(String(headers['x-service-signature'])) ?? [];
    const signed = `${headers['webhook-id']}.${t}.${raw}`;
    const standardOf = (secret: string) =>
      `v1,${createHmac('sha256', Buffer.from(secret.slice(6), 'base64'))
        .update(signed)
        .digest('base64')}`;
    const standard = String(headers['webhook-signature']).split(' ');
    return [old, renewed].map((secret) => [
      createHmac('sha256', secret).update(`${t}.${raw}`).digest('hex') === v1,
      standard.includes(standardOf(secret)),
    ]);
  };
  expect(signers(0)).toEqual([
    [true, true],
    [false, true],
  ]);
  await expect(rotateEndpointSecret(app, server.accountId, webhook.id, 1)).rejects.toThrow('already being rotated');
  await server.advance(24 * 3600);
  await happen(server);
  await server.settle();
  expect(signers(1)).toEqual([
    [false, false],
    [true, true],
  ]);
});

test.each<[string, EndpointSettings & { url?: string }]>([
  ['headers must not set X-Service-Signature', { headers: { 'X-Service-Signature': 'a' } }],
  ['headers must not set host', { headers: { host: 'a' } }],
  ['not a valid name', { headers: { 'a b': 'a' } }],
  ['has a value of a that a header cannot have', { headers: { a: 'b\r\nc: d' } }],
  ['a letter outside Latin-1', { headers: { a: 'şeker' } }],
  ['filter cannot be used: Unknown variable: chanel', { filter: 'chanel == "web"' }],
  ['filter cannot be used: it is not complete', { filter: 'channel ==' }],
  ['it uses the function matches', { filter: 'data.message.text.matches("(a+)+$")' }],
  ['it uses the function exists', { filter: '[1].exists(x, x == 1)' }],
  ['it uses the operator +', { filter: '"a" + channel == "b"' }],
  ['it uses the operator -; filters can use &&, ||, !, ==', { filter: '-1 < 0' }],
  ['must be true or false', { filter: 'channel' }],
  ['event is never "message.recieved"; it is message.received, message', { filter: 'event == "message.recieved"' }],
  ['channel is never "telegram"', { filter: '!(channel in ["web", "telegram"])' }],
  ['channel is never "WhatsApp"', { filter: 'test || "WhatsApp" != channel' }],
  ['longer than 1000 characters', { filter: `channel == "${'a'.repeat(1000)}"` }],
  ['events cannot be sent to', { url: 'https://10.0.0.1' }],
  ['its host is not a valid name', { url: 'https://a.example,https://b.example' }],
])('settings are refused, because %s', async (message, settings) => {
  const server = await createTestServer();
  const { app } = server.server;
  await expect(addEndpoint(app, server.accountId, { url: 'http://127.0.0.1:1', ...settings })).rejects.toThrow(message);
});
