import { describe, expect, test } from 'vitest';
import { hashOf } from '../../base/secrets.ts';
import { createTestServer, DATABASES } from '../../testing/server.ts';
import { tail } from '../../testing/tail.ts';

const DAY = 86_400;
const ready = (missed = 0, gap = false) => ({ missed, gap, heartbeat_seconds: 15 });

describe.each(DATABASES)('the event tail on %s', (database) => {
  test('delivers every event as it happens, in the same envelope as the webhook, even without a webhook', async () => {
    const { server, liveKey, testKey, customerWrites, settle, api, receiver } = await createTestServer({ database });
    const client = await tail(server.origin, liveKey);
    expect(client.status).toBe(200);
    const [hello] = await client.until(1);
    expect(hello).toMatchObject({ event: 'ready', id: '0', retry: '1000' });
    expect(JSON.parse(hello?.data ?? '')).toEqual(ready());

    await customerWrites('Where is my order?');
    await client.until(2);
    expect(client.events()).toEqual([
      {
        id: expect.stringMatching(/^whd_\d{20}$/),
        event: 'message.received',
        api_version: 'v1',
        created_at: expect.stringMatching(/^\d{4}-.*\+00:00$/),
        company_id: expect.any(Number),
        attempt: 1,
        data: { message: expect.objectContaining({ text: 'Where is my order?', channel: 'whatsapp' }) },
      },
    ]);

    const hook = await receiver();
    await api('POST', '/messages', { body: { to: '905551112233', text: 'On its way 👋\n"soon"' } });
    await settle();
    await api('POST', '/messages', { key: testKey, body: { to: '905551112233', text: 'Only a test' } });
    await settle();
    const frames = await client.until(8);
    // Deliveries can overtake each other.
    expect(frames.slice(2).map(({ data }) => data)).toEqual(
      hook.received.toSorted((a, b) => (a.event.id < b.event.id ? -1 : 1)).map(({ raw }) => raw),
    );
    expect(client.events().map(({ event, data, test: isTest }) => [event, data.message.status, isTest])).toEqual([
      ['message.received', undefined, undefined],
      ...['sent', 'delivered', 'read'].map((status) => ['message.status', status, undefined]),
      ...['sent', 'delivered', 'read'].map((status) => ['message.status', status, true]),
    ]);
    expect(frames.slice(1).map(({ id }) => id)).toEqual(client.events().map(({ id }) => id));
  });

  test('resumes where a client disconnected, and reports how many events it missed', async () => {
    const { server, liveKey, customerWrites } = await createTestServer({ database });
    const before = await tail(server.origin, liveKey);
    await before.until(1);
    await customerWrites('one');
    const [, one] = await before.until(2);
    before.close();
    await customerWrites('two');
    await customerWrites('three');
    const after = await tail(server.origin, liveKey, { headers: { 'last-event-id': one?.id ?? '' } });
    const [hello] = await after.until(3);
    expect([hello?.id, JSON.parse(hello?.data ?? '')]).toEqual([one?.id, ready(2)]);
    await customerWrites('four');
    await after.until(4);
    expect(after.events().map(({ data }) => data.message.text)).toEqual(['two', 'three', 'four']);

    const fresh = await tail(server.origin, liveKey);
    expect((await fresh.until(1))[0]).toMatchObject({ id: after.frames.at(-1)?.id });
    // No event had arrived before the disconnect, so the ID of the first frame is enough.
    fresh.close();
    await customerWrites('five');
    const again = await tail(server.origin, liveKey, { headers: { 'last-event-id': fresh.frames[0]?.id ?? '' } });
    await again.until(2);
    expect(again.events().map(({ data }) => data.message.text)).toEqual(['five']);
  });

  test('keeps events for 7 days, and reports a gap to a client that was away longer', async () => {
    const { server, liveKey, customerWrites, advance } = await createTestServer({ database });
    await customerWrites('old');
    await advance(DAY);
    await customerWrites('new');
    const resumed = async (id: string) => {
      const client = await tail(server.origin, liveKey, { headers: { 'last-event-id': id } });
      const { missed, gap } = JSON.parse((await client.until(1))[0]?.data ?? '');
      await client.until(1 + missed);
      client.close();
      return {
        gap,
        texts: client.events().map(({ data }) => data.message.text),
        ids: client.events().map((e) => e.id),
      };
    };
    const { ids, ...whole } = await resumed('0');
    const [old = '', fresh = ''] = ids;
    expect(whole).toEqual({ gap: false, texts: ['old', 'new'] });
    await advance(6 * DAY - 1);
    expect(await resumed('0')).toMatchObject({ gap: false, texts: ['old', 'new'] });
    // They are deleted within the next hour.
    await advance(3_601);
    expect(await resumed('0')).toMatchObject({ gap: true, texts: ['new'] });
    expect(await resumed(old)).toMatchObject({ gap: true, texts: ['new'] });
    expect(await resumed('whd_of_nobody')).toMatchObject({ gap: true, texts: ['new'] });
    expect(await resumed(fresh)).toMatchObject({ gap: false, texts: [] });
    await advance(2 * DAY);
    expect(await resumed(old)).toMatchObject({ gap: true, texts: [] });
    expect(await resumed(fresh)).toMatchObject({ gap: false, texts: [] });
  });

  test('delivers only the requested kinds and channel', async () => {
    const { server, liveKey, customerWrites, api, settle, advance } = await createTestServer({ database });
    const statuses = await tail(server.origin, liveKey, { query: '?events=message.status,template.status' });
    const web = await tail(server.origin, liveKey, { query: '?channel=web' });
    const whatsapp = await tail(server.origin, liveKey, { query: '?channel=whatsapp&events=message.received' });
    await customerWrites('Hi');
    await api('POST', '/messages', { body: { to: '905551112233', text: 'Hello' } });
    await settle();
    await statuses.until(4);
    await whatsapp.until(2);
    expect(statuses.events().map(({ data }) => data.message.status)).toEqual(['sent', 'delivered', 'read']);
    expect(whatsapp.events().map(({ data }) => data.message.text)).toEqual(['Hi']);
    await advance(15);
    const [, beat] = await web.until(2);
    expect(beat).toEqual({ '': '', id: statuses.events().at(-1)?.id });
    const back = { headers: { 'last-event-id': '0' }, query: '?events=message.received' };
    const [hello] = await (await tail(server.origin, liveKey, back)).until(1);
    expect(JSON.parse(hello?.data ?? '')).toEqual(ready(1));
  });

  test('never delivers another account’s events, and never resumes from them', async () => {
    const { server, liveKey, customerWrites, anotherAccount } = await createTestServer({ database });
    const other = await anotherAccount();
    const mine = await tail(server.origin, liveKey);
    const theirs = await tail(server.origin, other.liveKey);
    await customerWrites('Mine');
    const [, { id = '' } = {}] = await mine.until(2);
    const resumed = await tail(server.origin, other.liveKey, { headers: { 'last-event-id': id } });
    expect(JSON.parse((await resumed.until(1))[0]?.data ?? '')).toEqual(ready(0, true));
    const all = await tail(server.origin, other.liveKey, { headers: { 'last-event-id': '0' } });
    expect(JSON.parse((await all.until(1))[0]?.data ?? '')).toEqual(ready());
    expect(theirs.events()).toEqual([]);
  });
});

test('delivers template events', async () => {
  const { server, liveKey, mock, business, settle } = await createTestServer();
  const client = await tail(server.origin, liveKey, { query: '?channel=whatsapp' });
  const { waba_id } = business.whatsapp;
  const pending = mock.templates(waba_id).find(({ name }) => name === 'pending_one');
  mock.setTemplate(waba_id, { ...pending, status: 'APPROVED' });
  await settle();
  await client.until(2);
  expect(client.events()).toMatchObject([
    {
      event: 'template.status',
      data: { template: { name: 'pending_one', status: 'APPROVED', rejection_reason: null } },
    },
  ]);
});

test('sends a heartbeat every 15 seconds, with headers that prevent buffering', async () => {
  const { server, liveKey, advance } = await createTestServer();
  const client = await tail(server.origin, liveKey, { headers: { 'accept-encoding': 'gzip, deflate, br' } });
  await client.until(1);
  expect(client.headers).toMatchObject({
    'content-type': 'text/event-stream; charset=utf-8',
    'cache-control': 'no-store',
    'x-accel-buffering': 'no',
    'x-request-id': expect.stringMatching(/^req_/),
    'x-ratelimit-remaining': '1799',
  });
  expect(client.headers['content-encoding']).toBeUndefined();
  await advance(14);
  expect(client.frames).toHaveLength(1);
  await advance(1);
  await client.until(2);
  await advance(15);
  expect((await client.until(3)).slice(1)).toEqual([
    { '': '', id: '0' },
    { '': '', id: '0' },
  ]);
});

test('a large move of the clock does not stop at heartbeats', async () => {
  const { server, liveKey, advance, clock } = await createTestServer();
  const client = await tail(server.origin, liveKey);
  await client.until(1);
  let stops = 0;
  const moveTo = clock.moveTo.bind(clock);
  clock.moveTo = (target) => {
    stops += 1;
    moveTo(target);
  };
  await advance(30 * DAY);
  await client.until(2);
  expect(stops).toBeLessThan(10);
});

test('refuses with the codes of the API, before the stream begins', async () => {
  const { server, liveKey, key, anotherAccount } = await createTestServer();
  const account = async (changes: object) => (await anotherAccount(changes)).liveKey;
  const modules = { api: true, webhook: true, flows: true };
  const reading = ['messages:read', 'conversations:read'];
  for (const [code, status, given, options] of [
    ['MISSING_API_KEY', 401, null, {}],
    ['MISSING_API_KEY', 401, null, { query: `?api_key=${liveKey}` }],
    ['INVALID_API_KEY', 401, `ww_live_${'A'.repeat(41)}`, {}],
    ['API_KEY_REVOKED', 401, await key({ revoked: true }), {}],
    ['IP_NOT_ALLOWED', 403, await key({ allowedIps: ['10.0.0.1'] }), {}],
    ['ACCOUNT_INACTIVE', 403, await account({ isActive: false }), {}],
    ['LICENSE_EXPIRED', 402, await account({ licenseExpiresAt: 1 }), {}],
    ['MODULE_DISABLED', 403, await account({ modules: { ...modules, api: false } }), {}],
    ['SCOPE_DENIED', 403, await key({ scopes: ['messages:read'] }), {}],
    ['SCOPE_DENIED', 403, await key({ scopes: ['conversations:read'] }), {}],
    ['WEBHOOK_MODULE_DISABLED', 403, await account({ modules: { ...modules, webhook: false } }), {}],
    ['VALIDATION_FAILED', 422, liveKey, { query: '?events=message.sent' }],
    ['VALIDATION_FAILED', 422, liveKey, { query: '?events=' }],
    ['VALIDATION_FAILED', 422, liveKey, { query: '?events=message.status&events=message.received' }],
    ['VALIDATION_FAILED', 422, liveKey, { query: '?since=yesterday' }],
    ['VALIDATION_FAILED', 422, liveKey, { query: '?__proto__=1' }],
    ['CHANNEL_UNSUPPORTED', 422, liveKey, { query: '?channel=constructor' }],
    ['VALIDATION_FAILED', 422, liveKey, { headers: { 'last-event-id': '42' } }],
    ['VALIDATION_FAILED', 422, liveKey, { headers: { 'last-event-id': `whd_${'1'.repeat(65)}` } }],
    [undefined, 200, await key({ scopes: reading }), {}],
    [undefined, 200, liveKey, { headers: { 'last-event-id': '' } }],
  ] as const) {
    const client = await tail(server.origin, given, options);
    const { status: found, body } = client;
    expect([found, body?.success, body?.error.code, options]).toEqual([status, code && false, code, options]);
    client.close();
  }
  const { body } = await tail(server.origin, liveKey, { headers: { 'last-event-id': 'yesterday' } });
  expect(body.error).toMatchObject({ param: 'Last-Event-ID', message: expect.stringContaining('whd_') });
});

test('counts as one request, however long it is open', async () => {
  const { server, key, customerWrites } = await createTestServer();
  const limited = await key({ requestsPerMinute: 1 });
  const client = await tail(server.origin, limited);
  await customerWrites('Hi');
  await customerWrites('Ho');
  await client.until(3);
  const second = await tail(server.origin, limited);
  expect([second.status, second.body.error.code, second.headers['retry-after']]).toEqual([429, 'RATE_LIMITED', '60']);
});

test('HEAD and other methods are refused with the allowed method', async () => {
  const { server, liveKey } = await createTestServer();
  for (const method of ['HEAD', 'POST', 'DELETE']) {
    const headers = { authorization: `Bearer ${liveKey}` };
    const answer = await fetch(`${server.origin}/developers/events`, { method, headers });
    expect([method, answer.status, answer.headers.get('allow')]).toEqual([method, 405, 'GET']);
  }
});

test('a revoked key gets no more events, and its tail ends within 15 seconds', async () => {
  const { server, key, customerWrites, advance } = await createTestServer();
  const revoked = await key();
  const [busy, idle] = [
    await tail(server.origin, revoked),
    await tail(server.origin, revoked, { query: '?channel=web' }),
  ];
  const other = await tail(server.origin, await key());
  await Promise.all([busy, idle, other].map((client) => client.until(1)));
  await server.app.store.transaction((tx) => tx.keys.revoke(hashOf(revoked), server.app.monotonicNow()));
  await customerWrites('Not for everybody');
  await other.until(2);
  await busy.ended;
  expect(busy.frames).toHaveLength(1);
  await advance(15);
  await idle.ended;
  expect(idle.frames).toHaveLength(1);
  expect(await other.until(3)).toHaveLength(3);
});

test('one key can have at most 10 open tails, and another one after closing one', async () => {
  const { server, key } = await createTestServer();
  const shared = await key({ requestsPerMinute: 1_000_000 });
  const clients = await Promise.all(Array.from({ length: 10 }, () => tail(server.origin, shared)));
  expect(clients.map(({ status }) => status)).toEqual(Array(10).fill(200));
  const { status, body, headers } = await tail(server.origin, shared);
  expect([status, body.error.code, headers['retry-after']]).toEqual([429, 'RATE_LIMITED', '15']);
  expect(body.error.message).toContain('10 open event streams');
  expect((await tail(server.origin, await key())).status).toBe(200);
  clients[0]?.close();
  // The server notices immediately: the clock has not advanced.
  for (let open = 429; open === 429; ) {
    open = (await tail(server.origin, shared)).status;
  }
  expect((await tail(server.origin, shared)).status).toBe(429);
});

test('a full reset ends the tails', async () => {
  const { server, liveKey } = await createTestServer();
  const client = await tail(server.origin, liveKey);
  await client.until(1);
  server.forget();
  await client.ended;
});
