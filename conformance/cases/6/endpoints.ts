import type { CaseContext } from '../../context.ts';
import { clause, stalling, timed } from '../../declare-case.ts';
import { equal, expectThat } from '../../expectations.ts';
import { isSigned, timeOf } from '../../receiver.ts';
import { deliveredCount, events } from '../support/events.ts';
import { MINUTE } from '../support/support.ts';
import { ended, expectRetry, LATE_SECONDS, WAITS } from './6-attempts.ts';

const ONLY_RECEIVED: ['message.received'] = ['message.received'];

/** Returns the first endpoint of the account and another one. */
async function twoReceivers(t: CaseContext) {
  const another = await t.anotherReceiver({ events: ONLY_RECEIVED });
  return { first: await t.receiver(ONLY_RECEIVED), another };
}

/** Makes customers write, one after another, until this many attempts have ended. */
async function customersWrite(t: CaseContext, times: number, attempts: number): Promise<void> {
  const from = t.person();
  for (let i = 0; i < times; i++) {
    await t.writes(from);
  }
  await ended(t, attempts);
  await t.settle();
}

clause(['endpoints/each', 'endpoints/signature'], async (t) => {
  const { first, another } = await twoReceivers(t);
  const third = await t.anotherReceiver();
  const receivers = [first, another, third];
  await t.customer();
  for (const receiver of receivers) {
    await t.events(receiver, 'message.received');
  }
  await t.settle();
  equal(receivers.map(deliveredCount), [1, 1, 1], 'the number of deliveries to each endpoint');
  const deliveries = receivers.flatMap((receiver) => receiver.deliveries);
  equal(deliveries.map(isSigned), [true, true, true], 'whether the secret of each endpoint signs its delivery');
  equal(new Set(deliveries.map(({ secret }) => secret)).size, 3, 'the number of distinct secrets');
});

clause('endpoints/events', async (t) => {
  const another = await t.anotherReceiver({ events: ['message.status'] });
  const first = await t.receiver(ONLY_RECEIVED);
  const to = await t.customer();
  (await t.send({ to, text: 'Hello' })).succeeds();
  await t.events(first, 'message.received');
  await t.events(another, 'message.status');
  await t.settle();
  equal(
    [first, another].map((receiver) => [...new Set(events(receiver))]),
    [['message.received'], ['message.status']],
    'the events received',
  );
});

clause('endpoints/filter', async (t) => {
  const another = await t.anotherReceiver({ events: ONLY_RECEIVED, filter: 'data.message.text == "yes"' });
  const first = await t.receiver(ONLY_RECEIVED);
  await t.customer('whatsapp', { text: 'no' });
  await t.customer('whatsapp', { text: 'yes' });
  await t.events(first, 'message.received', 2);
  await t.events(another, 'message.received');
  await t.settle();
  equal(
    another.deliveries.map(({ body }) => body.data.message.text),
    ['yes'],
    'the texts received',
  );
});

timed('endpoints/retries', async (t) => {
  const { first, another } = await twoReceivers(t);
  first.reply = () => ({ status: 500 });
  another.reply = (_, earlier) => ({ status: earlier === 0 ? 500 : 200 });
  await customersWrite(t, 1, 2);
  for (const [i, wait] of WAITS.entries()) {
    await t.advance(wait + LATE_SECONDS);
    await ended(t, 4 + i);
  }
  await t.settle();
  const attempts = [first, another].map(({ deliveries }) => deliveries.map(({ body }) => body.attempt));
  equal(
    attempts,
    [
      [1, 2, 3, 4, 5, 6],
      [1, 2],
    ],
    'the attempts at each endpoint',
  );
  for (const [i, wait] of WAITS.entries()) {
    expectRetry(first.deliveries.map(timeOf), i, wait);
  }
  expectRetry(another.deliveries.map(timeOf), 0, MINUTE);
});

/** More than a server is likely to send to one endpoint at the same time. */
const MANY = 12;

stalling('endpoints/slow', async (t) => {
  const silent = await t.anotherReceiver({ events: ONLY_RECEIVED });
  silent.reply = () => ({ silent: true });
  await t.anotherReceiver({ events: ONLY_RECEIVED, url: t.session.hooks.deadUrl() });
  const another = await t.anotherReceiver({ events: ONLY_RECEIVED });
  const first = await t.receiver(ONLY_RECEIVED);
  for (let i = 0; i < MANY; i++) {
    await t.customer();
  }
  // The clock does not move, so these events arrive before any attempt has timed out.
  await t.events(first, 'message.received', MANY);
  await t.events(another, 'message.received', MANY);
  expectThat(silent.deliveries.length > 0, 'the silent endpoint got an event', silent.deliveries.length);
  silent.reply = () => ({});
  await t.advance(12);
});

const FAILURES = 50;
/** Together, both endpoints fail more often than 50 times. */
const EACH = FAILURES / 2 + 1;

timed(['endpoints/disabled-50', 'endpoints/failures-apart'], async (t) => {
  const { first, another } = await twoReceivers(t);
  another.reply = () => ({ status: 500 });
  first.reply = (_, earlier) => ({ status: earlier < EACH ? 500 : 200 });
  await customersWrite(t, EACH, 2 * EACH);
  await customersWrite(t, FAILURES - EACH, 2 * FAILURES);
  equal([first, another].map(deliveredCount), [FAILURES, FAILURES], 'the number of events before the last failure');
  // If the target counts events instead of attempts, an event fails after its last retry.
  let before = FAILURES;
  let attempts = 2 * FAILURES + 1;
  await customersWrite(t, 1, attempts);
  if (deliveredCount(another) > before) {
    await t.advance(876 * MINUTE + 10 * MINUTE);
    before = deliveredCount(another);
    attempts = (await t.deliveries()).deliveries.length + 1;
    await customersWrite(t, 1, attempts);
  }
  equal(deliveredCount(another), before, 'the number of events at the failing endpoint');
  expectThat(deliveredCount(first) > FAILURES, 'the other endpoint still gets events', deliveredCount(first));
});

timed('endpoints/disabled-410', async (t) => {
  const { first, another: gone } = await twoReceivers(t);
  const third = await t.anotherReceiver({ events: ONLY_RECEIVED });
  gone.reply = () => ({ status: 410 });
  await customersWrite(t, 1, 3);
  gone.reply = () => ({});
  await customersWrite(t, 1, 5);
  equal([first, gone, third].map(deliveredCount), [2, 1, 2], 'the number of events at each endpoint');
});
