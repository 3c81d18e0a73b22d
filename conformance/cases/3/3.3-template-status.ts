import type { CaseContext } from '../../context.ts';
import { clause, reading } from '../../declare-case.ts';
import { equal, expectThat, oneOf } from '../../expectations.ts';
import { awaitDistinct, deliveredCount } from '../support/events.ts';
import { body } from '../support/support.ts';

const NAME = 'changing';
const put = (t: CaseContext, status: 'APPROVED' | 'PENDING' | 'REJECTED', rejection_reason?: string) =>
  t.addTemplate({
    name: NAME,
    category: 'MARKETING',
    status,
    components: [body('Hello')],
    ...(rejection_reason && { rejection_reason }),
  });

/** Checks that the event that matches the filter reports the template's new status. */
async function changed(t: CaseContext, to: 'APPROVED' | 'REJECTED') {
  await put(t, 'PENDING');
  const receiver = await t.receiver(['template.status']);
  await put(t, to, to === 'REJECTED' ? 'INVALID_FORMAT' : undefined);
  const [event] = await t.events(receiver, 'template.status', 1, ({ data }) => data.template.status === to);
  return event?.body.data.template;
}

reading('3.3/values', async (t) => {
  const found = (await t.get('/templates')).succeeds().list;
  for (const { status } of found) {
    oneOf(status ?? 'APPROVED', ['APPROVED', 'PENDING', 'REJECTED'], 'the status');
  }
});
clause(['3.3/event-approved', '6/template-approved'], async (t) => {
  const template = await changed(t, 'APPROVED');
  equal(
    [template?.name, template?.language, template?.category],
    [NAME, 'en_US', 'MARKETING'],
    'name, language and category',
  );
});
clause(['3.3/event-rejected', '6/template-rejected'], async (t) => {
  const template = await changed(t, 'REJECTED');
  equal(template?.name, NAME, 'name');
  expectThat(
    typeof template?.rejection_reason === 'string' && template.rejection_reason.length > 0,
    'rejection_reason gives the reason',
    template,
  );
});
clause('3.3/approved-can-be-sent', async (t) => {
  await put(t, 'PENDING');
  (await t.sendTemplate({ to: t.person(), name: NAME })).refuses('TEMPLATE_NOT_APPROVED');
  await put(t, 'APPROVED');
  (await t.sendTemplate({ to: t.person(), name: NAME })).succeeds();
});
clause('3.3/rejected-cannot-be-sent', async (t) => {
  await put(t, 'APPROVED');
  (await t.sendTemplate({ to: t.person(), name: NAME })).succeeds();
  await put(t, 'REJECTED', 'ABUSIVE_CONTENT');
  (await t.sendTemplate({ to: t.person(), name: NAME })).refuses('TEMPLATE_NOT_APPROVED');
});
clause(['3.3/event-each-change', '6/template-once'], 'five changes', async (t) => {
  await put(t, 'PENDING');
  await t.settle();
  const receiver = await t.receiver(['template.status']);
  const changes = ['APPROVED', 'REJECTED', 'APPROVED', 'REJECTED', 'APPROVED'] as const;
  for (const [at, status] of changes.entries()) {
    await put(t, status, status === 'REJECTED' ? `REASON_${at}` : undefined);
    await awaitDistinct(t, receiver, at + 1);
    await t.settle();
  }
  const told = (await awaitDistinct(t, receiver, changes.length)).map(({ data }) => data.template);
  equal(
    told.map(({ status }) => status),
    [...changes],
    'the statuses that events report',
  );
  expectThat(
    told.filter(({ status }) => status === 'REJECTED').every(({ rejection_reason: reason }) => reason),
    'each rejection has a reason',
    told,
  );
});
clause('3.3/event-status-only', async (t) => {
  await put(t, 'PENDING');
  await put(t, 'APPROVED');
  await t.settle();
  const receiver = await t.receiver(['template.status']);
  await t.addTemplate({ name: NAME, category: 'UTILITY', components: [body('Hello again')] });
  await t.settle();
  await t.addTemplate({
    name: NAME,
    category: 'UTILITY',
    status: 'REJECTED',
    rejection_reason: 'INVALID_FORMAT',
    components: [body('Hello again')],
  });
  await t.events(receiver, 'template.status', 1, ({ data }) => data.template.status === 'REJECTED');
  equal(deliveredCount(receiver), 1, 'the number of events of one change of the status');
});
clause('3.3/event-approved-no-reason', async (t) => {
  await put(t, 'PENDING');
  await put(t, 'REJECTED', 'INVALID_FORMAT');
  const receiver = await t.receiver(['template.status']);
  await put(t, 'APPROVED');
  // The event of the rejection may be late.
  const [event] = await t.events(receiver, 'template.status', 1, ({ data }) => data.template.status === 'APPROVED');
  equal(event?.body.data.template.rejection_reason ?? null, null, 'rejection_reason of an approval');
});
clause('3.3/one-language', async (t) => {
  const of = (language: string, status: 'APPROVED' | 'REJECTED') =>
    t.addTemplate({ name: NAME, language, status, components: [body(`Hello in ${language}`)] });
  await of('en_US', 'APPROVED');
  await of('tr', 'APPROVED');
  const receiver = await t.receiver(['template.status']);
  await of('tr', 'REJECTED');
  const [event] = await t.events(receiver, 'template.status', 1, ({ data }) => data.template.status === 'REJECTED');
  equal(event?.body.data.template.language, 'tr', 'the language in the event');
  const to = t.person();
  (await t.sendTemplate({ to, name: NAME, language: 'en_US' })).succeeds();
  (await t.sendTemplate({ to, name: NAME, language: 'tr' })).refuses('TEMPLATE_NOT_APPROVED');
});
