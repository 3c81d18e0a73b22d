import type { CaseContext } from '../../context.ts';
import { clause, timed } from '../../declare-case.ts';
import { equal, expectThat, matches, oneOf } from '../../expectations.ts';
import { DAY, field, leaves, mayDescribe, onlySend } from '../support/support.ts';

/** Returns the message after its status has settled. */
async function settled(t: CaseContext, id: string) {
  await t.settle();
  const data = await t.eventually('a status other than queued', async () => {
    const answer = (await t.get(`/messages/${id}`)).succeeds();
    return field(answer.data, 'status') !== 'queued' && answer.data;
  });
  return {
    status: field(data, 'status'),
    external_id: field(data, 'external_id'),
    error: field(data, 'error'),
    test: field(data, 'test'),
  };
}

async function sent(t: CaseContext, options = {}): Promise<string> {
  const to = await t.openRecipient();
  return (await t.send({ to, text: 'Hello' }, options)).succeeds().data.id;
}

clause(['2.2/id-sent', '2.2/send-response-id'], async (t) => {
  matches(await sent(t), /^msg_\d+$/, 'the ID');
});

clause('2.2/id-sent', 'retrieved', async (t) => {
  const id = await sent(t);
  const { data } = (await t.get(`/messages/${id}`)).succeeds();
  expectThat(mayDescribe(data, id), 'the response has no ID of another message', data);
});

clause('2.2/id-inbound', async (t) => {
  const receiver = await t.receiver(['message.received']);
  await t.customer();
  const [event] = await t.events(receiver, 'message.received');
  matches(event?.body.data.message.id, /^msg_in_\d+$/, 'the ID');
});

clause('2.2/id-unique', async (t) => {
  const to = await t.customer();
  const answers = await Promise.all(Array.from({ length: 5 }, (_, i) => t.send({ to, text: `No. ${i}` })));
  equal(new Set(answers.map((answer) => answer.succeeds().data.id)).size, 5, 'the number of distinct IDs');
});

clause('2.2/status-values', async (t) => {
  const { status } = await settled(t, await sent(t));
  oneOf(status, ['queued', 'sent', 'delivered', 'read', 'failed'], 'the status');
});

clause(['2.2/external-id', '4.2/get-external-id'], async (t) => {
  const { external_id } = await settled(t, await sent(t));
  expectThat(typeof external_id === 'string' && external_id !== '', 'external_id is a string', external_id);
});

clause('2.2/external-id-provider', async (t) => {
  const id = await sent(t);
  const send = await onlySend(t);
  equal((await settled(t, id)).external_id, send.external_id, 'external_id');
});

clause('2.2/error-null', async (t) => {
  equal((await settled(t, await sent(t))).error ?? null, null, 'error');
});

clause(['2.2/error-failed', '3.1/failed-error', '4.2/get-error'], async (t) => {
  await t.provider({ outcome: 'fail', code: 131026 });
  const { status, error } = await settled(t, await sent(t));
  equal(status, 'failed', 'the status');
  expectThat(error !== null && typeof error === 'object', 'error is an object', error);
  expectThat(
    [...leaves(error)].some((leaf) => typeof leaf === 'string' && /\p{L}{2}/u.test(leaf)),
    'error contains a description',
    error,
  );
});

clause('2.2/error-code-provider', async (t) => {
  await t.provider({ outcome: 'fail', code: 131026 });
  const { error } = await settled(t, await sent(t));
  expectThat(
    [...leaves(error)].some((leaf) => /\b131026\b/.test(String(leaf))),
    "error contains the provider's code, 131026",
    error,
  );
});

clause('2.2/event-error-fields', async (t) => {
  const receiver = await t.receiver(['message.status']);
  await t.provider({ outcome: 'fail', code: 131026 });
  await sent(t);
  const [event] = await t.events(receiver, 'message.status', 1, (body) => body.data.message.status === 'failed');
  const { error } = event?.body.data.message ?? {};
  for (const field of ['code', 'title', 'detail', 'provider_message']) {
    expectThat(error !== null && typeof error === 'object' && field in error, `error has ${field}`, error);
  }
});

for (const kind of ['text', 'template'] as const) {
  clause('2.2/test-flag', kind, async (t) => {
    const [to, key] = [t.person(), await t.testKey()];
    const sent = await (kind === 'text'
      ? t.send({ to, text: 'Hello' }, { key })
      : t.sendTemplate({ to, name: t.template('plain') }, { key }));
    const answer = await t.get(`/messages/${sent.succeeds().data.id}`, { key });
    // A target may keep no record of a message that it did not send.
    if (answer.status === 404) {
      answer.refuses('MESSAGE_NOT_FOUND');
    } else {
      // §4.2 does not list `test` in this response.
      equal(field(answer.succeeds().data, 'test') ?? true, true, 'test');
    }
  });
}

clause('2.2/test-flag-live', async (t) => {
  const to = await t.openRecipient();
  const { data } = (await t.send({ to, text: 'Hello' })).succeeds();
  expectThat(data.test !== true, 'the response to a live key does not have test true', data);
  const message = await settled(t, data.id);
  expectThat(message.test !== true, 'the message does not have test true', message);
});

clause(['2.2/send-response-test-status', '5.7/status-sent', '3.1/test-response-sent'], async (t) => {
  const { data } = (await t.send({ to: t.person(), text: 'Hello' }, { key: await t.testKey() })).succeeds();
  equal(data.status, 'sent', 'the status');
});

clause(['2.2/send-response-test-flag', '5.7/test-true'], async (t) => {
  const { data } = (await t.send({ to: t.person(), text: 'Hello' }, { key: await t.testKey() })).succeeds();
  equal(data.test, true, 'test');
});

timed('2.2/lookup-before-90-days', async (t) => {
  const id = await sent(t);
  await t.settle();
  await t.advance(90 * DAY - 3600);
  (await t.get(`/messages/${id}`)).succeeds();
});

timed(['2.2/lookup-after-90-days', '8/lookup-90-days', '7/MESSAGE_NOT_FOUND'], '90 days', async (t) => {
  const id = await sent(t);
  await t.settle();
  await t.advance(90 * DAY + 3600);
  (await t.get(`/messages/${id}`)).refuses('MESSAGE_NOT_FOUND');
});
