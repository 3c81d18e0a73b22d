import { expect, test, vi } from 'vitest';
import { MICROSECONDS } from '../../base/time.ts';
import { keyString } from '../../engine/drivers/dialect.ts';
import type { OutboxTask } from '../../engine/outbox/task.ts';
import type { SendOutcome } from '../../providers/provider.ts';
import type { StoredMessage } from '../../store/messages/messages.ts';
import type { MessagePart } from '../../store/messages/parts.ts';
import { messageWith, receiverWith } from '../../testing/store.ts';
import { taskWith, testTimes } from '../../testing/tasks.ts';
import { type SettledSend, settleSend } from './settle-send.ts';

const NOW = 1_000_000;
const ACCEPTED = { kind: 'accepted', externalId: 'wamid.1', status: 'queued' } as const;
const ERROR = { code: 131026, title: 'Undeliverable', detail: null, provider_message: null };
const DOWN = { kind: 'unavailable', throttled: false, error: ERROR } as const;

interface SettleCase {
  outcome: SendOutcome;
  message?: Partial<StoredMessage>;
  task?: Partial<OutboxTask>;
  isHeld?: boolean;
  part?: { index: number; count: number; parts: readonly MessagePart[] };
}

function decide({ outcome, message: changes = {}, task: own = {}, isHeld = true, part }: SettleCase) {
  const message = messageWith(changes);
  const task = taskWith(own);
  const warn = vi.fn();
  const app = { ...testTimes(NOW), log: { warn, error: warn } as unknown as SettledSend['app']['log'] };
  const name = keyString(message);
  const facts = {
    leased: new Set(isHeld ? [task.id] : []),
    messages: new Map([[name, message]]),
    parts: new Map(part ? [[name, part.parts]] : []),
    receivers: new Map([[1, [receiverWith('pending')]]]),
  };
  const { index, count } = part ?? { index: 0, count: 1 };
  const { effects, result } = settleSend.decide(facts, { app, task, message, index, count, outcome, begunAt: 5 });
  expect(warn).not.toHaveBeenCalled(); // a log line before the commit would be repeated
  result?.();
  return { effects, isLogged: warn.mock.calls.length > 0 };
}

test('an accepted message waits for the callback that confirms it', () => {
  const { effects } = decide({ outcome: ACCEPTED });
  expect(effects.statuses).toMatchObject([
    { message: { externalId: 'wamid.1', status: 'queued' }, at: null, sentAt: 5 },
  ]);
  const runAt = NOW + 15 * MICROSECONDS.minute;
  expect(effects.changedTasks).toMatchObject([{ id: 7, task: 'confirm-send', subject: 'msg_1', attempts: 0, runAt }]);
  expect(effects).toMatchObject({ providerResponses: [{ accountId: 1, id: 'wa_1' }] });
  expect(effects).not.toHaveProperty('events');
});

test.each([
  ['the provider sends no callback', { ...ACCEPTED, status: 'sent' as const }, {}],
  ['a callback has overtaken the response', ACCEPTED, { status: 'delivered' as const, externalId: 'wamid.1' }],
])('the task ends if %s', (_, outcome, message) => {
  const { effects } = decide({ outcome, message });
  expect([effects.ended?.length, effects.changedTasks]).toEqual([1, undefined]);
});

test('after a part, the next one is sent', () => {
  const parts = ['queued', 'queued'].map((_, part) => {
    return { accountId: 1, messageId: 'msg_1', part, status: 'queued', externalId: null } as const;
  });
  const { effects } = decide({ outcome: ACCEPTED, part: { index: 0, count: 2, parts } });
  expect(effects.changedTasks).toMatchObject([{ task: 'send-message', subject: 'msg_1' }]);
  expect(effects.partStatuses).toMatchObject([{ part: 0, externalId: 'wamid.1' }]);
  const last = decide({ outcome: ACCEPTED, part: { index: 1, count: 2, parts } });
  expect(last.effects.changedTasks).toMatchObject([{ task: 'confirm-send', subject: 'msg_1#1' }]);
});

test('a refused message fails and its task ends', () => {
  const { effects, isLogged } = decide({
    outcome: { kind: 'rejected', class: 'final', reach: 'recipient', error: ERROR },
  });
  expect(effects.statuses).toMatchObject([{ message: { status: 'failed', error: ERROR } }]);
  expect([effects.ended?.length, effects.events?.length, isLogged]).toEqual([1, 1, true]);
});

test('a refused connection stops its campaign, and the message waits', () => {
  const outcome = { kind: 'rejected', class: 'auth', reach: 'account', error: ERROR } as const;
  const { effects } = decide({ outcome, message: { campaignId: 3 } });
  expect(effects.stoppedCampaigns).toMatchObject([{ accountId: 1, campaignId: 3, problem: expect.any(String) }]);
  expect([effects.statuses, effects.changedTasks?.length]).toEqual([undefined, 1]);
});

test('an unavailable provider is tried again, up to the last attempt', () => {
  const first = decide({ outcome: DOWN });
  expect(first.effects.changedTasks).toMatchObject([{ task: 'send-message', attempts: 1 }]);
  expect(first.effects.providerResponses).toMatchObject([{ failure: { most: expect.any(Number) } }]);
  const last = decide({ outcome: DOWN, task: { attempts: 99 } });
  expect(last.effects).toMatchObject({ statuses: [{ message: { status: 'failed' } }], ended: [{ id: 7 }] });
  const campaign = decide({ outcome: DOWN, task: { attempts: 99 }, message: { campaignId: 3 } });
  expect(campaign.effects.changedTasks).toMatchObject([{ attempts: 100 }]);
  const throttled = decide({ outcome: { ...DOWN, throttled: true } });
  expect(throttled.effects).not.toHaveProperty('providerResponses');
});

test('a send with an unknown result is never tried again', () => {
  const outcome = { kind: 'unknown', problem: 'the socket closed' } as const;
  const waiting = decide({ outcome });
  const runAt = NOW + 15 * MICROSECONDS.minute;
  expect(waiting.effects.changedTasks).toMatchObject([{ task: 'confirm-send', runAt }]);
  // A callback has already proved it.
  const proved = decide({ outcome, message: { externalId: 'wamid.1' } });
  expect(proved.effects.changedTasks?.[0]?.runAt).toBeLessThan(runAt);
});

test('a late response proves the send, and leaves the task to the worker that has taken it over', () => {
  const late = decide({ outcome: ACCEPTED, isHeld: false });
  expect(late.effects.due).toMatchObject([{ task: 'confirm-send', subject: 'msg_1' }]);
  expect([late.effects.changedTasks, late.effects.ended, late.isLogged]).toEqual([undefined, undefined, true]);
  const refused = decide({
    outcome: { kind: 'rejected', class: 'final', reach: 'recipient', error: ERROR },
    isHeld: false,
  });
  expect(refused.effects.statuses).toMatchObject([{ message: { status: 'failed' } }]);
  const down = decide({ outcome: DOWN, isHeld: false });
  expect([down.effects.due, down.effects.statuses]).toEqual([undefined, undefined]);
});

test('a late response that proves that nothing was sent gives the message another attempt', () => {
  const subject = 'msg_1';
  const attempt = {
    task: 'confirm-send',
    subject,
    by: { task: 'send-message', subject, runAt: NOW + 30 * MICROSECONDS.second },
  };
  expect(decide({ outcome: DOWN, isHeld: false }).effects.replaced).toMatchObject([attempt]);
  const proved = decide({ outcome: DOWN, isHeld: false, message: { externalId: 'wamid.1' } });
  expect(proved.effects.replaced).toBeUndefined();
  const leased = decide({
    outcome: { kind: 'rejected', class: 'auth', reach: 'account', error: ERROR },
    isHeld: false,
    message: { campaignId: 3 },
    task: { task: 'send-campaign-message' },
  });
  expect(leased.effects).toMatchObject({
    stoppedCampaigns: [{ campaignId: 3 }],
    replaced: [{ task: 'confirm-send', by: { task: 'send-campaign-message', subject } }],
  });
  expect(leased.effects.statuses).toBeUndefined();
});
