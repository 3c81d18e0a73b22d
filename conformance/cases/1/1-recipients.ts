import { CHANNELS } from '@wigwag/openapi';
import type { CaseContext, CustomerMessage, WhatsAppUser } from '../../context.ts';
import { clause, timed } from '../../declare-case.ts';
import { equal, expectThat } from '../../expectations.ts';
import { body, DAY, field, onlySend, personOf } from '../support/support.ts';

// `from.id` of an event as `to`, on every channel.

for (const channel of CHANNELS) {
  clause(channel === 'whatsapp' || channel === 'web' ? `1/${channel}-from-id` : `1/${channel}-to`, async (t) => {
    const receiver = await t.receiver(['message.received']);
    const person = await t.customer(channel);
    const [event] = await t.events(receiver, 'message.received');
    const to = event?.body.data.message.from.id;
    (await t.send({ channel, to, text: 'Hello' })).succeeds();
    equal(personOf((await onlySend(t)).to), person, 'the recipient');
  });
}

// Customers on WhatsApp without a phone number.

/** Makes the user write. Returns `from.id` of the event. */
async function fromId(t: CaseContext, user: WhatsAppUser, written?: CustomerMessage): Promise<string> {
  const receiver = await t.receiver(['message.received']);
  await t.userWrites(user, written);
  const [event] = await t.events(receiver, 'message.received');
  return event?.body.data.message.from.id;
}

clause('1/user-id-to', async (t) => {
  const id = t.userId();
  const to = await fromId(t, { id, username: `ada${t.tag}` });
  (await t.send({ to, text: 'Hello' })).succeeds();
  equal((await onlySend(t)).to, id, 'the recipient');
});
clause('1/user-id-delivered', async (t) => {
  const to = await fromId(t, { id: t.userId() });
  await t.provider({ outcome: 'statuses', statuses: ['sent', 'delivered'] });
  const { id } = (await t.send({ to, text: 'Hello' })).succeeds().data;
  await t.eventually(
    'the status delivered',
    async () => field((await t.get(`/messages/${id}`)).succeeds().data, 'status') === 'delivered',
  );
});
clause('1/user-id-template', async (t) => {
  const id = t.userId();
  const to = await fromId(t, { id });
  (await t.sendTemplate({ to, name: 'hello_world' })).succeeds();
  equal((await onlySend(t)).to, id, 'the recipient');
});
timed('1/user-id-window', async (t) => {
  const id = t.userId();
  const to = await fromId(t, { id });
  await t.advance(DAY + 60);
  (await t.send({ to, text: 'Too late' })).refuses('WINDOW_CLOSED');
  await t.userWrites({ id });
  (await t.send({ to, text: 'Welcome back' })).succeeds();
});
clause('2.7/user-id', async (t) => {
  const to = await fromId(t, { id: t.userId() });
  equal((await t.get(`/contacts/${to}/window`)).succeeds().data.window_open, true, 'window_open');
});

// A callback that shows the number and the user ID joins them.

clause('1/user-id-joined', async (t) => {
  const [id, phone] = [t.userId(), t.person()];
  await t.userWrites({ id });
  await t.userWrites({ id, phone });
  (await t.send({ to: phone, text: 'Hello' })).succeeds();
  expectThat([id, phone].includes(String(personOf((await onlySend(t)).to))), 'the message goes to this person', [
    id,
    phone,
  ]);
});
clause('1/user-id-blocked', async (t) => {
  const [id, phone] = [t.userId(), t.person()];
  const to = await fromId(t, { id });
  await t.userWrites({ id, phone });
  (await t.post('/blocked-numbers', { phone })).succeeds();
  (await t.send({ to, text: 'Hello' })).refuses('RECIPIENT_BLOCKED');
  equal(await t.sends(), [], 'the sends the provider accepted');
});
clause('1/user-id-opted-out', async (t) => {
  const [id, phone] = [t.userId(), t.person()];
  await t.addTemplate({ name: 'sale', category: 'MARKETING', components: [body('Sale today.')] });
  const to = await fromId(t, { id });
  await t.userWrites({ id, phone });
  (await t.post('/opt-outs', { phone })).succeeds();
  (await t.sendTemplate({ to, name: 'sale' })).refuses('RECIPIENT_OPTED_OUT');
  equal(await t.sends(), [], 'the sends the provider accepted');
});

// Changes of a number or a user ID.

clause('1/user-id-changed', async (t) => {
  const [id, after] = [t.userId(), t.userId()];
  const to = await fromId(t, { id });
  await t.userWrites({ id }, { type: 'system', change: { user_id: after } });
  (await t.send({ to, text: 'Hello' })).succeeds();
  equal((await onlySend(t)).to, after, 'the recipient');
});
timed('1/change-opens-no-window', async (t) => {
  const [before, after] = [t.person(), t.person()];
  await t.userWrites({ id: before });
  await t.advance(DAY + 60);
  await t.userWrites({ id: before }, { type: 'system', change: { phone: after } });
  (await t.send({ to: after, text: 'Hello' })).refuses('WINDOW_CLOSED', 'WINDOW_NEVER_OPENED');
});
