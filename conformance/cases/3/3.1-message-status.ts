import type { ApiResponse } from '../../answer.ts';
import type { CaseContext } from '../../context.ts';
import { clause } from '../../declare-case.ts';
import { equal, expectThat } from '../../expectations.ts';
import { field, query } from '../support/support.ts';

type ReportedStatus = 'sent' | 'delivered' | 'read' | 'failed';

/** Sends a message for which the provider reports these statuses. Returns its ID and its events. */
async function reported(t: CaseContext, statuses: ReportedStatus[]) {
  const to = await t.customer();
  const receiver = await t.receiver(['message.status']);
  await t.provider({ outcome: 'statuses', statuses });
  const { id } = (await t.send({ to, text: 'Hello' })).succeeds().data;
  await t.settle();
  const events = async (status: ReportedStatus) => {
    const found = await t.events(
      receiver,
      'message.status',
      1,
      ({ data }) => data.message.id === id && data.message.status === status,
    );
    return found;
  };
  return { id, events, status: async () => field((await t.get(`/messages/${id}`)).succeeds().data, 'status') };
}

clause(['3.1/queued-sent', '6/status-sent'], async (t) => {
  await (await reported(t, ['sent'])).events('sent');
});
clause(['3.1/sent-delivered', '6/status-delivered'], async (t) => {
  await (await reported(t, ['sent', 'delivered'])).events('delivered');
});
clause(['3.1/delivered-read', '6/status-read'], async (t) => {
  await (await reported(t, ['sent', 'delivered', 'read'])).events('read');
});

const SHOWN: [slug: string, reports: ReportedStatus[], shown: ReportedStatus][] = [
  ['sent-shown', ['sent'], 'sent'],
  ['delivered-shown', ['sent', 'delivered'], 'delivered'],
  ['read-shown', ['sent', 'delivered', 'read'], 'read'],
  ['sent-failed', ['sent', 'failed'], 'failed'],
  ['delivered-failed', ['sent', 'delivered', 'failed'], 'failed'],
  // Each report follows a row of the table until the one that would lead back.
  ['forward-read-delivered', ['sent', 'delivered', 'read', 'delivered'], 'read'],
  ['forward-delivered-sent', ['sent', 'delivered', 'sent'], 'delivered'],
  ['forward-read-sent', ['sent', 'delivered', 'read', 'sent'], 'read'],
  ['read-before-delivered', ['sent', 'read', 'delivered'], 'read'],
  ['forward-read-failed', ['sent', 'read', 'failed'], 'read'],
  ['forward-failed-delivered', ['sent', 'failed', 'delivered'], 'failed'],
];
const PROGRESS = ['sent', 'delivered', 'read'] as const;
for (const [at, status] of PROGRESS.entries()) {
  clause('2.2/external-id', status, async (t) => {
    const { id, events } = await reported(t, PROGRESS.slice(0, at + 1));
    await events(status);
    const { data } = (await t.get(`/messages/${id}`)).succeeds();
    const { external_id } = (await t.sends())[0] ?? {};
    equal(field(data, 'external_id'), external_id, 'external_id');
  });
}
for (const [slug, reports, shown] of SHOWN) {
  clause(`3.1/${slug}`, async (t) => {
    const { status } = await reported(t, reports);
    await t.eventually(`the status ${shown}`, async () => (await status()) === shown);
    await t.settle();
    equal(await status(), shown, 'the status');
  });
}

clause('3.1/queued-failed', async (t) => {
  const to = await t.customer();
  await t.provider({ outcome: 'reject', code: 131026 });
  const answer = await t.send({ to, text: 'Hello' });
  // §7 also allows an immediate refusal.
  if (answer.status !== 502) {
    const { id } = answer.succeeds().data;
    await t.eventually(
      'the status failed',
      async () => field((await t.get(`/messages/${id}`)).succeeds().data, 'status') === 'failed',
    );
  }
});

clause(['3.1/failed-event', '6/status-failed', '6/status-error-fields'], async (t) => {
  const to = await t.customer();
  const receiver = await t.receiver(['message.status']);
  await t.provider({ outcome: 'fail', code: 131026 });
  const { id } = (await t.send({ to, text: 'Hello' })).succeeds().data;
  const [event] = await t.events(
    receiver,
    'message.status',
    1,
    ({ data }) => data.message.id === id && data.message.status === 'failed',
  );
  const { error } = event?.body.data.message ?? {};
  expectThat(error !== null && typeof error === 'object', 'the event contains error', error);
  for (const field of ['code', 'title', 'detail', 'provider_message']) {
    expectThat(field in error, `error has ${field}`, error);
  }
});

for (const status of ['sent', 'delivered', 'read'] as const) {
  clause([`3.1/test-${status}`, `5.7/simulated-${status}`, '3.1/test-flagged'], status, async (t) => {
    const receiver = await t.receiver(['message.status']);
    const { id } = (await t.send({ to: t.person(), text: 'Hello' }, { key: await t.testKey() })).succeeds().data;
    const [event] = await t.events(
      receiver,
      'message.status',
      1,
      ({ data }) => data.message.id === id && data.message.status === status,
    );
    // Where the flag is located is open: next to data, or in data.message.
    expectThat(
      event?.body.test === true || event?.body.data.test === true || event?.body.data.message.test === true,
      'the event has test true',
      event?.body,
    );
  });
}
for (const [slug, send] of [
  ['template', (t, to, key) => t.sendTemplate({ to, name: 'hello_world' }, { key })],
  ['link', (t, to, key) => t.get(`/messages/template?${query({ to, name: 'hello_world' })}`, { key })],
] satisfies [string, (t: CaseContext, to: string, key: string) => Promise<ApiResponse>][]) {
  clause('5.7/simulated-templates', slug, async (t) => {
    const receiver = await t.receiver(['message.status']);
    const { id } = (await send(t, t.person(), await t.testKey())).succeeds().data;
    const found = await t.events(receiver, 'message.status', 3, ({ data }) => data.message.id === id);
    const told = found.map(({ body }) => body.data.message.status);
    equal(new Set(told), new Set(['sent', 'delivered', 'read']), 'the statuses');
  });
}
