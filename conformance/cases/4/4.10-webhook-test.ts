import type { ApiResponse } from '../../answer.ts';
import type { CaseContext } from '../../context.ts';
import { clause, serial } from '../../declare-case.ts';
import { equal, expectThat } from '../../expectations.ts';
import { isSigned, type WebhookReceiver } from '../../receiver.ts';
import { REFUSED_HOSTS } from '../support/addresses.ts';
import { leaves } from '../support/support.ts';

/** Checks that one sample arrived, of this event if it is given. At a shared endpoint, more than one may arrive. */
function came(t: CaseContext, { deliveries }: WebhookReceiver, event?: string): void {
  const found = deliveries.map(({ body }) => body?.event).filter((one) => t.session.control || !event || one === event);
  expectThat(
    (t.session.control ? found.length === 1 : found.length >= 1) && (!event || found[0] === event),
    `one ${event ?? 'sample'} came`,
    found,
  );
}

for (const [slug, event] of [
  ['received', 'message.received'],
  ['status', 'message.status'],
  ['template', 'template.status'],
] as const) {
  clause([`4.10/${slug}`, '6/test-sample', '4.10/address'], slug, async (t) => {
    const receiver = await t.receiver();
    (await t.post('/webhooks/test', { event })).succeeds();
    came(t, receiver, event);
  });
}
clause('4.10/any-subscription', async (t) => {
  const receiver = await t.ownReceiver(['message.received']);
  (await t.post('/webhooks/test', { event: 'template.status' })).is(200);
  came(t, receiver, 'template.status');
});
clause('4.10/no-event', async (t) => {
  const receiver = await t.receiver();
  (await t.post('/webhooks/test', {})).succeeds();
  came(t, receiver);
});
clause('4.10/no-body', async (t) => {
  const receiver = await t.receiver();
  const answer = await t.post('/webhooks/test');
  // The body is optional, but §7 also has a code for a missing Content-Type.
  if (answer.status === 400) {
    answer.refuses('INVALID_JSON');
  } else {
    answer.succeeds();
    came(t, receiver);
  }
});
clause('4.10/event-unknown', async (t) => {
  const receiver = await t.ownReceiver();
  (await t.post('/webhooks/test', { event: 'message.thrown' })).refuses(422);
  equal(receiver.deliveries.length, 0, 'the number of events received');
});
clause(['4.10/signed', '5.9/signature'], async (t) => {
  const receiver = await t.receiver();
  (await t.post('/webhooks/test', { event: 'message.status' })).succeeds();
  const delivery = receiver.deliveries.find(({ body }) => body?.event === 'message.status');
  expectThat(
    delivery,
    'the sample was received',
    receiver.deliveries.map(({ body }) => body?.event),
  );
  expectThat(isSigned(delivery), 'v1 is the signature', delivery.headers['x-service-signature']);
});
clause('4.10/returns-status', async (t) => {
  const receiver = await t.ownReceiver();
  receiver.reply = () => ({ status: 207 });
  const { data } = (await t.post('/webhooks/test', {})).succeeds();
  expectThat(
    [...leaves(data)].some((leaf) => String(leaf) === '207'),
    'the response contains 207',
    data,
  );
});
/** Returns each field name and its value, at any depth. */
function* pairs(node: object): Generator<[name: string, value: string]> {
  for (const [name, value] of Object.entries(node)) {
    yield* value !== null && typeof value === 'object' ? pairs(value) : [[name, String(value)] as [string, string]];
  }
}
clause('4.10/returns-duration', async (t) => {
  await t.receiver();
  const { data } = (await t.post('/webhooks/test', {})).succeeds();
  // Its name is open. A number under a name that the suite does not know must not be the status.
  expectThat(
    [...pairs(data)].some(
      ([name, value]) =>
        (/duration|time|elapsed|ms|latency|took/i.test(name) && Number.isFinite(Number.parseFloat(value))) ||
        (/^\d+(\.\d+)?( ?m?s)?$/.test(value) && !/status|code|attempt/i.test(name) && value !== '200'),
    ),
    'the response contains the duration',
    data,
  );
});
clause('4.10/delivered-200', async (t) => {
  const receiver = await t.ownReceiver();
  receiver.reply = () => ({ status: 204 });
  (await t.post('/webhooks/test', {})).is(200);
});
clause(['4.10/not-configured-409', '7/WEBHOOK_NOT_CONFIGURED'], async (t) => {
  await t.webhook(null);
  (await t.post('/webhooks/test', {})).refuses('WEBHOOK_NOT_CONFIGURED');
});
clause(['4.10/unreachable-502', '7/WEBHOOK_UNREACHABLE'], async (t) => {
  await t.webhook(t.session.hooks.deadUrl());
  (await t.post('/webhooks/test', {})).refuses('WEBHOOK_UNREACHABLE');
});
for (const status of [500, 404, 302]) {
  clause(['4.10/refused-502', '7/WEBHOOK_UNREACHABLE'], String(status), async (t) => {
    const receiver = await t.ownReceiver();
    receiver.reply = () => ({ status, ...(status === 302 && { headers: { location: '/elsewhere' } }) });
    (await t.post('/webhooks/test', {})).refuses('WEBHOOK_UNREACHABLE');
  });
}
clause('4.10/disabled-410', async (t) => {
  const receiver = await t.ownReceiver();
  receiver.reply = () => ({ status: 410 });
  (await t.post('/webhooks/test', {})).refuses('WEBHOOK_UNREACHABLE');
  receiver.reply = () => ({});
  (await t.post('/webhooks/test', {})).refuses('WEBHOOK_NOT_CONFIGURED');
});
for (const url of ['http://hooks.example.com/in', 'ftp://hooks.example.com/in']) {
  clause(['7/webhook-url-http', '7/WEBHOOK_URL_INVALID'], url, async (t) => {
    await t.webhook(url);
    (await t.post('/webhooks/test', {})).refuses('WEBHOOK_URL_INVALID');
  });
}
for (const [host, errors] of REFUSED_HOSTS) {
  clause(['4.10/url-address', '7/WEBHOOK_URL_INVALID'], host, async (t) => {
    await t.webhook(`https://${host}/in`);
    (await t.post('/webhooks/test', {})).refuses(...errors);
  });
}

/** Starts a test whose receiver responds after this many seconds of the target's clock. */
async function respondsAfter(t: CaseContext, seconds: number): Promise<ApiResponse> {
  const receiver = await t.ownReceiver();
  const { promise: after, resolve: respond } = Promise.withResolvers<void>();
  receiver.reply = () => ({ after });
  const posted = t.post('/webhooks/test', {});
  await t.eventually('the sample', () => receiver.deliveries.length > 0);
  await t.advance(seconds);
  respond();
  return posted;
}
serial('4.10/answer-in-9-seconds', async (t) => {
  (await respondsAfter(t, 9)).is(200);
});
serial(['4.10/silent-502', '7/WEBHOOK_UNREACHABLE'], async (t) => {
  (await respondsAfter(t, 11)).refuses('WEBHOOK_UNREACHABLE');
});
