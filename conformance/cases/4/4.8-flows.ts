import type { CaseContext } from '../../context.ts';
import { clause, reading, timed } from '../../declare-case.ts';
import { equal, expectThat, oneOf } from '../../expectations.ts';
import { Untestable } from '../../verdict.ts';
import {
  create,
  expectNotReceived,
  expectReceived,
  flowBody,
  flowId,
  holds,
  onlyFlow,
  press,
  received,
  step,
  TEMPLATE,
  template,
} from '../support/flows.ts';
import { COUNTS, DAY, field, leaves, numbers, RATE } from '../support/support.ts';

// The flow module.

for (const [slug, method, path, body] of [
  ['list', 'GET', '/flows', undefined],
  ['create', 'POST', '/flows', flowBody()],
  ['get', 'GET', '/flows/1', undefined],
  ['update', 'PATCH', '/flows/1', { name: 'Other' }],
  ['delete', 'DELETE', '/flows/1', undefined],
  ['runs', 'GET', '/flows/1/runs', undefined],
  ['stats', 'GET', '/flows/1/stats', undefined],
  ['test', 'POST', '/flows/1/test', { to: '905551112233' }],
] as const) {
  clause([`4.8/module-${slug}`, '7/FLOW_MODULE_DISABLED'], slug, async (t) => {
    const { live } = await t.newAccount('flows_disabled');
    (await t.call(method, path, { key: live, ...(body && { body }) })).refuses('FLOW_MODULE_DISABLED');
  });
}

// Lists and lookups.

reading('4.8/list-200', async (t) => {
  (await t.get('/flows')).is(200);
});
clause('4.8/list-account', async (t) => {
  await flowId(t);
  const other = await t.newAccount();
  equal((await t.get('/flows', { key: other.live })).succeeds().list, [], 'the records the other account lists');
});
for (const isActive of [true, false]) {
  clause(`4.8/filter-active-${isActive}`, async (t) => {
    await template(t);
    (await t.post('/flows', flowBody({ is_active: true }))).succeeds();
    (await t.post('/flows', flowBody({ button: 'Other' }))).succeeds();
    (await t.post('/flows', flowBody({ template: 'promo_spring', button: 'Tell me more' }))).succeeds();
    equal(
      (await t.get(`/flows?is_active=${isActive}`)).succeeds().list.length,
      isActive ? 1 : 2,
      'the number of flows listed',
    );
  });
}
clause('4.8/filter-template', async (t) => {
  const id = await template(t);
  (await t.post('/flows', flowBody())).succeeds();
  (await t.post('/flows', flowBody({ template: 'promo_spring', button: 'Tell me more' }))).succeeds();
  equal((await t.get(`/flows?template_id=${id}`)).succeeds().list.length, 1, 'the number of flows listed');
});
clause('4.8/filters-together', async (t) => {
  const id = await template(t);
  (await t.post('/flows', flowBody({ is_active: true }))).succeeds();
  (await t.post('/flows', flowBody({ button: 'Other' }))).succeeds();
  (await t.post('/flows', flowBody({ template: 'promo_spring', button: 'Tell me more' }))).succeeds();
  for (const [isActive, count] of [
    [true, 1],
    [false, 1],
  ]) {
    const { list } = (await t.get(`/flows?is_active=${isActive}&template_id=${id}`)).succeeds();
    equal(list.length, count, `the number of the template's flows with is_active ${isActive}`);
  }
});
for (const [slug, filter] of [
  ['filter-active-boolean', 'is_active=perhaps'],
  ['filter-template-integer', 'template_id=seven'],
] as const) {
  reading(`4.8/${slug}`, async (t) => {
    (await t.get(`/flows?${filter}`)).refuses(422);
  });
}
clause('4.8/create-201', async (t) => {
  (await create(t)).is(201);
});
clause('4.8/get-200', async (t) => {
  const id = await flowId(t, { steps: [step('0', 'First of two'), step('5m', 'Second of two')] });
  const { data } = (await t.get(`/flows/${id}`)).is(200);
  const told = [...leaves(data)];
  expectThat(told.includes('First of two') && told.includes('Second of two'), 'the flow shows its steps', data);
});
reading(['4.8/get-404', '7/flow-404'], async (t) => {
  (await t.get('/flows/999999999')).refuses(404);
});
/** Checks that a flow that does not exist has no runs. §4.8 lists 404 for the flow only, so they may also be empty. */
async function hasNoRuns(t: CaseContext, id: string): Promise<void> {
  const [runs, stats] = [await t.get(`/flows/${id}/runs`), await t.get(`/flows/${id}/stats`)];
  equal(runs.status === 404 ? [] : runs.succeeds().list, [], 'the runs');
  equal(stats.status === 404 ? 0 : stats.succeeds().data.entered, 0, 'entered');
}
for (const slug of ['runs-200', 'stats-200']) {
  clause(`4.8/${slug}`, 'of no flow', (t) => hasNoRuns(t, '999999999'));
}
clause('4.8/get-other-account', async (t) => {
  const id = await flowId(t);
  const other = await t.newAccount();
  (await t.get(`/flows/${id}`, { key: other.live })).refuses(404);
  (await t.delete(`/flows/${id}`, { key: other.live })).refuses(404);
});

// Changes.

const text = async (t: CaseContext, id: string): Promise<string> =>
  JSON.stringify((await t.get(`/flows/${id}`)).succeeds().data);

clause(['4.8/patch-200', '4.8/patch-only-sent', '4.8/patch-steps-kept'], async (t) => {
  const more = { stop_on_reply: false, stop_on_agent: false, quiet_start: 22, quiet_end: 7 };
  const id = await flowId(t, { ...more, name: 'Before', is_active: true, steps: [step('0', 'The step stays')] });
  const before = await text(t, id);
  (await t.patch(`/flows/${id}`, { name: 'After' })).is(200);
  const told = await text(t, id);
  expectThat(told.includes('After') && told.includes('The step stays'), 'the name changed and the step did not', told);
  // The flow may also show what else changes with it, such as a time or a version.
  const fields = (flow: string) =>
    Object.fromEntries(
      [...Object.keys(more), 'template', 'button', 'is_active'].map((name) => [name, field(JSON.parse(flow), name)]),
    );
  equal(fields(told), fields(before), 'the other fields of the flow');
});
/** Fields of a flow, each with a value that is not its default. */
const CHOSEN = { stop_on_reply: false, stop_on_agent: false, is_active: true, quiet_start: 22, quiet_end: 7 };
/** Returns these fields of a flow, except one. */
const chosen = async (t: CaseContext, id: string, changed: string) => {
  const flow = JSON.parse(await text(t, id));
  const names = Object.keys(CHOSEN).filter((name) => name !== changed);
  return Object.fromEntries(names.map((name) => [name, field(flow, name)]));
};
for (const [name, before, after] of [
  ['name', 'Before', '0'],
  ['is_active', true, false],
  ['stop_on_reply', true, false],
  ['stop_on_reply', false, true],
  ['stop_on_agent', true, false],
  ['stop_on_agent', false, true],
  ['quiet_start', 22, 0],
  ['quiet_end', 7, 0],
] as const) {
  clause('4.8/patch-each-field', `${name} to ${after}`, async (t) => {
    const id = await flowId(t, { ...CHOSEN, [name]: before });
    const others = await chosen(t, id, name);
    (await t.patch(`/flows/${id}`, { [name]: after })).is(200);
    // The specification does not list the fields of a record.
    const shown = field(JSON.parse(await text(t, id)), name);
    oneOf(shown, [after, undefined], `${name} afterwards, if shown`);
    equal(await chosen(t, id, name), others, 'the other fields afterwards');
  });
}
for (const more of [
  { is_active: true, stop_on_reply: false, stop_on_agent: false, quiet_start: 0, quiet_end: 7 },
  { is_active: false, stop_on_reply: true, stop_on_agent: true, quiet_start: 22, quiet_end: 0 },
]) {
  clause('4.8/create-each-field', JSON.stringify(more), async (t) => {
    const told = JSON.parse(await text(t, await flowId(t, { name: 'Each field', ...more })));
    for (const [name, value] of Object.entries(more)) {
      // The specification does not list the fields of a record.
      oneOf(field(told, name), [value, undefined], `${name}, if shown`);
    }
  });
}
for (const [variant, old, change, button] of [
  ['button', 'More', { button: 'Other' }, 'Other'],
  ['button_index', 'More', { button_index: 1 }, 'Other'],
  ['the first button_index', 'Other', { button_index: 0 }, 'More'],
] as const) {
  clause('4.8/patch-button', variant, async (t) => {
    const id = await flowId(t, { is_active: true, button: old });
    (await t.patch(`/flows/${id}`, change)).succeeds();
    equal(await received(t, await press(t, old)), [], 'the messages after a press of the old button');
    await expectReceived(t, await press(t, button), 'First', 'a press of the new button starts the flow');
  });
}
clause('4.8/patch-steps-replaced', async (t) => {
  const id = await flowId(t, { ...CHOSEN, steps: [step('0', 'Old one'), step('5m', 'Old two')] });
  const others = await chosen(t, id, 'steps');
  (await t.patch(`/flows/${id}`, { steps: [step('0', 'New one')] })).succeeds();
  equal(await chosen(t, id, 'steps'), others, 'the other fields afterwards');
  const told = await text(t, id);
  expectThat(told.includes('New one') && !told.includes('Old'), 'all steps are replaced', told);
});
clause(['4.8/patch-422', '4.8/patch-422-nothing'], async (t) => {
  const id = await flowId(t, { name: 'Before', is_active: true });
  (await t.patch(`/flows/${id}`, { name: 'After', is_active: false, steps: [step('25h', 'Too late')] })).refuses(422);
  const told = await text(t, id);
  expectThat(told.includes('Before') && !told.includes('Too late'), 'nothing changed', told);
  equal((await t.get('/flows?is_active=true')).succeeds().list.length, 1, 'the number of active flows');
});
clause('3.4/patch-active', async (t) => {
  const id = await flowId(t);
  (await t.patch(`/flows/${id}`, { is_active: true })).succeeds();
  equal((await t.get('/flows?is_active=true')).succeeds().list.length, 1, 'the number of active flows');
  await expectReceived(t, await press(t), 'First', 'pressing the button starts the flow');
});
clause('3.4/patch-active-refused', async (t) => {
  const id = await flowId(t);
  await template(t, { status: 'REJECTED', rejection_reason: 'INVALID_FORMAT' });
  (await t.patch(`/flows/${id}`, { is_active: true })).refuses(422);
  equal((await t.get('/flows?is_active=true')).succeeds().list.length, 0, 'the number of active flows');
});
clause('3.4/patch-inactive', async (t) => {
  const id = await flowId(t, { is_active: true });
  (await t.patch(`/flows/${id}`, { is_active: false })).succeeds();
  equal((await t.get('/flows?is_active=true')).succeeds().list.length, 0, 'the number of active flows');
  equal(await received(t, await press(t)), [], 'the messages after a button press');
});
clause(['4.8/delete-200', '4.8/delete-gone'], async (t) => {
  const id = await flowId(t);
  (await t.delete(`/flows/${id}`)).is(200);
  (await t.get(`/flows/${id}`)).refuses(404);
});

/** Creates a flow and starts a run of it. */
async function withRun(t: CaseContext): Promise<string> {
  const id = await flowId(t, { is_active: true, steps: [step('0', 'First'), step('5h', 'Second')] });
  await press(t);
  await t.settle();
  return id;
}
clause(['4.8/delete-runs-422', '7/flow-runs-422'], async (t) => {
  const id = await withRun(t);
  (await t.delete(`/flows/${id}`)).refuses(422);
  (await t.get(`/flows/${id}`)).succeeds();
});
const ENDED: [how: string, steps: unknown[], end: (t: CaseContext, phone: string) => Promise<unknown>][] = [
  ['done', [step('0', 'First')], (t) => t.settle()],
  ['stopped', [step('0', 'First'), step('5h', 'Second')], (t, phone) => t.writes(phone)],
];
for (const [how, steps, end] of ENDED) {
  clause('4.8/delete-runs-422', `a ${how} run`, async (t) => {
    const id = await flowId(t, { is_active: true, steps });
    const phone = await press(t);
    await t.settle();
    await end(t, phone);
    await t.settle();
    equal(
      (await t.get(`/flows/${id}/runs`)).succeeds().list.map((one) => one.status),
      [how],
      'the statuses of the runs',
    );
    (await t.delete(`/flows/${id}`)).refuses(422);
    (await t.get(`/flows/${id}`)).succeeds();
  });
}
clause('4.8/delete-runs-force-false', async (t) => {
  (await t.delete(`/flows/${await withRun(t)}?force=false`)).refuses(422);
});
clause('4.8/delete-force', async (t) => {
  const id = await withRun(t);
  (await t.delete(`/flows/${id}?force=true`)).succeeds();
  (await t.get(`/flows/${id}`)).refuses(404);
  await hasNoRuns(t, id);
});
timed('4.8/delete-force', 'with a step due', async (t) => {
  const id = await flowId(t, { is_active: true, steps: [step('0', 'First'), step('5h', 'Second')] });
  const phone = await press(t);
  await t.settle();
  (await t.delete(`/flows/${id}?force=true`)).succeeds();
  await t.advance(6 * 3600);
  await t.settle();
  await expectNotReceived(t, phone, 'Second', 'a deleted run sends no more steps');
});
clause('4.8/runs-filters-together', async (t) => {
  const id = await flowId(t, { is_active: true, steps: [step('0', 'First')] });
  const [phone = ''] = [await press(t), await press(t)];
  await received(t, phone);
  const runs = async (filter: string) => (await t.get(`/flows/${id}/runs?${filter}`)).succeeds().list.length;
  equal(
    [await runs(`phone=${phone}&status=done`), await runs(`phone=${phone}&status=stopped`)],
    [1, 0],
    "the number of the person's done and stopped runs",
  );
});
clause('4.8/runs-filter-unknown', async (t) => {
  (await t.get(`/flows/${await flowId(t)}/runs?status=asleep`)).refuses(422);
});

// The test operation.

clause(['4.8/test-200', '4.8/test-all-steps'], async (t) => {
  const id = await flowId(t, { steps: [step('0', 'First of two'), step('10h', 'Second of two')] });
  const to = await t.customer();
  (await t.post(`/flows/${id}/test`, { to })).is(200);
  const sent = (await t.sends()).map(({ payload }) => [...leaves(payload)].map(String));
  expectThat(holds(sent, 'First of two') && holds(sent, 'Second of two'), 'all steps are sent without delays', sent);
});
clause('4.8/test-not-reported', async (t) => {
  const id = await flowId(t);
  (await t.post(`/flows/${id}/test`, { to: await t.customer() })).succeeds();
  await t.settle();
  equal((await t.get(`/flows/${id}/runs`)).succeeds().list, [], 'the runs');
  equal((await t.get(`/flows/${id}/stats`)).succeeds().data.entered, 0, 'entered');
});
clause('4.8/test-not-in-stats', async (t) => {
  const id = await flowId(t, { steps: [step('0', 'First'), step('5m', 'Second')] });
  const to = await t.customer();
  await t.settle();
  const outgoing = async () =>
    [...numbers((await t.get('/stats')).succeeds().data)].filter(
      ([name]) => COUNTS.outgoing.test(name) && !RATE.test(name),
    );
  const before = await outgoing();
  (await t.post(`/flows/${id}/test`, { to })).succeeds();
  equal((await t.sends()).length, 2, 'the number of sends the provider accepted');
  equal(await outgoing(), before, 'the counts of outgoing messages');
});
clause('4.8/test-to-required', async (t) => {
  (await t.post(`/flows/${await flowId(t)}/test`, {})).refuses(422);
});
clause('4.8/test-window-422', 'never', async (t) => {
  (await t.post(`/flows/${await flowId(t)}/test`, { to: t.person() })).refuses(422);
});
timed('4.8/test-window-422', 'over', async (t) => {
  const id = await flowId(t);
  const to = await t.customer();
  await t.advance(DAY + 60);
  (await t.post(`/flows/${id}/test`, { to })).refuses(422);
});
clause('4.8/test-no-steps-422', async (t) => {
  // Whether a flow without steps can be saved is open.
  const created = await create(t, { steps: [] });
  if (created.status !== 422) {
    const id = await onlyFlow(t, created);
    (await t.post(`/flows/${id}/test`, { to: await t.customer() })).refuses(422);
  }
});

// Validation before saving.

for (const status of ['PENDING', 'REJECTED'] as const) {
  clause(`4.8/valid-template-${status.toLowerCase()}`, async (t) => {
    await template(t, { status });
    (await t.post('/flows', flowBody())).refuses(422);
  });
}
for (const [slug, changes] of [
  ['valid-template-unknown', { template: 'no_such_template' }],
  ['valid-button-unknown', { button: 'Never heard of' }],
  ['valid-button-link', { button: 'Shop' }],
  ['valid-button-phone', { button: 'Call' }],
  // Of this template, the control protocol says which button is the opt-out button.
  ['valid-button-opt-out', { template: 'promo_spring', button: 'Stop promotions' }],
  ['valid-button-opt-out', { template: 'promo_spring', button: undefined, button_index: 1 }],
] as const) {
  const variant = 'button_index' in changes ? `${slug}, by its index` : slug;
  clause([`4.8/${slug}`, '4.8/valid-before-saving'], variant, async (t) => {
    (await create(t, changes)).refuses(
      422,
      ...(slug === 'valid-template-unknown' ? (['TEMPLATE_NOT_FOUND'] as const) : []),
    );
    equal((await t.get('/flows')).succeeds().list, [], `the flows of ${TEMPLATE}`);
  });
}

// A conversation may have the status bot while a flow runs. PATCH works from any status.

const statusOf = async (t: CaseContext) => (await t.get('/conversations')).succeeds().data.conversations[0]?.status;

/** Returns a person whose conversation a flow set to `bot`. The specification does not require flows to do so. */
async function bot(t: CaseContext): Promise<string> {
  await flowId(t, { is_active: true, stop_on_agent: false, steps: [step('0', 'First'), step('5h', 'Second')] });
  const phone = await press(t);
  await t.settle();
  if ((await statusOf(t)) !== 'bot') {
    throw new Untestable('the target does not set the status bot while a flow runs, which the specification allows');
  }
  return phone;
}
const BOT: [slug: string, change: (t: CaseContext) => Promise<object>, status: string][] = [
  ['bot-to-closed', async () => ({ status: 'closed' }), 'closed'],
  ['bot-to-open', async () => ({ status: 'open' }), 'open'],
  ['agent-opens-bot', async (t) => ({ agent_id: await t.agent() }), 'open'],
];
for (const [slug, change, status] of BOT) {
  clause(`3.2/${slug}`, async (t) => {
    const phone = await bot(t);
    (await t.patch(`/conversations/${phone}`, await change(t))).succeeds();
    equal(await statusOf(t), status, 'the status');
  });
}
