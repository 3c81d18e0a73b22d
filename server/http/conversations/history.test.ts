import { describe, expect, test } from 'vitest';
import { recordStatus } from '../../domain/messages/record-status.ts';
import { runOne } from '../../store/rules.ts';
import { createFileHost } from '../../testing/files.ts';
import { createTestServer, DATABASES, type TestServer } from '../../testing/server.ts';

const ADA = '905551112233';
const path = `/conversations/${ADA}/messages`;

interface HistoryEntry {
  id: string;
  at: string;
  text: string | null;
  connection_id: string;
}

const messagesOf = async ({ api }: TestServer, query = ''): Promise<HistoryEntry[]> =>
  (await api('GET', `${path}?${query}`)).body.data.messages;

const textsOf = async (server: TestServer, query = '') => (await messagesOf(server, query)).map(({ text }) => text);

/** Returns all pages, by `pagination.before`. */
async function paged({ api }: TestServer, query: string): Promise<(string | null)[]> {
  const texts: (string | null)[] = [];
  for (let before = ''; ; ) {
    const { messages, pagination } = (await api('GET', `${path}?${query}${before}`)).body.data;
    expect(pagination.count).toBe(messages.length);
    expect(pagination.before === null).toBe(!pagination.has_more);
    texts.push(...messages.map(({ text }: HistoryEntry) => text));
    if (!pagination.has_more) {
      return texts;
    }
    before = `&before=${encodeURIComponent(pagination.before)}`;
  }
}

/** Exchanges five messages each way with Ada, alternating, without advancing the clock. */
async function talk(database: (typeof DATABASES)[number] = 'sqlite') {
  const server = await createTestServer({ database });
  for (let turn = 1; turn <= 5; turn += 1) {
    await server.customerWrites(`in ${turn}`);
    await server.api('POST', '/messages', { body: { to: ADA, text: `out ${turn}` } });
  }
  const texts = [5, 4, 3, 2, 1].flatMap((turn) => [`out ${turn}`, `in ${turn}`]);
  return { server, texts };
}

describe.each(DATABASES)('a history on %s', (database) => {
  test('goes back from the newest message, page by page, in both directions or in one of them', async () => {
    const { server, texts } = await talk(database);
    expect((await server.api('GET', path)).body.data.pagination).toEqual({
      limit: 50,
      count: 10,
      has_more: false,
      before: null,
    });
    for (const limit of [1, 3, 9, 10, 100]) {
      expect(await paged(server, `limit=${limit}`)).toEqual(texts);
    }
    expect(await paged(server, 'direction=in&limit=2')).toEqual(texts.filter((text) => text.startsWith('in')));
    expect(await paged(server, 'direction=out&limit=5')).toEqual(texts.filter((text) => text.startsWith('out')));
  });

  test('has unique times, even for messages of both sides at the same moment', async () => {
    const server = await createTestServer({ database });
    await server.customerWrites('first');
    await Promise.all([
      ...Array.from({ length: 8 }, (_, at) =>
        server.api('POST', '/messages', { body: { to: ADA, text: `out ${at}` } }),
      ),
      ...Array.from({ length: 8 }, (_, at) =>
        server.callback(server.inboundCallback({ id: `wamid.${at}`, text: { body: `in ${at}` } })),
      ),
    ]);
    await server.settle();
    const times = (await messagesOf(server)).map(({ at }) => at);
    expect(times).toHaveLength(17);
    expect(times).toEqual([...new Set(times)].sort().reverse());
    expect(await paged(server, 'limit=1')).toHaveLength(17);
  });

  test('has unique times, even if another process’s clock was ahead of ours', async () => {
    const { server } = await talk(database);
    const { app } = server.server;
    const precounted = app.now() + 3_600_000_000;
    await app.store.transaction(async (tx) => {
      const [id = 0] = await tx.conversationList.listIds(server.accountId, ADA);
      await tx.conversations.noteOutbound([
        { accountId: server.accountId, id, text: 'from the future', at: precounted },
      ]);
    });
    for (const text of ['one', 'two']) {
      await server.api('POST', '/messages', { body: { to: ADA, text } });
    }
    await server.customerWrites('three');
    const newest = (await messagesOf(server, 'limit=3')).map(({ text, at }) => [text, at.slice(-12, -6)]);
    const micros = [3, 2, 1].map((later) => String((precounted + later) % 1_000_000).padStart(6, '0'));
    expect(newest).toEqual([
      ['three', micros[0]],
      ['two', micros[1]],
      ['one', micros[2]],
    ]);
    const { last_message } = (await server.api('GET', `/conversations/${ADA}`)).body.data;
    expect(last_message.at).toBe((await messagesOf(server, 'limit=1'))[0]?.at);
  });

  test('goes forward from a time, oldest first, page by page', async () => {
    const { server, texts } = await talk(database);
    const all = await messagesOf(server);
    const [start, end] = [all[7]?.at ?? '', all[2]?.at ?? ''].map(encodeURIComponent);
    for (const [query, expected] of [
      [`after=${start}`, texts.slice(0, 7).reverse()],
      [`after=${start}&before=${end}`, texts.slice(3, 7).reverse()],
      [
        `after=${start}&direction=in`,
        texts
          .slice(0, 7)
          .filter((text) => text.startsWith('in'))
          .reverse(),
      ],
      ['after=2000-01-01T00:00:00Z', texts.toReversed()],
      ['after=9999-12-31T23:59:59Z', []],
    ] as const) {
      for (const limit of [1, 2, 7, 100]) {
        const shown: (string | null)[] = [];
        for (let from: string = query; ; ) {
          const { messages, pagination } = (await server.api('GET', `${path}?limit=${limit}&${from}`)).body.data;
          expect([pagination.before, pagination.after === null]).toEqual([null, !pagination.has_more]);
          shown.push(...messages.map(({ text }: HistoryEntry) => text));
          if (!pagination.has_more) {
            break;
          }
          from = query.replace(/after=[^&]*/, `after=${encodeURIComponent(pagination.after)}`);
        }
        expect([query, limit, shown]).toEqual([query, limit, expected]);
      }
    }
  });

  test('accepts `before` with any offset, as an exclusive limit', async () => {
    const { server, texts } = await talk(database);
    const [third] = (await messagesOf(server)).slice(2, 3);
    const instant = third?.at ?? '';
    const [seconds = '', micros = ''] = instant.slice(0, -6).split('.');
    const local = new Date(`${seconds}Z`);
    const shifted = (minutes: number) => new Date(local.getTime() + minutes * 60_000).toISOString().slice(0, 19);
    for (const before of [
      instant,
      `${seconds}.${micros}Z`,
      `${shifted(180)}.${micros}+03:00`,
      `${shifted(-210)}.${micros}-03:30`,
      `${seconds}.${micros}000+00:00`,
    ]) {
      const query = `before=${encodeURIComponent(before)}`;
      expect([before, await textsOf(server, query)]).toEqual([before, texts.slice(3)]);
      // As people paste it: the + arrives as a space.
      expect([before, await textsOf(server, `before=${before}`)]).toEqual([before, texts.slice(3)]);
    }
    expect(await textsOf(server, 'before=2000-01-01T00:00:00Z')).toEqual([]);
    expect(await textsOf(server, 'before=9999-12-31T23:59:59Z')).toEqual(texts);
    expect(await textsOf(server, 'before=0001-01-01T00:00:00Z')).toEqual([]);
    for (const [query, param] of [
      ['before=yesterday', 'before'],
      ['before=2026-05-04', 'before'],
      ['before=2026-05-04T12:00:00', 'before'],
      ['before=2026-02-30T12:00:00Z', 'before'],
      ['before=2026-05-04T12:00:00.0000000001Z', 'before'],
      ['before=', 'before'],
      ['after=yesterday', 'after'],
      ['limit=0', 'limit'],
      ['limit=101', 'limit'],
      ['direction=up', 'direction'],
      ['cursor=x', 'cursor'],
    ]) {
      const { status, body } = await server.api('GET', `${path}?${query}`);
      expect([query, status, body.error.code, body.error.param]).toEqual([query, 422, 'VALIDATION_FAILED', param]);
    }
  });

  test('contains the messages of all connections, and each message names its connection', async () => {
    const server = await createTestServer({ database });
    await server.customerWrites('to the first line');
    const { accountId, server: running } = server;
    await running.app.store.transaction(async (tx) => {
      const key = { accountId, connectionId: 'wa_7', channel: 'whatsapp', person: ADA } as const;
      const at = running.app.monotonicNow();
      const conversationId = await tx.conversations.ensure(key, at);
      await tx.messages.insert({
        ...key,
        id: 'msg_in_7',
        conversationId,
        direction: 'in',
        type: 'text',
        text: 'to the second line',
        content: {},
        status: 'delivered',
        externalId: 'wamid.7',
        error: null,
        isTest: false,
        campaignId: null,
        createdAt: at,
      });
      await tx.conversations.noteInbound([{ accountId, id: conversationId, name: null, text: 'x', writtenAt: at, at }]);
    });
    await server.customerWrites('to the first line again');
    expect((await messagesOf(server)).map((one) => [one.connection_id, one.text])).toEqual([
      ['wa_1', 'to the first line again'],
      ['wa_7', 'to the second line'],
      ['wa_1', 'to the first line'],
    ]);
    expect(await paged(server, 'limit=1')).toHaveLength(3);
  });
});

test('a page has 50 messages by default', async () => {
  const server = await createTestServer();
  await server.customerWrites('Hi');
  const key = await server.key({ requestsPerMinute: 60_000 });
  for (let at = 0; at < 50; at += 1) {
    await server.api('POST', '/messages', { key, body: { to: ADA, text: `${at}` } });
  }
  const { messages, pagination } = (await server.api('GET', path)).body.data;
  expect([messages.length, pagination.has_more, pagination.before]).toEqual([50, true, messages[49].at]);
});

test('messages stay in the history for 90 days', async () => {
  const server = await createTestServer();
  await server.customerWrites('old');
  await server.advance(86_400);
  await server.customerWrites('new');
  await server.advance(89 * 86_400 - 1);
  expect(await textsOf(server)).toEqual(['new', 'old']);
  await server.advance(2);
  expect(await textsOf(server)).toEqual(['new']);
  await server.advance(86_400);
  expect((await server.api('GET', path)).body.data).toEqual({
    messages: [],
    pagination: { limit: 50, count: 0, has_more: false, before: null },
  });
});

test('messages of a test key are in no history and no list', async () => {
  const server = await createTestServer();
  const test = { key: server.testKey };
  await server.api('POST', '/messages', { ...test, body: { to: ADA, text: 'Only a test' } });
  expect((await server.api('GET', '/conversations')).body.data.conversations).toEqual([]);
  await server.customerWrites('Hi');
  await server.api('POST', '/messages', { ...test, body: { to: ADA, text: 'Only a test' } });
  expect(await textsOf(server)).toEqual(['Hi']);
  // A test key can read the live messages.
  expect((await server.api('GET', path, test)).body.data.messages).toHaveLength(1);
});

/** The link to a customer's file. */
const LINK = expect.stringMatching(/^http:\/\/127\.0\.0\.1:\d+\/media\/[\w.-]+$/);
const NOTHING = { text: null, media: null, button: null, location: null, template: null, reply_to: null, error: null };

test.each([
  [
    { text: 'Hello', reply_to: 'wamid.1' },
    { type: 'text', text: 'Hello', reply_to: 'wamid.1' },
  ],
  [
    { type: 'location', latitude: 41, longitude: 29, name: 'Shop' },
    { type: 'location', location: { latitude: 41, longitude: 29, name: 'Shop', address: null } },
  ],
  [
    { type: 'interactive', interactive: { kind: 'button', text: 'Sure?', buttons: [{ id: 'y', title: 'Yes' }] } },
    {
      type: 'interactive',
      text: 'Sure?',
      interactive: { kind: 'button', text: 'Sure?', buttons: [{ id: 'y', title: 'Yes' }] },
    },
  ],
])('shows a sent %j', async (body, shown) => {
  const server = await createTestServer();
  await server.customerWrites('Hi');
  const { id } = (await server.api('POST', '/messages', { body: { to: ADA, ...body } })).body.data;
  await server.settle();
  const { external_id } = (await server.api('GET', `/messages/${id}`)).body.data;
  const at = expect.any(String);
  const common = { id, external_id, direction: 'out', connection_id: 'wa_1', status: 'read', at };
  expect((await messagesOf(server, 'limit=1'))[0]).toEqual({ ...NOTHING, ...common, ...shown });
});

test('shows a file that was sent by URL', async () => {
  const server = await createTestServer();
  await server.customerWrites('Hi');
  const url = `${(await createFileHost()).url}/shoe.jpg`;
  await server.api('POST', '/messages', { body: { to: ADA, type: 'image', media: { url }, caption: 'Size 42' } });
  await server.settle();
  expect((await messagesOf(server, 'limit=1'))[0]).toMatchObject({
    ...NOTHING,
    type: 'image',
    text: 'Size 42',
    media: { url, mime_type: null, id: null, filename: null },
  });
});

test('shows a document that was sent by media ID, with its name', async () => {
  const server = await createTestServer();
  await server.customerWrites('Hi');
  const { app } = server.server;
  await app.store.transaction(async (tx) => {
    const [conversationId = 0] = await tx.conversationList.listIds(server.accountId, ADA);
    await tx.messages.insert({
      accountId: server.accountId,
      id: 'msg_1',
      conversationId,
      connectionId: 'wa_1',
      channel: 'whatsapp',
      direction: 'out',
      person: ADA,
      type: 'document',
      text: null,
      content: { type: 'document', media: { id: '1037543291543636' }, filename: 'invoice.pdf' },
      status: 'queued',
      externalId: null,
      error: null,
      isTest: false,
      campaignId: null,
      createdAt: app.monotonicNow(),
    });
  });
  expect((await messagesOf(server, 'limit=1'))[0]).toMatchObject({
    media: { url: null, mime_type: null, id: '1037543291543636', filename: 'invoice.pdf' },
    status: 'queued',
    external_id: null,
  });
});

test('shows a template by its name and filled body, and why a send failed', async () => {
  const server = await createTestServer();
  const body = { to: ADA, name: 'welcome_named', variables: { first_name: 'Ada' } };
  const { id } = (await server.api('POST', '/messages/template', { body })).body.data;
  const { app } = server.server;
  const error = { code: 131026, title: 'Message undeliverable', detail: null, provider_message: null };
  await app.store.transaction((tx) =>
    runOne(tx, recordStatus, {
      app,
      message: { accountId: server.accountId, id },
      change: { status: 'failed', error },
    }),
  );
  expect((await messagesOf(server))[0]).toMatchObject({
    type: 'template',
    template: 'welcome_named',
    text: expect.stringContaining('Ada'),
    media: null,
    status: 'failed',
    error,
  });
});

test.each([
  [
    { text: { body: 'Hi' }, context: { id: 'wamid.0' } },
    { type: 'text', text: 'Hi', reply_to: 'wamid.0' },
  ],
  [
    { type: 'image', image: { id: '77', mime_type: 'image/jpeg', caption: 'My shoe' } },
    { type: 'image', text: 'My shoe', media: { url: LINK, mime_type: 'image/jpeg', id: null, filename: null } },
  ],
  [
    { type: 'document', document: { id: '78', mime_type: 'application/pdf', url: 'https://meta.example/78' } },
    {
      type: 'document',
      media: { url: LINK, mime_type: 'application/pdf', id: null, filename: null },
    },
  ],
  [
    { type: 'location', location: { latitude: 41, longitude: 29, name: 'Home' } },
    { type: 'location', location: { latitude: 41, longitude: 29, name: 'Home', address: null } },
  ],
  [
    { type: 'button', button: { payload: 'Tell me more', text: 'Tell me more' }, context: { id: 'wamid.0' } },
    {
      type: 'button',
      text: 'Tell me more',
      button: { payload: 'Tell me more', title: 'Tell me more' },
      reply_to: 'wamid.0',
    },
  ],
  [
    { type: 'interactive', interactive: { list_reply: { id: 'row-1', title: 'Red' } } },
    { type: 'button', text: 'Red', button: { payload: 'row-1', title: 'Red' } },
  ],
  [
    { type: 'reaction', reaction: { message_id: 'wamid.0', emoji: '👍' } },
    { type: 'reaction', text: '👍', reply_to: 'wamid.0' },
  ],
  [{ type: 'contacts', contacts: [] }, { type: 'contacts' }],
  [{ type: 'order' }, { type: 'unsupported' }],
])('shows a received %j', async (message, shown) => {
  const server = await createTestServer();
  await server.callback(server.inboundCallback({ id: 'wamid.9', text: undefined, ...message }));
  await server.settle();
  const common = { external_id: 'wamid.9', direction: 'in', connection_id: 'wa_1', status: null };
  const ids = { id: expect.stringMatching(/^msg_in_\d+$/), at: expect.any(String) };
  expect(await messagesOf(server)).toEqual([{ ...NOTHING, ...common, ...ids, ...shown }]);
});
