import { CHANNELS } from '@wigwag/openapi';
import type { CaseContext, CustomerMessage } from '../../context.ts';
import { clause } from '../../declare-case.ts';
import { equal, expectThat, matches, near } from '../../expectations.ts';
import { timeOf } from '../../receiver.ts';
import { awaitDistinct, deliveredCount, events, received, statuses } from '../support/events.ts';
import { FILES } from '../support/files.ts';
import { taken } from '../support/flows.ts';
import { body, byPath, leaves, link, personOf, WITH_PROVIDER, WITHOUT_PHONES } from '../support/support.ts';

// Subscriptions.

clause('6/address', async (t) => {
  const before = await t.receiver();
  const after = await t.receiver();
  await t.customer();
  await t.events(after, 'message.received');
  equal(before.deliveries.length, 0, 'the number of events at the previous endpoint');
});
for (const [slug, event] of [
  ['received', 'message.received'],
  ['status', 'message.status'],
  ['template', 'template.status'],
] as const) {
  clause(`6/subscribed-${slug}`, async (t) => {
    const receiver = await t.receiver([event]);
    const to = await t.customer();
    (await t.send({ to, text: 'Hello' })).succeeds();
    await t.addTemplate({ name: 'news', status: 'PENDING', components: [body('Hello')] });
    await t.addTemplate({ name: 'news', status: 'APPROVED', components: [body('Hello')] });
    await t.events(receiver, event);
    await t.settle();
    equal([...new Set(events(receiver))], [event], 'the events received');
  });
}
clause('6/subscribed-received', 'with a test key', async (t) => {
  const receiver = await t.receiver(['message.received']);
  (await t.send({ to: t.person(), text: 'Hello' }, { key: await t.testKey() })).succeeds();
  await t.settle();
  await t.customer();
  await t.events(receiver, 'message.received');
  await t.settle();
  equal([...new Set(events(receiver))], ['message.received'], 'the events received');
});
clause('6/one-account', async (t) => {
  const receiver = await t.receiver();
  const neighbour = await t.newAccount();
  const to = t.person();
  (await t.sendTemplate({ to, name: 'hello_world' }, { key: neighbour.live })).succeeds();
  await t.settle();
  equal(events(receiver), [], 'the events received');
});

// Inbound messages.

const KINDS: [type: string, (t: CaseContext) => CustomerMessage][] = [
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
for (const channel of CHANNELS) {
  clause(`6/received-${channel}`, async (t) => {
    equal((await received(t, channel, { text: 'Hello' })).message.channel, channel, 'the channel');
  });
}
for (const channel of CHANNELS) {
  clause(['6/received-each', `6/received-${channel}`], channel, async (t) => {
    const receiver = await t.receiver(['message.received']);
    const from = t.person(channel);
    const written: string[] = [];
    for (const text of ['First', 'Second', 'Third']) {
      written.push(await t.writes(from, channel, { text }));
    }
    const told = (await awaitDistinct(t, receiver, 3)).map(({ data }) => data.message);
    // Events may arrive out of order.
    equal(
      told.map(({ external_id, text, channel: on }) => [external_id, text, on]).toSorted(),
      written.map((id, at) => [id, ['First', 'Second', 'Third'][at], channel]).toSorted(),
      'external_id, text and channel of each event',
    );
    equal(new Set(told.map(({ id }) => id)).size, 3, 'the number of distinct IDs');
  });
}
clause('6/received-once', async (t) => {
  const { receiver } = await received(t, 'whatsapp', {});
  await t.settle();
  equal(deliveredCount(receiver), 1, 'the number of deliveries');
});
for (const [type, written] of KINDS) {
  clause('6/received-once', type, async (t) => {
    const { receiver } = await received(t, 'whatsapp', written(t));
    await t.settle();
    equal(deliveredCount(receiver), 1, 'the number of deliveries');
  });
}
clause('6/received-id', async (t) => {
  matches((await received(t, 'whatsapp', {})).message.id, /^msg_in_\d+$/, 'the ID');
});
clause('6/received-external-id', async (t) => {
  const { message, external } = await received(t, 'whatsapp', {});
  equal(message.external_id, external, 'external_id');
});
for (const channel of CHANNELS) {
  clause('6/received-connection-id', channel, async (t) => {
    const { message } = await received(t, channel, {});
    equal(message.connection_id, (await t.account()).connections?.[channel], 'connection_id');
  });
  clause('6/received-from-id', channel, async (t) => {
    const { message, from } = await received(t, channel, {});
    equal(personOf(message.from.id), from, 'from.id');
  });
}
for (const channel of WITH_PROVIDER) {
  clause('6/received-connection-id', `another connection of ${channel}`, async (t) => {
    const connection_id = await t.connection(channel);
    const { message } = await received(t, channel, { connection_id });
    equal(message.connection_id, connection_id, 'connection_id');
  });
}
for (const channel of ['instagram', 'messenger'] as const) {
  clause(['6/received-media-url', '6/received-media-mime-type'], channel, async (t) => {
    const media = { url: t.file('a.jpg', FILES['a.jpg']), mime_type: 'image/jpeg' };
    const { message } = await received(t, channel, { type: 'image', media });
    expectThat(URL.canParse(message.media?.url), 'media.url is a URL', message.media);
    equal([message.type, message.media.mime_type], ['image', 'image/jpeg'], 'type and media.mime_type');
  });
  clause(['6/received-button-payload', '2.3/choice-button'], channel, async (t) => {
    const button = { payload: 'yes-please', title: 'Yes, please' };
    const { message } = await received(t, channel, { type: 'button', button });
    equal(message.button?.payload, 'yes-please', 'button.payload');
  });
}
for (const channel of WITHOUT_PHONES) {
  clause('6/status-sent', channel, async (t) => {
    const to = await t.customer(channel);
    const receiver = await t.receiver(['message.status']);
    const { id } = (await t.send({ channel, to, text: 'Hello' })).succeeds().data;
    const [event] = await t.events(
      receiver,
      'message.status',
      1,
      ({ data: { message } }) => message.id === id && message.status === 'sent',
    );
    equal(event?.body.data.message.channel, channel, 'channel');
  });
}
clause('6/template-status-values', async (t) => {
  const of = { name: 'receipt', language: 'sv', category: 'UTILITY' } as const;
  await t.addTemplate({ ...of, status: 'PENDING', components: [body('Hello')] });
  const receiver = await t.receiver(['template.status']);
  await t.addTemplate({ ...of, status: 'APPROVED', components: [body('Hello')] });
  const [event] = await t.events(receiver, 'template.status');
  const { name, language, category } = event?.body.data.template ?? {};
  equal({ name, language, category }, of, 'name, language and category');
});
clause('6/received-from-name', async (t) => {
  equal((await received(t, 'whatsapp', {})).message.from.name, 'Ada Lovelace', 'from.name');
});
clause('6/received-text-field', async (t) => {
  equal((await received(t, 'messenger', { text: 'Merhaba 🍵' })).message.text, 'Merhaba 🍵', 'text');
});
for (const [type, written] of KINDS.filter(([type]) => !['text', 'location'].includes(type))) {
  clause(['6/received-media-url', '6/received-media-mime-type'], type, async (t) => {
    const sent = written(t);
    const { media } = (await received(t, 'whatsapp', sent)).message;
    expectThat(URL.canParse(media?.url), 'media.url is a URL', media);
    equal(media.mime_type, sent.media?.mime_type, 'media.mime_type');
  });
}
clause(['6/received-button-title'], async (t) => {
  const { message } = await received(t, 'whatsapp', {
    type: 'button',
    button: { payload: 'yes-please', title: 'Yes, please' },
  });
  equal([message.button?.payload, message.button?.title], ['yes-please', 'Yes, please'], 'payload and title');
});
for (const [channel, type] of [
  ['whatsapp', 'text'],
  ['whatsapp', 'image'],
  ['instagram', 'text'],
  ['messenger', 'text'],
] as const) {
  clause('6/received-reply-to', `${type} on ${channel}`, async (t) => {
    const to = await t.customer(channel);
    const { id } = (await t.send({ channel, to, text: 'Quote me' })).succeeds().data;
    const [send] = await t.sends();
    const receiver = await t.receiver(['message.received']);
    const written = KINDS.find(([kind]) => kind === type)?.[1](t);
    await t.writes(to, channel, { ...written, reply_to: send?.external_id });
    const [event] = await t.events(receiver, 'message.received');
    // Its form is open.
    const told = [...leaves(event?.body.data.message.reply_to)];
    expectThat(
      told.includes(send?.external_id ?? '') || told.includes(id),
      'reply_to identifies the quoted message',
      event?.body.data.message.reply_to,
    );
  });
}
clause('6/received-at', async (t) => {
  const { message } = await received(t, 'whatsapp', {});
  near(message.received_at, await t.now(), 'received_at', 120);
});

// Statuses of outbound messages.

const TEXT = (t: CaseContext) => (to: string) => t.send({ to, text: 'Hello' });
const SENDS: [slug: string, (t: CaseContext) => (to: string) => ReturnType<CaseContext['send']>][] = [
  ['status-post-messages', TEXT],
  ['status-post-template', (t) => (to) => t.sendTemplate({ to, name: 'hello_world' })],
  ['status-get-template', (t) => (to) => t.get(link({ to, name: 'hello_world' }))],
  ['status-get-path', (t) => (to) => byPath(t, { to, name: 'hello_world' })],
];
for (const [slug, send] of SENDS) {
  clause(`6/${slug}`, async (t) => {
    const { messages } = await statuses(t, send(t));
    equal(new Set(messages.map(({ status }) => status)), new Set(['sent', 'delivered', 'read']), 'the statuses');
  });
}
clause('6/status-campaign-none', async (t) => {
  const receiver = await t.receiver(['message.status']);
  await t.provider({ outcome: 'statuses', statuses: ['sent', 'delivered', 'read'], times: 2 });
  const phone = t.person();
  await t.campaign('hello_world', [{ phone }]);
  await taken(t, [phone]);
  equal((await t.sends()).length, 1, 'the number of sends the provider accepted');
  // An API send proves that events arrive, and that the campaign's events had time to arrive.
  const { id } = (await t.sendTemplate({ to: t.person(), name: 'hello_world' })).succeeds().data;
  await t.events(receiver, 'message.status', 3);
  await t.settle();
  equal(
    [...new Set(receiver.deliveries.map(({ body }) => body?.data?.message?.id))],
    [id],
    'the messages that events report',
  );
});
clause('6/status-once', async (t) => {
  const to = await t.customer();
  const receiver = await t.receiver(['message.status']);
  await t.provider({ outcome: 'statuses', statuses: ['sent', 'delivered', 'read'] });
  (await t.send({ to, text: 'Hello' })).succeeds();
  await t.events(receiver, 'message.status', 3);
  await t.settle();
  equal(deliveredCount(receiver), 3, 'the number of deliveries');
  equal(
    new Set(receiver.deliveries.map(({ body }) => body?.data?.message?.status)),
    new Set(['sent', 'delivered', 'read']),
    'the statuses',
  );
});
clause('6/status-repeated', async (t) => {
  const to = await t.customer();
  const receiver = await t.receiver(['message.status']);
  const statuses = ['sent', 'sent', 'delivered', 'delivered', 'read', 'read', 'delivered'] as const;
  await t.provider({ outcome: 'statuses', statuses: [...statuses] });
  (await t.send({ to, text: 'Hello' })).succeeds();
  await t.events(receiver, 'message.status', 3);
  await t.settle();
  equal(
    receiver.deliveries.map(({ body }) => body?.data?.message?.status).sort(),
    ['delivered', 'read', 'sent'],
    'the statuses that events report',
  );
});
clause('6/template-once', async (t) => {
  await t.addTemplate({ name: 'news', status: 'PENDING', components: [body('Hello')] });
  const receiver = await t.receiver(['template.status']);
  await t.addTemplate({ name: 'news', status: 'APPROVED', components: [body('Hello')] });
  await t.events(receiver, 'template.status');
  await t.settle();
  equal(deliveredCount(receiver), 1, 'the number of deliveries');
});
clause('6/status-id', async (t) => {
  const { id, messages } = await statuses(t, TEXT(t));
  equal([...new Set(messages.map((message) => message.id))], [id], 'the IDs');
});
clause('6/status-external-id', async (t) => {
  const { messages } = await statuses(t, TEXT(t));
  const [send] = await t.sends();
  equal(messages.at(-1).external_id, send?.external_id, 'external_id');
});
for (const channel of WITH_PROVIDER) {
  clause(['6/status-channel', '6/status-to'], channel, async (t) => {
    const to = await t.customer(channel);
    const receiver = await t.receiver(['message.status']);
    (await t.send({ channel, to, text: 'Hello' })).succeeds();
    const [event] = await t.events(receiver, 'message.status');
    const message = event?.body.data.message;
    equal([message.channel, personOf(message.to)], [channel, to], 'channel and to');
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
  equal(new Set(bodies.map(({ id }) => id)).size, bodies.length, 'the number of distinct IDs');
});
clause('6/envelope-company-id-own', async (t) => {
  const { companyId } = await t.account();
  expectThat(
    companyId !== undefined || t.session.control === undefined,
    'POST /accounts of the control protocol returns a company_id',
    companyId,
  );
  const { body: envelope } = await received(t, 'whatsapp', {});
  equal(envelope.company_id, companyId ?? envelope.company_id, 'company_id');
});
clause('6/envelope-attempt-first', async (t) => {
  equal((await received(t, 'whatsapp', {})).body.attempt, 1, 'attempt');
});
clause('6/envelope-created-at', 'now', async (t) => {
  near((await received(t, 'whatsapp', {})).body.created_at, await t.now(), 'created_at', 120);
});
clause(['9/webhook-v1'], async (t) => {
  equal((await received(t, 'whatsapp', {})).body.api_version, 'v1', 'api_version');
});

clause('6/signature-time', async (t) => {
  const { receiver } = await received(t, 'whatsapp', {});
  const [delivery] = receiver.deliveries;
  expectThat(delivery, 'at least one delivery arrived', receiver.deliveries);
  near(new Date(timeOf(delivery) * 1000).toISOString(), await t.now(), 't', 120);
});
