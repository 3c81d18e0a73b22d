import { alone, clause } from '../clause.ts';
import type { Context } from '../context.ts';
import { equal, that } from '../expectations.ts';
import { FILES } from './files.ts';
import { create, flowBody, flowId, holds, press, received, step, template } from './flows.ts';
import { HOUR, MINUTE } from './support.ts';

const active = { is_active: true };

// How a flow starts.

clause('2.11/starts-by-press', async (t) => {
  await flowId(t, { ...active, steps: [step('0', 'Welcome to the flow')] });
  that(holds(await received(t, await press(t)), 'Welcome to the flow'), 'the first step is sent');
});
clause('2.11/starts-active-only', async (t) => {
  await flowId(t, { steps: [step('0', 'Welcome to the flow')] });
  equal(await received(t, await press(t)), [], 'what was sent');
});
clause('2.11/starts-own-button', async (t) => {
  await flowId(t, { ...active, steps: [step('0', 'Welcome to the flow')] });
  equal(await received(t, await press(t, 'Other')), [], 'what was sent');
});
clause('2.11/no-approval', async (t) => {
  await flowId(t, { ...active, steps: [step('0', 'Never approved')] });
  const phone = await press(t);
  const [, message] = (await t.sends()).filter(({ to }) => to === phone);
  that(message && message.type !== 'template', 'what the flow sends is no template', message?.type);
});

// What is accepted and refused.

type Row = [slug: string, changes: Record<string, unknown>, more?: string[]];

const long = (length: number): string => 'x'.repeat(length);
const reply = (text: string) => ({ type: 'reply', text });
const link = (text: string, url: string | undefined = 'https://shop.example/') => ({
  type: 'url',
  text,
  ...(url && { url }),
});
const withButtons = (...buttons: unknown[]) => ({ steps: [step('0', 'Choose', { buttons })] });
const steps = (count: number) => ({ steps: Array.from({ length: count }, (_, i) => step(String(i), `Step ${i + 1}`)) });

const ACCEPTED: Row[] = [
  ['template-by-name', {}],
  ['button-by-text', { button: 'Other' }],
  ['button-by-index', { button: undefined, button_index: 0 }],
  ['is-active-true', { is_active: true }, ['3.4/post-active']],
  ['quiet-0', { quiet_start: 0, quiet_end: 8 }, ['8/quiet-hours']],
  ['quiet-23', { quiet_start: 23, quiet_end: 8 }],
  ['steps-10', steps(10), ['8/flow-steps']],
  ['delay-0', { steps: [step('0', 'a')] }],
  ['delay-hours', { steps: [step('1h', 'a')] }],
  ['delay-minutes', { steps: [step('30m', 'a')] }],
  ['delay-both', { steps: [step('2h30m', 'a')] }],
  ['delay-plain', { steps: [step('45', 'a')] }],
  ['delay-24h', { steps: [step('24h', 'a')] }, ['8/flow-delay']],
  ['text-4096', { steps: [step('0', long(4096))] }, ['8/flow-text']],
  ['text-1024-buttons', { steps: [step('0', long(1024), { buttons: [reply('Yes')] })] }, ['8/flow-text-buttons']],
  ['button-url', withButtons(link('Shop')), ['8/flow-link-buttons']],
  ['button-reply-1', withButtons(reply('Yes'))],
  ['button-reply-3', withButtons(reply('Yes'), reply('No'), reply('Perhaps')), ['8/flow-reply-buttons']],
  ['button-text-20', withButtons(reply(long(20))), ['8/flow-button-text']],
  ['button-text-variable-120', withButtons(reply(`{{1}}${long(115)}`)), ['8/flow-button-text-variable']],
];
for (const [slug, changes, more = []] of ACCEPTED) {
  clause([`2.11/${slug}`, ...more], `accepted ${slug}`, async (t) => {
    (await create(t, changes)).is(201);
  });
}
clause('2.11/template-by-id', async (t) => {
  const template_id = await template(t);
  (await t.post('/flows', flowBody({ template: undefined, template_id }))).is(201);
});

const REFUSED: Row[] = [
  ['name-required', { name: undefined }],
  ['template-required', { template: undefined }],
  ['template-id-integer', { template: undefined, template_id: 'seven' }],
  ['button-required', { button: undefined }],
  ['button-index-integer', { button: undefined, button_index: 'first' }],
  ['is-active-boolean', { is_active: 'yes' }],
  ['stop-on-reply-boolean', { stop_on_reply: 'yes' }],
  ['stop-on-agent-boolean', { stop_on_agent: 'yes' }],
  ['quiet-24', { quiet_start: 24, quiet_end: 8 }, ['8/quiet-hours']],
  ['quiet-negative', { quiet_start: -1, quiet_end: 8 }],
  ['quiet-integer', { quiet_start: 8.5, quiet_end: 12 }],
  ['steps-required', { steps: undefined }],
  ['steps-11', steps(11), ['8/flow-steps']],
  ['delay-malformed', { steps: [step('soon', 'a')] }],
  ['delay-equal', { steps: [step('1h', 'a'), step('60m', 'b')] }],
  ['delay-decreasing', { steps: [step('2h', 'a'), step('1h', 'b')] }],
  ['delay-over-24h', { steps: [step('24h1m', 'a')] }, ['8/flow-delay', '4.8/valid-delay']],
  ['text-4097', { steps: [step('0', long(4097))] }, ['8/flow-text']],
  ['text-1025-buttons', { steps: [step('0', long(1025), { buttons: [reply('Yes')] })] }, ['8/flow-text-buttons']],
  ['text-required-buttons', { steps: [{ delay: '0', buttons: [reply('Yes')] }] }],
  ['text-and-media', { steps: [step('0', 'a', { media_url: 'https://files.example/a.jpg' })] }],
  ['button-url-two', withButtons(link('One'), link('Two')), ['8/flow-link-buttons']],
  ['button-url-required', withButtons({ type: 'url', text: 'Shop' })],
  ['button-url-https', withButtons(link('Shop', 'ftp://shop.example/'))],
  ['button-reply-4', withButtons(reply('1'), reply('2'), reply('3'), reply('4')), ['8/flow-reply-buttons']],
  ['button-mixed', withButtons(link('Shop'), reply('Yes')), ['4.8/valid-mixed']],
  ['button-texts-distinct', withButtons(reply('Yes'), reply('Yes')), ['4.8/valid-repeated']],
  ['button-phone', withButtons({ type: 'phone', text: 'Call', phone: '905551112233' })],
  ['button-text-21', withButtons(reply(long(21))), ['8/flow-button-text', '4.8/valid-button-text']],
  ['button-text-variable-121', withButtons(reply(`{{1}}${long(116)}`)), ['8/flow-button-text-variable']],
];
for (const [slug, changes, more = []] of REFUSED) {
  clause([`2.11/${slug}`, ...more, '4.8/create-422', '7/flow-422'], `refused ${slug}`, async (t) => {
    (await create(t, changes)).refuses(422);
  });
}

for (const [slug, name] of [
  ['image', 'a.jpg'],
  ['video', 'a.mp4'],
  ['document', 'a.pdf'],
] as const) {
  clause([`2.11/media-${slug}`, '2.11/type-inferred'], slug, async (t) => {
    const url = t.file(name, FILES[name]);
    await flowId(t, { ...active, steps: [{ delay: '0', media_url: url }] });
    that(holds(await received(t, await press(t)), url), 'the file is sent');
  });
}
clause('2.11/type-video', async (t) => {
  (await create(t, { steps: [{ delay: '0', type: 'video', media_url: t.file('a.mp4', FILES['a.mp4']) }] })).is(201);
});

// Defaults. What a flow shows of itself is open, so what they lead to is looked at.

clause(['2.11/is-active-default', '3.4/created-inactive'], async (t) => {
  await flowId(t);
  equal((await t.get('/flows?is_active=false')).is(200).list.length, 1, 'how many flows are not active');
  equal((await t.get('/flows?is_active=true')).is(200).list.length, 0, 'how many flows are active');
});

const LATER = { ...active, steps: [step('0', 'First'), step('10m', 'Second')] };

/** What is sent when something happens between two steps. */
async function between(
  t: Context,
  changes: Record<string, unknown>,
  act: (phone: string) => Promise<unknown>,
): Promise<boolean> {
  await flowId(t, { ...LATER, ...changes });
  const phone = await press(t);
  await t.settle();
  await act(phone);
  await t.advance(11 * MINUTE);
  return holds(await received(t, phone), 'Second');
}
const assign = (t: Context) => async (phone: string) =>
  (await t.patch(`/conversations/${phone}`, { agent_id: await t.agent() })).is(200);

alone(['2.11/stop-on-reply-default', '2.11/stop-on-reply-stops'], async (t) => {
  equal(await between(t, {}, (phone) => t.writes(phone)), false, 'whether the second step is sent');
});
alone('2.11/stop-on-reply-false', async (t) => {
  equal(
    await between(t, { stop_on_reply: false }, (phone) => t.writes(phone)),
    true,
    'whether the second step is sent',
  );
});
alone(['2.11/stop-on-agent-default', '2.11/stop-on-agent-stops'], async (t) => {
  equal(await between(t, {}, assign(t)), false, 'whether the second step is sent');
});
alone('2.11/stop-on-agent-false', async (t) => {
  equal(await between(t, { stop_on_agent: false }, assign(t)), true, 'whether the second step is sent');
});

alone('2.11/delay-from-press', async (t) => {
  await flowId(t, { ...active, steps: [step('20m', 'First'), step('30m', 'Second')] });
  const phone = await press(t);
  await t.advance(19 * MINUTE);
  equal((await received(t, phone)).length, 0, 'how many steps were sent after 19 minutes');
  await t.advance(2 * MINUTE);
  equal((await received(t, phone)).length, 1, 'how many steps were sent after 21 minutes');
  await t.advance(10 * MINUTE);
  equal((await received(t, phone)).length, 2, 'how many steps were sent after 31 minutes');
});

alone('2.11/quiet-nothing-sent', async (t) => {
  await template(t);
  // The hour of the account's time zone that begins in an hour, and the one behind it.
  const now = await t.now();
  const hour = Number(
    new Intl.DateTimeFormat('en-GB', { hour: '2-digit', hourCycle: 'h23', timeZone: 'Europe/Istanbul' }).format(now),
  );
  const quiet = { quiet_start: (hour + 1) % 24, quiet_end: (hour + 3) % 24 };
  (await t.post('/flows', flowBody({ ...active, ...quiet, steps: [step('2h', 'Not now')] }))).is(201);
  const phone = await press(t);
  await t.advance(2 * HOUR + 5 * MINUTE - now.getUTCMinutes() * 60);
  equal(await received(t, phone), [], 'what was sent in quiet hours');
});

// Placeholders.

/** What a step with this text becomes. */
async function written(t: Context, more: Record<string, unknown>, recipient = {}): Promise<string[][]> {
  await flowId(t, { ...active, steps: [{ delay: '0', ...more }] });
  return received(t, await press(t, 'More', recipient));
}

for (const [slug, text, becomes] of [
  ['placeholder-1', 'Dear {{1}}.', 'Dear Grace.'],
  ['placeholder-2', 'About {{2}}.', 'About hats.'],
  ['placeholder-ad', 'Dear {{ad}}.', 'Dear Hopper.'],
  ['placeholder-isim', 'Dear {{isim}}.', 'Dear Hopper.'],
  ['placeholder-name', 'Dear {{name}}.', 'Dear Hopper.'],
] as const) {
  clause([`2.11/${slug}`, '2.11/placeholder-campaign-first'], slug, async (t) => {
    const messages = await written(t, { text }, { name: 'Hopper', variables: ['Grace', 'hats'] });
    that(holds(messages, becomes), `the text becomes ${becomes}`, messages);
  });
}
clause('2.11/placeholder-button-text', async (t) => {
  const messages = await written(
    t,
    { text: 'Choose', buttons: [reply('For {{1}}')] },
    { variables: ['Grace', 'hats'] },
  );
  that(holds(messages, 'For Grace'), 'the button says For Grace', messages);
});
clause('2.11/placeholder-button-url', async (t) => {
  const messages = await written(
    t,
    { text: 'Choose', buttons: [link('Shop', 'https://shop.example/?q={{2}}')] },
    { variables: ['Grace', 'hats'] },
  );
  that(holds(messages, 'https://shop.example/?q=hats'), 'the URL holds the value', messages);
});
clause('2.11/placeholder-url-encoded', async (t) => {
  const messages = await written(
    t,
    { text: 'Choose', buttons: [link('Shop', 'https://shop.example/?q={{2}}')] },
    { variables: ['Grace', 'red & blue'] },
  );
  that(
    holds(messages, 'q=red%20%26%20blue') || holds(messages, 'q=red+%26+blue'),
    'the value is URL-encoded',
    messages,
  );
});
clause('2.11/placeholder-contact-then', async (t) => {
  await flowId(t, { ...active, steps: [step('0', 'Dear {{name}}.')] });
  const phone = t.person();
  (await t.post('/contacts', { phone, name: 'Katherine' })).is(201);
  (await t.sendTemplate({ to: phone, name: 'press_me', variables: ['Ada', 'shoes'] })).is(202);
  const [sent] = await t.sends();
  await t.writes(
    phone,
    'whatsapp',
    { type: 'button', button: { payload: 'More', title: 'More' }, reply_to: sent?.external_id },
    'Katherine',
  );
  that(holds(await received(t, phone), 'Dear Katherine.'), 'the name comes from the contact', await received(t, phone));
});
clause(['2.11/placeholder-empty', '2.11/placeholder-never-raw'], async (t) => {
  const messages = await written(t, { text: 'Code [{{7}}].' });
  that(holds(messages, 'Code [].') && !holds(messages, '{{'), 'the placeholder becomes empty', messages);
});
clause('2.11/placeholder-empty-button', async (t) => {
  const messages = await written(t, { text: 'Choose one', buttons: [reply('{{7}}'), reply('Other one')] });
  that(
    holds(messages, 'Choose one') && holds(messages, 'Other one') && !holds(messages, '{{'),
    'the message is sent without the button',
    messages,
  );
});
clause('2.11/button-text-cut', async (t) => {
  const messages = await written(
    t,
    { text: 'Choose', buttons: [reply('{{1}}')] },
    { variables: ['abcdefghijklmnopqrstuvwxyz', 'hats'] },
  );
  that(
    holds(messages, 'abcdefghijklmnopqrst') && !holds(messages, 'abcdefghijklmnopqrstu'),
    'the text is cut to 20 characters',
    messages,
  );
});

// Runs and stats.

/**
 * One run that is done, one that a reply stopped, one that an agent stopped, one under way: what is told of them, all read at one
 * time, since later cases move the clock.
 */
const runs = (t: Context) =>
  t.shared('runs', async (own) => {
    const id = await flowId(own, { ...active, steps: [step('0', 'First'), step('10m', 'Second')] });
    const done = await press(own);
    await own.advance(11 * MINUTE);
    const [replied, assigned, running] = [await press(own), await press(own), await press(own)];
    await own.settle();
    await own.writes(replied);
    await assign(own)(assigned);
    await own.settle();
    const list = (filter: string) => own.get(`/flows/${id}/runs?${filter}`);
    return {
      running: await list('status=running'),
      done: await list('status=done'),
      stopped: await list('status=stopped'),
      ofDone: await list(`phone=${done}`),
      ofRunning: await list(`phone=${running}`),
      stats: await own.get(`/flows/${id}/stats`),
    };
  });

for (const [status, count] of [
  ['running', 1],
  ['done', 1],
  ['stopped', 2],
] as const) {
  alone(
    [`2.11/run-status-${status}`, `4.8/runs-filter-${status}`, '3.4/run-statuses', '4.8/runs-200'],
    status,
    async (t) => {
      const { list } = (await runs(t))[status].is(200);
      equal(
        list.map((one) => one.status),
        Array.from({ length: count }, () => status),
        'the statuses',
      );
    },
  );
}
alone(['2.11/run-filter-phone', '4.8/runs-filter-phone'], async (t) => {
  const { ofDone, ofRunning } = await runs(t);
  equal(
    [ofDone, ofRunning].map((answer) => answer.is(200).list.map((one) => one.status)),
    [['done'], ['running']],
    'the statuses',
  );
});
for (const [name, value] of [
  ['entered', 4],
  ['running', 1],
  ['done', 1],
  ['stopped', 2],
  ['messages_sent', 5],
] as const) {
  alone([`2.11/stats-${name.replace('_', '-')}`, '2.11/stats-integers', '4.8/stats-200'], name, async (t) => {
    equal((await runs(t)).stats.is(200).data[name], value, name);
  });
}
alone(
  ['2.11/stats-stop-reasons', '3.4/stop-reasons', '2.11/stats-stop-reason-reply', '2.11/stats-stop-reason-agent'],
  async (t) => {
    const { stop_reasons } = (await runs(t)).stats.is(200).data;
    equal([stop_reasons?.reply, stop_reasons?.agent, stop_reasons?.window], [1, 1, 0], 'reply, agent and window');
  },
);
alone(['2.11/stats-funnel', '2.11/stats-funnel-rate'], async (t) => {
  const { funnel } = (await runs(t)).stats.is(200).data;
  equal(
    funnel?.map((one: { reached: number; rate: number }) => [one.reached, one.rate]),
    [
      [4, 100],
      [1, 25],
    ],
    'reached and rate of the steps',
  );
});
