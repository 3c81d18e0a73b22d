import { ApiError, PermissionError, type WebhookEvent, Wigwag, WindowError } from '@wigwag/sdk';
import { constructEvent, StatusTracker } from '@wigwag/sdk/webhooks';
import { expect, test } from 'vitest';
import { createReceiver } from '../testing/cli.ts';
import { createSdkWorld } from '../testing/sdk.ts';

test('a sent message is delivered', async () => {
  const { wigwag, customerWrites } = await createSdkWorld('real');
  await customerWrites('Where is my order?');
  const sent = await wigwag.messages.sendAndWait({ to: '905551112233', text: 'On its way.' }, { interval: 20 });
  expect(sent).toMatchObject({ status: expect.stringMatching(/^(delivered|read)$/), external_id: expect.any(String) });
  const template = await wigwag.messages.sendTemplate({
    to: '905559998877',
    name: 'order_update',
    variables: ['Ada', '4711'],
    buttons: [{ index: 0, text: '4711' }],
  });
  expect(await wigwag.messages.waitUntil(template.id, { until: 'sent', interval: 20 })).toMatchObject({ error: null });
});

test("a refusal throws the error class of its family, with the server's message", async () => {
  const { wigwag, control, info, clientOf } = await createSdkWorld();
  const refused = await wigwag.messages.send({ to: '905550000000', text: 'Hello' }).catch((error: unknown) => error);
  expect(refused).toBeInstanceOf(WindowError);
  expect(refused).toMatchObject({
    code: 'WINDOW_NEVER_OPENED',
    http: 409,
    docs: expect.stringContaining('/developers/errors/WINDOW_NEVER_OPENED'),
    requestId: expect.stringMatching(/^req_/),
  });
  const { key } = await control('POST', '/keys', {
    account_id: info.account_id,
    mode: 'live',
    scopes: ['media:write'],
  });
  await expect(clientOf(key).account.me()).resolves.toMatchObject({ key: { scopes: ['media:write'] } });
  await expect(clientOf(key).templates.list()).rejects.toBeInstanceOf(PermissionError);
  await expect(wigwag.contacts.upsert({ phone: 'nobody', email: 'no' })).rejects.toMatchObject({
    code: 'VALIDATION_FAILED',
    errors: expect.arrayContaining([expect.objectContaining({ field: 'phone' })]),
  });
});

test('the same key sends once, and the response is marked as a replay', async () => {
  const { wigwag, customerWrites, control, info } = await createSdkWorld();
  await customerWrites('Hi');
  const send = () =>
    wigwag.messages.send({ to: '905551112233', text: 'Once' }, { idempotencyKey: 'once' }).withResponse();
  const [first, second] = [await send(), await send()];
  expect(second.data).toEqual(first.data);
  expect(second.response.headers.get('idempotent-replayed')).toBe('true');
  expect(first.rateLimit).toMatchObject({ limit: 1800, burst: 60 });
  await control('POST', '/settle');
  const sends = await fetch(`${info.control_url}/provider/sends?account_id=${info.account_id}`);
  expect(await sends.json()).toHaveLength(1);
});

test('iterates over every page of contacts and of a history, each record once', async () => {
  const { wigwag, customerWrites } = await createSdkWorld();
  const phones = Array.from({ length: 7 }, (_, index) => `90555111000${index}`);
  for (const phone of phones) {
    await wigwag.contacts.upsert({ phone, name: `Person ${phone}` });
  }
  const contacts = await wigwag.contacts.list({ limit: 2, order: 'asc', search: 'Person' }).toArray();
  expect(contacts.map(({ phone }) => phone)).toEqual(phones);
  for (const text of ['one', 'two', 'three']) {
    await customerWrites(text);
  }
  const history = wigwag.conversations.messages('+90 555 111 22 33', { limit: 1 });
  expect((await history.toArray()).map(({ text }) => text)).toEqual(['three', 'two', 'one']);
  expect((await history).pagination).toMatchObject({ count: 1, has_more: true });
});

test('contacts, stop lists, window, conversations and reports work', async () => {
  const { wigwag, customerWrites } = await createSdkWorld();
  await customerWrites('Hi');
  expect(await wigwag.contacts.window('905551112233')).toMatchObject({ window_open: true });
  expect(await wigwag.contacts.update('905551112233', { name: 'Ada King' })).toMatchObject({ name: 'Ada King' });
  await wigwag.optOuts.add({ phone: '905551112233', source: 'phone call' });
  expect(await wigwag.contacts.get('0555 111 22 33')).toMatchObject({ opted_out: true });
  await wigwag.optOuts.remove('905551112233');
  await wigwag.blockedNumbers.block({ phone: '905551112233' });
  await expect(wigwag.messages.send({ to: '905551112233', text: 'x' })).rejects.toMatchObject({
    name: 'RecipientError',
    code: 'RECIPIENT_BLOCKED',
  });
  await wigwag.blockedNumbers.unblock('905551112233');
  expect(await wigwag.blockedNumbers.list().toArray()).toEqual([]);
  await wigwag.conversations.update('905551112233', { status: 'closed' });
  expect(await wigwag.conversations.list({ status: 'closed' }).toArray()).toHaveLength(1);
  expect((await wigwag.reports.stats()).messages.incoming).toBe(1);
  expect((await wigwag.templates.list({ status: 'PENDING' }).toArray()).map(({ name }) => name)).toEqual([
    'pending_one',
  ]);
});

const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR4nGNgYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==',
  'base64',
);

test('uploads bytes and streams, and sends the upload', async () => {
  const { wigwag, customerWrites } = await createSdkWorld();
  await customerWrites('Show me');
  const ofStream = await wigwag.media.upload({ file: new Blob([PNG]).stream(), filename: 'shoe.png' });
  expect(ofStream).toMatchObject({ kind: 'image', mime_type: 'image/png', size: PNG.length, filename: 'shoe.png' });
  const told: unknown[] = [];
  const file = await wigwag.media.upload({ file: PNG, channel: 'whatsapp' }, { onProgress: (step) => told.push(step) });
  expect(told).toEqual([{ sent: PNG.length, total: PNG.length }]);
  await expect(
    wigwag.messages.send({ type: 'image', to: '905551112233', media: { id: file.id }, caption: 'Size 42' }),
  ).resolves.toMatchObject({ status: 'queued' });
  await expect(wigwag.media.upload({ file: Buffer.from('MZ\0\0') })).rejects.toMatchObject({ name: 'MediaError' });
});

test('waits as long as Retry-After says at the rate limit', async () => {
  const { control, info } = await createSdkWorld('real');
  const { key: apiKey } = await control('POST', '/keys', {
    account_id: info.account_id,
    mode: 'live',
    requests_per_minute: 300,
  });
  const waits: number[] = [];
  const wigwag = new Wigwag({
    apiKey,
    baseUrl: info.base_url,
    maxRetries: 5,
    logger: (event) => event.type === 'retry' && waits.push(event.wait),
  });
  await Promise.all(Array.from({ length: 14 }, () => wigwag.account.channels()));
  expect(waits.length).toBeGreaterThanOrEqual(1);
  expect(Math.min(...waits)).toBeGreaterThanOrEqual(1_000);
});

test('receives events without a webhook address, and resumes where it stopped', async () => {
  const { wigwag, customerWrites } = await createSdkWorld();
  const seen: WebhookEvent[] = [];
  const stop = new AbortController();
  const connected = Promise.withResolvers<void>();
  const listening = (async () => {
    for await (const event of wigwag.events({ signal: stop.signal, onConnect: () => connected.resolve() })) {
      seen.push(event);
      stop.abort();
    }
  })();
  await connected.promise;
  await customerWrites('Are you there?');
  await listening;
  expect(seen).toMatchObject([{ event: 'message.received', data: { message: { text: 'Are you there?' } } }]);
  await customerWrites('Still?');
  for await (const event of wigwag.events({ lastEventId: seen[0]?.id ?? '' })) {
    expect(event).toMatchObject({ data: { message: { text: 'Still?' } } });
    break;
  }
});

test("verifies the server's deliveries, and keeps statuses in order", async () => {
  const { wigwag, control, info, customerWrites } = await createSdkWorld('real');
  const receiver = await createReceiver();
  const { account_id, signing_secret } = info;
  await control('PUT', '/webhook', { account_id, url: receiver.url });
  await customerWrites('Hi');
  await wigwag.messages.sendAndWait({ to: '905551112233', text: 'Hello' }, { until: 'read', interval: 20 });
  await control('POST', '/settle');
  const tracker = new StatusTracker();
  for (const { raw, headers } of receiver.deliveries) {
    const event = await constructEvent(raw, headers, signing_secret);
    if (event.event === 'message.status') {
      tracker.apply(event);
      expect(tracker.apply(event)).toBe(false);
      expect(tracker.statusOf(event.data.message.id)).toMatch(/^(sent|delivered|read)$/);
    }
    await expect(constructEvent(raw, headers, 'another')).rejects.toMatchObject({ problem: 'wrong_secret' });
    const pretty = JSON.stringify(JSON.parse(raw), null, 2);
    await expect(constructEvent(pretty, headers, signing_secret)).rejects.toMatchObject({
      problem: 'body_reserialised',
    });
  }
  expect(receiver.deliveries.length).toBeGreaterThanOrEqual(4);
});

test('the underlying client returns what openapi-fetch returns, and does not throw', async () => {
  const { wigwag } = await createSdkWorld();
  const { error, response } = await wigwag.client.GET('/messages/{id}', { params: { path: { id: 'msg_1' } } });
  expect([response.status, error?.error.code]).toEqual([404, 'MESSAGE_NOT_FOUND']);
  await expect(wigwag.messages.get('msg_1')).rejects.toBeInstanceOf(ApiError);
});
