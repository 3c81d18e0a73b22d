import { CHANNELS } from '@wigwag/openapi';
import type { ApiResponse } from '../../answer.ts';
import type { CaseContext } from '../../context.ts';
import { clause, reading } from '../../declare-case.ts';
import { equal, expectThat } from '../../expectations.ts';
import { Untestable } from '../../verdict.ts';
import { carries, carriesWhole, field, link, mayDescribe, onlySend, personOf, withKey } from '../support/support.ts';

reading('4.2/send-409-window', async (t) => {
  equal((await t.send({ to: await t.stranger(), text: 'Hello' })).status, 409, 'the status');
});
clause(['4.2/send-409-connection', '7/CHANNEL_NOT_CONNECTED'], async (t) => {
  const to = await t.customer();
  const { connections } = await t.account();
  await t.connection('whatsapp', { connection_id: connections?.whatsapp, active: false });
  (await t.send({ to, text: 'Hello' })).refuses('CHANNEL_NOT_CONNECTED');
});
reading('4.2/send-422', async (t) => {
  (await t.send({ to: t.person(), type: 'text' }, { key: await t.testKey() })).refuses(422);
});
clause('4.2/send-once', async (t) => {
  const to = await t.customer();
  (await t.send({ to, text: 'Once' })).succeeds();
  await t.settle();
  equal((await t.sends()).length, 1, 'the number of sends the provider accepted');
});
clause('4.2/send-refused-nothing', async (t) => {
  const to = await t.customer();
  await t.send({ to, type: 'image' });
  await t.send({ to, text: 'a'.repeat(4097) });
  await t.send({ to: t.person(), text: 'No one wrote' });
  equal(await t.sends(), [], 'the sends the provider accepted');
});
for (const channel of CHANNELS) {
  clause('4.2/send-recipient', channel, async (t) => {
    const to = await t.customer(channel);
    await t.customer(channel);
    (await t.send({ channel, to, text: 'Hello' })).succeeds();
    equal(personOf((await onlySend(t)).to), to, 'the recipient');
  });
}

// Templates.

clause('4.2/template-202', async (t) => {
  (await t.sendTemplate({ to: t.person(), name: t.template('plain') }, { key: await t.testKey() })).is(202);
});
reading(['4.2/template-404', '7/TEMPLATE_NOT_FOUND'], async (t) => {
  (await t.sendTemplate({ to: t.person(), name: 'no_such_template' }, { key: await t.testKey() })).refuses(
    'TEMPLATE_NOT_FOUND',
  );
});
reading('4.2/template-422-variables', async (t) => {
  (await t.sendTemplate({ to: t.person(), name: t.template('positional') }, { key: await t.testKey() })).refuses(422);
});
reading('4.2/template-422-approval', async (t) => {
  (await t.sendTemplate({ to: t.person(), name: t.template('pending') }, { key: await t.testKey() })).refuses(
    'TEMPLATE_NOT_APPROVED',
  );
});
clause(['4.2/template-idempotent', '4.2/template-idempotent-not-sent'], async (t) => {
  const to = t.person();
  const first = (await t.sendTemplate({ to, name: 'hello_world' }, withKey(t, 'template'))).succeeds();
  const second = (await t.sendTemplate({ to, name: 'hello_world' }, withKey(t, 'template'))).succeeds();
  equal([second.data.id, second.status], [first.data.id, first.status], 'ID and HTTP status');
  equal((await t.sends()).length, 1, 'the number of sends the provider accepted');
});
clause('4.2/template-reaches', async (t) => {
  const to = t.person();
  (await t.sendTemplate({ to, name: 'multi_lang', language: 'tr' })).succeeds();
  const send = await onlySend(t);
  equal(personOf(send.to), to, 'the recipient');
  carries(send.payload, ['multi_lang'], 'the name');
  carriesWhole(send.payload, 'tr', 'the language');
});

// Retrieving messages.

/** Returns a message of the case. Where the suite may not send, it is one of a test key, of which a target may keep none. */
async function retrieved(
  t: CaseContext,
  send: (to: string, key: string) => Promise<ApiResponse>,
): Promise<{ id: string; answer: ApiResponse }> {
  const key = t.session.control ? (await t.account()).live : await t.testKey();
  const { id } = (await send(t.session.control ? await t.customer() : t.person(), key)).succeeds().data;
  const answer = await t.get(`/messages/${id}`, { key });
  if (!t.session.control && answer.status === 404) {
    throw new Untestable('needs the control protocol: a message of a live key');
  }
  return { id, answer };
}
const hello = (t: CaseContext) => (to: string, key: string) => t.send({ to, text: 'Hello' }, { key });

clause('4.2/get-200', async (t) => {
  const { id, answer } = await retrieved(t, hello(t));
  const { data } = answer.is(200);
  expectThat(mayDescribe(data, id), 'the response has no ID of another message', data);
  expectThat(
    ['queued', 'sent', 'delivered', 'read', 'failed'].includes(field(data, 'status')),
    'a status is present',
    data,
  );
});
reading(['4.2/get-404', '7/MESSAGE_NOT_FOUND'], async (t) => {
  (await t.get('/messages/msg_404')).refuses('MESSAGE_NOT_FOUND');
});
clause(['4.2/get-other-account', '7/message-not-found-inbound-other', '5.2/account'], async (t) => {
  const { id } = await retrieved(t, hello(t));
  const other = await t.newAccount();
  (await t.get(`/messages/${id}`, { key: other.live })).refuses('MESSAGE_NOT_FOUND');
});
clause('4.2/get-other-key', async (t) => {
  const to = t.person();
  const { id } = (await t.sendTemplate({ to, name: 'hello_world' }, { key: await t.key() })).succeeds().data;
  (await t.get(`/messages/${id}`)).is(200);
});
clause('4.2/get-template', async (t) => {
  const send = (to: string, key: string) => t.sendTemplate({ to, name: t.template('plain') }, { key });
  (await retrieved(t, send)).answer.succeeds();
});
clause('4.2/get-by-query', async (t) => {
  const send = (to: string, key: string) => t.get(link({ to, name: t.template('plain') }), { key });
  (await retrieved(t, send)).answer.succeeds();
});
