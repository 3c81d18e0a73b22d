import { expect, test } from 'vitest';
import type { App } from '../../app/app.ts';
import { MICROSECONDS } from '../../base/time.ts';
import { keyString } from '../../engine/drivers/dialect.ts';
import type { OutboxTask } from '../../engine/outbox/task.ts';
import type { InboundMessage } from '../../providers/callback.ts';
import type { Connection } from '../../store/connections/connections.ts';
import type { StoredMessage } from '../../store/messages/messages.ts';
import { messageWith, receiverWith } from '../../testing/store.ts';
import { taskWith, testTimes } from '../../testing/tasks.ts';
import { UnlearnedIdentifiers } from '../contacts/sighting.ts';
import { type BatchedItem, decideStored, type InboundItem } from './callback-items.ts';
import type { StatusItem } from './status-items.ts';

type Facts = Parameters<typeof decideStored>[0];

const NOW = 1_000_000_000;
const app = testTimes(NOW);

const connection: Connection = {
  accountId: 1,
  id: 'wa_1',
  channel: 'whatsapp',
  name: 'Shop',
  isActive: true,
  providerAppId: 'app',
  providerId: '100',
  wabaId: null,
  accessToken: null,
  unavailableUntil: null,
  origins: [],
};

const factsOf = (message: Partial<StoredMessage> = {}, unprocessed: readonly [string, number][] = []): Facts => {
  const stored = messageWith({ externalId: 'wamid.1', ...message });
  return {
    news: [],
    connections: new Map([[JSON.stringify(['app', '100']), connection]]),
    statuses: {
      messages: new Map([[keyString(stored), stored]]),
      parts: new Map(),
      byExternalId: new Map(),
      receivers: new Map([[1, [receiverWith('pending')]]]),
      unprocessed: new Map(unprocessed),
    },
    inbound: {
      identities: new Map(),
      conversations: new Map(),
      known: new Map(),
      clicks: new Map(),
      contacts: new Map(),
      driven: new Set(),
      receivers: new Map(),
    },
  };
};

const statusOf = (changes: Partial<StatusItem> = {}): StatusItem => ({
  kind: 'status',
  providerIds: ['100'],
  externalId: 'wamid.1',
  tag: undefined,
  status: 'sent',
  error: undefined,
  ...changes,
});

const decide = (facts: Facts, items: BatchedItem[], task: Partial<OutboxTask> = {}, receivedAt = NOW) => {
  const own = taskWith({ id: 9, task: 'process-callback', subject: 'cb_1', orderingKey: 'app', ...task });
  return decideStored(facts, {
    app: app as App,
    items,
    origin: { task: own, providerAppId: 'app', receivedAt },
  }).effects;
};

test('a status moves the message, ends its callback, and ends the wait for a confirmation', () => {
  const effects = decide(factsOf(), [statusOf()]);
  expect(effects).toMatchObject({
    statuses: [{ message: { id: 'msg_1', status: 'sent' } }],
    cancelled: [{ accountId: 1, task: 'confirm-send', subject: 'msg_1' }],
    processed: [{ id: 'cb_1', problem: null }],
    ended: [{ id: 9 }],
  });
});

test('the statuses of later callbacks see those of earlier ones', () => {
  const facts = factsOf();
  const statuses = (['sent', 'delivered', 'delivered', 'read'] as const).map(
    (status) => decide(facts, [statusOf({ status })]).events?.length ?? 0,
  );
  expect(statuses).toEqual([1, 1, 0, 1]);
});

test('a status that skips another waits while an earlier callback is unprocessed, and so do those after it', () => {
  const facts = factsOf({}, [['app', 4]]);
  const early = decide(facts, [statusOf({ status: 'read' })], { id: 8 });
  expect(early).toMatchObject({ changedTasks: [{ id: 8, attempts: 0, runAt: NOW + MICROSECONDS.second }] });
  expect([early.statuses, early.ended, early.processed]).toEqual([undefined, undefined, undefined]);
  expect(decide(facts, [statusOf({ status: 'delivered' })], { id: 9 }).changedTasks).toMatchObject([{ id: 9 }]);
  // It waits for at most a minute.
  const late = decide(facts, [statusOf({ status: 'read' })], {}, NOW - MICROSECONDS.minute);
  expect(late.statuses).toMatchObject([{ message: { status: 'read' } }]);
});

test('a callback that shows new identifiers is refused until they are learned', () => {
  const news = [{ accountId: 1, portfolio: 'waba_1', sighting: { userId: 'US.1', phone: '905551112233', at: NOW } }];
  expect(() => decide({ ...factsOf(), news }, [statusOf()])).toThrow(UnlearnedIdentifiers);
});

test('a status of an unknown message is tried again', () => {
  const unknown = decide(factsOf(), [statusOf(), statusOf({ externalId: 'wamid.2' })]);
  expect(unknown).toMatchObject({
    statuses: [{ message: { status: 'sent' } }],
    processed: [{ problem: 'unknown_message: a status names a message that is not stored' }],
    changedTasks: [{ id: 9, attempts: 1 }],
  });
  const last = decide(factsOf(), [statusOf({ externalId: 'wamid.2' })], { attempts: 99 });
  expect([last.ended?.length, last.changedTasks]).toEqual([1, undefined]);
});

test('a tag names the message, but only on the connection that sent it', () => {
  const own = decide(factsOf({ externalId: null }), [statusOf({ externalId: 'wamid.2', tag: 'msg_1' })]);
  expect(own.statuses).toMatchObject([{ message: { externalId: 'wamid.2', status: 'sent' } }]);
  const item = statusOf({ externalId: 'wamid.2', tag: 'msg_1' });
  const other = decide(factsOf({ externalId: null, connectionId: 'wa_2' }), [item]);
  expect([other.statuses, other.changedTasks?.length]).toEqual([undefined, 1]);
});

test('a status for no connection is a problem that no retry solves', () => {
  const effects = decide(factsOf(), [statusOf({ providerIds: ['200'] })]);
  expect(effects).toMatchObject({ ended: [{ id: 9 }], processed: [{ problem: expect.stringContaining('200') }] });
});

test('a callback that names an erased person is deleted', () => {
  const effects = decide(factsOf({ person: 'erased_1' }), [statusOf()]);
  expect([effects.removed, effects.processed, effects.statuses]).toEqual([['cb_1'], undefined, undefined]);
});

const inboundOf = (externalId: string, changes: Partial<InboundMessage> = {}): InboundItem => ({
  kind: 'inbound',
  providerIds: ['100'],
  inbound: {
    externalId,
    from: { id: '4915100000001', name: 'Ada' },
    type: 'text',
    text: externalId,
    replyTo: null,
    writtenAt: NOW,
    ...changes,
  },
});

test('two messages with which a conversation begins have different times, and begin it together', () => {
  const facts = factsOf();
  const [first, second] = ['wamid.7', 'wamid.8'].map((id) => decide(facts, [inboundOf(id)]).received?.[0]);
  expect(first?.begins).toEqual({ accountId: 1, connectionId: 'wa_1', channel: 'whatsapp', person: '4915100000001' });
  expect(second?.begins).toEqual(first?.begins);
  expect(second?.message.createdAt).toBeGreaterThan(first?.message.createdAt ?? NOW);
  // Only the first one shows a new name.
  expect([first?.name, second?.name]).toEqual(['Ada', null]);
});

test('a message that another callback of the batch repeats is stored once', () => {
  const facts = factsOf();
  const effects = [9, 10].map((id) => decide(facts, [inboundOf('wamid.7')], { id }));
  expect(
    effects.map(({ received, events, followUps }) => [received, events, followUps].map((all) => all?.length)),
  ).toEqual([
    [1, 1, undefined],
    [undefined, undefined, 1],
  ]);
});

test('a message and a status of one callback end it together', () => {
  const effects = decide(factsOf(), [inboundOf('wamid.7'), statusOf()]);
  expect(effects).toMatchObject({
    received: [{ message: { externalId: 'wamid.7' } }],
    statuses: [{ message: { id: 'msg_1', status: 'sent' } }],
    processed: [{ id: 'cb_1', problem: null }],
    ended: [{ id: 9 }],
  });
});
