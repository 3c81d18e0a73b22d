import { alone, clause } from '../clause.ts';
import type { Context } from '../context.ts';
import { equal, that } from '../expectations.ts';
import { body, carries, DAY, onlySend, query } from './support.ts';

clause('4.2/send-409-window', async (t) => {
  equal((await t.send({ to: await t.stranger(), text: 'Hello' })).status, 409, 'the status');
});
clause(['4.2/send-409-connection', '7/CHANNEL_NOT_CONNECTED'], async (t) => {
  const to = await t.customer();
  const { connections } = await t.account();
  await t.connection('whatsapp', { connection_id: connections?.whatsapp, active: false });
  (await t.send({ to, text: 'Hello' })).refuses('CHANNEL_NOT_CONNECTED');
});
clause('4.2/send-422', async (t) => {
  (await t.send({ to: t.person(), type: 'text' }, { key: await t.testKey() })).refuses(422);
});
clause('4.2/send-once', async (t) => {
  const to = await t.customer();
  (await t.send({ to, text: 'Once' })).is(202);
  await t.settle();
  equal((await t.sends()).length, 1, 'how many the provider took');
});
clause('4.2/send-refused-nothing', async (t) => {
  const to = await t.customer();
  await t.send({ to, type: 'image' });
  await t.send({ to, text: 'a'.repeat(4097) });
  await t.send({ to: t.person(), text: 'Nobody wrote' });
  equal(await t.sends(), [], 'what the provider took');
});
for (const channel of ['whatsapp', 'instagram', 'messenger', 'web'] as const) {
  clause('4.2/send-recipient', channel, async (t) => {
    const to = await t.customer(channel);
    await t.customer(channel);
    (await t.send({ channel, to, text: 'Hello' })).is(202);
    equal((await onlySend(t)).to, to, 'the recipient');
  });
}

// Idempotency-Key.

const withKey = (key: string) => ({ headers: { 'idempotency-key': key } });

/** The same request twice. */
async function twice(t: Context) {
  const to = await t.customer();
  const send = () => t.send({ to, text: 'Once' }, withKey(`key-${to}`));
  return { first: (await send()).is(202), second: await send(), send };
}

clause('4.2/send-idempotency-key', async (t) => {
  const to = await t.customer();
  (await t.send({ to, text: 'Hello' }, withKey('a'.repeat(36)))).is(202);
});
clause('4.2/idempotent-same-id', async (t) => {
  const { first, second } = await twice(t);
  equal(second.data.id, first.data.id, 'the id');
});
clause('4.2/idempotent-status', async (t) => {
  const { first, second } = await twice(t);
  equal([second.status, second.data.status], [first.status, first.data.status], 'the statuses');
});
clause('4.2/idempotent-not-sent-again', async (t) => {
  const { send } = await twice(t);
  await t.settle();
  await send();
  equal((await t.sends()).length, 1, 'how many the provider took');
});
clause('4.2/idempotent-header', async (t) => {
  equal((await twice(t)).second.headers['idempotent-replayed'], 'true', 'Idempotent-Replayed');
});
clause('4.2/idempotent-first-no-header', async (t) => {
  that((await twice(t)).first.headers['idempotent-replayed'] !== 'true', 'the first answer is not called a repetition');
});
clause('4.2/idempotent-other-key', async (t) => {
  const to = await t.customer();
  const first = (await t.send({ to, text: 'Same' }, withKey('one'))).is(202);
  const second = (await t.send({ to, text: 'Same' }, withKey('two'))).is(202);
  that(first.data.id !== second.data.id, 'there are two ids');
  equal((await t.sends()).length, 2, 'how many the provider took');
});
clause('4.2/idempotent-no-key', async (t) => {
  const to = await t.customer();
  const first = (await t.send({ to, text: 'Same' })).is(202);
  const second = (await t.send({ to, text: 'Same' })).is(202);
  that(first.data.id !== second.data.id, 'there are two ids');
  equal((await t.sends()).length, 2, 'how many the provider took');
});
clause('4.2/idempotent-at-once', async (t) => {
  const to = await t.customer();
  const answers = await Promise.all(
    Array.from({ length: 6 }, () => t.send({ to, text: 'At once' }, withKey('at-once'))),
  );
  const taken = answers.filter(({ status }) => status === 202);
  that(
    taken.length >= 1,
    'at least one is accepted',
    answers.map(({ status }) => status),
  );
  equal(new Set(taken.map(({ data }) => data.id)).size, 1, 'how many messages there are');
  equal((await t.sends()).length, 1, 'how many the provider took');
});
clause('4.2/idempotent-other-account', async (t) => {
  const other = await t.newAccount();
  const to = t.person();
  const first = (await t.sendTemplate({ to, name: 'hello_world' }, withKey('shared'))).is(202);
  const second = (await t.sendTemplate({ to, name: 'hello_world' }, { ...withKey('shared'), key: other.live })).is(202);
  that(first.data.id !== second.data.id && second.headers['idempotent-replayed'] !== 'true', 'there are two messages');
});
clause(['7/IDEMPOTENCY_CONFLICT', '8/idempotency-conflict-24h'], async (t) => {
  const to = await t.customer();
  (await t.send({ to, text: 'One' }, withKey('conflict'))).is(202);
  (await t.send({ to, text: 'Another' }, withKey('conflict'))).refuses('IDEMPOTENCY_CONFLICT');
});
clause('7/idempotency-conflict-once', async (t) => {
  const to = await t.customer();
  (await t.send({ to, text: 'One' }, withKey('conflict'))).is(202);
  await t.send({ to, text: 'Another' }, withKey('conflict'));
  equal((await t.sends()).length, 1, 'how many the provider took');
});
clause('7/idempotency-conflict-template', async (t) => {
  const to = t.person();
  (await t.sendTemplate({ to, name: 'hello_world' }, withKey('conflict'))).is(202);
  (await t.sendTemplate({ to: t.person(), name: 'hello_world' }, withKey('conflict'))).refuses('IDEMPOTENCY_CONFLICT');
});
alone(['8/idempotency-24h'], async (t) => {
  const to = t.person();
  const first = (await t.sendTemplate({ to, name: 'hello_world' }, withKey('day'))).is(202);
  await t.advance(DAY - 60);
  const second = (await t.sendTemplate({ to, name: 'hello_world' }, withKey('day'))).is(202);
  equal(second.data.id, first.data.id, 'the id after almost 24 hours');
  (await t.sendTemplate({ to: t.person(), name: 'hello_world' }, withKey('day'))).refuses('IDEMPOTENCY_CONFLICT');
  equal((await t.sends()).length, 1, 'how many the provider took');
});
alone(['8/idempotency-over'], async (t) => {
  const to = t.person();
  (await t.sendTemplate({ to, name: 'hello_world' }, withKey('day'))).is(202);
  await t.advance(DAY + 60);
  (await t.sendTemplate({ to, name: 'hello_world' }, withKey('day'))).is(202);
  equal((await t.sends()).length, 2, 'how many the provider took');
});

// Templates.

clause('4.2/template-202', async (t) => {
  (await t.sendTemplate({ to: t.person(), name: t.template('plain') }, { key: await t.testKey() })).is(202);
});
clause(['4.2/template-404', '7/TEMPLATE_NOT_FOUND'], async (t) => {
  (await t.sendTemplate({ to: t.person(), name: 'no_such_template' }, { key: await t.testKey() })).refuses(
    'TEMPLATE_NOT_FOUND',
  );
});
clause('4.2/template-422-variables', async (t) => {
  (await t.sendTemplate({ to: t.person(), name: t.template('positional') }, { key: await t.testKey() })).refuses(422);
});
clause('4.2/template-422-approval', async (t) => {
  (await t.sendTemplate({ to: t.person(), name: t.template('pending') }, { key: await t.testKey() })).refuses(
    'TEMPLATE_NOT_APPROVED',
  );
});
clause(['4.2/template-idempotent', '4.2/template-idempotent-not-sent'], async (t) => {
  const to = t.person();
  const first = (await t.sendTemplate({ to, name: 'hello_world' }, withKey('template'))).is(202);
  const second = (await t.sendTemplate({ to, name: 'hello_world' }, withKey('template'))).is(202);
  equal([second.data.id, second.headers['idempotent-replayed']], [first.data.id, 'true'], 'id and Idempotent-Replayed');
  equal((await t.sends()).length, 1, 'how many the provider took');
});
clause('4.2/template-reaches', async (t) => {
  const to = t.person();
  (await t.sendTemplate({ to, name: 'multi_lang', language: 'tr' })).is(202);
  const send = await onlySend(t);
  equal(send.to, to, 'the recipient');
  carries(send.payload, ['multi_lang'], 'the name');
  carries(send.payload, ['tr'], 'the language');
});

// The same by GET, with the key in the header, in the query or in the path.

const link = (values: Record<string, string>) => `/messages/template?${query(values)}`;
const two = (t: Context) => t.addTemplate({ name: 'two', components: [body('Hi {{1}}, order {{2}}.', ['Ada', '1'])] });
const namedTemplate = (t: Context) =>
  t.addTemplate({
    name: 'called',
    parameter_format: 'NAMED',
    components: [
      {
        type: 'BODY',
        text: 'Hi {{first_name}}.',
        example: { body_text_named_params: [{ param_name: 'first_name', example: 'Ada' }] },
      },
    ],
  });

clause('4.2/query-202', async (t) => {
  const { data } = (await t.get(link({ to: t.person(), name: t.template('plain') }), { key: await t.testKey() })).is(
    202,
  );
  that(typeof data.id === 'string' && typeof data.status === 'string', 'id and status are there', data);
});
clause('4.2/query-404', async (t) => {
  (await t.get(link({ to: t.person(), name: 'no_such_template' }), { key: await t.testKey() })).refuses(
    'TEMPLATE_NOT_FOUND',
  );
});
clause('4.2/query-422', async (t) => {
  (await t.get(link({ to: t.person(), name: t.template('positional') }), { key: await t.testKey() })).refuses(422);
});
clause('4.2/query-same-operation', async (t) => {
  await two(t);
  const to = t.person();
  (await t.sendTemplate({ to, name: 'two', variables: ['Grace', '77'] })).is(202);
  (await t.get(link({ to, name: 'two', var1: 'Grace', var2: '77' }))).is(202);
  const [one, other] = await t.sends();
  equal(
    [other?.to, other?.type, other?.connection_id],
    [one?.to, one?.type, one?.connection_id],
    'recipient, type and line',
  );
  carries(other?.payload, ['two'], 'the name');
  carries(other?.payload, ['Grace', '77'], 'the values');
});
clause('4.2/query-to-required', async (t) => {
  (await t.get(link({ name: t.template('plain') }), { key: await t.testKey() })).refuses(422);
});
clause('4.2/query-name-required', async (t) => {
  (await t.get(link({ to: t.person() }), { key: await t.testKey() })).refuses(422);
});
clause('4.2/query-to-alias', async (t) => {
  const to = t.person();
  (await t.get(link({ phone: to, name: 'hello_world' }))).is(202);
  equal((await onlySend(t)).to, to, 'the recipient');
});
clause('4.2/query-name-alias', async (t) => {
  (await t.get(link({ to: t.person(), template: 'hello_world' }))).is(202);
  carries((await onlySend(t)).payload, ['hello_world'], 'the name');
});
clause('4.2/query-var', async (t) => {
  await two(t);
  (await t.get(link({ var2: 'second-value', to: t.person(), name: 'two', var1: 'first-value' }))).is(202);
  carries((await onlySend(t)).payload, ['first-value', 'second-value'], 'the values');
});
clause('4.2/query-vars-named', async (t) => {
  await namedTemplate(t);
  (await t.get(link({ to: t.person(), name: 'called', 'vars[first_name]': 'Grace' }))).is(202);
  carries((await onlySend(t)).payload, ['Grace'], 'the value');
});
clause('4.2/query-vars-missing', async (t) => {
  await two(t);
  (await t.get(link({ to: t.person(), name: 'two', var1: 'Grace' }))).refuses('TEMPLATE_VARIABLES_MISSING');
});
clause('4.2/query-language', async (t) => {
  (await t.get(link({ to: t.person(), name: 'multi_lang', language: 'tr' }))).is(202);
  carries((await onlySend(t)).payload, ['tr'], 'the language');
});
clause('4.2/query-language-resolved', async (t) => {
  (await t.get(link({ to: t.person(), name: 'hello_world' }))).is(202);
  carries((await onlySend(t)).payload, ['en_US'], 'the language');
});
clause('4.2/query-connection-id', async (t) => {
  const connection_id = await t.connection('whatsapp');
  (await t.get(link({ to: t.person(), name: 'hello_world', connection_id }))).is(202);
  equal((await onlySend(t)).connection_id, connection_id, 'the line');
});
clause('4.2/query-connection-id-unknown', async (t) => {
  (
    await t.get(link({ to: t.person(), name: t.template('plain'), connection_id: 'wa_999999999' }), {
      key: await t.testKey(),
    })
  ).refuses('CONNECTION_NOT_FOUND');
});
clause('4.2/query-idempotency-key-replayed', async (t) => {
  const path = link({ to: t.person(), name: 'hello_world', idempotency_key: 'link-1' });
  const first = (await t.get(path)).is(202);
  const second = (await t.get(path)).is(202);
  equal([second.data.id, second.headers['idempotent-replayed']], [first.data.id, 'true'], 'id and Idempotent-Replayed');
});
alone(['4.2/query-idempotency-key', '8/query-key-24h'], async (t) => {
  const path = link({ to: t.person(), name: 'hello_world', idempotency_key: 'link-2' });
  const first = (await t.get(path)).is(202);
  await t.advance(DAY - 60);
  equal((await t.get(path)).is(202).data.id, first.data.id, 'the id after almost 24 hours');
  equal((await t.sends()).length, 1, 'how many the provider took');
});
alone('4.2/query-idempotency-key-over', async (t) => {
  const path = link({ to: t.person(), name: 'hello_world', idempotency_key: 'link-3' });
  (await t.get(path)).is(202);
  await t.advance(DAY + 60);
  (await t.get(path)).is(202);
  equal((await t.sends()).length, 2, 'how many the provider took');
});
clause(['4.2/query-api-key', '5.4/query-template'], async (t) => {
  const to = t.person();
  (await t.get(link({ to, name: 'hello_world', api_key: (await t.account()).live }), { key: null })).is(202);
  equal((await onlySend(t)).to, to, 'the recipient');
});

/** The path variant with the live key of the case. */
const byPath = async (t: Context, values: Record<string, string>) =>
  t.get(`/messages/template/${(await t.account()).live}?${query(values)}`, { key: null });

clause(['4.2/path-202', '4.2/path-to', '4.2/path-name', '5.4/path-template'], async (t) => {
  const to = t.person();
  (await byPath(t, { to, name: 'hello_world' })).is(202);
  const send = await onlySend(t);
  equal(send.to, to, 'the recipient');
  carries(send.payload, ['hello_world'], 'the name');
});
clause('4.2/path-var', async (t) => {
  await two(t);
  (await byPath(t, { to: t.person(), name: 'two', var1: 'first-value', var2: 'second-value' })).is(202);
  carries((await onlySend(t)).payload, ['first-value', 'second-value'], 'the values');
});
clause('4.2/path-aliases', async (t) => {
  const to = t.person();
  (await byPath(t, { phone: to, template: 'hello_world' })).is(202);
  equal((await onlySend(t)).to, to, 'the recipient');
});
clause('4.2/path-404', async (t) => {
  (await byPath(t, { to: t.person(), name: 'no_such_template' })).refuses('TEMPLATE_NOT_FOUND');
});
clause('4.2/path-repeat', async (t) => {
  const values = { to: t.person(), name: 'hello_world' };
  const first = (await byPath(t, values)).is(202);
  const second = (await byPath(t, values)).is(202);
  equal([second.data.id, second.headers['idempotent-replayed']], [first.data.id, 'true'], 'id and Idempotent-Replayed');
  equal((await t.sends()).length, 1, 'how many the provider took');
});

/** The same GET request twice. */
async function repeated(t: Context) {
  const path = link({ to: t.person(), name: 'hello_world' });
  const first = (await t.get(path)).is(202);
  return { first, second: (await t.get(path)).is(202), path };
}

clause('4.2/repeat-not-sent', async (t) => {
  await repeated(t);
  equal((await t.sends()).length, 1, 'how many the provider took');
});
clause('4.2/repeat-first-response', async (t) => {
  const { first, second } = await repeated(t);
  equal(second.data, first.data, 'data');
});
clause('4.2/repeat-header', async (t) => {
  equal((await repeated(t)).second.headers['idempotent-replayed'], 'true', 'Idempotent-Replayed');
});
clause('4.2/repeat-first-no-header', async (t) => {
  that(
    (await repeated(t)).first.headers['idempotent-replayed'] !== 'true',
    'the first answer is not called a repetition',
  );
});
alone(['4.2/repeat-59-seconds', '8/query-repeat-60s'], async (t) => {
  const { first, path } = await repeated(t);
  await t.advance(58);
  equal((await t.get(path)).is(202).data.id, first.data.id, 'the id');
  equal((await t.sends()).length, 1, 'how many the provider took');
});
alone(['4.2/repeat-61-seconds', '8/query-repeat-60s'], 'over', async (t) => {
  const { first, path } = await repeated(t);
  await t.advance(62);
  that((await t.get(path)).is(202).data.id !== first.data.id, 'it is another message');
  equal((await t.sends()).length, 2, 'how many the provider took');
});
clause('4.2/repeat-other-recipient', async (t) => {
  await repeated(t);
  (await t.get(link({ to: t.person(), name: 'hello_world' }))).is(202);
  equal((await t.sends()).length, 2, 'how many the provider took');
});
clause('4.2/repeat-other-variables', async (t) => {
  await two(t);
  const to = t.person();
  (await t.get(link({ to, name: 'two', var1: 'a', var2: 'b' }))).is(202);
  (await t.get(link({ to, name: 'two', var1: 'a', var2: 'c' }))).is(202);
  equal((await t.sends()).length, 2, 'how many the provider took');
});
clause('4.2/repeat-other-account', async (t) => {
  const { first, path } = await repeated(t);
  const other = await t.newAccount();
  const second = (await t.get(path, { key: other.live })).is(202);
  that(second.data.id !== first.data.id && second.headers['idempotent-replayed'] !== 'true', 'it is another message');
});

// Looking up.

clause('4.2/get-200', async (t) => {
  const { id } = (await t.send({ to: t.person(), text: 'Hello' }, { key: await t.testKey() })).is(202).data;
  const { data } = (await t.get(`/messages/${id}`)).is(200);
  equal(data.id ?? id, id, 'the id');
  that(typeof data.status === 'string', 'there is a status', data);
});
clause(['4.2/get-404', '7/MESSAGE_NOT_FOUND'], async (t) => {
  (await t.get('/messages/msg_404')).refuses('MESSAGE_NOT_FOUND');
});
clause(['4.2/get-other-account', '7/message-not-found-inbound-other', '5.2/account'], async (t) => {
  const { id } = (await t.send({ to: t.person(), text: 'Hello' }, { key: await t.testKey() })).is(202).data;
  const other = await t.newAccount();
  that(other.id !== undefined, 'there is another account');
  (await t.get(`/messages/${id}`, { key: other.live })).refuses('MESSAGE_NOT_FOUND');
});
clause('4.2/get-template', async (t) => {
  const { id } = (await t.sendTemplate({ to: t.person(), name: t.template('plain') }, { key: await t.testKey() })).is(
    202,
  ).data;
  (await t.get(`/messages/${id}`)).is(200);
});
clause('4.2/get-by-query', async (t) => {
  const { id } = (await t.get(link({ to: t.person(), name: t.template('plain') }), { key: await t.testKey() })).is(
    202,
  ).data;
  (await t.get(`/messages/${id}`)).is(200);
});
