import type { Channel } from '@wigwag/openapi';
import { alone, clause } from '../clause.ts';
import type { Context, Written } from '../context.ts';
import { equal, matches, near, that } from '../expectations.ts';
import type { Delivery, Receiver } from '../receiver.ts';
import { FILES } from './files.ts';
import { body, DAY, HOUR, MINUTE, query } from './support.ts';

/** The message of the event that the act leads to. */
async function received(t: Context, channel: Channel, written: Written) {
  const receiver = await t.receiver(['message.received']);
  const from = t.person(channel);
  const external = await t.writes(from, channel, written, 'Ada Lovelace');
  const [event] = await t.events(receiver, 'message.received');
  return { message: event?.body.data.message, body: event?.body, from, external, receiver };
}

const events = (receiver: Receiver): string[] => receiver.deliveries.map(({ body }) => body?.event);

// Who is told what.

clause('6/address', async (t) => {
  const before = await t.receiver();
  const after = await t.receiver();
  await t.customer();
  await t.events(after, 'message.received');
  equal(before.deliveries.length, 0, 'how many events came to the former address');
});
for (const [slug, event] of [
  ['received', 'message.received'],
  ['status', 'message.status'],
  ['template', 'template.status'],
] as const) {
  clause(`6/subscribed-${slug}`, async (t) => {
    const receiver = await t.receiver([event]);
    const to = await t.customer();
    (await t.send({ to, text: 'Hello' })).is(202);
    await t.addTemplate({ name: 'news', status: 'PENDING', components: [body('Hello')] });
    await t.addTemplate({ name: 'news', status: 'APPROVED', components: [body('Hello')] });
    await t.events(receiver, event);
    await t.settle();
    equal([...new Set(events(receiver))], [event], 'the events that came');
  });
}
clause('6/one-account', async (t) => {
  const receiver = await t.receiver();
  const neighbour = t.session.control && (await t.newAccount());
  that(neighbour, 'there is another account');
  const to = t.person();
  (await t.sendTemplate({ to, name: 'hello_world' }, { key: neighbour.live })).is(202);
  await t.settle();
  equal(events(receiver), [], 'the events that came');
});

// What customers write.

const IMAGE = { url: 'https://files.example/a.jpg', mime_type: 'image/jpeg' };
const KINDS: [type: string, (t: Context) => Written][] = [
  ['text', () => ({ type: 'text', text: 'Hello' })],
  ['image', (t) => ({ type: 'image', media: { url: t.file('a.jpg', FILES['a.jpg']), mime_type: 'image/jpeg' } })],
  ['video', (t) => ({ type: 'video', media: { url: t.file('a.mp4', FILES['a.mp4']), mime_type: 'video/mp4' } })],
  ['audio', (t) => ({ type: 'audio', media: { url: t.file('a.ogg', FILES['a.ogg']), mime_type: 'audio/ogg' } })],
  [
    'document',
    (t) => ({ type: 'document', media: { url: t.file('a.pdf', FILES['a.pdf']), mime_type: 'application/pdf' } }),
  ],
  ['location', () => ({ type: 'location', location: { latitude: 41, longitude: 29 } })],
];
for (const [type, written] of KINDS) {
  clause([`6/received-${type}`, '6/received-type'], type, async (t) => {
    const { message } = await received(t, 'whatsapp', written(t));
    equal(message.type, type, 'the type');
  });
}
for (const channel of ['whatsapp', 'instagram', 'messenger', 'web'] as const) {
  clause(`6/received-${channel}`, async (t) => {
    equal((await received(t, channel, { text: 'Hello' })).message.channel, channel, 'the channel');
  });
}
clause('6/received-once', async (t) => {
  const { receiver } = await received(t, 'whatsapp', {});
  await t.settle();
  equal(receiver.deliveries.length, 1, 'how many deliveries came');
});
clause('6/received-id', async (t) => {
  matches((await received(t, 'whatsapp', {})).message.id, /^msg_in_\d+$/, 'the id');
});
clause('6/received-external-id', async (t) => {
  const { message, external } = await received(t, 'whatsapp', {});
  equal(message.external_id, external, 'external_id');
});
for (const channel of ['whatsapp', 'instagram', 'messenger', 'web'] as const) {
  clause('6/received-connection-id', channel, async (t) => {
    const { message } = await received(t, channel, {});
    equal(message.connection_id, (await t.account()).connections?.[channel], 'connection_id');
  });
  clause('6/received-from-id', channel, async (t) => {
    const { message, from } = await received(t, channel, {});
    equal(message.from.id, from, 'from.id');
  });
}
clause('6/received-from-name', async (t) => {
  equal((await received(t, 'whatsapp', {})).message.from.name, 'Ada Lovelace', 'from.name');
});
clause('6/received-text-field', async (t) => {
  equal((await received(t, 'messenger', { text: 'Merhaba 🍵' })).message.text, 'Merhaba 🍵', 'text');
});
clause('6/received-media-mime-type', async (t) => {
  const media = { ...IMAGE, url: t.file('a.jpg', FILES['a.jpg']) };
  equal(
    (await received(t, 'whatsapp', { type: 'image', media })).message.media?.mime_type,
    'image/jpeg',
    'media.mime_type',
  );
});
clause('6/received-media-url', async (t) => {
  const media = { ...IMAGE, url: t.file('a.jpg', FILES['a.jpg']) };
  const { message } = await received(t, 'whatsapp', { type: 'image', media });
  that(URL.canParse(message.media?.url), 'media.url is a URL', message.media);
});
clause(['6/received-button-title'], async (t) => {
  const { message } = await received(t, 'whatsapp', {
    type: 'button',
    button: { payload: 'yes-please', title: 'Yes, please' },
  });
  equal([message.button?.payload, message.button?.title], ['yes-please', 'Yes, please'], 'payload and title');
});
clause('6/received-reply-to', async (t) => {
  const to = await t.customer();
  (await t.send({ to, text: 'Quote me' })).is(202);
  const [send] = await t.sends();
  const receiver = await t.receiver(['message.received']);
  await t.writes(to, 'whatsapp', { text: 'Indeed', reply_to: send?.external_id });
  const [event] = await t.events(receiver, 'message.received');
  equal(event?.body.data.message.reply_to, send?.external_id, 'reply_to');
});
clause('6/received-at', async (t) => {
  const { message } = await received(t, 'whatsapp', {});
  near(message.received_at, await t.now(), 'received_at', 120);
});

// Statuses of what we send.

/** The events of a message until it is read. */
async function statuses(t: Context, send: (to: string) => ReturnType<Context['send']>) {
  const to = await t.customer();
  const receiver = await t.receiver(['message.status']);
  const { id } = (await send(to)).is(202).data;
  const found = await t.events(receiver, 'message.status', 3, ({ data }) => data.message.id === id);
  return { to, id, messages: found.map(({ body }) => body.data.message), bodies: found.map(({ body }) => body) };
}
const TEXT = (t: Context) => (to: string) => t.send({ to, text: 'Hello' });
const SENDS: [slug: string, (t: Context) => (to: string) => ReturnType<Context['send']>][] = [
  ['status-post-messages', TEXT],
  ['status-post-template', (t) => (to) => t.sendTemplate({ to, name: 'hello_world' })],
  ['status-get-template', (t) => (to) => t.get(`/messages/template?${query({ to, name: 'hello_world' })}`)],
  [
    'status-get-path',
    (t) => async (to) =>
      t.get(`/messages/template/${(await t.account()).live}?${query({ to, name: 'hello_world' })}`, { key: null }),
  ],
];
for (const [slug, send] of SENDS) {
  clause(`6/${slug}`, async (t) => {
    const { messages } = await statuses(t, send(t));
    equal(new Set(messages.map(({ status }) => status)), new Set(['sent', 'delivered', 'read']), 'the statuses');
  });
}
clause('6/status-campaign-none', async (t) => {
  const receiver = await t.receiver(['message.status']);
  await t.campaign('hello_world', [{ phone: t.person() }]);
  equal((await t.sends()).length, 1, 'how many the provider took');
  equal(events(receiver), [], 'the events that came');
});
clause('6/status-id', async (t) => {
  const { id, messages } = await statuses(t, TEXT(t));
  equal([...new Set(messages.map((message) => message.id))], [id], 'the ids');
});
clause('6/status-external-id', async (t) => {
  const { messages } = await statuses(t, TEXT(t));
  const [send] = await t.sends();
  equal(messages.at(-1).external_id, send?.external_id, 'external_id');
});
for (const channel of ['whatsapp', 'instagram', 'messenger'] as const) {
  clause(['6/status-channel', '6/status-to'], channel, async (t) => {
    const to = await t.customer(channel);
    const receiver = await t.receiver(['message.status']);
    (await t.send({ channel, to, text: 'Hello' })).is(202);
    const [event] = await t.events(receiver, 'message.status');
    equal([event?.body.data.message.channel, event?.body.data.message.to], [channel, to], 'channel and to');
  });
}
clause('6/status-error-null', async (t) => {
  const { messages } = await statuses(t, TEXT(t));
  for (const message of messages) {
    equal(message.error, null, 'error');
  }
});
clause('6/status-occurred-at', async (t) => {
  const { messages } = await statuses(t, TEXT(t));
  for (const message of messages) {
    near(message.occurred_at, await t.now(), 'occurred_at', 120);
  }
});

// The envelope.

clause('6/envelope-id-unique', async (t) => {
  const { bodies } = await statuses(t, TEXT(t));
  equal(new Set(bodies.map(({ id }) => id)).size, bodies.length, 'how many different ids there are');
});
clause('6/envelope-company-id-own', async (t) => {
  const { companyId } = await t.account();
  that(companyId !== undefined || t.session.control === undefined, 'the account has a company_id');
  const { body: envelope } = await received(t, 'whatsapp', {});
  equal(envelope.company_id, companyId ?? envelope.company_id, 'company_id');
});
clause('6/envelope-attempt-first', async (t) => {
  equal((await received(t, 'whatsapp', {})).body.attempt, 1, 'attempt');
});
clause(['9/webhook-v1'], async (t) => {
  equal((await received(t, 'whatsapp', {})).body.api_version, 'v1', 'api_version');
});

/** The `t` of a delivery's signature, in seconds. */
const timeOf = ({ headers }: Delivery): number => Number(/^t=(\d+)/.exec(String(headers['x-service-signature']))?.[1]);

clause('6/signature-time', async (t) => {
  const { receiver } = await received(t, 'whatsapp', {});
  const [delivery] = receiver.deliveries;
  that(delivery, 'something came');
  near(new Date(timeOf(delivery) * 1000).toISOString(), await t.now(), 't', 120);
});

// Attempts.

/** An event whose receiver answers as told, and what came once some time has passed. */
async function attempts(t: Context, reply: Receiver['reply'], seconds: number): Promise<Receiver> {
  const receiver = await t.receiver(['message.received']);
  receiver.reply = reply;
  await t.customer();
  await t.events(receiver, 'message.received');
  await t.advance(seconds);
  return receiver;
}

for (const status of [200, 204, 299]) {
  alone(`6/ok-${status}`, async (t) => {
    equal((await attempts(t, () => ({ status }), 10 * MINUTE)).deliveries.length, 1, 'how many attempts there were');
  });
}
for (const status of [500, 400, 302]) {
  alone(`6/retry-${status}`, async (t) => {
    const headers = status === 302 ? { location: '/elsewhere' } : undefined;
    const { deliveries } = await attempts(t, () => ({ status, ...(headers && { headers }) }), 2 * MINUTE);
    equal(deliveries.length, 2, 'how many attempts there were');
  });
}
alone('6/retry-refused', async (t) => {
  await t.webhook(t.session.hooks.deadUrl());
  await t.customer();
  await t.advance(2 * MINUTE);
  const { deliveries } = await t.deliveries();
  equal(
    deliveries.map(({ attempt, status_code }) => [attempt, status_code]),
    [
      [1, null],
      [2, null],
    ],
    'attempts and their answers',
  );
});
alone(['6/retry-timeout', '8/webhook-10s'], async (t) => {
  const receiver = await t.receiver(['message.received']);
  receiver.reply = (_, earlier) => (earlier === 0 ? { silent: true } : {});
  await t.customer();
  await t.eventually('the first attempt', () => receiver.deliveries.length >= 1);
  await t.advance(9);
  equal(
    (await t.deliveries()).deliveries.filter(({ next_attempt_at }) => next_attempt_at !== null),
    [],
    'retries after 9 s',
  );
  await t.advance(2 * MINUTE);
  equal(receiver.deliveries.length, 2, 'how many attempts there were');
});

/** All attempts of one event that is never taken, and what the log says. */
const refusedAlways = (t: Context) =>
  t.shared('retries', async (own) => {
    const long = `${'x'.repeat(499)}yz`;
    const { deliveries } = await attempts(own, () => ({ status: 500, body: long }), 876 * MINUTE + 10 * MINUTE);
    return { deliveries, log: await own.deliveries(), times: deliveries.map(timeOf) };
  });

const WAITS = [MINUTE, 5 * MINUTE, 30 * MINUTE, 2 * HOUR, 12 * HOUR];
const SLUGS = ['retry-1-min', 'retry-5-min', 'retry-30-min', 'retry-2-h', 'retry-12-h'];
/** A worker that looks for work every few seconds is in time. */
const LATE_SECONDS = 5;

for (const [i, slug] of SLUGS.entries()) {
  alone(`6/${slug}`, async (t) => {
    const { times } = await refusedAlways(t);
    const [first = 0, before = 0, at = Number.NaN] = [times[0], times[i], times[i + 1]];
    const wait = WAITS[i] ?? 0;
    // From the attempt before, or from the first one: "after 1 min, 5 min, 30 min" reads both ways.
    const late = [at - before - wait, at - first - wait];
    that(
      late.some((by) => by >= -1 && by <= LATE_SECONDS),
      `retry ${i + 1} comes after ${wait} s`,
      { after_the_one_before: at - before, after_the_first: at - first },
    );
  });
}
alone(['6/retry-5', '8/webhook-5-retries'], async (t) => {
  const { deliveries } = await refusedAlways(t);
  equal(deliveries.length, 6, 'how many attempts there were');
  await t.advance(DAY);
  equal(deliveries.length, 6, 'how many attempts there were a day later');
});
alone('6/envelope-id-retry', async (t) => {
  const { deliveries } = await refusedAlways(t);
  equal(new Set(deliveries.map(({ body }) => body.id)).size, 1, 'how many different ids there are');
});
alone('6/envelope-attempt-counts', async (t) => {
  const { deliveries } = await refusedAlways(t);
  equal(
    deliveries.map(({ body }) => body.attempt),
    [1, 2, 3, 4, 5, 6],
    'attempt',
  );
});
alone('6/signature-retry-time', async (t) => {
  const { times } = await refusedAlways(t);
  equal(new Set(times).size, times.length, 'how many different times there are');
  that((times.at(-1) ?? 0) - (times[0] ?? 0) >= 12 * HOUR - 1, 'the last is 12 hours or more after the first', times);
});
alone('6/retry-same-body', async (t) => {
  const { deliveries } = await refusedAlways(t);
  equal(
    new Set(deliveries.map(({ body }) => JSON.stringify(body.data?.message?.id))).size,
    1,
    'how many different messages there are',
  );
});
alone('6/log-http-code', async (t) => {
  const { log } = await refusedAlways(t);
  equal(
    log.deliveries.map(({ attempt, status_code }) => [attempt, status_code]),
    [1, 2, 3, 4, 5, 6].map((attempt) => [attempt, 500]),
    'attempts and codes',
  );
});
alone(['6/log-answer-500', '6/log-answer-501', '8/webhook-500-characters'], async (t) => {
  const { log } = await refusedAlways(t);
  equal(log.deliveries[0]?.response_prefix, `${'x'.repeat(499)}y`, 'the answer in the log');
});
alone('6/retry-stops', async (t) => {
  const { deliveries } = await attempts(t, (_, earlier) => ({ status: earlier === 0 ? 500 : 200 }), 15 * HOUR);
  equal(deliveries.length, 2, 'how many attempts there were');
});

// Disabling.

/** Lets as many events fail or succeed, one after the other. */
async function answered(t: Context, receiver: Receiver, status: number, times: number): Promise<void> {
  receiver.reply = () => ({ status });
  const from = t.person();
  for (let i = 0; i < times; i++) {
    await t.writes(from);
  }
  await t.settle();
}
const isEnabled = async (t: Context): Promise<boolean> => (await t.deliveries()).address_enabled;

alone('6/disabled-49', async (t) => {
  const receiver = await t.receiver(['message.received']);
  await answered(t, receiver, 500, 49);
  equal(await isEnabled(t), true, 'whether the address is enabled');
});
alone(['6/disabled-50', '8/webhook-50-failures'], async (t) => {
  const receiver = await t.receiver(['message.received']);
  await answered(t, receiver, 500, 50);
  if (await isEnabled(t)) {
    // When events are counted instead of attempts, they have failed once their retries have.
    await t.advance(876 * MINUTE + 10 * MINUTE);
  }
  equal(await isEnabled(t), false, 'whether the address is enabled');
});
alone('6/success-resets', async (t) => {
  const receiver = await t.receiver(['message.received']);
  await answered(t, receiver, 500, 30);
  await answered(t, receiver, 200, 1);
  await answered(t, receiver, 500, 30);
  equal(await isEnabled(t), true, 'whether the address is enabled');
});
alone(['6/disabled-410'], async (t) => {
  const receiver = await t.receiver(['message.received']);
  await answered(t, receiver, 410, 1);
  equal(await isEnabled(t), false, 'whether the address is enabled');
});
alone(['6/disabled-until-enabled', '7/webhook-not-configured-disabled'], async (t) => {
  const receiver = await t.receiver(['message.received']);
  await answered(t, receiver, 410, 1);
  const before = receiver.deliveries.length;
  await answered(t, receiver, 200, 2);
  await t.advance(HOUR);
  equal(receiver.deliveries.length, before, 'how many deliveries came');
  (await t.post('/webhooks/test', {})).refuses('WEBHOOK_NOT_CONFIGURED');
});
alone('6/enabled-again', async (t) => {
  const receiver = await t.receiver(['message.received']);
  await answered(t, receiver, 410, 1);
  await t.webhook(receiver.url, ['message.received']);
  receiver.reply = () => ({});
  const from = t.person();
  await t.writes(from);
  await t.events(receiver, 'message.received', 1, ({ data }) => data.message.from.id === from);
});
