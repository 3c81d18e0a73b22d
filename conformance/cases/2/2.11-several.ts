import type { CaseContext } from '../../context.ts';
import { clause, timed } from '../../declare-case.ts';
import { equal, expectThat } from '../../expectations.ts';
import { FILES } from '../support/files.ts';
import {
  active,
  assign,
  flowBody,
  flowId,
  holds,
  press,
  pressed,
  reach,
  received,
  reply,
  step,
  TEMPLATE,
  template,
} from '../support/flows.ts';
import { HOUR, link, MINUTE, onlySend, personOf } from '../support/support.ts';

// Several flows, and the ways in which a template reaches a person.

const LATER = [step('0', 'First'), step('10m', 'Second')];
const SENDS: [how: string, send: (t: CaseContext, to: string) => Promise<unknown>][] = [
  ['POST', async (t, to) => (await t.sendTemplate({ to, name: TEMPLATE, variables: ['Ada', 'shoes'] })).succeeds()],
  ['GET', async (t, to) => (await t.get(link({ to, name: TEMPLATE, var1: 'Ada', var2: 'shoes' }))).succeeds()],
];
for (const [how, send] of SENDS) {
  clause('2.11/starts-any-send', how, async (t) => {
    await flowId(t, { ...active, steps: [step('0', 'First')] });
    const to = t.person();
    await send(t, to);
    const sent = (await t.sends()).find((one) => personOf(one.to) === to);
    await pressed(t, [to, sent?.external_id ?? '']);
    await t.settle();
    expectThat(holds(await received(t, to), 'First'), 'the step is sent', await received(t, to));
  });
}

/** The template that a flow waits for, and how it is sent. */
const TEMPLATES: [what: string, more: Parameters<typeof template>[1], given: Record<string, unknown>][] = [
  ['utility', { category: 'UTILITY' }, {}],
  ['the later of two languages', { language: 'tr' }, { language: 'tr' }],
];
for (const [what, more, given] of TEMPLATES) {
  clause('2.11/starts-any-template', what, async (t) => {
    if ('language' in given) {
      await template(t);
    }
    const template_id = await template(t, more);
    const body = flowBody({ ...active, template: undefined, template_id, steps: [step('0', 'First')] });
    (await t.post('/flows', body)).succeeds();
    const to = t.person();
    (await t.sendTemplate({ to, name: TEMPLATE, variables: ['Ada', 'shoes'], ...given })).succeeds();
    await pressed(t, [to, (await onlySend(t)).external_id]);
    expectThat(holds(await received(t, to), 'First'), 'the step is sent', await received(t, to));
  });
}

timed('2.11/steps-10-sent', async (t) => {
  const texts = Array.from({ length: 10 }, (_, i) => `Step number ${i + 1}.`);
  await flowId(t, { ...active, steps: texts.map((text, i) => step(`${i}m`, text)) });
  const phone = await press(t);
  await t.advance(10 * MINUTE);
  const told = (await received(t, phone)).map((leavesOf) => texts.find((text) => leavesOf.includes(text)));
  equal(told, texts, 'the steps that are sent, in order');
});
clause('2.11/button-reply-sent', async (t) => {
  const titles = ['Red', 'Green', 'Blue'];
  await flowId(t, { ...active, steps: [step('0', 'Which?', { buttons: titles.map(reply) })] });
  const [told = []] = await received(t, await press(t));
  equal(
    titles.filter((title) => told.includes(title)),
    titles,
    'the buttons that are sent',
  );
});

clause('2.11/own-connection', async (t) => {
  // A template that each connection has.
  const [name, title] = ['promo_spring', 'Tell me more'];
  (await t.post('/flows', flowBody({ ...active, template: name, button: title }))).succeeds();
  const connection_id = await t.connection('whatsapp');
  const to = t.person();
  const header = { url: t.file('a.jpg', FILES['a.jpg']) };
  (await t.sendTemplate({ to, name, connection_id, header })).succeeds();
  const { external_id: reply_to } = await onlySend(t);
  const button = { payload: title, title };
  await t.writes(to, 'whatsapp', { type: 'button', button, reply_to, connection_id });
  const lines = (await t.sends()).map((sent) => sent.connection_id);
  equal(lines, [connection_id, connection_id], 'the connections of the template and the step');
});

clause('2.11/starts-beside-another', async (t) => {
  await template(t);
  const patient = { ...active, stop_on_reply: false };
  (await t.post('/flows', flowBody({ ...patient, steps: [step('0', 'Of one'), step('20h', 'Later')] }))).succeeds();
  (await t.post('/flows', flowBody({ ...patient, button: 'Other', steps: [step('0', 'Of the other')] }))).succeeds();
  const [reached = ['', '']] = await reach(t, 1);
  await pressed(t, reached as [string, string]);
  await t.settle();
  await pressed(t, reached as [string, string], 'Other');
  await t.settle();
  const told = await received(t, reached[0]);
  expectThat(holds(told, 'Of one') && holds(told, 'Of the other'), 'both flows have sent their first step', told);
});

/** What stops runs, with the clause about one run. */
const STOPS: [clauseId: string, stop: (t: CaseContext, phone: string) => Promise<unknown>][] = [
  ['2.11/stop-on-reply-stops', (t, phone) => t.writes(phone)],
  ['2.11/stop-on-agent-stops', (t, phone) => assign(t)(phone)],
  ['2.10/opt-out-stops-flows', async (t, phone) => (await t.post('/opt-outs', { phone })).succeeds()],
  ['2.10/block-stops-flows', async (t, phone) => (await t.post('/blocked-numbers', { phone })).succeeds()],
];
timed(['2.11/stops-each-run', ...STOPS.map(([id]) => id)], 'two flows', async (t) => {
  await template(t);
  // Whether both flows of one button start is open, but none of them may continue.
  for (const name of ['One', 'Two']) {
    (await t.post('/flows', flowBody({ ...active, name, steps: LATER }))).succeeds();
  }
  const people = await reach(t, STOPS.length);
  for (const [at, reached] of people.entries()) {
    await pressed(t, reached);
    await t.settle();
    await STOPS[at]?.[1](t, reached[0]);
  }
  await t.advance(11 * MINUTE);
  for (const [at, [phone]] of people.entries()) {
    const told = await received(t, phone);
    expectThat(!holds(told, 'Second'), `no later step is sent: ${STOPS[at]?.[0]}`, told);
  }
});

for (const status of ['closed', 'open']) {
  timed('2.11/run-continues-status', status, async (t) => {
    await flowId(t, { ...active, steps: LATER });
    const phone = await press(t);
    await t.settle();
    (await t.patch(`/conversations/${phone}`, { status })).succeeds();
    await t.advance(11 * MINUTE);
    expectThat(holds(await received(t, phone), 'Second'), 'the second step is sent', await received(t, phone));
  });
}

timed('2.11/stats-stop-reason-window', async (t) => {
  // The quiet hours begin before the step and end after the window, both in UTC and in Istanbul.
  const due = new Date((await t.now()).getTime() + 22 * HOUR * 1000).getUTCHours();
  const quiet = { quiet_start: due, quiet_end: (due + 10) % 24 };
  const id = await flowId(t, { ...active, ...quiet, steps: [step('0', 'Before'), step('23h', 'After')] });
  await press(t);
  await t.settle();
  await t.advance(36 * HOUR);
  const { stopped, stop_reasons } = (await t.get(`/flows/${id}/stats`)).succeeds().data;
  equal([stopped, stop_reasons?.window], [1, 1], 'stopped and stop_reasons.window');
});
