import type { CaseContext } from '../../context.ts';
import { clause, timed } from '../../declare-case.ts';
import { equal, expectThat } from '../../expectations.ts';
import { DAY, withKey } from '../support/support.ts';

/** Makes the same request twice. */
async function twice(t: CaseContext) {
  const to = await t.openRecipient();
  const send = () => t.send({ to, text: 'Once' }, withKey(t, 'twice'));
  return { first: (await send()).succeeds(), second: await send(), send };
}

clause('4.2/send-idempotency-key', async (t) => {
  const to = await t.openRecipient();
  (await t.send({ to, text: 'Hello' }, withKey(t, 'a'.repeat(36)))).succeeds();
});
clause('4.2/idempotent-same-id', async (t) => {
  const { first, second } = await twice(t);
  equal(second.data.id, first.data.id, 'the ID');
});
clause('4.2/idempotent-status', async (t) => {
  const { first, second } = await twice(t);
  equal([second.status, second.data.status], [first.status, first.data.status], 'the statuses');
});
clause('4.2/idempotent-not-sent-again', async (t) => {
  const { send } = await twice(t);
  await t.settle();
  await send();
  equal((await t.sends()).length, 1, 'the number of sends the provider accepted');
});
clause('4.2/idempotent-header', async (t) => {
  equal((await twice(t)).second.headers['idempotent-replayed'], 'true', 'Idempotent-Replayed');
});
clause('4.2/idempotent-first-no-header', async (t) => {
  const { headers } = (await twice(t)).first;
  expectThat(headers['idempotent-replayed'] !== 'true', 'the first response is not marked as replayed', headers);
});
clause('4.2/idempotent-other-key', async (t) => {
  const to = await t.openRecipient();
  const first = (await t.send({ to, text: 'Same' }, withKey(t, 'one'))).succeeds();
  const second = (await t.send({ to, text: 'Same' }, withKey(t, 'two'))).succeeds();
  expectThat(first.data.id !== second.data.id, 'the two IDs differ', [first.data.id, second.data.id]);
  equal((await t.sends()).length, 2, 'the number of sends the provider accepted');
});
clause('4.2/idempotent-no-key', async (t) => {
  const to = await t.openRecipient();
  const first = (await t.send({ to, text: 'Same' })).succeeds();
  const second = (await t.send({ to, text: 'Same' })).succeeds();
  expectThat(first.data.id !== second.data.id, 'the two IDs differ', [first.data.id, second.data.id]);
  equal((await t.sends()).length, 2, 'the number of sends the provider accepted');
});
clause('4.2/idempotent-at-once', async (t) => {
  const to = await t.openRecipient();
  const answers = await Promise.all(
    Array.from({ length: 6 }, () => t.send({ to, text: 'At once' }, withKey(t, 'at-once'))),
  );
  const taken = answers.filter(({ status }) => status === 202);
  expectThat(
    taken.length >= 1,
    'at least one is accepted',
    answers.map(({ status }) => status),
  );
  equal(new Set(taken.map(({ data }) => data.id)).size, 1, 'the number of messages');
  equal((await t.sends()).length, 1, 'the number of sends the provider accepted');
});
clause('4.2/idempotent-other-account', async (t) => {
  const other = await t.newAccount();
  const to = t.person();
  const first = (await t.sendTemplate({ to, name: 'hello_world' }, withKey(t, 'shared'))).succeeds();
  const second = (
    await t.sendTemplate({ to, name: 'hello_world' }, { ...withKey(t, 'shared'), key: other.live })
  ).succeeds();
  expectThat(
    first.data.id !== second.data.id && second.headers['idempotent-replayed'] !== 'true',
    'the two messages differ',
    [first, second].map(({ data, headers }) => ({ id: data.id, replayed: headers['idempotent-replayed'] })),
  );
});
clause(['7/IDEMPOTENCY_CONFLICT', '8/idempotency-conflict-24h'], async (t) => {
  const to = await t.openRecipient();
  (await t.send({ to, text: 'One' }, withKey(t, 'conflict'))).succeeds();
  (await t.send({ to, text: 'Another' }, withKey(t, 'conflict'))).refuses('IDEMPOTENCY_CONFLICT');
});
clause('7/idempotency-conflict-once', async (t) => {
  const to = await t.openRecipient();
  (await t.send({ to, text: 'One' }, withKey(t, 'conflict'))).succeeds();
  await t.send({ to, text: 'Another' }, withKey(t, 'conflict'));
  equal((await t.sends()).length, 1, 'the number of sends the provider accepted');
});
clause('7/idempotency-conflict-any-field', 'to', async (t) => {
  const [to, other] = [await t.customer(), await t.customer()];
  (await t.send({ to, text: 'One' }, withKey(t, 'to'))).succeeds();
  (await t.send({ to: other, text: 'One' }, withKey(t, 'to'))).refuses('IDEMPOTENCY_CONFLICT');
  equal((await t.sends()).length, 1, 'the number of sends the provider accepted');
});
clause('7/idempotency-conflict-any-field', 'reply_to', async (t) => {
  const to = t.person();
  const quoted = await t.writes(to);
  (await t.send({ to, text: 'One' }, withKey(t, 'quote'))).succeeds();
  (await t.send({ to, text: 'One', reply_to: quoted }, withKey(t, 'quote'))).refuses('IDEMPOTENCY_CONFLICT');
});
clause('7/idempotency-conflict-any-field', 'variables', async (t) => {
  const to = t.person();
  const send = (first_name: string) =>
    t.sendTemplate({ to, name: t.template('named'), variables: { first_name } }, withKey(t, 'variables'));
  (await send('Ada')).succeeds();
  (await send('Grace')).refuses('IDEMPOTENCY_CONFLICT');
});
clause('7/idempotency-conflict-template', async (t) => {
  const to = t.person();
  (await t.sendTemplate({ to, name: 'hello_world' }, withKey(t, 'conflict'))).succeeds();
  (await t.sendTemplate({ to: t.person(), name: 'hello_world' }, withKey(t, 'conflict'))).refuses(
    'IDEMPOTENCY_CONFLICT',
  );
});
timed(['8/idempotency-24h'], async (t) => {
  const to = t.person();
  const first = (await t.sendTemplate({ to, name: 'hello_world' }, withKey(t, 'day'))).succeeds();
  await t.advance(DAY - 1);
  const second = (await t.sendTemplate({ to, name: 'hello_world' }, withKey(t, 'day'))).succeeds();
  equal(second.data.id, first.data.id, 'the ID just before 24 hours have passed');
  (await t.sendTemplate({ to: t.person(), name: 'hello_world' }, withKey(t, 'day'))).refuses('IDEMPOTENCY_CONFLICT');
  equal((await t.sends()).length, 1, 'the number of sends the provider accepted');
});
timed(['8/idempotency-not-extended'], async (t) => {
  const send = async () => (await t.sendTemplate({ to, name: 'hello_world' }, withKey(t, 'days'))).succeeds().data.id;
  const to = t.person();
  const first = await send();
  await t.advance(DAY - 1);
  equal(await send(), first, 'the ID just before 24 hours have passed');
  await t.advance(2);
  const later = await send();
  expectThat(later !== first, 'it is a new message after 24 hours', { first, later });
});
timed(['8/idempotency-over'], async (t) => {
  const to = t.person();
  (await t.sendTemplate({ to, name: 'hello_world' }, withKey(t, 'day'))).succeeds();
  await t.advance(DAY + 1);
  const second = (await t.sendTemplate({ to, name: 'hello_world' }, withKey(t, 'day'))).succeeds();
  equal((await t.sends()).length, 2, 'the number of sends the provider accepted');
  const repeat = (await t.sendTemplate({ to, name: 'hello_world' }, withKey(t, 'day'))).succeeds();
  equal(repeat.data.id, second.data.id, 'the ID of a repeat of the second send');
  equal((await t.sends()).length, 2, 'the number of sends after a repeat of the second one');
});
