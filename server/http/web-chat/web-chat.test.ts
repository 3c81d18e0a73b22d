import { describe, expect, test } from 'vitest';
import { createFileHost } from '../../testing/files.ts';
import { createTestServer, DATABASES, type TestServer } from '../../testing/server.ts';
import { createVisitor, openStream } from '../../testing/web-chat.ts';

const answer = async ({ api }: TestServer, to: string, text: string): Promise<string> =>
  (await api('POST', '/messages', { body: { channel: 'web', to, text } })).body.data.id;

const statusOf = async ({ api }: TestServer, id: string) => (await api('GET', `/messages/${id}`)).body.data.status;

describe.each(DATABASES)('web chat on %s', (database) => {
  test('a visitor’s message is an event and is in the inbox, and the stream delivers the reply', async () => {
    const server = await createTestServer({ database });
    const hook = await server.receiver();
    const visitor = await createVisitor(server);
    expect(visitor.id).toMatch(/^web_[0-9A-Za-z]{22}$/);
    const stream = await visitor.stream();
    expect(await stream.untilReady()).toEqual([]);

    const written = await visitor.write('Are you open?', 'draft-0001');
    expect([written.status, written.body]).toEqual([
      201,
      { id: expect.stringMatching(/^msg_in_\d+$/), draft_id: 'draft-0001' },
    ]);
    expect(await stream.message()).toMatchObject({
      id: written.body.id,
      draft_id: 'draft-0001',
      direction: 'in',
      text: 'Are you open?',
      status: null,
    });
    await server.settle();
    expect(hook.received.map(({ event }) => [event.event, event.data.message])).toEqual([
      [
        'message.received',
        expect.objectContaining({
          id: written.body.id,
          channel: 'web',
          connection_id: 'web_1',
          from: { id: visitor.id, name: null },
          type: 'text',
          text: 'Are you open?',
        }),
      ],
    ]);

    const id = await answer(server, visitor.id, 'Until six.');
    // The clock does not advance, and there is no polling: the commit itself woke the stream.
    expect(await stream.message()).toMatchObject({ id, direction: 'out', text: 'Until six.', status: 'sent' });
    const { body } = await server.api('GET', `/conversations/${visitor.id}/messages`);
    expect(body.data.messages.map(({ text }: { text: string }) => text)).toEqual(['Until six.', 'Are you open?']);
  });

  test('a repeated draft is the same message, concurrently or later, and is announced once', async () => {
    const server = await createTestServer({ database });
    const hook = await server.receiver();
    const visitor = await createVisitor(server);
    const other = await createVisitor(server);
    const answers = await Promise.all([1, 2, 3].map(() => visitor.write('Hello', 'draft-0001')));
    const again = await visitor.write('Hello again', 'draft-0001');
    expect(new Set([...answers, again].map(({ status, body }) => `${status} ${body.id}`)).size).toBe(1);
    const theirs = await other.write('Mine', 'draft-0001');
    expect(theirs.body.id).not.toBe(again.body.id);
    await server.settle();
    expect(hook.received.map(({ event }) => event.data.message.text).sort()).toEqual(['Hello', 'Mine']);
    expect(await visitor.texts()).toEqual(['Hello']);
    expect(await other.texts()).toEqual(['Mine']);
  });

  test('a client that reconnects with the last event ID gets exactly the missing messages', async () => {
    const server = await createTestServer({ database });
    const visitor = await createVisitor(server);
    await visitor.write('one');
    await answer(server, visitor.id, 'two');
    await server.settle();
    const first = await visitor.stream();
    const seen = await first.untilReady();
    expect(seen.map(({ data }) => data.text)).toEqual(['one', 'two']);
    first.close();

    // More than one batch.
    const missed = Array.from({ length: 120 }, (_, index) => `missed ${index}`);
    for (const text of missed) {
      await server.api('POST', '/messages', { body: { channel: 'web', to: visitor.id, text }, key: await fastKey() });
    }
    await server.settle();
    const second = await visitor.stream(seen.at(-1)?.id);
    const caught = await second.untilReady();
    expect(caught.map(({ data }) => data.text).sort()).toEqual(missed.sort());
    const positions = caught.map(({ id }) => Number(id));
    expect(positions).toEqual([...new Set(positions)].sort((left, right) => left - right));

    async function fastKey() {
      key ??= await server.key({ requestsPerMinute: 100_000 });
      return key;
    }
  });
  let key: string | undefined;

  test('a returning visitor sees the newest fifty messages, and can load the earlier ones', async () => {
    const server = await createTestServer({ database });
    const visitor = await createVisitor(server);
    for (let index = 1; index <= 51; index += 1) {
      await visitor.write(`${index}`);
      await server.advance(3);
    }
    const stream = await visitor.stream();
    const events = await stream.untilReady();
    expect(events.map(({ data }) => data.text)).toEqual(Array.from({ length: 50 }, (_, index) => `${index + 2}`));
    const newest = await visitor.call('GET', 'messages');
    expect([newest.body.messages.length, newest.body.has_more]).toEqual([50, true]);
    const earlier = await visitor.call('GET', `messages?before=${events[0]?.id}`);
    expect(earlier.body).toMatchObject({ messages: [{ text: '1' }], has_more: false });
  });

  test('a status advances when the page reports it, never goes back, and each step is an event', async () => {
    const server = await createTestServer({ database });
    const hook = await server.receiver();
    const visitor = await createVisitor(server);
    const id = await answer(server, visitor.id, 'Hello');
    await server.settle();
    expect(await statusOf(server, id)).toBe('sent');
    expect((await visitor.receipt({ delivered: [id] })).status).toBe(204);
    expect(await statusOf(server, id)).toBe('delivered');
    await visitor.receipt({ read: [id] });
    await visitor.receipt({ delivered: [id], read: [id] });
    expect(await statusOf(server, id)).toBe('read');
    await server.settle();
    const told = hook.received.map(({ event }) => event.data.message.status);
    expect(told.sort()).toEqual(['delivered', 'read', 'sent']);
  });

  test('no one else can read a conversation or change its statuses', async () => {
    const server = await createTestServer({ database });
    const [visitor, stranger] = [await createVisitor(server), await createVisitor(server)];
    const id = await answer(server, visitor.id, 'For you alone');
    await visitor.write('Secret');
    await server.settle();
    expect((await stranger.receipt({ delivered: [id], read: [id, 'msg_1'] })).status).toBe(204);
    await stranger.write('Hello');
    expect((await stranger.receipt({ read: [id] })).status).toBe(204);
    expect(await statusOf(server, id)).toBe('sent');
    expect(await stranger.texts()).toEqual(['Hello']);
    const stream = await stranger.stream('0');
    expect((await stream.untilReady()).map(({ data }) => data.text)).toEqual(['Hello']);
    const other = await server.anotherAccount();
    const { web = '' } = other.connections;
    expect(web).toBe('web_2');
    const there = await visitor.call('GET', 'messages');
    expect(there.body.messages).toHaveLength(2);
    const elsewhere = await openStream(`${server.server.origin}/webchat/${web}/events`, { token: visitor.token });
    expect(elsewhere.response.status).toBe(401);
  });

  test('a send is repeated if the process died during it, since nothing had been sent', async () => {
    // A process with the role `api` leaves the tasks to `settle`.
    const server = await createTestServer({ database, config: { role: 'api' } });
    const visitor = await createVisitor(server);
    const id = await answer(server, visitor.id, 'Hello');
    const { store } = server.server.app;
    const claimed = await store.transaction((tx) => tx.outbox.lease('send', 'dead', Number.MAX_SAFE_INTEGER, 1, 10));
    expect(claimed.map(({ subject }) => subject)).toEqual([id]);
    await server.settle();
    expect(await statusOf(server, id)).toBe('sent');
    expect(await visitor.texts()).toEqual(['Hello']);
  });

  test('a message that was queued for a visitor who is then blocked never appears on the page', async () => {
    const server = await createTestServer({ database, config: { role: 'api' } });
    const visitor = await createVisitor(server);
    await visitor.write('Hello');
    const id = await answer(server, visitor.id, 'Too late');
    await server.api('POST', '/blocked-numbers', { body: { phone: visitor.id } });
    await server.settle();
    expect(await statusOf(server, id)).toBe('failed');
    expect((await visitor.write('Are you there?')).status).toBe(201);
    expect(await visitor.texts()).toEqual(['Hello', 'Are you there?']);
  });
});

test('files have a URL, a name and a caption', async () => {
  const server = await createTestServer();
  const visitor = await createVisitor(server);
  const stream = await visitor.stream();
  const host = await createFileHost();
  const url = host.put('/bill.pdf', { headers: { 'content-type': 'application/pdf' } });
  await server.api('POST', '/messages', {
    body: { channel: 'web', to: visitor.id, type: 'document', media: { url }, filename: 'Bill.pdf', caption: 'May' },
  });
  expect(await stream.message()).toMatchObject({
    type: 'document',
    text: 'May',
    media: { url, filename: 'Bill.pdf' },
  });
});

test('messages from a test key are not shown to visitors', async () => {
  const server = await createTestServer();
  const visitor = await createVisitor(server);
  await server.api('POST', '/messages', { key: server.testKey, body: { channel: 'web', to: visitor.id, text: 'x' } });
  await server.settle();
  expect(await visitor.texts()).toEqual([]);
});

test('a stream ends when the server stops, and a new stream continues where it ended', async () => {
  const server = await createTestServer();
  const visitor = await createVisitor(server);
  const stream = await visitor.stream();
  await stream.untilReady();
  const ended = stream.ended();
  await server.server.stop();
  await ended;
});

test('an invalid message is refused with the name of its field', async () => {
  const server = await createTestServer();
  const visitor = await createVisitor(server);
  for (const [body, field] of [
    [{ id: 'a'.repeat(7), text: 'x' }, 'id'],
    [{ id: 'a'.repeat(65), text: 'x' }, 'id'],
    [{ id: 'draft 001', text: 'x' }, 'id'],
    [{ id: 7, text: 'x' }, 'id'],
    [{ text: 'x' }, 'id'],
    [{ id: 'draft-001' }, 'text'],
    [{ id: 'draft-001', text: '' }, 'text'],
    [{ id: 'draft-001', text: ' \n' }, 'text'],
    [{ id: 'draft-001', text: ['x'] }, 'text'],
    [{ id: 'draft-001', text: '👋'.repeat(4097) }, 'text'],
    [{ id: 'draft-001', text: 'x', from: 'web_other' }, 'from'],
  ] as const) {
    await server.advance(1); // within the limits
    const { status, body: refusal } = await visitor.call('POST', 'messages', { body });
    expect([body, status, refusal.error]).toEqual([
      body,
      422,
      { code: 'invalid_field', field, message: expect.stringContaining(field), fix: expect.any(String) },
    ]);
  }
  for (const [id, text] of [
    ['a'.repeat(8), '👋'.repeat(4096)],
    ['a'.repeat(64), 'nul \0, half \ud83d, <b>markup</b> \u202e'],
  ]) {
    expect((await visitor.call('POST', 'messages', { body: { id, text } })).status).toBe(201);
  }
});

test('a body may start with a byte order mark', async () => {
  const visitor = await createVisitor(await createTestServer());
  const body = '\ufeff{"id":"draft-0001","text":"Hi"}';
  expect(await visitor.call('POST', 'messages', { body })).toMatchObject({ status: 201 });
});

test('a body that is not a JSON object, or is too long, is refused with an explanation', async () => {
  const visitor = await createVisitor(await createTestServer());
  const type = { 'content-type': 'text/plain' };
  for (const [body, headers, status, code] of [
    ['', {}, 400, 'invalid_json'],
    ['{"id":', {}, 400, 'invalid_json'],
    ['[]', {}, 400, 'invalid_json'],
    ['null', {}, 400, 'invalid_json'],
    // A form on another site could send this without a preflight request.
    ['{"id":"draft-001","text":"x"}', type, 400, 'invalid_json'],
    [`"${'x'.repeat(64 * 1024)}"`, {}, 413, 'too_large'],
  ] as const) {
    const refused = await visitor.call('POST', 'messages', { body, headers });
    expect([refused.status, refused.body.error]).toEqual([
      status,
      { code, message: expect.any(String), fix: expect.any(String) },
    ]);
  }
});

test('an invalid receipt or position is refused with the name of its field', async () => {
  const server = await createTestServer();
  const visitor = await createVisitor(server);
  for (const [body, field] of [
    [{ read: 'msg_1' }, 'read'],
    [{ delivered: [1] }, 'delivered'],
    [{ delivered: ["msg_1' or 1"] }, 'delivered'],
    [{ read: Array.from({ length: 101 }, () => 'msg_1') }, 'read'],
    [{ seen: [] }, 'seen'],
  ] as const) {
    const refused = await visitor.receipt(body);
    expect([field, refused.status, refused.body.error.field]).toEqual([field, 422, field]);
  }
  expect((await visitor.receipt({ read: Array.from({ length: 100 }, () => 'msg_1') })).status).toBe(204);
  await server.advance(1); // within the limits
  for (const position of ['x', '-1', '1e3', '99999999999999999']) {
    const page = await visitor.call('GET', `messages?before=${position}`);
    const stream = await visitor.call('GET', 'events', { headers: { 'last-event-id': position } });
    expect([page.status, page.body.error.field]).toEqual([422, 'before']);
    expect([stream.status, stream.body.error.field]).toEqual([422, 'Last-Event-ID']);
  }
});
