import type { CaseContext } from '../../context.ts';
import type { ControlBody } from '../../control.ts';
import { clause, timed } from '../../declare-case.ts';
import { equal, expectThat } from '../../expectations.ts';
import type { ReceivedDelivery, WebhookReceiver } from '../../receiver.ts';
import { taken } from '../support/flows.ts';
import { body, MINUTE } from '../support/support.ts';

// Retries with what happens meanwhile, and campaigns with each outcome.

/** Refuses the first attempt of each event. */
const refusesFirst: WebhookReceiver['reply'] = ({ body: { attempt } }) => ({ status: attempt === 1 ? 500 : 200 });

/** Checks that each attempt of an event repeats the first one, except for the number of the attempt and `created_at`. */
function sameAttempts(deliveries: readonly ReceivedDelivery[], events: number): void {
  const attempts = Map.groupBy(deliveries, ({ body: envelope }) => envelope.id);
  equal(attempts.size, events, 'the number of events');
  for (const [first, ...retries] of attempts.values()) {
    expectThat(retries.length > 0, 'each event is retried', first?.body);
    for (const retry of retries) {
      const same = ({ id, event, api_version, company_id, data }: ReceivedDelivery['body']) => ({
        id,
        event,
        api_version,
        company_id,
        data,
      });
      equal(same(retry.body), same(first?.body), 'the envelope of a retry, without attempt and created_at');
    }
  }
}

timed('6/retry-same-event', 'statuses', async (t) => {
  const to = await t.customer();
  const receiver = await t.receiver(['message.status']);
  receiver.reply = refusesFirst;
  await t.provider({ outcome: 'statuses', statuses: ['sent', 'delivered', 'read'] });
  (await t.send({ to, text: 'Hello' })).succeeds();
  await t.events(receiver, 'message.status', 3);
  await t.eventually('the log of three attempts', async () => (await t.deliveries()).deliveries.length >= 3);
  await t.advance(MINUTE + 5);
  await t.events(receiver, 'message.status', 6);
  sameAttempts(receiver.deliveries, 3);
  equal(
    receiver.deliveries
      .filter(({ body: { attempt } }) => attempt === 2)
      .map(({ body: { data } }) => data.message.status)
      .sort(),
    ['delivered', 'read', 'sent'],
    'the statuses of the retries',
  );
});
timed('6/retry-created-at', async (t) => {
  const receiver = await t.receiver(['message.received']);
  receiver.reply = refusesFirst;
  await t.customer();
  await t.eventually('the log of the attempt', async () => (await t.deliveries()).deliveries.length >= 1);
  await t.advance(MINUTE + 5);
  const [first, retry] = await t.events(receiver, 'message.received', 2);
  equal(retry?.body.created_at, first?.body.created_at, 'created_at of a retry');
});
timed('6/retry-same-event', 'failed', async (t) => {
  const to = await t.customer();
  const receiver = await t.receiver(['message.status']);
  receiver.reply = refusesFirst;
  await t.provider({ outcome: 'statuses', statuses: ['sent', 'failed'] });
  (await t.send({ to, text: 'Hello' })).succeeds();
  await t.events(receiver, 'message.status', 2);
  await t.eventually('the log of two attempts', async () => (await t.deliveries()).deliveries.length >= 2);
  await t.advance(MINUTE + 5);
  await t.events(receiver, 'message.status', 4);
  sameAttempts(receiver.deliveries, 2);
});
timed('6/retry-same-event', 'received', async (t) => {
  const receiver = await t.receiver(['message.received']);
  receiver.reply = refusesFirst;
  const from = await t.customer('whatsapp', { text: 'The first' });
  await t.events(receiver, 'message.received', 1);
  await t.writes(from, 'whatsapp', { text: 'The second' }, 'Ada Lovelace');
  (await t.post('/contacts', { phone: from, name: 'Another name' })).succeeds();
  await t.events(receiver, 'message.received', 2);
  await t.eventually('the log of two attempts', async () => (await t.deliveries()).deliveries.length >= 2);
  await t.advance(MINUTE + 5);
  await t.events(receiver, 'message.received', 4);
  sameAttempts(receiver.deliveries, 2);
});
timed('6/retry-same-event', 'template', async (t) => {
  const of = { name: 'news', components: [body('Hello')] };
  await t.addTemplate({ ...of, status: 'PENDING' });
  const receiver = await t.receiver(['template.status']);
  receiver.reply = refusesFirst;
  await t.addTemplate({ ...of, status: 'APPROVED' });
  await t.events(receiver, 'template.status', 1);
  await t.addTemplate({ ...of, status: 'REJECTED', rejection_reason: 'INVALID_FORMAT' });
  await t.events(receiver, 'template.status', 2);
  await t.eventually('the log of two attempts', async () => (await t.deliveries()).deliveries.length >= 2);
  await t.advance(MINUTE + 5);
  await t.events(receiver, 'template.status', 4);
  sameAttempts(receiver.deliveries, 2);
});

type Outcome = Omit<ControlBody<'setProviderOutcome'>, 'account_id' | 'channel'>;
const OUTCOMES: [name: string, outcome: Outcome][] = [
  ['failed', { outcome: 'fail', code: 131026 }],
  ['refused', { outcome: 'reject', code: 131026 }],
  ['read', { outcome: 'statuses', statuses: ['sent', 'delivered', 'read'] }],
  ['read and failed', { outcome: 'statuses', statuses: ['sent', 'read', 'failed'] }],
];
for (const [name, outcome] of OUTCOMES) {
  timed('6/status-campaign-each', name, async (t) => {
    const receiver = await t.receiver();
    await t.provider(outcome);
    const [phone, after] = [t.person(), t.person()];
    await t.campaign('hello_world', [{ phone }, { phone: after }]);
    await taken(t, [after]);
    await t.advance(2 * MINUTE);
    // An API send proves that events arrive.
    const { id } = (await t.sendTemplate({ to: t.person(), name: 'hello_world' })).succeeds().data;
    await t.events(receiver, 'message.status', 1, ({ data }) => data.message.id === id);
    await t.settle();
    equal(
      [...new Set(receiver.deliveries.map(({ body: envelope }) => envelope?.data?.message?.id))],
      [id],
      'the messages that events report',
    );
  });
}
const testOn = async (t: CaseContext, channel: 'instagram' | 'messenger' | 'web') => {
  const to = await t.customer(channel);
  const receiver = await t.receiver(['message.status']);
  const { id } = (await t.send({ channel, to, text: 'Hi' }, { key: await t.testKey() })).succeeds().data;
  const found = await t.events(receiver, 'message.status', 3, ({ data }) => data.message.id === id);
  return found.map(({ body: { data } }) => [data.message.channel, data.message.status]);
};
for (const channel of ['instagram', 'messenger', 'web'] as const) {
  clause('5.7/simulated-channels', channel, async (t) => {
    equal(
      (await testOn(t, channel)).sort(),
      ['delivered', 'read', 'sent'].map((status) => [channel, status]),
      'channel and status of the simulated events',
    );
  });
}
