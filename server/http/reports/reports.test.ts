import { describe, expect, test } from 'vitest';
import type { StoredMessage } from '../../store/messages/messages.ts';
import { createTestServer, DATABASES, type TestServer } from '../../testing/server.ts';
import { messageWith } from '../../testing/store.ts';

const ADA = '905551112233';
/** Noon UTC of a day in May 2026, in microseconds. In Istanbul, it is three in the afternoon. */
const noon = (day: number, rest = 0) => Date.UTC(2026, 4, day, 12) * 1000 + rest;

let made = 0;

/**
 * Stores messages with one person, with these times and statuses. The last one is also the conversation's last message.
 */
async function said(
  { server, accountId }: TestServer,
  person: string,
  messages: readonly [at: number, direction: 'in' | 'out', status: StoredMessage['status']][],
) {
  await server.app.store.transaction(async (tx) => {
    const key = { accountId, connectionId: 'wa_1', channel: 'whatsapp', person } as const;
    const conversationId = await tx.conversations.ensure(key, messages[0]?.[0] ?? 0);
    for (const [createdAt, direction, status] of messages) {
      made += 1;
      await tx.messages.insert(
        messageWith({ ...key, conversationId, id: `msg_${made}`, direction, status, createdAt }),
      );
      await tx.conversations.noteOutbound([{ accountId, id: conversationId, text: 'x', at: createdAt }]);
    }
  });
}

const stats = async ({ api }: TestServer, query = '') => (await api('GET', `/stats?${query}`)).body.data;

describe.each(DATABASES)('stats on %s', (database) => {
  test('count messages and conversations in a range of days', async () => {
    const server = await createTestServer({ database, now: Date.UTC(2026, 4, 6) });
    await said(server, ADA, [
      [noon(3), 'in', 'delivered'],
      [noon(4), 'in', 'delivered'],
      [noon(4, 1), 'out', 'read'],
      [noon(4, 2), 'out', 'read'],
      [noon(4, 3), 'out', 'delivered'],
      [noon(4, 4), 'out', 'failed'],
      [noon(4, 5), 'out', 'queued'],
      [noon(4, 6), 'out', 'sent'],
      [noon(5), 'out', 'failed'],
    ]);
    await said(server, '905550000001', [[noon(5), 'out', 'read']]);
    await said(server, '905550000002', [
      [noon(3), 'in', 'delivered'],
      [noon(5), 'out', 'read'],
    ]);
    await server.api('PATCH', '/conversations/905550000002', { body: { status: 'closed' } });
    expect(await stats(server, 'from=2026-05-04&to=2026-05-04')).toEqual({
      from: '2026-05-04',
      to: '2026-05-04',
      messages: {
        incoming: 1,
        outgoing: 6,
        delivered: 3,
        read: 2,
        failed: 1,
        delivered_rate: 50,
        read_rate: 33.33,
        failed_rate: 16.67,
        billable: {},
      },
      conversations: { open: 1, closed: 0, bot: 0 },
    });
    expect(await stats(server, 'from=2026-05-03&to=2026-05-05')).toMatchObject({
      messages: { incoming: 3, outgoing: 9, delivered: 5, read: 4, failed: 2, delivered_rate: 55.56 },
      conversations: { open: 2, closed: 1, bot: 0 },
    });
    // Ada and the third person wrote on the 3rd; later messages do not hide that.
    expect((await stats(server, 'from=2026-05-03&to=2026-05-03')).conversations).toEqual({
      open: 1,
      closed: 1,
      bot: 0,
    });
  });

  test('are 0 without messages', async () => {
    const server = await createTestServer({ database });
    const nothing = {
      messages: {
        incoming: 0,
        outgoing: 0,
        delivered: 0,
        read: 0,
        failed: 0,
        delivered_rate: 0,
        read_rate: 0,
        failed_rate: 0,
        billable: {},
      },
      conversations: { open: 0, closed: 0, bot: 0 },
    };
    expect(await stats(server)).toMatchObject(nothing);
    expect(await stats(server, 'from=0001-01-01&to=9999-12-31')).toMatchObject(nothing);
    // Messages of another account or of a test key do not count.
    const other = await server.anotherAccount();
    await server.api('POST', '/messages/template', { key: other.liveKey, body: { to: ADA, name: 'hello_world' } });
    await server.api('POST', '/messages/template', { key: server.testKey, body: { to: ADA, name: 'hello_world' } });
    await server.settle();
    expect(await stats(server)).toMatchObject(nothing);
    const theirs = (await server.api('GET', '/stats', { key: other.liveKey })).body.data;
    expect([theirs.messages.outgoing, theirs.conversations.open]).toEqual([1, 1]);
  });

  test('labels and agents are listed in pages, separately for each account', async () => {
    const server = await createTestServer({ database });
    const other = await server.anotherAccount();
    const { app } = server.server;
    const { accountId, api } = server;
    const made = await app.store.transaction(async (tx) => {
      await tx.labels.insert(other.accountId, { name: 'Theirs', color: null }, 1);
      await tx.agents.insert(other.accountId, { name: 'Foreign', isActive: true }, 1);
      return {
        labels: [
          {
            id: await tx.labels.insert(accountId, { name: 'VIP', color: '#c0392b' }, 1),
            name: 'VIP',
            color: '#c0392b',
          },
          { id: await tx.labels.insert(accountId, { name: 'New', color: null }, 1), name: 'New', color: null },
        ],
        agents: [
          {
            id: await tx.agents.insert(accountId, { name: 'Grace', isActive: true }, 1),
            name: 'Grace',
            is_active: true,
          },
          {
            id: await tx.agents.insert(accountId, { name: 'Rest', isActive: false }, 1),
            name: 'Rest',
            is_active: false,
          },
        ],
      };
    });
    for (const list of ['labels', 'agents'] as const) {
      const [first, second] = made[list];
      const page = async (query: string) => (await api('GET', `/${list}?${query}`)).body.data;
      expect(await page('')).toEqual({
        [list]: [second, first],
        pagination: { limit: 25, count: 2, has_more: false, next_cursor: null },
      });
      const begun = await page('order=asc&limit=1');
      expect([begun[list], begun.pagination.has_more]).toEqual([[first], true]);
      const ended = await page(`order=asc&limit=1&cursor=${begun.pagination.next_cursor}`);
      expect([ended[list], ended.pagination.has_more]).toEqual([[second], false]);
      const far = Buffer.from(JSON.stringify([list, 'desc', Number.MAX_SAFE_INTEGER])).toString('base64url');
      expect((await page(`cursor=${far}`))[list]).toEqual([second, first]);
      for (const [query, param] of [
        ['limit=101', 'limit'],
        ['order=up', 'order'],
        [`order=asc&cursor=${far}`, 'cursor'],
      ]) {
        const { status, body } = await api('GET', `/${list}?${query}`);
        expect([query, status, body.error.code, body.error.param]).toEqual([query, 422, 'VALIDATION_FAILED', param]);
      }
    }
  });
});

test('stats cover the last 30 days by default, in the account’s time zone', async () => {
  const server = await createTestServer();
  const now = server.clock.now();
  const dayIn = (zone: string, days: number) =>
    new Intl.DateTimeFormat('sv-SE', { timeZone: zone }).format(now - days * 86_400_000);
  const istanbul = (days: number) => dayIn('Europe/Istanbul', days);
  expect(await stats(server)).toMatchObject({ from: istanbul(29), to: istanbul(0) });
  const [year = 0, month = 0, day = 0] = istanbul(29).split('-').map(Number);
  const begins = Date.UTC(year, month - 1, day, -3) * 1000; // Istanbul is 3 hours ahead
  await said(server, ADA, [
    [begins - 1, 'in', 'delivered'],
    [begins, 'in', 'delivered'],
  ]);
  expect((await stats(server)).messages.incoming).toBe(1);
  expect((await stats(server, `from=${istanbul(30)}`)).messages.incoming).toBe(2);
  expect(await stats(server, 'to=2026-05-30')).toMatchObject({ from: '2026-05-01', to: '2026-05-30' });
  const far = await server.anotherAccount({ timeZone: 'Pacific/Kiritimati' }); // 14 hours ahead
  const theirs = (await server.api('GET', '/stats', { key: far.liveKey })).body.data;
  expect(theirs.to).toBe(dayIn('Pacific/Kiritimati', 0));
});

test('stats refuse invalid days', async () => {
  const server = await createTestServer();
  for (const [query, param] of [
    ['from=2026-13-01', 'from'],
    ['to=today', 'to'],
    ['from=2026-05-05&to=2026-05-04', 'from'],
    ['from=2999-01-01', 'from'],
    ['limit=5', 'limit'],
  ]) {
    const { status, body } = await server.api('GET', `/stats?${query}`);
    expect([query, status, body.error.code, body.error.param]).toEqual([query, 422, 'VALIDATION_FAILED', param]);
  }
});

test('reports need insights:read', async () => {
  const server = await createTestServer();
  const reader = await server.key({ scopes: ['insights:read'] });
  const other = await server.key({ scopes: ['conversations:read'] });
  for (const path of ['/stats', '/labels', '/agents']) {
    expect((await server.api('GET', path, { key: reader })).status).toBe(200);
    expect((await server.api('GET', path, { key: other })).body.error.code).toBe('SCOPE_DENIED');
  }
});
