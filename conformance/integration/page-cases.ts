import { equal } from '../expectations.ts';
import { Untestable } from '../verdict.ts';
import { hasNoEffect } from './callback-cases.ts';
import { keepsSilentAbout, requireWords, survives } from './content-cases.ts';
import { INSTAGRAM_SHARES, PAGE_KINDS } from './content-kinds.ts';
import type { Declare, IntegrationContext, Json } from './context.ts';
import { backsOff } from './sending-cases.ts';
import type { Channel } from './target.ts';

const PAGE_CHANNELS = ['messenger', 'instagram'] as const;
const NAMELESS = { type: 'postback', button: { title: 'Get started' } };
const HELLO = { type: 'text', text: 'Hello' };
const CLICK = { type: 'postback', button: { title: 'Get started', payload: 'START' } };

/** Runs a check on each channel on which the app answers. @throws {Untestable} if there is none */
async function onEach(t: IntegrationContext, check: (channel: Channel) => Promise<void>): Promise<void> {
  const answering = await Promise.all(PAGE_CHANNELS.map((channel) => t.isAnswering(channel)));
  if (!answering.includes(true)) {
    throw new Untestable('needs an app that answers "Hello" on Messenger or Instagram');
  }
  await Promise.all(PAGE_CHANNELS.filter((_, i) => answering[i]).map(check));
}

/** A customer sends this once, or as often as there are parts. Returns how many messages the app sends to them. */
async function answersTo(t: IntegrationContext, channel: Channel, ...contents: Json[]): Promise<number> {
  const person = t.person(channel);
  const external_id = `m_${person}`;
  for (const content of contents) {
    await t.delivers(person, { ...content, external_id }, channel);
  }
  return (await t.answered(person)).length;
}

/** Events that are no messages, and changes of the page. */
const EVENTS: Json[] = [
  { read: { watermark: 1_767_225_600_000 } },
  { read: { mid: 'm_1' } },
  { delivery: { mids: ['m_1'], watermark: 1_767_225_600_000 } },
  { optin: { ref: 'spring', type: 'notification_messages' } },
  { pass_thread_control: { previous_owner_app_id: null, new_owner_app_id: '1', metadata: '' } },
  { something_new: { a: 1 } },
];
const CHANGES: Json[] = [
  { field: 'feed', value: { item: 'comment', verb: 'add', message: 'Hello', from: { id: '1', name: 'Ada' } } },
  { field: 'comments', value: { id: '17900000000000005', text: 'Hello', from: { id: '1', username: 'ada' } } },
];

export function pageCases(declare: Declare): void {
  const clause = (id: string, check: (t: IntegrationContext, channel: Channel) => Promise<void>): void =>
    declare(id, (t) => onEach(t, (channel) => check(t, channel)), 'pages');

  for (const [id, contents] of Object.entries(PAGE_KINDS)) {
    clause(id, (t, channel) => {
      const more = id === 'pages/share' && channel === 'instagram' ? INSTAGRAM_SHARES : [];
      return survives(t, [...contents, ...more], channel);
    });
  }

  clause('pages/unsigned', (t, channel) =>
    hasNoEffect(
      t,
      { signature: () => undefined },
      (person) => t.pageEnvelope(channel, [t.pageEvent(channel, person)]),
      channel,
    ),
  );

  clause('pages/batch', async (t, channel) => {
    const people = [t.person(channel), t.person(channel)];
    await Promise.all(people.map((person) => t.opensWindow(person, channel)));
    const [one = {}, other = {}] = people.map((person) => t.pageEvent(channel, person));
    const read = t.pageEvent(channel, t.person(channel), EVENTS[0]);
    equal(await t.post(t.pageEnvelope(channel, [read, one], [other])), 200, 'the status');
    const counts = [];
    for (const person of people) {
      counts.push((await t.sent(person)).length > 0);
    }
    equal(counts, [true, true], 'whether the customers of the second event and of the second entry got an answer');
  });

  clause('pages/valid', async (t, channel) => {
    const person = t.person(channel);
    await t.writes(person, HELLO, channel);
    const statuses = (await t.answered(person)).map(({ status }) => status);
    equal(
      statuses,
      statuses.map(() => 200),
      'the statuses of the sends',
    );
  });

  clause('pages/throughput', async (t, channel) => {
    await backsOff(t, 613, channel);
    await t.requireAlive(channel);
  });

  clause('pages/events', async (t, channel) => {
    const person = t.person(channel);
    for (const content of EVENTS) {
      equal(await t.post(t.pageEnvelope(channel, [t.pageEvent(channel, person, content)])), 200, 'the status');
    }
    const { object, entry } = t.pageEnvelope(channel, []) as { object: string; entry: Json[] };
    const changes = entry.map(({ messaging: _, ...rest }) => ({ ...rest, changes: CHANGES }));
    equal(await t.post({ object, entry: changes }), 200, 'the status');
    equal((await t.settled(person)).length, 0, 'the answers to events that are no messages');
    await t.requireAlive(channel);
  });

  clause('pages/payload', async (t, channel) => {
    const person = t.person(channel);
    await t.delivers(person, NAMELESS, channel);
    requireWords(await t.settled(person));
    await t.requireAlive(channel);
  });

  clause('pages/deletion', async (t, channel) => {
    const deletion = { type: 'deleted' };
    await keepsSilentAbout(t, (person, target) => t.delivers(person, { ...deletion, target }, channel), channel);
    // Of a message that the app does not have, and with the text that the message had.
    const withText = (person: string, word: string) =>
      t.delivers(person, { ...deletion, text: `Hello ${word}` }, channel);
    await keepsSilentAbout(t, (person, _, word) => withText(person, word), channel);
    await t.requireAlive(channel);
  });

  clause('pages/echo', async (t, channel) => {
    const person = t.person(channel);
    // The mock reports the app's answer to this text as an echo.
    await t.writes(person, HELLO, channel);
    const before = (await t.answered(person)).length;
    await t.delivers(person, { type: 'text', text: 'We called you back', echo: true }, channel);
    equal((await t.settled(person)).length, before, "the messages after the page's own");
    equal(t.sends(t.business(channel) ?? '').length, 0, 'the messages to the page itself');
    await t.requireAlive(channel);
  });

  clause('pages/standby', async (t, channel) => {
    equal(await answersTo(t, channel, { ...HELLO, standby: true }), 0, 'the answers to a message in standby');
    await t.requireAlive(channel);
  });

  for (const [id, repeated] of [
    ['pages/duplicate', (content: Json) => [content, content]],
    ['pages/standby-duplicate', (content: Json) => [{ ...content, standby: 'also' }]],
  ] as const) {
    clause(id, async (t, channel) => {
      const counts = [HELLO, CLICK].map(async (content) => [
        await answersTo(t, channel, ...repeated(content)),
        await answersTo(t, channel, content),
      ]);
      for (const [repeats, once] of await Promise.all(counts)) {
        equal(repeats, once, 'the number of answers');
      }
    });
  }
}
