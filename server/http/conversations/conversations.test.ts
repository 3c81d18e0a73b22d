import { describe, expect, test } from 'vitest';
import { createTestServer, DATABASES, type TestServer } from '../../testing/server.ts';

const ADA = '905551112233';
const BOB = '905552223344';
const CAN = '905553334455';

const phonesOf = (answer: { body: { data: { conversations: { phone: string }[] } } }) =>
  answer.body.data.conversations.map(({ phone }) => phone);

/** Returns the phones in the result of a query. */
const listed = async ({ api }: TestServer, query: string) => phonesOf(await api('GET', `/conversations?${query}`));

/** Returns all pages of a list; `between` runs after the first page. */
async function paged({ api }: TestServer, query: string, between: () => Promise<unknown> = async () => {}) {
  const phones: string[] = [];
  for (let cursor = ''; ; ) {
    const answer = await api('GET', `/conversations?${query}${cursor}`);
    const { has_more, next_cursor } = answer.body.data.pagination;
    phones.push(...phonesOf(answer));
    if (!has_more) {
      return phones;
    }
    if (cursor === '') {
      await between();
    }
    cursor = `&cursor=${next_cursor}`;
  }
}

/** Stores a customer's message with this time. */
async function wroteAt({ server, accountId }: TestServer, person: string, at: number, connectionId = 'wa_1') {
  await server.app.store.transaction(async (tx) => {
    const id = await tx.conversations.ensure({ accountId, connectionId, channel: 'whatsapp', person }, at);
    await tx.conversations.noteInbound([{ accountId, id, name: null, text: 'Hi', writtenAt: at, at }]);
  });
}

const agent = ({ server, accountId }: TestServer, name: string, isActive = true, owner = accountId) =>
  server.app.store.transaction((tx) => tx.agents.insert(owner, { name, isActive }, server.app.monotonicNow()));

const put = (server: TestServer, phone: string, body: object) =>
  server.api('PATCH', `/conversations/${phone}`, { body });

/** Returns an inbox in which three people wrote on WhatsApp, and one on Messenger. */
async function inbox(database: (typeof DATABASES)[number] = 'sqlite') {
  const server = await createTestServer({ database });
  for (const person of [ADA, BOB, CAN]) {
    await server.customerWrites(`I am ${person}`, person);
  }
  await server.mock.receive({
    channel: 'messenger',
    business_id: server.business.messenger.page_id,
    from: { id: '6042731925', name: 'Dora' },
    type: 'text',
    text: 'Hello',
  });
  await server.settle();
  return server;
}

describe.each(DATABASES)('conversations on %s', (database) => {
  test('are listed with the newest message first, or last', async () => {
    const server = await inbox(database);
    expect(await listed(server, '')).toEqual(['6042731925', CAN, BOB, ADA]);
    expect(await listed(server, 'order=asc')).toEqual([ADA, BOB, CAN, '6042731925']);
    await server.customerWrites('again', BOB);
    const { body } = await server.api('GET', '/conversations');
    expect(body.data.pagination).toEqual({ limit: 25, count: 4, has_more: false, next_cursor: null });
    expect(body.data.conversations[0]).toEqual({
      phone: BOB,
      user_id: expect.stringMatching(/^TR\.\d+$/),
      username: null,
      channel: 'whatsapp',
      connection_id: 'wa_1',
      name: 'Ada',
      status: 'open',
      agent: null,
      unread_count: 2,
      last_message: { text: 'again', direction: 'in', at: expect.stringMatching(/\.\d{6}\+00:00$/) },
    });
    await server.api('POST', '/messages', { body: { to: ADA, text: 'Answer' } });
    const [first] = (await server.api('GET', '/conversations?limit=1')).body.data.conversations;
    expect([first.phone, first.last_message.text, first.last_message.direction]).toEqual([ADA, 'Answer', 'out']);
  });

  test('are filtered by all parameters together', async () => {
    const server = await inbox(database);
    const grace = await agent(server, 'Grace');
    await put(server, ADA, { agent_id: grace, unread_count: 0 });
    await put(server, BOB, { agent_id: grace });
    await put(server, CAN, { status: 'closed' });
    for (const [query, phones] of [
      ['status=open', ['6042731925', BOB, ADA]],
      ['status=closed', [CAN]],
      ['status=bot', []],
      ['channel=whatsapp', [CAN, BOB, ADA]],
      ['channel=messenger', ['6042731925']],
      ['channel=instagram', []],
      [`agent_id=${grace}`, [BOB, ADA]],
      [`agent_id=${grace + 1}`, []],
      ['unread=true', ['6042731925', CAN, BOB]],
      ['unread=false', [ADA]],
      ['unread=true&status=open', ['6042731925', BOB]],
      ['unread=true&status=closed', [CAN]],
      [`unread=true&agent_id=${grace}&status=open&channel=whatsapp&phone=${BOB}`, [BOB]],
      [`unread=false&agent_id=${grace}&order=asc&limit=1`, [ADA]],
      [`agent_id=${grace}&status=closed`, []],
      ['phone=6042731925', ['6042731925']],
      ['phone=0555 222 33 44', [BOB]],
      ['phone=%2B90 (555) 222-33-44', [BOB]],
      ['phone=905552223344', [BOB]],
      ['phone=nobody', []],
    ] as const) {
      expect([query, await listed(server, query)]).toEqual([query, phones]);
      expect([query, await paged(server, `${query.replace('&limit=1', '')}&limit=1`)]).toEqual([query, phones]);
    }
  });

  test.each(['desc', 'asc'])(
    'are paged by %s without repeats, even if conversations move or are added at the same time',
    async (order) => {
      const server = await createTestServer({ database });
      const people = Array.from({ length: 7 }, (_, index) => `90555000000${index}`);
      for (const [index, person] of people.entries()) {
        await wroteAt(server, person, 1_700_000_000_000_000 + Math.floor(index / 2)); // two at a time
      }
      const expected = order === 'asc' ? people : [...people].reverse();
      for (const limit of [1, 2, 3, 6, 7]) {
        expect(await paged(server, `order=${order}&limit=${limit}`)).toEqual(expected);
      }
      const seen = expected[0] ?? '';
      const unseen = expected[5] ?? '';
      const read = await paged(server, `order=${order}&limit=2`, async () => {
        await wroteAt(server, seen, server.server.app.monotonicNow());
        await wroteAt(server, unseen, server.server.app.monotonicNow());
        await wroteAt(server, '905559999999', server.server.app.monotonicNow());
      });
      expect(read).toEqual(expected.filter((person) => person !== unseen));
    },
  );

  test('are listed by days in the account’s time zone, both days included', async () => {
    const server = await createTestServer({ database, now: Date.UTC(2026, 4, 6) });
    const summer = (hour: number, rest = 0) => Date.UTC(2026, 4, 4, hour) * 1000 + rest; // Istanbul is 3 hours ahead
    await wroteAt(server, ADA, summer(-3) - 1);
    await wroteAt(server, BOB, summer(-3));
    await wroteAt(server, CAN, summer(21) - 1);
    await wroteAt(server, '905554445566', summer(21));
    for (const [query, phones] of [
      ['from=2026-05-04&to=2026-05-04', [CAN, BOB]],
      ['from=2026-05-04&to=2026-05-04&order=asc', [BOB, CAN]],
      ['to=2026-05-03', [ADA]],
      ['to=2026-05-04&order=asc', [ADA, BOB, CAN]],
      ['from=2026-05-05', ['905554445566']],
      ['from=2026-05-04&order=asc', [BOB, CAN, '905554445566']],
      ['from=0001-01-01&to=9999-12-31', ['905554445566', CAN, BOB, ADA]],
    ] as const) {
      expect([query, await listed(server, query)]).toEqual([query, phones]);
      expect([query, await paged(server, `${query}&limit=1`)]).toEqual([query, phones]);
    }
  });

  test('are found by a phone in any format, and show the contact', async () => {
    const server = await inbox(database);
    await server.server.app.store.transaction((tx) =>
      tx.conversations.ensure(
        { accountId: server.accountId, connectionId: 'wa_1', channel: 'whatsapp', person: '0555' },
        1,
      ),
    );
    for (const spelling of [ADA, '05551112233', '%2B905551112233', '+90 555 111 22 33', '0(555)111-22-33']) {
      const { status, body } = await server.api('GET', `/conversations/${spelling}`);
      expect([spelling, status, body.data.phone]).toEqual([spelling, 200, ADA]);
      expect(body.data).toMatchObject({
        channel: 'whatsapp',
        connection_id: 'wa_1',
        status: 'open',
        unread_count: 1,
        last_message: { text: `I am ${ADA}`, direction: 'in' },
        contact: { phone: ADA, opted_out: false, blocked: false },
      });
    }
    const dora = await server.api('GET', '/conversations/6042731925');
    expect([dora.body.data.channel, dora.body.data.contact.phone]).toEqual(['messenger', '6042731925']);
    const empty = await server.api('GET', '/conversations/0555');
    expect([empty.body.data.phone, empty.body.data.last_message]).toEqual(['0555', null]);
    for (const nobody of ['905550000000', 'nobody', '%00', '%F0%9F%91%8B']) {
      for (const [method, path] of [
        ['GET', ''],
        ['GET', '/messages'],
        ['PATCH', ''],
      ] as const) {
        const body = method === 'PATCH' ? {} : undefined;
        const answer = await server.api(method, `/conversations/${nobody}${path}`, { body });
        expect([answer.status, answer.body.error.code]).toEqual([404, 'CONVERSATION_NOT_FOUND']);
      }
    }
  });

  test('are separate for each connection of a person, and a path means the newest one', async () => {
    const server = await createTestServer({ database });
    await wroteAt(server, ADA, 3, 'wa_1');
    await wroteAt(server, ADA, 5, 'wa_7');
    await wroteAt(server, BOB, 4, 'wa_1');
    const lines = async () =>
      (await server.api('GET', '/conversations')).body.data.conversations.map(
        ({ phone, connection_id, status }: Record<string, string>) => `${phone} ${connection_id} ${status}`,
      );
    expect(await lines()).toEqual([`${ADA} wa_7 open`, `${BOB} wa_1 open`, `${ADA} wa_1 open`]);
    expect((await put(server, ADA, { status: 'closed' })).body.data.connection_id).toBe('wa_7');
    expect(await lines()).toEqual([`${ADA} wa_7 closed`, `${BOB} wa_1 open`, `${ADA} wa_1 open`]);
    await wroteAt(server, ADA, 9, 'wa_1');
    expect((await server.api('GET', `/conversations/${ADA}`)).body.data.connection_id).toBe('wa_1');
  });

  test('are closed, opened, assigned and marked as read', async () => {
    const server = await inbox(database);
    const grace = await agent(server, 'Grace');
    const states = async (body: object) => {
      const { status, body: answer } = await put(server, ADA, body);
      expect(status).toBe(200);
      expect((await server.api('GET', `/conversations/${ADA}`)).body.data).toEqual(answer.data);
      return [answer.data.status, answer.data.agent?.name ?? null, answer.data.unread_count];
    };
    expect(await states({})).toEqual(['open', null, 1]);
    expect(await states({ status: 'closed' })).toEqual(['closed', null, 1]);
    expect(await states({ unread_count: 0 })).toEqual(['closed', null, 0]);
    expect(await states({ agent_id: grace })).toEqual(['open', 'Grace', 0]);
    expect(await states({ status: 'closed' })).toEqual(['closed', 'Grace', 0]);
    expect(await states({ agent_id: null })).toEqual(['closed', null, 0]);
    expect(await states({ status: 'closed', agent_id: grace })).toEqual(['closed', 'Grace', 0]);
    expect(await states({ agent_id: grace })).toEqual(['open', 'Grace', 0]);
    expect(await states({ status: 'closed', agent_id: null, unread_count: 1_000_000 })).toEqual([
      'closed',
      null,
      1_000_000,
    ]);
    expect(await states({ status: 'open' })).toEqual(['open', null, 1_000_000]);
    // No other conversation changed.
    expect((await server.api('GET', `/conversations/${BOB}`)).body.data).toMatchObject({
      status: 'open',
      unread_count: 1,
    });
  });

  test('leave `bot` on any change, but stay in it when the agent is removed', async () => {
    const server = await inbox(database);
    const { accountId, server: running } = server;
    const grace = await agent(server, 'Grace');
    for (const [change, status] of [
      [{ agent_id: null }, 'bot'],
      [{ unread_count: 0 }, 'bot'],
      [{ status: 'closed' }, 'closed'],
      [{ status: 'open' }, 'open'],
      [{ agent_id: grace }, 'open'],
    ] as const) {
      const { id } = (await running.app.store.read.conversationList.findNewest(accountId, ADA)) ?? { id: 0 };
      await running.app.store.transaction((tx) => tx.conversationList.update(accountId, id, { status: 'bot' }));
      expect(await listed(server, 'status=bot')).toEqual([ADA]);
      expect([change, (await put(server, ADA, change)).body.data.status]).toEqual([change, status]);
    }
  });

  test('refuse agents who are unknown, inactive or in another account, and change nothing', async () => {
    const server = await inbox(database);
    const other = await server.anotherAccount();
    const resting = await agent(server, 'Rest', false);
    const foreign = await agent(server, 'Foreign', true, other.accountId);
    for (const id of [resting, foreign, 999, 0, -1, 2_147_483_648, 1e30]) {
      const { status, body } = await put(server, ADA, { agent_id: id, status: 'closed', unread_count: 9 });
      expect([id, status, body.error.code, body.error.param]).toEqual([id, 422, 'VALIDATION_FAILED', 'agent_id']);
    }
    expect((await server.api('GET', `/conversations/${ADA}`)).body.data).toMatchObject({
      status: 'open',
      agent: null,
      unread_count: 1,
    });
    // An inactive agent keeps existing assignments.
    const grace = await agent(server, 'Grace');
    await put(server, ADA, { agent_id: grace });
    await server.server.app.store.transaction((tx) => tx.agents.setActive(server.accountId, grace, false));
    expect((await server.api('GET', `/conversations/${ADA}`)).body.data.agent).toEqual({ id: grace, name: 'Grace' });
  });

  test('reopen when the customer writes, but not when we do', async () => {
    const server = await inbox(database);
    const grace = await agent(server, 'Grace');
    await put(server, ADA, { agent_id: grace });
    await put(server, ADA, { status: 'closed', unread_count: 0 });
    await server.api('POST', '/messages', { body: { to: ADA, text: 'Good bye' } });
    expect((await server.api('GET', `/conversations/${ADA}`)).body.data.status).toBe('closed');
    await server.customerWrites('One more thing', ADA);
    expect((await server.api('GET', `/conversations/${ADA}`)).body.data).toMatchObject({
      status: 'open',
      agent: { id: grace, name: 'Grace' },
      unread_count: 1,
      last_message: { text: 'One more thing', direction: 'in' },
    });
  });

  test('of two accounts with the same person are independent', async () => {
    const server = await inbox(database);
    const other = await server.anotherAccount();
    const theirs = { key: other.liveKey };
    expect(phonesOf(await server.api('GET', '/conversations', theirs))).toEqual([]);
    expect((await server.api('GET', `/conversations/${ADA}`, theirs)).status).toBe(404);
    expect((await server.api('GET', `/conversations/${ADA}/messages`, theirs)).status).toBe(404);
    expect((await server.api('PATCH', `/conversations/${ADA}`, { ...theirs, body: { status: 'closed' } })).status).toBe(
      404,
    );
    await server.api('POST', '/messages/template', { ...theirs, body: { to: ADA, name: 'hello_world' } });
    expect(phonesOf(await server.api('GET', '/conversations', theirs))).toEqual([ADA]);
    await server.api('PATCH', `/conversations/${ADA}`, { ...theirs, body: { status: 'closed', unread_count: 5 } });
    expect((await server.api('GET', `/conversations/${ADA}`)).body.data).toMatchObject({
      status: 'open',
      unread_count: 1,
    });
    const history = (await server.api('GET', `/conversations/${ADA}/messages`, theirs)).body.data.messages;
    expect(history.map(({ type }: { type: string }) => type)).toEqual(['template']);
  });

  test('refuse invalid values with clear errors', async () => {
    const server = await inbox(database);
    const foreignCursor = (...parts: unknown[]) => Buffer.from(JSON.stringify(parts)).toString('base64url');
    for (const [query, param, code = 'VALIDATION_FAILED'] of [
      ['limit=0', 'limit'],
      ['limit=101', 'limit'],
      ['order=up', 'order'],
      ['status=done', 'status'],
      ['channel=sms', 'channel', 'CHANNEL_UNSUPPORTED'],
      ['agent_id=Grace', 'agent_id'],
      ['agent_id=1e30', 'agent_id'],
      ['unread=yes', 'unread'],
      ['phone=', 'phone'],
      ['from=yesterday', 'from'],
      ['to=2026-02-30', 'to'],
      ['from=2026-05-05&to=2026-05-04', 'from'],
      ['cursor=nonsense', 'cursor'],
      [`cursor=${foreignCursor('conversations', 'asc', 1, 1, 1)}`, 'cursor'],
      [`order=asc&cursor=${foreignCursor('conversations', 'asc', 1, 1)}`, 'cursor'],
      ['connection_id=wa_1', 'connection_id'],
    ] as const) {
      const { status, body } = await server.api('GET', `/conversations?${query}`);
      expect([query, status, body.error.code, body.error.param]).toEqual([query, 422, code, param]);
    }
    for (const [change, param] of [
      [{ status: 'bot' }, 'status'],
      [{ status: null }, 'status'],
      [{ agent_id: 'Grace' }, 'agent_id'],
      [{ agent_id: 1.5 }, 'agent_id'],
      [{ unread_count: -1 }, 'unread_count'],
      [{ unread_count: 1_000_001 }, 'unread_count'],
      [{ unread_count: null }, 'unread_count'],
      [{ phone: ADA }, 'phone'],
    ] as const) {
      const { status, body } = await put(server, ADA, change);
      expect([change, status, body.error.code, body.error.param]).toEqual([change, 422, 'VALIDATION_FAILED', param]);
    }
    // Numbers outside the range of a column match nothing or everything.
    const most = Number.MAX_SAFE_INTEGER;
    for (const [query, count] of [
      ['agent_id=99999999999', 0],
      ['agent_id=-1', 0],
      [`cursor=${foreignCursor('conversations', 'desc', most, most)}`, 4],
      [`order=asc&cursor=${foreignCursor('conversations', 'asc', -most, -most, most)}`, 4],
    ] as const) {
      expect([query, (await listed(server, query)).length]).toEqual([query, count]);
    }
  });
});

test('pages have 25 conversations by default, and at most 100', async () => {
  const server = await createTestServer();
  for (let index = 0; index < 101; index += 1) {
    await wroteAt(server, `90555${1_000_000 + index}`, 1_000 + index);
  }
  expect(await listed(server, '')).toHaveLength(25);
  expect(await listed(server, 'limit=100')).toHaveLength(100);
  expect(await paged(server, 'limit=100')).toHaveLength(101);
});

test('reading needs conversations:read, and changing needs conversations:write', async () => {
  const server = await inbox();
  const reader = await server.key({ scopes: ['conversations:read'] });
  const writer = await server.key({ scopes: ['conversations:write'] });
  for (const [method, path, allowed, refused] of [
    ['GET', '/conversations', reader, writer],
    ['GET', `/conversations/${ADA}`, reader, writer],
    ['GET', `/conversations/${ADA}/messages`, reader, writer],
    ['PATCH', `/conversations/${ADA}`, writer, reader],
  ] as const) {
    const body = method === 'PATCH' ? { status: 'closed' } : undefined;
    expect((await server.api(method, path, { key: allowed, body })).status).toBe(200);
    expect((await server.api(method, path, { key: refused, body })).body.error.code).toBe('SCOPE_DENIED');
  }
});
