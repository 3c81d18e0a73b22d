import { expect, test } from 'vitest';
import { recordStatus } from '../../domain/messages/record-status.ts';
import { runOne } from '../../store/rules.ts';
import { createFileHost } from '../../testing/files.ts';
import { historyOf } from '../../testing/received.ts';
import { createTestServer, DATABASES, type TestServer } from '../../testing/server.ts';
import type { DatabaseName } from '../../testing/store.ts';
import { beginTask } from '../../testing/tasks.ts';

type PageChannel = 'messenger' | 'instagram';

const PERSON = { messenger: '6042731925', instagram: '1784140012345' } as const;

const providerId = (server: TestServer, channel: PageChannel) =>
  channel === 'messenger' ? server.business.messenger.page_id : server.business.instagram.account_id;

/** Simulates a person's message, which opens the window. */
async function personWrites(server: TestServer, channel: PageChannel, text = 'Hello'): Promise<string> {
  const { external_id } = await server.mock.receive({
    channel,
    business_id: providerId(server, channel),
    from: { id: PERSON[channel], name: 'Ada' },
    type: 'text',
    text,
  });
  await server.settle();
  return external_id;
}

/** The requests that the provider received, message by message. */
// biome-ignore lint/suspicious/noExplicitAny: tests read what they expect
const asked = (server: TestServer): any[] => server.mock.sends().map(({ payload }) => payload);

test.each(['messenger', 'instagram'] as const)(
  'a text on %s is accepted, sent with our ID, and read',
  async (channel) => {
    const server = await createTestServer();
    const hook = await server.receiver();
    const mid = await personWrites(server, channel);
    const to = PERSON[channel];
    const sent = await server.api('POST', '/messages', { body: { channel, to, text: 'Hi Ada', reply_to: mid } });
    expect(sent.status).toBe(202);
    await server.settle();
    expect(asked(server)).toEqual([
      {
        recipient: { id: to },
        ...(channel === 'messenger' && { messaging_type: 'RESPONSE' }),
        message: { text: 'Hi Ada', metadata: sent.body.data.id },
        reply_to: { mid },
      },
    ]);
    const { body } = await server.api('GET', `/messages/${sent.body.data.id}`);
    expect(body.data).toMatchObject({ status: 'read', external_id: server.mock.sends()[0]?.external_id });
    const statuses = hook.received.flatMap(({ event }) =>
      event.event === 'message.status' ? [event.data.message.status] : [],
    );
    // Instagram has no event for delivery.
    expect(statuses.sort()).toEqual(channel === 'messenger' ? ['delivered', 'read', 'sent'] : ['read', 'sent']);
  },
);

test('a text of 2,001 characters on Messenger is sent in two parts and has one ID', async () => {
  const server = await createTestServer();
  await personWrites(server, 'messenger');
  const text = `${'a'.repeat(1990)} ${'b'.repeat(10)}`;
  const sent = await server.api('POST', '/messages', { body: { channel: 'messenger', to: PERSON.messenger, text } });
  await server.settle();
  const { id } = sent.body.data;
  expect(asked(server).map(({ message }) => [message.text, message.metadata])).toEqual([
    ['a'.repeat(1990), id],
    ['b'.repeat(10), `${id}#1`],
  ]);
  const { body } = await server.api('GET', `/messages/${id}`);
  expect(body.data).toMatchObject({ status: 'read', external_id: server.mock.sends()[0]?.external_id });
});

test('a text of 2,000 characters on Messenger is sent in one part', async () => {
  const server = await createTestServer();
  await personWrites(server, 'messenger');
  await server.api('POST', '/messages', {
    body: { channel: 'messenger', to: PERSON.messenger, text: 'ä'.repeat(2000) },
  });
  await server.settle();
  expect(asked(server)).toHaveLength(1);
});

test('Instagram counts bytes: 500 letters of two bytes fit, 501 are split', async () => {
  const server = await createTestServer();
  await personWrites(server, 'instagram');
  for (const [length, parts] of [
    [500, 1],
    [501, 2],
  ] as const) {
    const before = asked(server).length;
    await server.api('POST', '/messages', {
      body: { channel: 'instagram', to: PERSON.instagram, text: 'ä'.repeat(length) },
    });
    await server.settle();
    expect(asked(server).length - before).toBe(parts);
  }
});

/** Starts a server whose worker has sent a message to Messenger and waits for the response. */
async function startSending(database: DatabaseName) {
  const server = await createTestServer({ database, config: { role: 'api' } });
  const { accountId, business, clock } = server;
  const { app } = server.server;
  await personWrites(server, 'messenger');
  const body = { channel: 'messenger', to: PERSON.messenger, text: 'Hello' };
  const { id } = (await server.api('POST', '/messages', { body })).body.data;
  const now = app.monotonicNow();
  const [task] = await app.store.transaction((tx) => tx.outbox.lease('send', 'a worker', now, now + 60_000_000, 1));
  if (!task) {
    throw new Error('there is no task');
  }
  await beginTask(app.store, task);
  return {
    ...server,
    status: async () => (await server.api('GET', `/messages/${id}`)).body.data.status,
    /** Posts an event of the conversation. */
    async event(event: object) {
      const messaging = [{ timestamp: clock.now(), ...event }];
      await server.callback({
        object: 'page',
        entry: [{ id: business.messenger.page_id, time: clock.now(), messaging }],
      });
      await server.settle();
    },
    /** The response arrives. */
    respond: (externalId?: string) =>
      app.store.transaction(async (tx) => {
        await runOne(tx, recordStatus, {
          app,
          message: { accountId, id },
          change: { status: 'sent', sentAt: now, externalId },
        });
        await tx.outbox.finish([task.id]);
      }),
    outgoing: async () => (await historyOf(server, PERSON.messenger)).filter(({ direction }) => direction === 'out'),
  };
}

test.each(DATABASES)('on %s a message that is read before its send is recorded ends up as read', async (database) => {
  const { business, clock, event, status, respond, advance } = await startSending(database);
  const people = { sender: { id: PERSON.messenger }, recipient: { id: business.messenger.page_id } };
  await event({ ...people, read: { watermark: clock.now() + 1 } });
  expect(await status()).toBe('queued');
  await respond();
  await advance(1);
  expect(await status()).toBe('read');
});

test.each(DATABASES)(
  'on %s an echo without our ID that arrives before the response creates no second message',
  async (database) => {
    const { business, event, respond, advance, outgoing } = await startSending(database);
    const people = { sender: { id: business.messenger.page_id }, recipient: { id: PERSON.messenger } };
    await event({ ...people, message: { mid: 'm_echo', is_echo: true, text: 'Hello' } });
    expect(await outgoing()).toMatchObject([{ external_id: null, status: 'queued' }]);
    await respond('m_echo');
    await advance(300);
    const shown = await outgoing();
    expect(shown).toMatchObject([{ external_id: 'm_echo', status: 'sent' }]);
    expect(shown[0]).not.toHaveProperty('sent_by');
  },
);

test('an echo without our ID is stored as a message of an app if no response has its ID within a minute', async () => {
  const { business, event, advance, outgoing } = await startSending('sqlite');
  const people = { sender: { id: business.messenger.page_id }, recipient: { id: PERSON.messenger } };
  await event({ ...people, message: { mid: 'm_echo', is_echo: true, text: 'Hello from the inbox' } });
  expect(await outgoing()).toHaveLength(1);
  await advance(60);
  await advance(300);
  expect(await outgoing()).toContainEqual(
    expect.objectContaining({ external_id: 'm_echo', sent_by: 'app', text: 'Hello from the inbox' }),
  );
});

test('a text of eleven parts is refused, and one of ten is sent', async () => {
  const server = await createTestServer();
  await personWrites(server, 'messenger');
  const send = (text: string) =>
    server.api('POST', '/messages', { body: { channel: 'messenger', to: PERSON.messenger, text } });
  expect((await send('x'.repeat(20_001))).body.error).toMatchObject({ code: 'VALIDATION_FAILED', param: 'text' });
  expect((await send('x'.repeat(20_000))).status).toBe(202);
  await server.settle();
  expect(asked(server)).toHaveLength(10);
});

test('a message of several parts is read only when all parts are, and failed if one of them failed', async () => {
  const server = await createTestServer();
  await personWrites(server, 'messenger');
  const send = async (text: string) => {
    const sent = await server.api('POST', '/messages', { body: { channel: 'messenger', to: PERSON.messenger, text } });
    await server.settle();
    return (await server.api('GET', `/messages/${sent.body.data.id}`)).body.data;
  };
  server.mock.faults.next({ applies_to: 'send', channel: 'messenger', outcome: 'statuses', statuses: ['sent'] });
  expect(await send(`first ${'x'.repeat(2000)}`)).toMatchObject({ status: 'read' }); // the watermark of the second part
  server.mock.faults.next({ applies_to: 'send', channel: 'messenger', outcome: 'statuses', statuses: ['sent'] });
  server.mock.faults.next({ applies_to: 'send', channel: 'messenger', outcome: 'reject', code: 551 });
  expect(await send(`first ${'y'.repeat(2000)}`)).toMatchObject({ status: 'failed', error: { code: 551 } });
});

test.each(['messenger', 'instagram'] as const)(
  'buttons and lists on %s become quick replies, and the choice is returned',
  async (channel) => {
    const server = await createTestServer();
    const hook = await server.receiver();
    await personWrites(server, channel);
    const to = PERSON[channel];
    const buttons = [
      { id: 'yes', title: 'Yes' },
      { id: 'no', title: 'No, thank you' },
    ];
    await server.api('POST', '/messages', {
      body: { channel, to, type: 'interactive', interactive: { kind: 'button', text: 'Tomorrow?', buttons } },
    });
    const rows = [{ id: 's42', title: 'Forty-two and a half!!', description: 'wide' }];
    await server.api('POST', '/messages', {
      body: {
        channel,
        to,
        type: 'interactive',
        interactive: { kind: 'list', text: 'Size?', button: 'Sizes', sections: [{ rows }] },
      },
    });
    await server.settle();
    expect(asked(server).map(({ message }) => message.quick_replies)).toEqual([
      [
        { content_type: 'text', title: 'Yes', payload: 'yes' },
        { content_type: 'text', title: 'No, thank you', payload: 'no' },
      ],
      [{ content_type: 'text', title: 'Forty-two and a half', payload: 's42' }],
    ]);
    await server.mock.receive({
      channel,
      business_id: providerId(server, channel),
      from: { id: to, name: 'Ada' },
      type: 'button',
      button: { payload: 'yes', title: 'Yes' },
    });
    await server.settle();
    expect(hook.received.at(-1)?.event.data.message).toMatchObject({
      type: 'button',
      button: { payload: 'yes', title: 'Yes' },
    });
  },
);

test('a lost part is not sent again; when its echo proves it, the next part follows at once', async () => {
  const server = await createTestServer();
  await personWrites(server, 'messenger');
  server.mock.faults.next({ applies_to: 'send', channel: 'messenger', outcome: 'lost_reply' });
  const sent = await server.api('POST', '/messages', {
    body: { channel: 'messenger', to: PERSON.messenger, text: `first ${'x'.repeat(2000)}` },
  });
  await server.settle();
  expect(asked(server).map(({ message }) => message.text)).toEqual(['first', 'x'.repeat(2000)]);
  expect((await server.api('GET', `/messages/${sent.body.data.id}`)).body.data.status).toBe('read');
});

test('a lost send without an echo fails as unconfirmed after 15 minutes and is never repeated', async () => {
  const server = await createTestServer({ mock: { echoes: false } });
  await personWrites(server, 'messenger');
  server.mock.faults.next({ applies_to: 'send', channel: 'messenger', outcome: 'lost_reply' });
  server.mock.faults.next({ applies_to: 'callback', outcome: 'drop', times: 100 });
  const sent = await server.api('POST', '/messages', {
    body: { channel: 'messenger', to: PERSON.messenger, text: 'Hello' },
  });
  const status = async () => (await server.api('GET', `/messages/${sent.body.data.id}`)).body.data;
  await server.advance(899);
  expect(await status()).toMatchObject({ status: 'queued' });
  await server.advance(2);
  expect(await status()).toMatchObject({ status: 'failed', error: { code: 'unconfirmed' } });
  await server.advance(3600);
  expect(asked(server)).toHaveLength(1);
});

test('a message that WhatsApp accepted but never reported on counts as sent after 15 minutes', async () => {
  const server = await createTestServer();
  await server.customerWrites('Hello');
  server.mock.faults.next({ applies_to: 'callback', outcome: 'drop', times: 100 });
  const sent = await server.api('POST', '/messages', { body: { to: '905551112233', text: 'Hello' } });
  const status = async () => (await server.api('GET', `/messages/${sent.body.data.id}`)).body.data.status;
  await server.advance(899);
  expect(await status()).toBe('queued');
  await server.advance(2);
  expect(await status()).toBe('sent');
});

test('a connection sends at most 80 messages per second: the 81st waits for the next second', async () => {
  const server = await createTestServer();
  await server.customerWrites('Hello');
  await Promise.all(
    Array.from({ length: 81 }, (_, index) => {
      const text = `${index}`;
      return server
        .key({ requestsPerMinute: 6000 })
        .then((key) => server.api('POST', '/messages', { key, body: { to: '905551112233', text } }));
    }),
  );
  await server.settle();
  expect(server.mock.sends()).toHaveLength(80);
  await server.advance(1);
  expect(server.mock.sends()).toHaveLength(81);
});

test.each(['messenger', 'instagram'] as const)(
  'the event of a message on %s contains the name of the person',
  async (channel) => {
    const server = await createTestServer();
    const hook = await server.receiver();
    await personWrites(server, channel);
    expect(hook.received[0]?.event.data.message.from).toEqual({ id: PERSON[channel], name: 'Ada' });
  },
);

test('a failed lookup of a profile loses no message, and is repeated in the next window', async () => {
  const server = await createTestServer();
  const hook = await server.receiver();
  const names = () => hook.received.map(({ event }) => event.data.message.from.name);
  server.mock.faults.next({ applies_to: 'profile', channel: 'messenger', outcome: 'reject', code: 230 });
  await personWrites(server, 'messenger', 'one');
  await personWrites(server, 'messenger', 'two');
  expect(names()).toEqual([null, null]);
  await server.advance(24 * 3600);
  await personWrites(server, 'messenger', 'three');
  expect(names()).toEqual([null, null, 'Ada']);
});

test('a provider that does not respond to a name lookup delays the message by three seconds', async () => {
  const server = await createTestServer();
  const hook = await server.receiver();
  server.mock.faults.next({ applies_to: 'profile', channel: 'messenger', outcome: 'slow', delay_ms: 60_000 });
  const before = server.clock.now();
  const received = server.mock.receive({
    channel: 'messenger',
    business_id: server.business.messenger.page_id,
    from: { id: PERSON.messenger, name: 'Ada' },
    type: 'text',
    text: 'Hello',
  });
  // The mock's response also waits for the clock, for longer than the server does.
  await expect.poll(() => server.clock.nextDue()).toBe(before + 3000);
  server.clock.moveTo(before + 2999);
  expect(hook.received).toEqual([]);
  server.clock.moveTo(before + 3000);
  await received;
  await server.settle();
  expect(hook.received.map(({ event }) => event.data.message.from.name)).toEqual([null]);
});

test('the names of ten people who write at the same time are requested together', async () => {
  const server = await createTestServer();
  const hook = await server.receiver();
  server.mock.faults.next({ applies_to: 'profile', channel: 'messenger', outcome: 'slow', delay_ms: 1_000, times: 10 });
  const before = server.clock.now();
  const people = Array.from({ length: 10 }, (_, index) => `${1000 + index}`);
  const business_id = server.business.messenger.page_id;
  for (const id of people) {
    await server.mock.receive({
      channel: 'messenger',
      business_id,
      from: { id, name: 'Ada' },
      type: 'text',
      text: 'Hello',
    });
  }
  const responseAt = () => Number(server.clock.nextDue());
  const isWaiting = () => responseAt() <= server.clock.now() + 1_000;
  while (hook.received.length < people.length) {
    await expect.poll(() => hook.received.length === people.length || isWaiting()).toBe(true);
    server.clock.moveTo(isWaiting() ? responseAt() : server.clock.now());
  }
  // A second for the first one, and one for the others. The clock may move before all their requests have arrived, which
  // then end after three seconds. One after another, they would take ten.
  expect(server.clock.now() - before).toBeLessThan(5_000);
  expect(hook.received.map(({ event }) => event.data.message.from.id).toSorted()).toEqual(people);
});

test('after three failed name lookups, the next one is a minute later', async () => {
  const server = await createTestServer();
  const hook = await server.receiver();
  server.mock.faults.next({ applies_to: 'profile', channel: 'messenger', outcome: 'html', times: 4 });
  const writes = async (id: string) => {
    const from = { id, name: 'Ada' };
    const business_id = server.business.messenger.page_id;
    await server.mock.receive({ channel: 'messenger', business_id, from, type: 'text', text: 'Hello' });
    await server.settle();
    return hook.received.at(-1)?.event.data.message.from.name;
  };
  for (const id of ['1001', '1002', '1003', '1004']) {
    expect(await writes(id)).toBe(null);
  }
  await server.advance(59);
  expect(await writes('1005')).toBe(null);
  await server.advance(1);
  // The lookup for this person is the fourth one without a response. No lookups were made for the people in between.
  expect(await writes('1006')).toBe(null);
  await server.advance(60);
  expect(await writes('1007')).toBe('Ada');
  expect(await writes('1008')).toBe('Ada');
});

test('a file that Meta has fetched is sent by its ID for the next ten minutes', async () => {
  const server = await createTestServer();
  await personWrites(server, 'messenger');
  const url = `${(await createFileHost()).url}/a.jpg`;
  const payloads = () => asked(server).map(({ message }) => message.attachment.payload);
  const send = async () => {
    await server.api('POST', '/messages', {
      body: { channel: 'messenger', to: PERSON.messenger, type: 'image', media: { url } },
    });
    await server.settle();
  };
  await send();
  await send();
  await server.advance(601);
  await send();
  const id = expect.stringMatching(/^\d+$/);
  expect(payloads()).toEqual([{ url, is_reusable: true }, { attachment_id: id }, { url, is_reusable: true }]);
});

test('a file whose ID Meta no longer accepts is sent by its URL, once', async () => {
  const server = await createTestServer();
  await personWrites(server, 'messenger');
  const url = `${(await createFileHost()).url}/a.jpg`;
  const send = async () => {
    const sent = await server.api('POST', '/messages', {
      body: { channel: 'messenger', to: PERSON.messenger, type: 'image', media: { url } },
    });
    await server.settle();
    return (await server.api('GET', `/messages/${sent.body.data.id}`)).body.data.status;
  };
  await send();
  server.mock.faults.next({ applies_to: 'send', channel: 'messenger', outcome: 'reject', code: 100 });
  expect(await send()).toBe('read');
  expect(asked(server).map(({ message }) => message.attachment.payload)).toEqual([
    { url, is_reusable: true },
    { url, is_reusable: true },
  ]);
});

test('the caption of an audio file, which WhatsApp does not support, follows the file as a text', async () => {
  const server = await createTestServer();
  const host = await createFileHost();
  await server.customerWrites('Hello');
  const body = {
    to: '905551112233',
    type: 'audio',
    media: { url: host.put('/a', { headers: { 'content-type': 'application/octet-stream' } }) },
    caption: 'Listen!',
  };
  const { id } = (await server.api('POST', '/messages', { body })).body.data;
  await server.settle();
  expect(asked(server)).toMatchObject([
    { type: 'audio', audio: { link: body.media.url }, biz_opaque_callback_data: id },
    { type: 'text', text: { body: 'Listen!' }, biz_opaque_callback_data: `${id}#1` },
  ]);
  expect(asked(server)[0].audio).not.toHaveProperty('caption');
  expect((await server.api('GET', `/messages/${id}`)).body.data).toMatchObject({
    status: 'read',
    external_id: server.mock.sends()[0]?.external_id,
  });
  await server.api('POST', '/messages', { body: { ...body, type: 'video', caption: 'Look!' } });
  await server.settle();
  expect(asked(server)[2]).toMatchObject({ type: 'video', video: { caption: 'Look!' } });
  expect(asked(server)).toHaveLength(3);
});
