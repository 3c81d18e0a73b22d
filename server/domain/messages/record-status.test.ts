import { describe, expect, test } from 'vitest';
import { keyString } from '../../engine/drivers/dialect.ts';
import type { MessageStatus, StoredMessage } from '../../store/messages/messages.ts';
import type { MessagePart } from '../../store/messages/parts.ts';
import { runOne } from '../../store/rules.ts';
import { createTestStore, DATABASES, messageWith, receiverWith } from '../../testing/store.ts';
import { decideStatus, recordStatus, type StatusFacts } from './record-status.ts';

let time = 5_000_000;
const app = {
  monotonicNow: () => {
    time += 1;
    return time;
  },
};

const partsOf = (statuses: readonly MessageStatus[]): MessagePart[] =>
  statuses.map((status, part) => ({ accountId: 1, messageId: 'msg_1', part, status, externalId: null }));

const factsOf = (changes: Partial<StoredMessage> = {}, parts: readonly MessagePart[] = []): StatusFacts => {
  const message = messageWith(changes);
  const name = keyString(message);
  return {
    messages: new Map([[name, message]]),
    parts: new Map(parts.length > 0 ? [[name, parts]] : []),
    receivers: new Map([[1, [receiverWith('pending')]]]),
  };
};

type StatusChange = Parameters<typeof decideStatus>[3];
const decide = (facts: StatusFacts, change: StatusChange) =>
  decideStatus(app, facts, { accountId: 1, id: 'msg_1' }, change);

test('a status advances the message, and raises an event with its delivery', () => {
  const effects = decide(factsOf(), { status: 'sent', externalId: 'wamid.1', sentAt: 7 });
  expect(effects.statuses).toMatchObject([{ message: { status: 'sent', externalId: 'wamid.1' }, sentAt: 7 }]);
  expect(effects.events).toMatchObject([{ event: 'message.status', data: { message: { status: 'sent' } } }]);
  expect(effects.deliveries).toMatchObject([{ id: effects.events?.[0]?.id, state: 'pending' }]);
  expect(effects.tasks).toMatchObject([{ task: 'deliver-webhook', subject: effects.events?.[0]?.id }]);
});

test.each([
  ['sent', 'sent'],
  ['read', 'delivered'],
  ['failed', 'read'],
  ['queued', 'queued'],
] as const)('a message that is %s ignores %s', (from, to) => {
  expect(decide(factsOf({ status: from, externalId: 'wamid.1' }), { status: to, externalId: 'wamid.2' })).toEqual({});
});

test('each decision sees the status that the one before it set, in any order', () => {
  const facts = factsOf();
  const statuses = (['sent', 'read', 'delivered', 'sent'] as const).flatMap((status) =>
    (decide(facts, { status }).statuses ?? []).map(({ message }) => message.status),
  );
  expect(statuses).toEqual(['sent', 'read']);
});

test('a message in parts has the least advanced status of its parts', () => {
  const facts = factsOf({}, partsOf(['queued', 'queued']));
  const first = decide(facts, { status: 'sent', part: 1, externalId: 'b' });
  expect([first.statuses, first.events]).toEqual([undefined, undefined]);
  expect(first.partStatuses).toMatchObject([{ part: 1, status: 'sent', externalId: 'b' }]);
  const second = decide(facts, { status: 'delivered', part: 0, externalId: 'a' });
  expect(second.statuses).toMatchObject([{ message: { status: 'sent', externalId: 'a' } }]);
  const third = decide(facts, { status: 'read' });
  expect(third.partStatuses).toMatchObject([
    { part: 0, status: 'read', externalId: 'a' },
    { part: 1, status: 'read', externalId: 'b' },
  ]);
});

test('a failed part fails the message, with its error', () => {
  const error = { code: 1, title: 'No', detail: null, provider_message: null };
  const effects = decide(factsOf({ status: 'sent' }, partsOf(['sent', 'sent'])), { status: 'failed', part: 1, error });
  expect(effects.statuses).toMatchObject([{ message: { status: 'failed', error } }]);
});

test('a status of a campaign’s message is a result and not an event', () => {
  const effects = decide(factsOf({ campaignId: 3 }), { status: 'sent' });
  expect(effects.results).toEqual([
    { accountId: 1, campaignId: 3, phone: '905551112233', state: 'sent', reason: null },
  ]);
  expect(effects).not.toHaveProperty('events');
});

describe.each(DATABASES)('on %s', (database) => {
  test('of concurrent statuses each counts once, and no order of them moves a status back', async () => {
    const store = await createTestStore(database);
    await store.transaction((tx) => tx.messages.insert(messageWith()));
    const record = (status: MessageStatus, externalId: string) =>
      store.transaction((tx) =>
        runOne(tx, recordStatus, {
          app,
          message: { accountId: 1, id: 'msg_1' },
          change: { status, externalId },
        }),
      );
    await record('queued', 'wamid.1');
    await Promise.all(Array.from({ length: 8 }, () => record('sent', 'wamid.2')));
    await Promise.all([
      record('read', 'wamid.3'),
      record('delivered', 'wamid.4'),
      record('sent', 'wamid.5'),
      record('delivered', 'wamid.6'),
    ]);
    const message = await store.read.messages.findByExternalId(1, 'wa_1', 'wamid.1');
    expect(message).toMatchObject({ id: 'msg_1', status: 'read' });
    const events = await store.read.events.list(1, 0, 99, {}, 99);
    const statuses = events.map(({ data }) => (data as { message: { status: string } }).message.status);
    expect(statuses.filter((status) => status === 'sent')).toHaveLength(1);
    expect(statuses.filter((status) => status === 'read')).toHaveLength(1);
    expect(new Set(statuses).size).toBe(statuses.length);
  });
});
