import type { ApiResponse } from '../../answer.ts';
import type { CaseContext } from '../../context.ts';
import { clause, reading, timed } from '../../declare-case.ts';
import { equal, expectThat } from '../../expectations.ts';
import type { ReceivedDelivery } from '../../receiver.ts';
import { Untestable } from '../../verdict.ts';
import { megabytes, upload } from '../support/files.ts';
import { field, leaves } from '../support/support.ts';

// Cases of other sections also cover some error codes, and name them there. They are not repeated here.

reading('7/envelope', async (t) => {
  for (const answer of [
    await t.get('/me', { key: null }),
    await t.get('/nowhere'),
    await t.post('/contacts', {}),
    await t.get('/messages/msg_404'),
  ]) {
    expectThat(
      answer.body?.success === false && typeof answer.error.code === 'string',
      `${answer.what} returns an error envelope`,
      answer.text.slice(0, 200),
    );
  }
});
reading('7/codes-stable', async (t) => {
  const codes = new Set<string>();
  for (const to of ['nobody', 'somebody', 'x']) {
    codes.add((await t.send({ to, text: 'Hi' }, { key: await t.testKey() })).error.code);
  }
  equal([...codes], ['RECIPIENT_INVALID'], 'the codes');
});
clause(['7/validation-errors-list', '7/VALIDATION_FAILED'], async (t) => {
  // The observers check that `errors` is present; these cases cover two operations.
  const phone = t.person();
  (await t.post('/contacts', { phone, name: 7 })).refuses('VALIDATION_FAILED');
  (await t.post('/contacts', { phone })).succeeds();
  (await t.patch(`/contacts/${phone}`, { name: 7 })).refuses('VALIDATION_FAILED');
});
reading('7/validation-errors-each', async (t) => {
  const { error } = (await t.post('/contacts', { phone: t.person(), name: 7, email: 8 })).refuses('VALIDATION_FAILED');
  const said = JSON.stringify(error.errors);
  expectThat(said.includes('name') && said.includes('email'), 'errors lists name and email', error.errors);
});

const json = { 'content-type': 'application/json' };

for (const raw of ['{"to":', 'nonsense', '']) {
  reading('7/INVALID_JSON', raw || 'empty', async (t) => {
    (await t.call('POST', '/messages', { raw, headers: json })).refuses('INVALID_JSON', ...(raw === '' ? [422] : []));
  });
}
for (const [method, path] of [
  ['POST', '/messages/template'],
  ['POST', '/contacts'],
  ['POST', '/opt-outs'],
  ['POST', '/blocked-numbers'],
  ['POST', '/flows'],
  ['POST', '/webhooks/test'],
] as const) {
  reading('7/invalid-json-anywhere', `${method} ${path}`, async (t) => {
    (await t.call(method, path, { raw: '{"name":', headers: json })).refuses('INVALID_JSON');
  });
}
reading('7/invalid-json-anywhere', 'PATCH', async (t) => {
  const phone = t.person();
  (await t.post('/contacts', { phone })).succeeds();
  (await t.call('PATCH', `/contacts/${phone}`, { raw: '{"name":', headers: json })).refuses('INVALID_JSON');
});
reading(['7/invalid-json-content-type', '7/INVALID_JSON'], async (t) => {
  (await t.call('POST', '/messages', { raw: '{"to":"905551112233","text":"Hi"}' })).refuses('INVALID_JSON');
});
/** Returns the response to a body over the limit. The limit is open. */
async function tooLarge(t: CaseContext): Promise<ApiResponse> {
  const send = async (length: number) =>
    t.send({ to: t.person(), text: 'a'.repeat(length) }, { key: await t.testKey() });
  // Most limits are low, and a smaller body is more likely to get a response before the connection closes.
  let answer = await send(3_000_000);
  if (answer.status === 422) {
    answer = await send(40_000_000);
  }
  if (answer.status === 422) {
    throw new Untestable('needs a limit for request bodies below 40 MB; the specification does not define it');
  }
  return answer;
}
reading('7/PAYLOAD_TOO_LARGE', async (t) => {
  (await tooLarge(t)).refuses('PAYLOAD_TOO_LARGE');
});
/** Returns the texts of an error that a person reads. */
const said = ({ error }: ApiResponse): string => [error.message, error.reason, error.fix].join(' ');

reading('7/payload-too-large-hint', async (t) => {
  const answer = await tooLarge(t);
  expectThat(said(answer).includes('/media'), 'the error mentions POST /media', said(answer));
});
reading('7/media-too-large-hint', async (t) => {
  const answer = await upload(t, 'a.jpg', { key: await t.testKey(), bytes: megabytes(6) });
  expectThat(
    /\b5\b|\b5MB|5,?242,?880|5,?000,?000/.test(said(answer)),
    'the error names the limit of 5 MB',
    said(answer),
  );
});
clause(['7/channel-not-connected-template'], async (t) => {
  const { connections } = await t.account();
  await t.connection('whatsapp', { connection_id: connections?.whatsapp, active: false });
  (await t.sendTemplate({ to: t.person(), name: 'hello_world' })).refuses('CHANNEL_NOT_CONNECTED');
});
clause(['7/channel-not-connected-template'], 'another connection is active', async (t) => {
  const { connections } = await t.account();
  const connection_id = await t.connection('whatsapp');
  await t.connection('whatsapp', { connection_id: connections?.whatsapp, active: false });
  const { id } = (await t.sendTemplate({ to: t.person(), name: 'hello_world' })).succeeds().data;
  await t.settle();
  const sends = (await t.sends()).map((send) => send.connection_id);
  equal(sends, [connection_id], `the connections of the sends of ${id}`);
});
clause(['7/connection-not-active', '7/CONNECTION_NOT_FOUND'], async (t) => {
  const connection_id = await t.connection('whatsapp');
  await t.connection('whatsapp', { connection_id, active: false });
  (await t.sendTemplate({ to: t.person(), name: 'hello_world', connection_id })).refuses('CONNECTION_NOT_FOUND');
});
reading('7/WINDOW_NEVER_OPENED', async (t) => {
  (await t.send({ to: await t.stranger(), text: 'Hi' })).refuses('WINDOW_NEVER_OPENED');
});
timed('7/WINDOW_CLOSED', async (t) => {
  const { recipients } = t.session.target;
  if (t.session.control || recipients?.closed === undefined) {
    const to = await t.customer();
    await t.advance(86_400 + 60);
    (await t.send({ to, text: 'Hi' })).refuses('WINDOW_CLOSED');
  } else {
    (await t.send({ to: recipients.closed, text: 'Hi' })).refuses('WINDOW_CLOSED');
  }
});
for (const channel of ['instagram', 'messenger'] as const) {
  clause(`7/never-opened-${channel}`, async (t) => {
    // The ID of such a person does not come from a webhook event (§1), so it may also be invalid.
    const to = await t.stranger(channel);
    (await t.send({ channel, to, text: 'Hi' })).refuses('WINDOW_NEVER_OPENED', 'RECIPIENT_INVALID');
  });
}

// The provider. Sends are asynchronous (§1), so its error is in the response or in the message status.

clause(['7/PROVIDER_REJECTED', '7/provider-error'], async (t) => {
  const to = await t.customer();
  await t.provider({ outcome: 'reject', code: 131026 });
  const answer = await t.send({ to, text: 'Hi' });
  if (answer.status === 502) {
    const { provider_error } = answer.refuses('PROVIDER_REJECTED').error;
    expectThat(
      String(provider_error?.code) === '131026' && typeof provider_error.message === 'string',
      'provider_error has code and message',
      provider_error,
    );
  } else {
    const { id } = answer.succeeds().data;
    const message = await t.eventually('the failure', async () => {
      const { data } = (await t.get(`/messages/${id}`)).succeeds();
      return field(data, 'status') === 'failed' && data;
    });
    const told = [...leaves(field(message, 'error'))].map(String);
    expectThat(
      told.some((leaf) => leaf.includes('131026')),
      "the failure contains the provider's code, 131026",
      told,
    );
  }
});
/**
 * Checks that a message that was accepted while the provider was down was sent once after it recovered, or has failed:
 * §7 asks the client to retry, and does not say whether the server also does.
 */
async function sentOnceOrFailed(t: CaseContext, id: string): Promise<void> {
  const count = (await t.sends()).length;
  if (count !== 1) {
    const status = field((await t.get(`/messages/${id}`)).succeeds().data, 'status');
    equal([count, status], [0, 'failed'], 'the number of sends the provider accepted, and the status');
  }
}
timed(['7/PROVIDER_UNAVAILABLE', '7/provider-unavailable-retry'], async (t) => {
  const to = await t.customer();
  await t.provider({ outcome: 'unavailable' });
  const send = () => t.send({ to, text: 'Hi' }, { headers: { 'idempotency-key': `down-${to}` } });
  const answer = await send();
  if (answer.status !== 202) {
    answer.refuses('PROVIDER_UNAVAILABLE');
  }
  await t.advance(40);
  const again = await send();
  expectThat(again.status === 202, 'a retry with the same key is accepted', again.status);
  await t.advance(600);
  if (answer.status === 202) {
    await sentOnceOrFailed(t, again.data.id);
  } else {
    equal((await t.sends()).length, 1, 'the number of sends the provider accepted');
  }
});
timed('7/provider-unavailable-sent-once', async (t) => {
  const to = await t.customer();
  const receiver = await t.receiver(['message.status']);
  await t.provider({ outcome: 'unavailable', times: 2 });
  const answer = await t.send({ to, text: 'Hi' });
  if (answer.status === 202) {
    await t.advance(600);
    await sentOnceOrFailed(t, answer.data.id);
    // Whichever it is, an event reports it (§3.1).
    const isAboutIt = ({ data }: ReceivedDelivery['body']) => data.message.id === answer.data.id;
    await t.events(receiver, 'message.status', 1, isAboutIt);
  } else {
    answer.refuses('PROVIDER_UNAVAILABLE');
    equal(await t.sends(), [], 'the sends the provider accepted');
  }
});

timed('3.1/failed-event', 'after days without the provider', async (t) => {
  const to = await t.customer();
  const receiver = await t.receiver(['message.status']);
  await t.provider({ outcome: 'unavailable', times: 1_000 });
  const answer = await t.send({ to, text: 'Hi' });
  if (answer.status !== 202) {
    answer.refuses('PROVIDER_UNAVAILABLE');
    return;
  }
  const { id } = answer.data;
  for (let hours = 0; hours < 48; hours += 8) {
    await t.advance(8 * 3600);
    await t.settle();
  }
  // How long the server tries again is open.
  if (field((await t.get(`/messages/${id}`)).succeeds().data, 'status') === 'failed') {
    const isFailure = ({ data: { message } }: ReceivedDelivery['body']) =>
      message.id === id && message.status === 'failed';
    await t.events(receiver, 'message.status', 1, isFailure);
  }
});

// Paths and methods.

for (const path of ['/nowhere', '/messages/msg_1/more', '/']) {
  reading(['7/not-found-path', '7/NOT_FOUND'], path, async (t) => {
    (await t.get(path)).refuses('NOT_FOUND');
  });
}
for (const [method, path, allowed] of [
  ['DELETE', '/messages', ['POST']],
  ['PUT', '/contacts', ['GET', 'POST']],
  ['POST', '/me', ['GET']],
  ['PATCH', '/templates', ['GET']],
  ['DELETE', '/flows', ['GET', 'POST']],
  ['DELETE', '/stats', ['GET']],
  ['POST', '/channels', ['GET']],
] as const) {
  reading(['7/METHOD_NOT_ALLOWED', '7/method-allowed-listed'], `${method} ${path}`, async (t) => {
    const answer = (await t.call(method, path)).refuses('METHOD_NOT_ALLOWED');
    // In the header Allow or in the body: where they are listed is open.
    const { allow = '' } = answer.headers;
    expectThat(
      [allow, answer.text].some((text) => allowed.every((one) => new RegExp(`\\b${one}\\b`).test(text))),
      `${allowed.join(', ')} are listed`,
      { allow, body: answer.body ?? answer.text },
    );
  });
}
