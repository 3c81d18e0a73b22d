import { describe, expect, test } from 'vitest';
import { MICROSECONDS } from '../../base/time.ts';
import type { OutboxTask } from '../../engine/outbox/task.ts';
import type { WebhookAnswer } from '../../outbound/webhook.ts';
import type { Store } from '../../store/index.ts';
import { taskRow } from '../../store/tasks.ts';
import type { Webhook } from '../../store/webhooks/webhooks.ts';
import { createTestStore, DATABASES, webhookWith } from '../../testing/store.ts';
import { taskWith } from '../../testing/tasks.ts';
import { recordAttempt } from './record-attempt.ts';

const app = { now: () => 1_000, monotonicNow: () => 1_001 };
const url = 'https://shop.example';
const ok: WebhookAnswer = {
  statusCode: 200,
  responsePrefix: '',
  problem: null,
  durationMs: 5,
  isForbidden: false,
  isOwnFailure: false,
};
const refused = { ...ok, statusCode: 500, problem: 'the receiver returned 500' };
const gone = { ...refused, statusCode: 410 };

/** Decides attempts one after another, as a batch does. */
function decideAll(webhook: Partial<Webhook>, answers: readonly WebhookAnswer[], attempt = 1, leased = [7]) {
  const facts = { leased: new Set(leased), webhooks: new Map([['1 1', webhookWith({ url, ...webhook })]]) };
  return answers.map((answer) =>
    recordAttempt.decide(facts, {
      app,
      task: taskWith({ task: 'deliver-webhook' }),
      delivery: { id: 'whd_1', accountId: 1, endpointId: 1 },
      url,
      attempt,
      answer,
    }),
  );
}

test('a success ends the task and writes no count, unless there were failures', () => {
  const [first] = decideAll({}, [ok]);
  expect(first?.result).toEqual({ state: 'delivered', disables: false });
  expect(first?.effects).toMatchObject({ ended: [{ id: 7 }], attempts: [{ state: 'delivered' }] });
  expect(first?.effects).not.toHaveProperty('attemptCounts');
  const [second] = decideAll({ consecutiveFailures: 3 }, [ok]);
  expect(second?.effects.attemptCounts).toEqual([
    { accountId: 1, endpointId: 1, url, consecutiveFailures: 0, disables: false },
  ]);
});

test('a failure schedules the next attempt, and the last one ends the task', () => {
  const [first] = decideAll({}, [refused]);
  expect(first?.result).toEqual({ state: 'pending', disables: false });
  expect(first?.effects.changedTasks).toMatchObject([
    { id: 7, lessee: 'worker', attempts: 1, runAt: 1_000 + MICROSECONDS.minute },
  ]);
  const [last] = decideAll({}, [refused], 99);
  expect(last).toMatchObject({ result: { state: 'failed' }, effects: { ended: [{ id: 7 }] } });
});

test('each decision counts the failures of the ones before it', () => {
  const decided = decideAll({ consecutiveFailures: 1 }, [refused, refused, ok, refused]);
  expect(decided.map(({ effects }) => effects.attemptCounts?.[0]?.consecutiveFailures)).toEqual([2, 3, 0, 1]);
});

test('410 disables the address, and the deliveries after it wait', () => {
  const [first, second] = decideAll({}, [gone, refused]);
  expect([first?.result, second?.result]).toEqual([
    { state: 'waiting', disables: true },
    { state: 'waiting', disables: false },
  ]);
});

test('the response of a previous address does not count', () => {
  const [decided] = decideAll({ url: 'https://new.example' }, [gone]);
  expect(decided?.result).toEqual({ state: 'pending', disables: false });
  expect(decided?.effects).not.toHaveProperty('attemptCounts');
});

test('nothing is recorded for a task that another worker has taken over', () => {
  expect(decideAll({}, [ok], 1, [])).toEqual([{ effects: {}, result: undefined }]);
});

/** Adds tasks and leases them. */
async function leaseTasks(store: Store, count: number): Promise<OutboxTask[]> {
  await store.transaction((tx) =>
    tx.outbox.add(Array.from({ length: count }, (_, index) => taskRow(1, 'deliver-webhook', `whd_${index}`, 1))),
  );
  return store.transaction((tx) => tx.outbox.lease('deliver', 'worker', 1, 1_000, count));
}

/** Its requests do not share transactions with those of the rule, like those of another process. */
const otherProcess = { ...recordAttempt };

describe.each(DATABASES)('on %s', (database) => {
  test('failures of an address are counted one by one in concurrent batches, and a success resets the count', async () => {
    const store = await createTestStore(database);
    await store.transaction((tx) => tx.webhooks.insert(webhookWith({ url })));
    const tasks = await leaseTasks(store, 13);
    const attemptOf = (task: OutboxTask, answer: WebhookAnswer, to = url) => {
      return { app, task, delivery: { id: task.subject, accountId: 1, endpointId: 1 }, url: to, attempt: 1, answer };
    };
    const failures = async () => (await store.read.webhooks.find(1))?.consecutiveFailures;
    const runs = [
      ...tasks.slice(0, 5).map((task) => store.batch(recordAttempt, attemptOf(task, refused))),
      ...tasks.slice(5, 10).map((task) => store.batch(otherProcess, attemptOf(task, refused))),
    ];
    expect((await Promise.all(runs)).map((recorded) => recorded?.state)).toEqual(Array(10).fill('pending'));
    expect(await failures()).toBe(10);
    await store.batch(recordAttempt, attemptOf(tasks[10] as OutboxTask, ok, 'https://old.example'));
    expect(await failures()).toBe(10);
    await store.batch(recordAttempt, attemptOf(tasks[11] as OutboxTask, ok));
    expect(await failures()).toBe(0);
    await store.batch(recordAttempt, attemptOf(tasks[12] as OutboxTask, refused));
    expect(await failures()).toBe(1);
    // Two successes ended their tasks, and the attempts of the others are stored.
    expect(await store.read.deliveries.attemptsOf(1, 'whd_3')).toMatchObject([{ attempt: 1, statusCode: 500 }]);
    expect((await store.read.outbox.levels(['deliver'], 0))[0]?.waiting).toBe(11);
  });
});
