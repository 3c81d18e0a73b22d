import type { CaseContext } from '../../context.ts';
import { clause, generated, timed } from '../../declare-case.ts';
import { equal, expectThat } from '../../expectations.ts';
import { FILES } from '../support/files.ts';
import {
  active,
  create,
  expectNotReceived,
  expectReceived,
  flowBody,
  flowId,
  holds,
  link,
  press,
  pressed,
  reach,
  received,
  reply,
  step,
  template,
} from '../support/flows.ts';
import { checkTexts, fewTexts, isPlain } from '../support/generated.ts';
import { DAY, HOUR, MINUTE, personOf } from '../support/support.ts';
import { isTorn } from '../support/values.ts';

// Values of placeholders, in each place that has them.

/** Providers refuse template values with more than four spaces in a row. */
const fits = (value: string): boolean => isPlain(value) && value.length <= 100 && !/\{\{|\}\}/.test(value);

/** One step has a value in each place, because a press is expensive. */
const STEP = {
  delay: '0',
  text: 'See [{{1}}] and [{{1}}], dear [{{ad}}].',
  buttons: [link('Shop', 'https://shop.example/?q={{1}}&z=1')],
};
generated('2.11/values-placeholders', async (t) => {
  t.requireOwnAccount();
  await flowId(t, { ...active, steps: [STEP] });
  await checkTexts(
    t,
    fewTexts(t, 'label', fits),
    async (values) => {
      const found = [];
      for (const value of values) {
        const phone = await press(t, 'More', { name: value, variables: [value, 'shoes'] });
        const told = (await received(t, phone)).flat();
        const text = `See [${value}] and [${value}], dear [${value}].`;
        const url = `https://shop.example/?q=${encodeURIComponent(value)}&z=1`;
        found.push(
          !told.includes(text)
            ? { what: 'a value in a text is changed', expected: text, got: told }
            : !hasUrl(told, url)
              ? { what: 'a value in a URL is changed', expected: url, got: told }
              : undefined,
        );
      }
      return found;
    },
    fits,
  );
});
/** Returns whether a URL with the same parameters is there, whichever characters of a value are encoded (RFC 3986). */
const hasUrl = (told: readonly string[], url: string): boolean => {
  const parameters = (one: string) => [...new URL(one).searchParams].map(String).join();
  return told.some((one) => one.startsWith('https://shop.example/') && parameters(one) === parameters(url));
};

for (const value of ['👩🏽‍🚀', '🇹🇷', '𠮷']) {
  clause('2.11/button-text-cut-whole', value, async (t) => {
    await flowId(t, { ...active, steps: [{ delay: '0', text: 'Choose', buttons: [reply('{{1}}')] }] });
    for (const letters of value === '𠮷' ? [18, 19] : [19]) {
      const text = `${'x'.repeat(letters)}${value}${'y'.repeat(9)}`;
      const phone = await press(t, 'More', { variables: [text, 'shoes'] });
      const told = (await received(t, phone)).flat();
      const title = told.find((leaf) => leaf.startsWith('x'.repeat(letters)));
      expectThat(
        title !== undefined && !isTorn(title) && title.length <= 20 + value.length && text.startsWith(title),
        'the text is cut, and not inside an emoji',
        told,
      );
    }
  });
}

clause('2.11/button-text-cut-whole', 'letters of two bytes', async (t) => {
  await flowId(t, { ...active, steps: [{ delay: '0', text: 'Choose', buttons: [reply('{{1}}')] }] });
  const told = (await received(t, await press(t, 'More', { variables: ['ş'.repeat(20), 'shoes'] }))).flat();
  expectThat(told.includes('ş'.repeat(20)), 'a text of 20 letters is not cut', told);
});

// Both kinds of buttons have the same limits.

const long = (length: number): string => 'x'.repeat(length);
const withLink = (text: string, button = link('Shop')) => ({ steps: [step('0', text, { buttons: [button] })] });
const ACCEPTED: [variant: string, changes: Record<string, unknown>][] = [
  ['a text of 1,024', withLink(long(1024))],
  ['a button text of 20', withLink('Choose', link(long(20)))],
  ['a button text of 120 with a variable', withLink('Choose', link(`{{1}}${long(115)}`))],
];
const REFUSED: [variant: string, changes: Record<string, unknown>][] = [
  ['a text of 1,025', withLink(long(1025))],
  ['a text of 4,096', withLink(long(4096))],
  ['no text', { steps: [{ delay: '0', buttons: [link('Shop')] }] }],
  ['a button text of 21', withLink('Choose', link(long(21)))],
  ['a button text of 121 with a variable', withLink('Choose', link(`{{1}}${long(116)}`))],
  ['a later step', { steps: [step('0', 'a'), step('1h', long(1025), { buttons: [link('Shop')] })] }],
  ['a later step with replies', { steps: [step('0', 'a'), step('1h', long(1025), { buttons: [reply('Yes')] })] }],
  ['a later text of 4,097', { steps: [step('0', 'a'), step('1h', long(4097))] }],
  ['a later button of 21', { steps: [step('0', 'a'), step('1h', 'b', { buttons: [reply('Yes'), reply(long(21))] })] }],
  ['a third button that repeats', { steps: [step('0', 'a', { buttons: [reply('A'), reply('B'), reply('A')] })] }],
  ['a later mix', { steps: [step('0', 'a'), step('1h', 'b', { buttons: [reply('A'), link('B')] })] }],
  ['a later delay of 25 h', { steps: [step('0', 'a'), step('25h', 'b')] }],
  ['a third step that is not later', { steps: [step('1h', 'a'), step('2h', 'b'), step('90m', 'c')] }],
  ['plain minutes that are not later', { steps: [step('1h', 'a'), step('60', 'b')] }],
];
for (const [way, cases, status] of [
  ['accepted', ACCEPTED, undefined],
  ['refused', REFUSED, 422],
] as const) {
  for (const [variant, changes] of cases) {
    clause(`2.11/limits-each-step-${way}`, variant, async (t) => {
      const created = await create(t, changes);
      const id = status ? await flowIdOf(t, created.refuses(status)) : undefined;
      if (id !== undefined) {
        (await t.patch(`/flows/${id}`, changes)).refuses(422);
      } else {
        created.succeeds();
      }
    });
  }
}
/** Creates a valid flow after a refusal, to change it in the same way. */
async function flowIdOf(t: CaseContext, _refusal: unknown): Promise<unknown> {
  (await t.post('/flows', flowBody())).succeeds();
  const { list } = (await t.get('/flows')).succeeds();
  equal(list.length, 1, 'the number of flows');
  return list[0].id ?? list[0].flow_id;
}

// The extension in a URL with more after it.

for (const [variant, name, spell, type] of [
  ['query', 'a.jpg', (url: string) => `${url}?v=2`, 'image'],
  ['query of a video', 'a.mp4', (url: string) => `${url}?v=2&f=a.jpg`, 'video'],
  ['query of a document', 'a.pdf', (url: string) => `${url}?token=a.b.c`, 'document'],
  ['fragment', 'a.png', (url: string) => `${url}#top`, 'image'],
  ['capitals', 'A.JPG', (url: string) => url, 'image'],
  ['capitals of a video', 'A.MP4', (url: string) => url, 'video'],
  ['dots', 'a.b.c.pdf', (url: string) => url, 'document'],
  ['jpeg', 'a.jpeg', (url: string) => url, 'image'],
] as const) {
  clause('2.11/type-inferred-url', variant, async (t) => {
    const kind = name.toLowerCase().replace('jpeg', 'jpg').replace('a.b.c', 'a') as keyof typeof FILES;
    const url = spell(t.file(name, FILES[kind]));
    await flowId(t, { ...active, steps: [{ delay: '0', media_url: url }] });
    const phone = await press(t);
    const [, message] = (await t.sends()).filter(({ to }) => personOf(to) === phone);
    equal(message?.type, type, 'the type of the message');
  });
}

// When steps are sent.

for (const [delay, minutes] of [
  ['45', 45],
  ['90', 90],
  ['30m', 30],
  ['1h', 60],
  ['2h30m', 150],
] as const) {
  timed('2.11/delay-length', delay, async (t) => {
    await flowId(t, { ...active, steps: [step(delay, 'Now')] });
    const phone = await press(t);
    await t.settle();
    await t.advance(minutes * MINUTE - 30);
    equal(await received(t, phone), [], 'the steps sent half a minute before the delay');
    await t.advance(MINUTE);
    await expectReceived(t, phone, 'Now', 'the step is sent half a minute after the delay');
  });
}
timed('2.11/window-stops', async (t) => {
  await template(t);
  // The quiet hours begin before the step and end after the window, both in UTC and in Istanbul.
  const due = new Date((await t.now()).getTime() + 22 * HOUR * 1000).getUTCHours();
  const quiet = { quiet_start: due, quiet_end: (due + 10) % 24 };
  (
    await t.post('/flows', flowBody({ ...active, ...quiet, steps: [step('0', 'Before'), step('23h', 'After')] }))
  ).succeeds();
  const phone = await press(t);
  await t.settle();
  await t.advance(23 * HOUR + 5 * MINUTE);
  await expectNotReceived(t, phone, 'After', 'the step is not sent in quiet hours');
  for (let hours = 0; hours < 12; hours += 3) {
    await t.advance(3 * HOUR);
    await expectNotReceived(t, phone, 'After', 'the step is not sent after the window has closed');
  }
});
timed('2.11/quiet-first-hour', async (t) => {
  await template(t);
  const minute = ((await t.now()).getTime() / 1000) % HOUR;
  await t.advance(Math.ceil((HOUR * 1.5 - minute) % HOUR));
  const people = await reach(t, 2);
  const [one = ['', ''], other = ['', '']] = people as [string, string][];
  const hour = (await t.now()).getUTCHours();
  // Hours that are quiet in Istanbul only, which show the target's time zone.
  const elsewhere = { quiet_start: (hour + 1) % 24, quiet_end: (hour + 6) % 24 };
  (await t.post('/flows', flowBody({ ...active, ...elsewhere, steps: [step('0', 'In UTC')] }))).succeeds();
  await pressed(t, one);
  const quiet_start = (hour + (holds(await received(t, one[0]), 'In UTC') ? 0 : 3)) % 24;
  const quiet = { quiet_start, quiet_end: (quiet_start + 2) % 24 };
  (
    await t.post('/flows', flowBody({ ...active, ...quiet, button: 'Other', steps: [step('0', 'Not now')] }))
  ).succeeds();
  await pressed(t, other, 'Other');
  equal(await received(t, other[0]), [], 'the steps sent half an hour after quiet_start');
});
for (const [slug, hours] of [
  ['quiet_start 0', { quiet_start: 0 }],
  ['quiet_end 0', { quiet_end: 0 }],
] as const) {
  timed('2.11/quiet-0-nothing-sent', slug, async (t) => {
    await template(t);
    const now = await t.now();
    const until = new Date(now);
    // An hour that is quiet in UTC and in Istanbul: 2:30 and 5:30, or 16:30 and 19:30.
    const isStart = 'quiet_start' in hours;
    until.setUTCHours(isStart ? 1 : 15, 30, 0, 0);
    await t.advance(Math.ceil((until.getTime() - now.getTime()) / 1000 + DAY) % DAY);
    const quiet = isStart ? { quiet_start: 0, quiet_end: 12 } : { quiet_start: 14, quiet_end: 0 };
    (await t.post('/flows', flowBody({ ...active, ...quiet, steps: [step('1h', 'Not now')] }))).succeeds();
    const phone = await press(t);
    await t.settle();
    await t.advance(HOUR + 5 * MINUTE);
    equal(await received(t, phone), [], 'the steps sent in quiet hours');
  });
}

// What stops a run, and what does not.

const LATER = { ...active, steps: [step('0', 'First'), step('10m', 'Second')] };
const KEEPS: [what: string, act: (t: CaseContext, phone: string) => Promise<unknown>][] = [
  ['agent_id null', async (t, phone) => (await t.patch(`/conversations/${phone}`, { agent_id: null })).succeeds()],
  ['unread_count', async (t, phone) => (await t.patch(`/conversations/${phone}`, { unread_count: 0 })).succeeds()],
  ['another customer', (t) => t.customer()],
  [
    "another customer's agent",
    async (t) => {
      const other = await t.customer();
      (await t.patch(`/conversations/${other}`, { agent_id: await t.agent() })).succeeds();
    },
  ],
  ['a change of the contact', async (t, phone) => (await t.post('/contacts', { phone, name: 'Ada' })).succeeds()],
  [
    'a send with a test key',
    async (t, to) => (await t.send({ to, text: 'Hi' }, { key: await t.testKey() })).succeeds(),
  ],
  ["another person's opt-out", async (t) => (await t.post('/opt-outs', { phone: t.person() })).succeeds()],
];
for (const [what, act] of KEEPS) {
  timed('2.11/run-continues', what, async (t) => {
    await flowId(t, LATER);
    const phone = await press(t);
    await t.settle();
    await act(t, phone);
    await t.advance(11 * MINUTE);
    expectThat(holds(await received(t, phone), 'Second'), 'the second step is sent', await received(t, phone));
  });
}
const STOPS: [kind: string, written: Parameters<CaseContext['writes']>[2]][] = [
  ['location', { type: 'location', location: { latitude: 41, longitude: 29 } }],
  ['a text of 0', { text: '0' }],
];
for (const [kind, written] of STOPS) {
  timed('2.11/stop-on-each-reply', kind, async (t) => {
    await flowId(t, LATER);
    const phone = await press(t);
    await t.settle();
    await t.writes(phone, 'whatsapp', written);
    await t.advance(11 * MINUTE);
    expectThat(!holds(await received(t, phone), 'Second'), 'the second step is not sent', await received(t, phone));
  });
}
timed('2.11/stop-on-agent-id', 'each field', async (t) => {
  await flowId(t, LATER);
  const phone = await press(t);
  await t.settle();
  (await t.patch(`/conversations/${phone}`, { unread_count: 0, agent_id: await t.agent() })).succeeds();
  (await t.patch(`/conversations/${phone}`, { agent_id: null })).succeeds();
  await t.advance(11 * MINUTE);
  expectThat(!holds(await received(t, phone), 'Second'), 'the second step is not sent', await received(t, phone));
});

// The test of a flow with other features.

clause('5.7/flow-test-not-sent', async (t) => {
  const id = await flowId(t, { steps: [step('0', 'First'), step('1h', 'Second')] });
  const to = await t.customer();
  // Whether a test key may start a test is open.
  await t.post(`/flows/${id}/test`, { to }, { key: await t.testKey() });
  equal(await t.sends(), [], 'the sends the provider accepted');
});
clause('4.8/test-not-counted', async (t) => {
  const id = await flowId(t, { ...active, steps: [step('0', 'First'), step('1h', 'Second')] });
  const to = await t.customer();
  (await t.post(`/flows/${id}/test`, { to })).is(200);
  equal((await t.sends()).length, 2, 'the number of sends the provider accepted');
  const { data } = (await t.get(`/flows/${id}/stats`)).succeeds();
  const { entered, running, done, stopped, messages_sent } = data;
  equal([entered, running, done, stopped, messages_sent], [0, 0, 0, 0, 0], 'the counts of the flow');
  equal(
    (data.funnel ?? []).map(({ reached }: { reached: number }) => reached).filter((count: number) => count !== 0),
    [],
    'the steps that the funnel counts',
  );
  (await t.delete(`/flows/${id}`)).is(200);
});
timed('4.8/test-any-hour', async (t) => {
  const id = await flowId(t, { quiet_start: 0, quiet_end: 23, steps: [step('0', 'First'), step('23h', 'Second')] });
  const to = await t.customer();
  const answer = await t.post(`/flows/${id}/test`, { to });
  // Whether quiet hours apply to a test is open, but the steps are sent one directly after the other.
  if (answer.status === 200) {
    const { length } = await t.sends();
    expectThat(length === 2 || length === 0, 'all steps are sent, or none', length);
  }
});
clause('2.10/opt-out-then-press', async (t) => {
  await flowId(t, { ...active, steps: [step('0', 'From the flow')] });
  const reached = await reach(t, 1);
  const [one] = reached;
  expectThat(one, 'the campaign reached a person', reached);
  (await t.post('/opt-outs', { phone: one[0] })).succeeds();
  (await t.delete(`/opt-outs/${one[0]}`)).succeeds();
  await pressed(t, one);
  await expectReceived(t, one[0], 'From the flow', 'the flow reaches a person whose opt-out was removed');
});
clause('2.11/no-value-of-others', async (t) => {
  await flowId(t, { ...active, steps: [step('0', 'Dear [{{1}}] [{{ad}}].')] });
  const [one, two] = [
    await press(t, 'More', { name: 'Ada', variables: ['first', 'a'] }),
    await press(t, 'More', { name: 'Grace', variables: ['second', 'b'] }),
  ];
  const texts = async (phone: string) => (await received(t, phone)).flat().filter((leaf) => leaf.startsWith('Dear'));
  equal(
    [await texts(one), await texts(two)],
    [['Dear [first] [Ada].'], ['Dear [second] [Grace].']],
    'the texts of both people',
  );
});
