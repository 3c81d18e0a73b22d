import type { CaseContext } from '../../context.ts';
import { stalling, timed } from '../../declare-case.ts';
import { equal, expectThat } from '../../expectations.ts';
import { timeOf, type WebhookReceiver } from '../../receiver.ts';
import { CaseFailure, Untestable } from '../../verdict.ts';
import { DAY, HOUR, MINUTE } from '../support/support.ts';

/**
 * Tolerance for a worker that polls every few seconds. It is shorter than the timeout of an attempt, so a retry that is
 * in flight after a move of the clock can still end.
 */
export const LATE_SECONDS = 5;

/** Waits until this many attempts have ended. An attempt in flight would see a later time after the clock moves. */
export async function ended(t: CaseContext, attempts: number): Promise<void> {
  await t.eventually(
    `the end of attempt ${attempts}`,
    async () => (await t.deliveries()).deliveries.length >= attempts,
  );
}

/** Triggers an event whose receiver responds as `reply` says. Returns the attempts after some time. */
async function attempts(
  t: CaseContext,
  reply: WebhookReceiver['reply'],
  seconds: number,
  expected = 1,
): Promise<WebhookReceiver> {
  const receiver = await t.receiver(['message.received']);
  receiver.reply = reply;
  await t.customer();
  await ended(t, 1);
  await t.advance(seconds);
  await ended(t, expected);
  await t.settle();
  return receiver;
}

for (const status of [200, 204, 299]) {
  timed(`6/ok-${status}`, async (t) => {
    equal((await attempts(t, () => ({ status }), 10 * MINUTE)).deliveries.length, 1, 'the number of attempts');
  });
}
for (const status of [500, 400, 302]) {
  timed(`6/retry-${status}`, async (t) => {
    // A client that follows the redirect gets 200 for its GET, and takes the event for delivered.
    const refuses: WebhookReceiver['reply'] = ({ path, headers }) =>
      headers[':method'] === 'GET' ? {} : { status, ...(status === 302 && { headers: { location: path } }) };
    const { deliveries } = await attempts(t, refuses, MINUTE + LATE_SECONDS, 2);
    equal(
      deliveries.map(({ headers }) => headers[':method']),
      ['POST', 'POST'],
      'the methods of the attempts',
    );
  });
}
timed('6/retry-refused', async (t) => {
  await t.webhook(t.session.hooks.deadUrl());
  await t.customer();
  await ended(t, 1);
  await t.advance(MINUTE + LATE_SECONDS);
  await ended(t, 2);
  const { deliveries } = await t.deliveries();
  equal(
    deliveries.map(({ attempt, status_code }) => [attempt, status_code]),
    [
      [1, null],
      [2, null],
    ],
    'the attempts and their responses',
  );
});
stalling(['6/retry-timeout', '8/webhook-10s'], async (t) => {
  const receiver = await t.receiver(['message.received']);
  receiver.reply = (_, earlier) => (earlier === 0 ? { silent: true } : {});
  await t.customer();
  await t.eventually('the first attempt', () => receiver.deliveries.length >= 1);
  await t.advance(9);
  equal(
    (await t.deliveries()).deliveries.filter(({ next_attempt_at }) => next_attempt_at !== null),
    [],
    'the number of retries after 9 s',
  );
  await t.advance(2);
  await ended(t, 1);
  await t.advance(MINUTE + LATE_SECONDS);
  await ended(t, 2);
  equal(receiver.deliveries.length, 2, 'the number of attempts');
  // One minute after the first attempt began, or after its 10 s timeout.
  const [first = Number.NaN, second = Number.NaN] = receiver.deliveries.map(timeOf);
  const waited = second - first;
  expectThat(waited >= MINUTE - 1 && waited <= MINUTE + 10 + LATE_SECONDS, 'the retry comes a minute later', waited);
});

stalling('6/timeout-10s', async (t) => {
  const receiver = await t.receiver(['message.received']);
  receiver.reply = (_, earlier) => (earlier === 0 ? { silent: true } : {});
  await t.customer();
  await t.eventually('the first attempt', () => receiver.deliveries.length >= 1);
  await t.advance(12);
  await ended(t, 1);
  const { deliveries } = await t.deliveries();
  equal(
    deliveries.filter(({ next_attempt_at }) => next_attempt_at !== null).map(({ attempt }) => attempt),
    [1],
    'the number of failed attempts after 12 s',
  );
});

/**
 * Triggers an event whose receiver responds to the first attempt after this many seconds. Returns the attempts, after
 * `expected` have ended.
 */
async function respondsAfter(
  t: CaseContext,
  seconds: number,
  expected: number,
): Promise<WebhookReceiver['deliveries']> {
  const receiver = await t.receiver(['message.received']);
  const { promise: after, resolve: respond } = Promise.withResolvers<void>();
  receiver.reply = (_, earlier) => (earlier === 0 ? { after } : {});
  await t.customer();
  await t.eventually('the first attempt', () => receiver.deliveries.length >= 1);
  await t.advance(seconds);
  respond();
  await ended(t, 1);
  // A retry comes a minute after the attempt began or after it ended.
  await t.advance(MINUTE + LATE_SECONDS);
  await ended(t, expected);
  await t.settle();
  return receiver.deliveries;
}
stalling(['6/answer-in-9-seconds', '8/webhook-10s'], async (t) => {
  equal((await respondsAfter(t, 9, 1)).length, 1, 'the number of attempts');
});
stalling(['6/answer-in-11-seconds', '8/webhook-10s'], async (t) => {
  equal((await respondsAfter(t, 11, 2)).length, 2, 'the number of attempts');
});

export const WAITS = [MINUTE, 5 * MINUTE, 30 * MINUTE, 2 * HOUR, 12 * HOUR];

/**
 * Returns all attempts of an event that the receiver never accepts, and the log. Each move of the clock contains one
 * retry, whether the waits count from the previous attempt or from the first one.
 */
const refusedAlways = (t: CaseContext) =>
  t.shared('retries', async (own) => {
    const long = `${'x'.repeat(499)}yz`;
    const receiver = await own.receiver(['message.received']);
    receiver.reply = () => ({ status: 500, body: long });
    await own.customer();
    await ended(own, 1);
    try {
      for (const [i, wait] of WAITS.entries()) {
        await own.advance(wait + LATE_SECONDS);
        await ended(own, i + 2);
      }
    } catch (error) {
      // Too few retries. Only the clauses about them fail.
      if (!(error instanceof CaseFailure)) {
        throw error;
      }
    }
    const { deliveries } = receiver;
    return { deliveries, log: await own.deliveries(), times: deliveries.map(timeOf) };
  });

/**
 * Requires that the retry with this index comes in time. The wait may count from the previous attempt or from the first
 * one: "after 1 min, 5 min, 30 min" allows both readings.
 */
export function expectRetry(times: readonly number[], i: number, wait: number): void {
  const [first = 0, before = 0, at = Number.NaN] = [times[0], times[i], times[i + 1]];
  const late = [at - before - wait, at - first - wait];
  expectThat(
    late.some((by) => by >= -1 && by <= LATE_SECONDS),
    `retry ${i + 1} is ${wait} s later`,
    { after_the_one_before: at - before, after_the_first: at - first },
  );
}

const SLUGS = ['retry-1-min', 'retry-5-min', 'retry-30-min', 'retry-2-h', 'retry-12-h'];
for (const [i, slug] of SLUGS.entries()) {
  timed(`6/${slug}`, async (t) => {
    expectRetry((await refusedAlways(t)).times, i, WAITS[i] ?? 0);
  });
}
timed(['6/retry-5', '8/webhook-5-retries'], async (t) => {
  const { deliveries } = await refusedAlways(t);
  equal(deliveries.length, 6, 'the number of attempts');
  await t.advance(DAY);
  equal(deliveries.length, 6, 'the number of attempts a day later');
});
timed('6/envelope-id-retry', async (t) => {
  const { deliveries } = await refusedAlways(t);
  equal(new Set(deliveries.map(({ body }) => body.id)).size, 1, 'the number of distinct IDs');
});
timed('6/envelope-attempt-counts', async (t) => {
  const { deliveries } = await refusedAlways(t);
  equal(
    deliveries.map(({ body }) => body.attempt),
    [1, 2, 3, 4, 5, 6],
    'attempt',
  );
});
timed('6/signature-retry-time', async (t) => {
  const { times } = await refusedAlways(t);
  equal(new Set(times).size, times.length, 'the number of distinct times');
  expectThat(
    (times.at(-1) ?? 0) - (times[0] ?? 0) >= 12 * HOUR - 1,
    'the last is 12 hours or more after the first',
    times,
  );
});
timed('6/retry-same-body', async (t) => {
  const { deliveries } = await refusedAlways(t);
  equal(
    new Set(deliveries.map(({ body }) => JSON.stringify(body.data?.message?.id))).size,
    1,
    'the number of distinct messages',
  );
});
timed('6/log-http-code', async (t) => {
  const { log } = await refusedAlways(t);
  equal(
    log.deliveries.map(({ attempt, status_code }) => [attempt, status_code]),
    [1, 2, 3, 4, 5, 6].map((attempt) => [attempt, 500]),
    'the attempts and their status codes',
  );
});
timed(['6/log-answer-500', '6/log-answer-501', '8/webhook-500-characters'], async (t) => {
  const { log } = await refusedAlways(t);
  equal(log.deliveries[0]?.response_prefix, `${'x'.repeat(499)}y`, 'the response in the log');
});
timed('6/log-answer-characters', async (t) => {
  const headers = { 'content-type': 'text/plain; charset=utf-8' };
  await attempts(t, () => ({ status: 500, headers, body: 'ş'.repeat(501) }), 1);
  const { deliveries } = await t.deliveries();
  equal(deliveries[0]?.response_prefix, 'ş'.repeat(500), 'the response in the log');
});
timed('6/retry-stops', async (t) => {
  const { deliveries } = await attempts(
    t,
    (_, earlier) => ({ status: earlier === 0 ? 500 : 200 }),
    MINUTE + LATE_SECONDS,
    2,
  );
  await t.advance(15 * HOUR);
  equal(deliveries.length, 2, 'the number of attempts');
});

// Disabling.

/** Makes this many events fail or succeed, one after another. Returns when `rows` attempts have ended. */
async function answered(
  t: CaseContext,
  receiver: WebhookReceiver,
  status: number,
  times: number,
  rows = times,
): Promise<void> {
  receiver.reply = () => ({ status });
  const from = t.person();
  for (let i = 0; i < times; i++) {
    await t.writes(from);
  }
  await ended(t, rows);
  await t.settle();
}
const isEnabled = async (t: CaseContext): Promise<boolean> => (await t.deliveries()).address_enabled;

timed('6/disabled-49', async (t) => {
  const receiver = await t.receiver(['message.received']);
  await answered(t, receiver, 500, 49);
  equal(await isEnabled(t), true, 'whether the endpoint is enabled');
});
timed(['6/disabled-50', '8/webhook-50-failures'], async (t) => {
  const receiver = await t.receiver(['message.received']);
  await answered(t, receiver, 500, 50);
  if (await isEnabled(t)) {
    // If the target counts events instead of attempts, one more attempt changes nothing, and an event fails after its last
    // retry.
    await answered(t, receiver, 500, 1, 51);
    equal(await isEnabled(t), true, 'whether the endpoint is enabled after one more failure');
    await t.advance(876 * MINUTE + 10 * MINUTE);
  }
  equal(await isEnabled(t), false, 'whether the endpoint is enabled');
});
timed('6/disabled-50', 'refused connections', async (t) => {
  await t.webhook(t.session.hooks.deadUrl());
  const from = t.person();
  for (let i = 0; i < 50; i++) {
    await t.writes(from);
  }
  await ended(t, 50);
  await t.settle();
  if (await isEnabled(t)) {
    // If the target counts events instead of attempts, an event fails after its last retry.
    await t.advance(876 * MINUTE + 10 * MINUTE);
  }
  equal(await isEnabled(t), false, 'whether the endpoint is enabled');
});
timed('6/success-resets', async (t) => {
  const receiver = await t.receiver(['message.received']);
  await answered(t, receiver, 500, 30);
  await answered(t, receiver, 200, 1, 31);
  await answered(t, receiver, 500, 30, 61);
  equal(await isEnabled(t), true, 'whether the endpoint is enabled');
});
timed(['6/disabled-410'], async (t) => {
  const receiver = await t.receiver(['message.received']);
  await answered(t, receiver, 410, 1);
  equal(await isEnabled(t), false, 'whether the endpoint is enabled');
});
timed(['6/disabled-410'], 'at a retry', async (t) => {
  await attempts(t, (_, earlier) => ({ status: earlier === 0 ? 500 : 410 }), MINUTE + LATE_SECONDS, 2);
  equal(await isEnabled(t), false, 'whether the endpoint is enabled');
});
timed('6/disabled-until-enabled', 'retries', async (t) => {
  const receiver = await t.receiver(['message.received']);
  await answered(t, receiver, 500, 1);
  await answered(t, receiver, 410, 1, 2);
  const before = receiver.deliveries.length;
  receiver.reply = () => ({});
  await t.advance(HOUR);
  equal(receiver.deliveries.length, before, 'the number of attempts, an hour after the response 410');
});
timed(['6/disabled-until-enabled', '7/webhook-not-configured-disabled'], async (t) => {
  const receiver = await t.receiver(['message.received']);
  await answered(t, receiver, 410, 1);
  const before = receiver.deliveries.length;
  await answered(t, receiver, 200, 2, before);
  await t.advance(HOUR);
  equal(receiver.deliveries.length, before, 'the number of deliveries');
  (await t.post('/webhooks/test', {})).refuses('WEBHOOK_NOT_CONFIGURED');
});
timed('6/enabled-again', async (t) => {
  const receiver = await t.receiver(['message.received']);
  await answered(t, receiver, 410, 1);
  // The target may retry the refused delivery as soon as the endpoint is enabled, so the receiver must accept it.
  receiver.reply = () => ({});
  await t.webhook(receiver.url, ['message.received']);
  const from = t.person();
  await t.writes(from);
  await t.events(receiver, 'message.received', 1, ({ data }) => data.message.from.id === from);
});
timed('6/enabled-again-failures', async (t) => {
  const receiver = await t.receiver(['message.received']);
  await answered(t, receiver, 500, 50);
  if (await isEnabled(t)) {
    throw new Untestable('the target counts failed events instead of attempts, which is allowed');
  }
  receiver.reply = () => ({});
  await t.webhook(receiver.url, ['message.received']);
  await t.settle();
  const { length } = (await t.deliveries()).deliveries;
  await answered(t, receiver, 500, 3, length + 3);
  equal(await isEnabled(t), true, 'whether the endpoint is enabled after three more failures');
});
