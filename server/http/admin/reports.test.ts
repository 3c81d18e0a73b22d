import { describe, expect, test } from 'vitest';
import type { StoredMessage } from '../../store/messages/messages.ts';
import { startAdmin } from '../../testing/admin-api.ts';
import { DATABASES } from '../../testing/server.ts';
import { messageWith } from '../../testing/store.ts';

const MINUTE = 60_000_000;
/** Noon UTC of a day in May 2026, in microseconds. */
const noon = (day: number) => Date.UTC(2026, 4, day, 12) * 1000;

type Said = [at: number, direction: 'in' | 'out', about?: Partial<StoredMessage>];

/** Starts a server; `said` stores messages with one person and `assign` assigns the conversation. */
async function startReports(database: (typeof DATABASES)[number]) {
  const started = await startAdmin({}, { database, now: Date.UTC(2026, 4, 6) });
  const { server, accountId, api } = started;
  let made = 0;
  const said = (person: string, messages: readonly Said[]) =>
    server.app.store.transaction(async (tx) => {
      const key = { accountId, connectionId: 'wa_1', channel: 'whatsapp', person } as const;
      const conversationId = await tx.conversations.ensure(key, messages[0]?.[0] ?? 0);
      for (const [createdAt, direction, about] of messages) {
        made += 1;
        const id = `msg_${made}`;
        await tx.messages.insert(
          messageWith({ ...key, conversationId, id, direction, status: 'delivered', createdAt, ...about }),
        );
        await tx.conversations.noteOutbound([{ accountId, id: conversationId, text: 'x', at: createdAt }]);
      }
    });
  const assign = (person: string, agent: number) =>
    api('PATCH', `/conversations/${person}`, { body: { agent_id: agent } });
  return { ...started, said, assign };
}

describe.each(DATABASES)('a report on %s', (database) => {
  test('has the messages of each day in the zone of the account, as GET /stats counts them', async () => {
    const { of, api, said } = await startReports(database);
    await said('905551112233', [
      [noon(3), 'in'],
      [noon(4), 'out', { status: 'read' }],
      [noon(4) + 1, 'out', { status: 'failed' }],
      [noon(4) + 2, 'out', { pricing: { billable: true, category: 'marketing', type: 'regular', model: 'PMP' } }],
      [Date.UTC(2026, 4, 4, 21) * 1000, 'in'], // midnight of the 5th in Istanbul
      [noon(5), 'out', { isTest: true }],
      [noon(5), 'out', { isUnreported: true }],
    ]);
    const report = await of('GET', '/report?from=2026-05-03&to=2026-05-05');
    expect(report).toMatchObject({ from: '2026-05-03', to: '2026-05-05', time_zone: 'Europe/Istanbul' });
    const none = { incoming: 0, outgoing: 0, delivered: 0, read: 0, failed: 0, billable: {} };
    expect(report.days).toEqual([
      { ...none, day: '2026-05-03', incoming: 1 },
      { ...none, day: '2026-05-04', outgoing: 3, delivered: 2, read: 1, failed: 1, billable: { marketing: 1 } },
      { ...none, day: '2026-05-05', incoming: 1 },
    ]);
    const { messages } = (await api('GET', '/stats?from=2026-05-03&to=2026-05-05')).body.data;
    for (const name of ['incoming', 'outgoing', 'delivered', 'read', 'failed']) {
      const sum = report.days.reduce((total: number, day: Record<string, number>) => total + (day[name] ?? 0), 0);
      expect([name, sum]).toEqual([name, messages[name]]);
    }
  });

  test('has the waits of customers for the agent to whom their conversation is assigned', async () => {
    const { of, said, assign } = await startReports(database);
    const { id: grace } = await of('POST', '/agents', { name: 'Grace' });
    const { id: alan } = await of('POST', '/agents', { name: 'Alan' });
    const start = noon(4);
    await said('905551112233', [
      [start, 'out'], // answers no customer in the range
      [start + MINUTE, 'in'],
      [start + 2 * MINUTE, 'in'],
      [start + 3 * MINUTE, 'out', { campaignId: 1 }],
      [start + 5 * MINUTE, 'out'], // 4 minutes after the first of two
      [start + 6 * MINUTE, 'out'],
      [start + 10 * MINUTE, 'in'],
      [start + 12 * MINUTE, 'out'], // 2 minutes
      [start + 20 * MINUTE, 'in'],
      [start + 30 * MINUTE, 'out'], // 10 minutes
      [start + 40 * MINUTE, 'in'], // still waits
    ]);
    await said('905550000001', [
      [start, 'in'],
      [start + MINUTE, 'out'],
    ]);
    await said('905550000002', [
      [start, 'in'],
      [start + MINUTE, 'out'],
    ]);
    await assign('905551112233', grace);
    await assign('905550000001', alan);
    const day = 'from=2026-05-04&to=2026-05-04';
    expect((await of('GET', `/report?${day}`)).responses).toEqual({
      conversations: 2,
      is_complete: true,
      agents: [
        { agent_id: grace, name: 'Grace', replies: 3, median_seconds: 240, slowest_tenth_seconds: 600 },
        { agent_id: alan, name: 'Alan', replies: 1, median_seconds: 60, slowest_tenth_seconds: 60 },
      ],
    });
    expect((await of('GET', '/report?from=2026-05-05&to=2026-05-05')).responses).toMatchObject({ agents: [] });
  });
});

test('a report has the last 30 days unless others are given, and refuses a range without days or a long one', async () => {
  const { of, call, place } = await startAdmin();
  expect((await of('GET', '/report')).days.length).toBe(30);
  expect((await of('GET', '/report?to=2026-05-04')).from).toBe('2026-04-05');
  expect((await of('GET', '/report?from=2026-01-01&to=2026-04-02')).days.length).toBe(92);
  for (const [query, message] of [
    ['from=2026-05-05&to=2026-05-04', 'from must not be after to; it is 2026-05-05, and to is 2026-05-04'],
    ['from=2026-01-01&to=2026-04-03', 'from must be at most 91 days before to'],
    ['from=2026-02-31', 'from must be a day such as 2026-05-04; it is "2026-02-31"'],
    ['from=yesterday', 'query/from must match pattern'],
  ] as const) {
    const { status, body } = await call('GET', `${place}/report?${query}`);
    expect([query, status, body.error.message]).toEqual([query, 422, expect.stringContaining(message)]);
  }
});
