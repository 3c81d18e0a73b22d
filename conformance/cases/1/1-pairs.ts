import type { Channel } from '@wigwag/openapi';
import type { CaseContext, CustomerMessage } from '../../context.ts';
import { clause, timed } from '../../declare-case.ts';
import { BUSY_SECONDS, equal, near } from '../../expectations.ts';
import { FILES } from '../support/files.ts';
import { OTHER_KINDS } from '../support/sends.ts';
import { DAY, HOUR } from '../support/support.ts';

// Each kind of message from a customer opens the window and extends it.

const KINDS: [type: string, channels: readonly Channel[], written: (t: CaseContext) => CustomerMessage][] = [
  [
    'image',
    ['whatsapp', 'instagram', 'messenger'],
    (t) => ({ type: 'image', media: { url: t.file('a.jpg', FILES['a.jpg']), mime_type: 'image/jpeg' } }),
  ],
  [
    'audio',
    ['whatsapp'],
    (t) => ({ type: 'audio', media: { url: t.file('a.ogg', FILES['a.ogg']), mime_type: 'audio/ogg' } }),
  ],
  [
    'video',
    ['whatsapp'],
    (t) => ({ type: 'video', media: { url: t.file('a.mp4', FILES['a.mp4']), mime_type: 'video/mp4' } }),
  ],
  [
    'document',
    ['whatsapp'],
    (t) => ({ type: 'document', media: { url: t.file('a.pdf', FILES['a.pdf']), mime_type: 'application/pdf' } }),
  ],
  ['location', ['whatsapp'], () => ({ type: 'location', location: { latitude: 41, longitude: 29 } })],
  [
    'button',
    ['whatsapp', 'instagram', 'messenger'],
    () => ({ type: 'button', button: { payload: 'yes', title: 'Yes' } }),
  ],
  ['text', ['instagram', 'messenger'], () => ({ type: 'text', text: 'Hello' })],
];
for (const [type, channels, written] of KINDS) {
  for (const channel of channels) {
    timed(['1/window-each-kind', '2.7/last-inbound-at-each-kind'], `${type} on ${channel}`, async (t) => {
      const to = t.person(channel);
      await t.writes(to, channel, written(t));
      (await t.send({ channel, to, text: 'Open' })).is(202);
      await t.advance(DAY - HOUR);
      await t.writes(to, channel, written(t));
      const at = await t.now();
      await t.advance(2 * HOUR);
      (await t.send({ channel, to, text: 'Still open' })).is(202);
      const { data } = (await t.get(`/contacts/${to}/window?channel=${channel}`)).succeeds();
      near(data.last_inbound_at, at, 'last_inbound_at', BUSY_SECONDS);
      equal(data.window_open, true, 'window_open');
    });
  }
}

// Each kind of message needs an open window.

for (const channel of ['whatsapp', 'instagram', 'messenger'] as const) {
  timed('1/window-for-each-kind', channel, async (t) => {
    const to = t.person(channel);
    await t.writes(to, channel);
    const messages = OTHER_KINDS.filter(([, channels]) => channels.includes(channel)).map(([, , content]) => ({
      channel,
      to,
      ...content(t),
    }));
    for (const message of messages) {
      (await t.send(message)).is(202);
    }
    // A message may take several sends.
    const { length } = await t.sends();
    await t.advance(DAY + 1);
    for (const message of messages) {
      (await t.send(message)).refuses('WINDOW_CLOSED');
    }
    equal((await t.sends()).length, length, 'the number of sends the provider accepted');
  });
}

// Two connections, channels and people: the window is between one customer and the business.

clause('1/window-second-connection', async (t) => {
  const connection_id = await t.connection('whatsapp');
  const to = t.person();
  await t.writes(to, 'whatsapp', { connection_id });
  (await t.send({ to, connection_id, text: 'Open here' })).is(202);
});
clause('1/window-second-connection', 'after the first one', async (t) => {
  const first = (await t.account()).connections?.whatsapp;
  const second = await t.connection('whatsapp');
  const to = t.person();
  await t.writes(to, 'whatsapp', { connection_id: first });
  await t.writes(to, 'whatsapp', { connection_id: second });
  for (const connection_id of [first, second]) {
    (await t.send({ to, connection_id, text: 'Hello' })).is(202);
  }
});
timed('1/window-second-connection', 'over', async (t) => {
  const connection_id = await t.connection('whatsapp');
  const to = t.person();
  await t.writes(to, 'whatsapp', { connection_id });
  await t.advance(DAY + 60);
  (await t.send({ to, connection_id, text: 'Too late' })).refuses('WINDOW_CLOSED');
});
timed('1/window-one-person', async (t) => {
  const to = await t.customer();
  await t.advance(DAY - HOUR);
  await t.writes(t.person());
  await t.customer('messenger');
  await t.advance(2 * HOUR);
  (await t.send({ to, text: 'Too late' })).refuses('WINDOW_CLOSED');
});
for (const channel of ['whatsapp', 'messenger'] as const) {
  timed('1/window-not-by-statuses', channel, async (t) => {
    const to = await t.customer(channel);
    await t.advance(DAY - HOUR);
    await t.provider({ channel, outcome: 'statuses', statuses: ['sent', 'delivered', 'read'] });
    (await t.send({ channel, to, text: 'Read it' })).is(202);
    await t.settle();
    await t.advance(2 * HOUR);
    (await t.send({ channel, to, text: 'Too late' })).refuses('WINDOW_CLOSED');
  });
}
timed('1/window-not-by-patch', async (t) => {
  const to = await t.customer();
  await t.advance(DAY - HOUR);
  (await t.patch(`/conversations/${to}`, { status: 'closed' })).succeeds();
  (await t.patch(`/conversations/${to}`, { status: 'open', unread_count: 0 })).succeeds();
  (await t.post('/contacts', { phone: to, name: 'Ada' })).succeeds();
  await t.advance(2 * HOUR);
  (await t.send({ to, text: 'Too late' })).refuses('WINDOW_CLOSED');
});

// What does not close the window. An entry in a list is removed again, because a blocked person receives nothing.

const KEEP_OPEN: [what: string, act: (t: CaseContext, phone: string) => Promise<unknown>][] = [
  ['close', async (t, to) => (await t.patch(`/conversations/${to}`, { status: 'closed' })).succeeds()],
  ['agent', async (t, to) => (await t.patch(`/conversations/${to}`, { agent_id: await t.agent() })).succeeds()],
  ['read', async (t, to) => (await t.patch(`/conversations/${to}`, { unread_count: 0 })).succeeds()],
  ['contact', async (t, phone) => (await t.post('/contacts', { phone, name: 'Ada' })).succeeds()],
  ['template', async (t, to) => (await t.sendTemplate({ to, name: 'hello_world' })).succeeds()],
  ['test key', async (t, to) => (await t.send({ to, text: 'Hi' }, { key: await t.testKey() })).succeeds()],
  [
    'failure',
    async (t, to) => {
      await t.provider({ outcome: 'fail', code: 131026 });
      await t.send({ to, text: 'Hi' });
      await t.settle();
    },
  ],
  ...(['opt-outs', 'blocked-numbers'] as const).map((list): (typeof KEEP_OPEN)[number] => [
    list,
    async (t, phone) => {
      (await t.post(`/${list}`, { phone })).succeeds();
      (await t.delete(`/${list}/${phone}`)).succeeds();
    },
  ]),
];
clause('1/window-stays-open', async (t) => {
  const to = await t.customer();
  const before = (await t.get(`/contacts/${to}/window`)).succeeds().data;
  for (const [what, act] of KEEP_OPEN) {
    await act(t, to);
    const { data } = (await t.get(`/contacts/${to}/window`)).succeeds();
    equal(
      [data.window_open, Date.parse(data.last_inbound_at)],
      [true, Date.parse(before.last_inbound_at)],
      `window_open and last_inbound_at after: ${what}`,
    );
    (await t.send({ to, text: `After: ${what}` })).is(202);
  }
});

// What does not open the window.

const KEEP_CLOSED = KEEP_OPEN.filter(([what]) => ['contact', 'template', 'test key', 'opt-outs'].includes(what));
clause('1/window-not-by-sends', async (t) => {
  const to = t.person();
  for (const [what, act] of KEEP_CLOSED) {
    await act(t, to);
    await t.settle();
    (await t.send({ to, text: `After: ${what}` })).refuses('WINDOW_NEVER_OPENED');
  }
  const { data } = (await t.get(`/contacts/${to}/window`)).succeeds();
  equal([data.window_open, data.last_inbound_at ?? null], [false, null], 'window_open and last_inbound_at');
});
