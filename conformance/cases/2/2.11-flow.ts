import type { CaseContext } from '../../context.ts';
import { clause, timed } from '../../declare-case.ts';
import { equal, expectThat } from '../../expectations.ts';
import { NOT_PUBLIC } from '../support/addresses.ts';
import { FILES, megabytes } from '../support/files.ts';
import {
  active,
  assign,
  create,
  expectReceived,
  flowBody,
  flowId,
  holds,
  link,
  press,
  pressed,
  received,
  reply,
  step,
  template,
} from '../support/flows.ts';
import { body, carriesFile, DAY, field, HOUR, MINUTE, personOf } from '../support/support.ts';

// Starting a flow.

clause('2.11/starts-by-press', async (t) => {
  await flowId(t, { ...active, steps: [step('0', 'Welcome to the flow')] });
  await expectReceived(t, await press(t), 'Welcome to the flow', 'the first step is sent');
});
clause('2.11/starts-active-only', async (t) => {
  await flowId(t, { steps: [step('0', 'Welcome to the flow')] });
  equal(await received(t, await press(t)), [], 'the steps sent');
});
clause('2.11/starts-own-button', async (t) => {
  await flowId(t, { ...active, steps: [step('0', 'Welcome to the flow')] });
  equal(await received(t, await press(t, 'Other')), [], 'the steps sent');
});
clause('2.11/no-approval', async (t) => {
  await flowId(t, { ...active, steps: [step('0', 'Never approved')] });
  const phone = await press(t);
  const [, message] = (await t.sends()).filter(({ to }) => personOf(to) === phone);
  expectThat(
    message && message.type !== 'template',
    'the flow sends a free-form message, not a template',
    message?.type,
  );
});

for (const [variant, length, more] of [
  ['without buttons', 4096, {}],
  ['with buttons', 1024, { buttons: [reply('Yes')] }],
] as const) {
  clause('2.11/text-whole', variant, async (t) => {
    const text = `${'word '.repeat(length).slice(0, length - 3)}end`;
    await flowId(t, { ...active, steps: [step('0', text, more)] });
    expectThat(holds(await received(t, await press(t)), text), 'the whole text is sent', text.length);
  });
}
clause('2.11/delay-compared', 'accepted', async (t) => {
  const delays = ['0', '9', '30m', '90', '2h', '2h5m', '10h', '11h'];
  (await create(t, { steps: delays.map((delay) => step(delay, `After ${delay}`)) })).is(201);
});
clause('2.11/starts-own-template', async (t) => {
  await flowId(t, { ...active, steps: [step('0', 'Welcome to the flow')] });
  const phone = t.person();
  await t.addTemplate({
    name: 'another',
    components: [body('Hi'), { type: 'BUTTONS', buttons: [{ type: 'QUICK_REPLY', text: 'More' }] }],
  });
  (await t.sendTemplate({ to: phone, name: 'another' })).succeeds();
  const [sent] = await t.sends();
  await pressed(t, [phone, sent?.external_id ?? '']);
  equal(await received(t, phone), [], 'the steps sent');
});
clause('2.11/button-by-index', 'started', async (t) => {
  await flowId(t, {
    ...active,
    button: undefined,
    button_index: 1,
    steps: [step('0', 'Welcome to the flow')],
  });
  equal(await received(t, await press(t, 'More')), [], 'the steps sent after the first button');
  await expectReceived(t, await press(t, 'Other'), 'Welcome to the flow', 'the second button starts the flow');
});
clause('2.11/template-by-id', 'started', async (t) => {
  const template_id = await template(t);
  const steps = [step('0', 'Welcome to the flow')];
  (await t.post('/flows', flowBody({ ...active, template: undefined, template_id, steps }))).succeeds();
  await expectReceived(t, await press(t), 'Welcome to the flow', 'the first step is sent');
});

// Accepted and refused flows.

type RefusedFlow = [slug: string, changes: Record<string, unknown>, more?: string[]];

/** Returns a key for many requests. */
const bulk = (t: CaseContext) => t.key({ requests_per_minute: 600_000 });

const long = (length: number): string => 'x'.repeat(length);
const withButtons = (...buttons: unknown[]) => ({ steps: [step('0', 'Choose', { buttons })] });
const steps = (count: number) => ({ steps: Array.from({ length: count }, (_, i) => step(String(i), `Step ${i + 1}`)) });

const ACCEPTED: RefusedFlow[] = [
  ['template-by-name', {}],
  ['button-by-text', { button: 'Other' }],
  ['button-by-index', { button: undefined, button_index: 0 }],
  ['is-active-true', { is_active: true }, ['3.4/post-active']],
  ['quiet-0', { quiet_start: 0, quiet_end: 8 }, ['8/quiet-hours']],
  ['quiet-23', { quiet_start: 23, quiet_end: 8 }],
  ['quiet-23', { quiet_start: 8, quiet_end: 23 }],
  ['quiet-0', { quiet_start: 22, quiet_end: 0 }],
  ['steps-10', steps(10), ['8/flow-steps']],
  ['delay-0', { steps: [step('0', 'a')] }],
  ['delay-hours', { steps: [step('1h', 'a')] }],
  ['delay-minutes', { steps: [step('30m', 'a')] }],
  ['delay-both', { steps: [step('2h30m', 'a')] }],
  ['delay-plain', { steps: [step('45', 'a')] }],
  ['delay-24h', { steps: [step('24h', 'a')] }, ['8/flow-delay']],
  ['delay-24h', { steps: [step('1440', 'a')] }],
  ['text-4096', { steps: [step('0', long(4096))] }, ['8/flow-text']],
  ['text-1024-buttons', { steps: [step('0', long(1024), { buttons: [reply('Yes')] })] }, ['8/flow-text-buttons']],
  ['button-url', withButtons(link('Shop')), ['8/flow-link-buttons']],
  ['button-reply-1', withButtons(reply('Yes'))],
  ['button-reply-3', withButtons(reply('Yes'), reply('No'), reply('Perhaps')), ['8/flow-reply-buttons']],
  ['button-text-20', withButtons(reply(long(20))), ['8/flow-button-text']],
  ['button-text-variable-120', withButtons(reply(`{{1}}${long(115)}`)), ['8/flow-button-text-variable']],
];
for (const [slug, changes, more = []] of ACCEPTED) {
  clause([`2.11/${slug}`, ...more], `accepted ${JSON.stringify(changes).slice(0, 120)}`, async (t) => {
    (await create(t, changes)).succeeds();
  });
}
clause('2.11/template-by-id', async (t) => {
  const template_id = await template(t);
  (await t.post('/flows', flowBody({ template: undefined, template_id }))).succeeds();
});

const REFUSED: RefusedFlow[] = [
  ['name-required', { name: undefined }],
  ['template-required', { template: undefined }],
  ['template-id-integer', { template: undefined, template_id: 'seven' }],
  ['button-required', { button: undefined }],
  ['button-index-integer', { button: undefined, button_index: 'first' }],
  ['is-active-boolean', { is_active: 'yes' }],
  ['stop-on-reply-boolean', { stop_on_reply: 'yes' }],
  ['stop-on-agent-boolean', { stop_on_agent: 'yes' }],
  ['quiet-24', { quiet_start: 24, quiet_end: 8 }, ['8/quiet-hours']],
  ['quiet-24', { quiet_start: 8, quiet_end: 24 }],
  ['quiet-negative', { quiet_start: -1, quiet_end: 8 }],
  ['quiet-negative', { quiet_start: 8, quiet_end: -1 }],
  ['quiet-integer', { quiet_start: 8.5, quiet_end: 12 }],
  ['steps-required', { steps: undefined }],
  ['steps-11', steps(11), ['8/flow-steps']],
  ['delay-malformed', { steps: [step('soon', 'a')] }],
  ['delay-equal', { steps: [step('1h', 'a'), step('60m', 'b')] }],
  ['delay-equal', { steps: [step('0', 'a'), step('0', 'b')] }],
  ['delay-decreasing', { steps: [step('2h', 'a'), step('1h', 'b')] }],
  ['delay-compared', { steps: [step('10h', 'a'), step('9h', 'b')] }],
  ['delay-compared', { steps: [step('2h', 'a'), step('90m', 'b')] }],
  ['delay-compared', { steps: [step('100', 'a'), step('1h', 'b')] }],
  ['delay-over-24h', { steps: [step('24h1m', 'a')] }, ['8/flow-delay', '4.8/valid-delay']],
  ['delay-over-24h', { steps: [step('1441', 'a')] }],
  ['text-4097', { steps: [step('0', long(4097))] }, ['8/flow-text']],
  ['text-1025-buttons', { steps: [step('0', long(1025), { buttons: [reply('Yes')] })] }, ['8/flow-text-buttons']],
  ['text-required-buttons', { steps: [{ delay: '0', buttons: [reply('Yes')] }] }],
  ['text-and-media', { steps: [step('0', 'a', { media_url: 'https://files.example/a.jpg' })] }],
  ['button-url-two', withButtons(link('One'), link('Two')), ['8/flow-link-buttons']],
  ['button-url-required', withButtons({ type: 'url', text: 'Shop' })],
  ['button-url-https', withButtons(link('Shop', 'ftp://shop.example/'))],
  ['button-url-https', withButtons(link('Shop', 'http://shop.example/'))],
  ['button-reply-4', withButtons(reply('1'), reply('2'), reply('3'), reply('4')), ['8/flow-reply-buttons']],
  ['button-mixed', withButtons(link('Shop'), reply('Yes')), ['4.8/valid-mixed']],
  ['button-texts-distinct', withButtons(reply('Yes'), reply('Yes')), ['4.8/valid-repeated']],
  ['button-texts-distinct', withButtons(reply('Yes'), reply('No'), reply('Yes')), ['4.8/valid-repeated']],
  ['button-phone', withButtons({ type: 'phone', text: 'Call', phone: '905551112233' })],
  ['button-text-21', withButtons(reply(long(21))), ['8/flow-button-text', '4.8/valid-button-text']],
  ['button-text-variable-121', withButtons(reply(`{{1}}${long(116)}`)), ['8/flow-button-text-variable']],
];
for (const [slug, changes, more = []] of REFUSED) {
  clause(
    [`2.11/${slug}`, ...more, '4.8/create-422', '7/flow-422'],
    `refused ${JSON.stringify(changes).slice(0, 120)} ${slug}`,
    async (t) => {
      (await create(t, changes)).refuses(422);
    },
  );
}

// "On create and on update": PATCH refuses the same as POST. What is required only on create stays.
clause(['4.8/valid-update', '4.8/patch-422', '4.8/patch-422-nothing'], 'every refusal', async (t) => {
  const id = await flowId(t, { name: 'Before' });
  const fields = async () => {
    const { data } = (await t.get(`/flows/${id}`)).succeeds();
    return Object.keys(flowBody()).map((name) => field(data, name));
  };
  const before = await fields();
  for (const [slug, changes] of REFUSED) {
    const sent = Object.fromEntries(Object.entries(changes).filter(([, value]) => value !== undefined));
    if (Object.keys(sent).length > 0) {
      const { status } = await t.patch(`/flows/${id}`, sent, { key: await bulk(t) });
      equal(status, 422, `the status of a PATCH with ${JSON.stringify(sent).slice(0, 120)} (${slug})`);
    }
  }
  equal(await fields(), before, 'the flow');
});
for (const [slug, changes] of [
  ['valid-template-unknown', { template: 'no_such_template' }],
  ['valid-template-pending', { template: 'pending_one' }],
  ['valid-template-rejected', { template: 'rejected_one' }],
  ['valid-button-unknown', { button: 'Never heard of' }],
  ['valid-button-link', { button: 'Shop' }],
  ['valid-button-phone', { button: 'Call' }],
] as const) {
  clause(['4.8/valid-update', `4.8/${slug}`], `update, ${slug}`, async (t) => {
    const id = await flowId(t);
    (await t.patch(`/flows/${id}`, changes)).refuses(422, ...(slug === 'valid-template-unknown' ? [404] : []));
  });
}
clause('4.8/patch-200', 'every change', async (t) => {
  const id = await flowId(t);
  for (const [slug, changes] of ACCEPTED) {
    const sent = Object.fromEntries(Object.entries(changes).filter(([, value]) => value !== undefined));
    if (Object.keys(sent).length > 0) {
      const { status } = await t.patch(`/flows/${id}`, sent, { key: await bulk(t) });
      equal(status, 200, `the status of a PATCH with ${JSON.stringify(sent).slice(0, 120)} (${slug})`);
    }
  }
});

for (const [slug, name] of [
  ['image', 'a.jpg'],
  ['video', 'a.mp4'],
  ['document', 'a.pdf'],
] as const) {
  clause([`2.11/media-${slug}`, '2.11/type-inferred'], slug, async (t) => {
    const url = t.file(name, FILES[name]);
    await flowId(t, { ...active, steps: [{ delay: '0', media_url: url }] });
    const phone = await press(t);
    const [, message] = (await t.sends()).filter(({ to }) => personOf(to) === phone);
    equal(message?.type, slug, 'the type of the message');
    carriesFile(t, message?.payload, url);
  });
}
/** Returns whether a flow with this file is refused, or saved and then sends nothing. */
async function refusesFile(t: CaseContext, media_url: string): Promise<void> {
  const created = await create(t, { ...active, steps: [{ delay: '0', media_url }] });
  if (created.status !== 422) {
    created.succeeds();
    equal(await received(t, await press(t)), [], 'what the person receives in place of the file');
  }
}
const sized = (bytes: number) => ({
  type: 'video/mp4',
  body: Buffer.concat([FILES['a.mp4'].body, Buffer.alloc(bytes - FILES['a.mp4'].body.length)]),
});
clause(['2.11/media-16mb', '8/flow-media'], async (t) => {
  const url = t.file('large.mp4', sized(16_000_000));
  await flowId(t, { ...active, steps: [{ delay: '0', media_url: url }] });
  const phone = await press(t);
  const [, message] = (await t.sends()).filter(({ to }) => personOf(to) === phone);
  equal(message?.type, 'video', 'the type of the message');
});
clause('2.11/media-over-16mb', async (t) => {
  await refusesFile(t, t.file('larger.mp4', sized(megabytes(17))));
});
for (const address of NOT_PUBLIC) {
  clause('2.11/media-address', address, async (t) => {
    await refusesFile(t, `https://${address}/a.mp4`);
  });
}
clause('2.11/type-video', async (t) => {
  (await create(t, { steps: [{ delay: '0', type: 'video', media_url: t.file('a.mp4', FILES['a.mp4']) }] })).succeeds();
});

clause('2.11/type-over-extension', async (t) => {
  const media_url = t.file('clip.jpg', FILES['a.mp4']);
  await flowId(t, { ...active, steps: [{ delay: '0', type: 'video', media_url }] });
  const phone = await press(t);
  const [, message] = (await t.sends()).filter(({ to }) => personOf(to) === phone);
  equal(message?.type, 'video', 'the type of the message');
});

// Defaults. Which fields a flow shows is open, so these cases check behavior.

clause(['2.11/is-active-default', '3.4/created-inactive'], async (t) => {
  await flowId(t);
  equal((await t.get('/flows?is_active=false')).succeeds().list.length, 1, 'the number of inactive flows');
  equal((await t.get('/flows?is_active=true')).succeeds().list.length, 0, 'the number of active flows');
});

const LATER = { ...active, steps: [step('0', 'First'), step('10m', 'Second')] };

/** Returns the messages sent when an event occurs between two steps. */
async function between(
  t: CaseContext,
  changes: Record<string, unknown>,
  act: (phone: string) => Promise<unknown>,
): Promise<string[][]> {
  await flowId(t, { ...LATER, ...changes });
  const phone = await press(t);
  await t.settle();
  await act(phone);
  await t.advance(11 * MINUTE);
  return received(t, phone);
}
const expectSecond = (told: string[][], isSent: boolean): void =>
  expectThat(holds(told, 'Second') === isSent, `the second step is ${isSent ? 'sent' : 'not sent'}`, told);
timed(['2.11/stop-on-reply-default', '2.11/stop-on-reply-stops'], async (t) => {
  expectSecond(await between(t, {}, (phone) => t.writes(phone)), false);
});
timed('2.11/stop-on-reply-false', async (t) => {
  expectSecond(await between(t, { stop_on_reply: false }, (phone) => t.writes(phone)), true);
});
timed(['2.11/stop-on-agent-default', '2.11/stop-on-agent-stops'], async (t) => {
  expectSecond(await between(t, {}, assign(t)), false);
});
timed('2.11/stop-on-agent-false', async (t) => {
  expectSecond(await between(t, { stop_on_agent: false }, assign(t)), true);
});

timed('2.11/delay-from-press', async (t) => {
  await flowId(t, { ...active, steps: [step('20m', 'First'), step('30m', 'Second')] });
  const phone = await press(t);
  await t.advance(19 * MINUTE);
  equal((await received(t, phone)).length, 0, 'the number of steps sent after 19 minutes');
  await t.advance(2 * MINUTE);
  equal((await received(t, phone)).length, 1, 'the number of steps sent after 21 minutes');
  await t.advance(10 * MINUTE);
  equal((await received(t, phone)).length, 2, 'the number of steps sent after 31 minutes');
});

/** Quiet hours within a day and across midnight. Their time zone is open, so they cover UTC and the account's zone. */
for (const [variant, hour] of [
  ['within a day', 8],
  ['across midnight', 21],
] as const) {
  timed('2.11/quiet-nothing-sent', variant, async (t) => {
    await template(t);
    const now = await t.now();
    const until = new Date(now);
    until.setUTCHours(hour, 30, 0, 0);
    await t.advance(Math.ceil((until.getTime() - now.getTime()) / 1000 + DAY) % DAY);
    // A step is due two hours after the press: an hour and a half into these hours in UTC, and three hours later in
    // Istanbul.
    const quiet = { quiet_start: (hour + 1) % 24, quiet_end: (hour + 8) % 24 };
    (await t.post('/flows', flowBody({ ...active, ...quiet, steps: [step('2h', 'Not now')] }))).succeeds();
    (await t.post('/flows', flowBody({ ...active, button: 'Other', steps: [step('2h', 'Now')] }))).succeeds();
    const [phone, other] = [await press(t), await press(t, 'Other')];
    await t.advance(2 * HOUR + 5 * MINUTE);
    equal(await received(t, phone), [], 'the steps sent in quiet hours');
    await expectReceived(t, other, 'Now', 'a flow without quiet hours continues');
  });
}
