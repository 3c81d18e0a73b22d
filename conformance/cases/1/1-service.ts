import { CAPABILITIES, CHANNELS, type Channel, EVENTS } from '@wigwag/openapi';
import { clause, reading, timed } from '../../declare-case.ts';
import { equal, expectThat, matches } from '../../expectations.ts';
import { byPath, carries, DAY, field, onlySend, personOf, query, WITHOUT_TEMPLATES } from '../support/support.ts';

for (const channel of CHANNELS) {
  clause([`1/channel-${channel}`, `1/${channel}-text`, '9/channels'], channel, async (t) => {
    const to = await t.openRecipient(channel);
    (await t.send({ channel, to, text: 'Hello' })).succeeds();
  });
}

clause('1/channel-default', async (t) => {
  const to = await t.customer();
  (await t.send({ to, text: 'Hello' })).succeeds();
  equal((await onlySend(t)).channel, 'whatsapp', 'the channel');
});

const FOREIGN = 'Çay, şeker — 茶 🍵 ñ';

clause('1/utf8-kept', async (t) => {
  const phone = t.person();
  (await t.post('/contacts', { phone, name: FOREIGN })).succeeds();
  equal(field((await t.get(`/contacts/${phone}`)).succeeds().data, 'name'), FOREIGN, 'the name');
});

clause('1/utf8-to-provider', async (t) => {
  const to = await t.customer();
  (await t.send({ to, text: FOREIGN })).succeeds();
  carries((await onlySend(t)).payload, [FOREIGN], 'the text');
});

clause(['1/accepted-202', '4.2/send-202'], async (t) => {
  const to = await t.openRecipient();
  const { data } = (await t.send({ to, text: 'Hello' })).is(202);
  expectThat(typeof data.id === 'string' && typeof data.status === 'string', 'id and status are strings', data);
});

clause(['1/accepted-queued', '2.2/send-response-status', '3.1/none-queued'], async (t) => {
  const to = await t.openRecipient();
  equal((await t.send({ to, text: 'Hello' })).is(202).data.status, 'queued', 'the status');
});

clause('1/progress-by-polling', async (t) => {
  const to = await t.openRecipient();
  const { id } = (await t.send({ to, text: 'Hello' })).succeeds().data;
  await t.eventually(
    'a status other than queued',
    async () => field((await t.get(`/messages/${id}`)).succeeds().data, 'status') !== 'queued',
  );
});

clause('1/progress-by-webhook', async (t) => {
  const to = await t.openRecipient();
  const receiver = await t.receiver();
  const { id } = (await t.send({ to, text: 'Hello' })).succeeds().data;
  await t.events(receiver, 'message.status', 1, (body) => body.data.message.id === id);
});

for (const channel of ['instagram', 'messenger'] as const) {
  timed(`1/${channel}-write-again`, async (t) => {
    const to = await t.customer(channel);
    await t.advance(DAY + 60);
    (await t.send({ channel, to, text: 'Too late' })).refuses('WINDOW_CLOSED');
    await t.writes(to, channel);
    (await t.send({ channel, to, text: 'Welcome back' })).succeeds();
  });
}

clause('1/whatsapp-to-digits', async (t) => {
  const to = await t.customer();
  (await t.send({ to, text: 'Hello' })).succeeds();
  const send = await onlySend(t);
  equal(personOf(send.to), to, 'the recipient');
});

for (const to of ['not-a-number', 'web_visitor1', '90555abc1234', '+']) {
  reading(['1/whatsapp-to-other', '7/RECIPIENT_INVALID'], to, async (t) => {
    (await t.send({ to, text: 'Hello' }, { key: await t.testKey() })).refuses('RECIPIENT_INVALID');
  });
}
reading('1/whatsapp-to-short', async (t) => {
  (await t.send({ to: '12', text: 'Hello' }, { key: await t.testKey() })).refuses('RECIPIENT_INVALID');
});

clause('1/web-to', async (t) => {
  const receiver = await t.receiver(['message.received']);
  await t.customer('web');
  const [event] = await t.events(receiver, 'message.received');
  matches(event?.body.data.message.from.id, /^web_/, 'from.id');
});

reading('1/web-to-other', async (t) => {
  for (const to of ['visitor1', '905551112233', 'my_web_visitor1', ' web_visitor1', 'web']) {
    (await t.send({ channel: 'web', to, text: 'Hello' }, { key: await t.testKey() })).refuses('RECIPIENT_INVALID');
  }
});

// The kinds of messages that each channel accepts. With a test key, the image is not fetched.

const INTERACTIVE = {
  kind: 'button',
  text: 'Yes or no?',
  buttons: [
    { id: 'y', title: 'Yes' },
    { id: 'n', title: 'No' },
  ],
};
// Whether name and address are required is open (§2.3), so every location has them.
const PLACE = { type: 'location', latitude: 41.0082, longitude: 28.9784, name: 'Our shop', address: 'Galata 1' };

const jpeg = { type: 'image/jpeg', body: Buffer.from('ffd8ffe000104a46494600010100000100010000ffd9', 'hex') };

for (const channel of CHANNELS) {
  clause(`1/${channel}-media`, async (t) => {
    const to = await t.customer(channel);
    (await t.send({ channel, to, type: 'image', media: { url: t.file('shoe.jpg', jpeg) } })).succeeds();
  });
}

function takes(feature: string, request: Record<string, unknown>, channels: readonly Channel[]): void {
  for (const channel of CHANNELS) {
    const isTaken = channels.includes(channel);
    clause([`1/${channel}-${feature}`, ...(isTaken ? [] : ['7/CHANNEL_FEATURE_UNSUPPORTED'])], channel, async (t) => {
      const to = await t.customer(channel);
      const answer = await t.send({ channel, to, ...request });
      isTaken ? answer.succeeds() : answer.refuses('CHANNEL_FEATURE_UNSUPPORTED');
    });
  }
}

takes('location', PLACE, ['whatsapp']);
takes('interactive', { type: 'interactive', interactive: INTERACTIVE }, ['whatsapp', 'instagram', 'messenger']);

clause('1/whatsapp-template', async (t) => {
  (await t.sendTemplate({ channel: 'whatsapp', to: await t.stranger(), name: 'hello_world' })).succeeds();
});

for (const channel of WITHOUT_TEMPLATES) {
  reading([`1/${channel}-template`, '7/CHANNEL_FEATURE_UNSUPPORTED'], channel, async (t) => {
    const to = await t.customer(channel);
    (await t.sendTemplate({ channel, to, name: 'hello_world' })).refuses('CHANNEL_FEATURE_UNSUPPORTED');
  });
}

clause('1/connection-selects', async (t) => {
  const first = (await t.account()).connections?.whatsapp;
  const second = await t.connection('whatsapp');
  const to = t.person();
  (await t.sendTemplate({ to, name: 'hello_world', connection_id: first })).succeeds();
  // Both windows are open, so a server may not choose the line by the window.
  await t.writes(to, 'whatsapp', { connection_id: first });
  await t.writes(to, 'whatsapp', { connection_id: second });
  (await t.send({ to, text: 'Hello', connection_id: second })).succeeds();
  equal((await t.sends()).map((send) => send.connection_id).sort(), [first, second].sort(), 'the lines');
});

for (const channel of ['instagram', 'messenger'] as const) {
  clause('1/connection-selects', channel, async (t) => {
    const first = (await t.account()).connections?.[channel];
    const second = await t.connection(channel);
    const to = t.person(channel);
    for (const connection_id of [first, second]) {
      await t.writes(to, channel, { connection_id });
      (await t.send({ channel, to, text: 'Hello', connection_id })).succeeds();
    }
    equal((await t.sends()).map((send) => send.connection_id).sort(), [first, second].sort(), 'the pages');
  });
}

clause('1/connection-default', async (t) => {
  const { connections } = await t.account();
  await t.connection('whatsapp');
  const to = await t.customer();
  (await t.send({ to, text: 'Hello' })).succeeds();
  equal((await onlySend(t)).connection_id, connections?.whatsapp, 'the line');
});

for (const channel of CHANNELS) {
  clause('1/connection-id-form', channel, async (t) => {
    const receiver = await t.receiver(['message.received']);
    await t.customer(channel);
    const [event] = await t.events(receiver, 'message.received');
    const form = new RegExp(`^${CAPABILITIES[channel].prefix}_\\d+$`);
    matches(event?.body.data.message.connection_id, form, 'connection_id');
  });
}

clause('1/connections-listed', async (t) => {
  const second = await t.connection('messenger');
  const { connections } = await t.account();
  const { text } = (await t.get('/channels')).succeeds();
  for (const id of [...Object.values(connections ?? {}), second]) {
    expectThat(text.includes(`"${id}"`), `GET /channels lists ${id}`, text.slice(0, 500));
  }
});

clause(['1/marketing-opted-out', '2.10/opt-out-stops-marketing', '7/RECIPIENT_OPTED_OUT'], async (t) => {
  const to = t.person();
  await t.addTemplate({ name: 'sale', category: 'MARKETING', components: [{ type: 'BODY', text: 'Sale today.' }] });
  (await t.post('/opt-outs', { phone: to })).succeeds();
  (await t.sendTemplate({ to, name: 'sale' })).refuses('RECIPIENT_OPTED_OUT');
  (await t.get(`/messages/template?${query({ to, name: 'sale' })}`)).refuses('RECIPIENT_OPTED_OUT');
  (await byPath(t, { to, name: 'sale' })).refuses('RECIPIENT_OPTED_OUT');
  equal(await t.sends(), [], 'the sends the provider accepted');
});

clause(['1/utility-opted-out', '2.10/opt-out-only-marketing-utility'], async (t) => {
  const to = t.person();
  (await t.post('/opt-outs', { phone: to })).succeeds();
  (await t.sendTemplate({ to, name: 'hello_world' })).succeeds();
  equal((await t.sends()).length, 1, 'the number of sends the provider accepted');
});

clause(['1/free-form-opted-out', '2.10/opt-out-only-marketing-text'], async (t) => {
  const to = await t.customer();
  (await t.post('/opt-outs', { phone: to })).succeeds();
  (await t.send({ to, text: 'Your order' })).succeeds();
  equal((await t.sends()).length, 1, 'the number of sends the provider accepted');
});

clause(['1/blocked-free-form', '2.10/block-cuts-text', '7/RECIPIENT_BLOCKED'], async (t) => {
  const to = await t.customer();
  (await t.post('/blocked-numbers', { phone: to })).succeeds();
  (await t.send({ to, text: 'Hello' })).refuses('RECIPIENT_BLOCKED');
});

clause(['1/blocked-template', '2.10/block-cuts-template'], async (t) => {
  const to = t.person();
  (await t.post('/blocked-numbers', { phone: to })).succeeds();
  (await t.sendTemplate({ to, name: 'hello_world' })).refuses('RECIPIENT_BLOCKED');
  (await t.get(`/messages/template?${query({ to, name: 'hello_world' })}`)).refuses('RECIPIENT_BLOCKED');
  (await byPath(t, { to, name: 'hello_world' })).refuses('RECIPIENT_BLOCKED');
});

clause('1/blocked-nothing-sent', async (t) => {
  const to = await t.customer();
  (await t.post('/blocked-numbers', { phone: to })).succeeds();
  await t.send({ to, text: 'Hello' });
  await t.sendTemplate({ to, name: 'hello_world' });
  equal(await t.sends(), [], 'the sends the provider accepted');
});

clause('9/events', async (t) => {
  const receiver = await t.receiver();
  for (const event of EVENTS) {
    (await t.post('/webhooks/test', { event })).succeeds();
    expectThat(
      receiver.deliveries.some(({ body }) => body?.event === event),
      `${event} came`,
      receiver.deliveries.map(({ body }) => body?.event),
    );
  }
});
