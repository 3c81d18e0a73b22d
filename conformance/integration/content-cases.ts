import { equal, expectThat } from '../expectations.ts';
import { Untestable } from '../verdict.ts';
import { aimedAt, isAimed, SYSTEM, UNSUPPORTED, WHATSAPP_KINDS } from './content-kinds.ts';
import type { Declare, IntegrationContext, Json } from './context.ts';
import type { GraphCall } from './graph.ts';
import type { Channel } from './target.ts';

const UNREADABLE = /\bundefined\b|\bNaN\b|\[object Object\]/;

/** A customer sends each of these, after a text if they name an earlier message. Returns the IDs. */
async function sendEach(t: IntegrationContext, person: string, contents: readonly Json[], channel: Channel) {
  const target = contents.some(isAimed) ? await t.writes(person, undefined, channel) : '';
  const ids = [];
  for (const content of contents) {
    ids.push(await t.delivers(person, aimedAt(content, target), channel));
  }
  return ids;
}

/** Checks that each of these gets 200, and that the app still answers. */
export async function survives(
  t: IntegrationContext,
  contents: readonly Json[],
  channel: Channel = 'whatsapp',
): Promise<void> {
  await sendEach(t, t.person(channel), contents, channel);
  await t.requireAlive(channel);
}

/** Checks that no message has text that a program printed by mistake. */
export function requireWords(sends: readonly GraphCall[]): void {
  const bodies = sends.map(({ request }) => request.body ?? '');
  expectThat(!bodies.some((body) => UNREADABLE.test(body)), 'every message is readable', bodies);
}

/**
 * Checks that what is delivered after a text is not answered with a word of the text. Messages that an app sends late in
 * reply to the text do not count.
 */
export async function keepsSilentAbout(
  t: IntegrationContext,
  deliver: (person: string, id: string, word: string) => Promise<unknown>,
  channel: Channel = 'whatsapp',
): Promise<void> {
  const [person, word] = [t.person(channel), t.word()];
  const id = await t.writes(person, { type: 'text', text: `Hello ${word}` }, channel);
  const before = (await t.answered(person)).length;
  await deliver(person, id, word);
  const after = (await t.settled(person)).slice(before).map(({ request }) => request.body ?? '');
  expectThat(!after.some((body) => body.includes(word)), 'no message has the deleted text', after);
}

/** Returns `messages` and `contacts` of a callback for several people. */
const merged = (values: readonly Json[]): Json => ({
  contacts: values.flatMap(({ contacts }) => contacts as Json[]),
  messages: values.flatMap(({ messages }) => messages as Json[]),
});

/** Returns whether the last of these messages, which are one callback, is answered. */
async function answersLast(t: IntegrationContext, values: Json[], person: string): Promise<boolean> {
  await t.opensWindow(person);
  equal(await t.post(t.envelope(merged([...values, t.text(person)]))), 200, 'the status');
  return (await t.sent(person)).length > 0;
}

const ERROR = { code: 131051, title: 'Message type unknown', error_data: { details: 'It is not supported.' } };
/** Parts of messages in the same callback as a text. */
const WITHOUT_CONTENT: Json[] = [
  { type: 'unsupported', errors: [ERROR] },
  { type: 'image', errors: [{ ...ERROR, code: 131052 }] },
  { type: 'document', document: { filename: 'offer.pdf' }, errors: [ERROR] },
  { type: 'request_welcome' },
  { type: 'hologram', hologram: { id: '1' } },
];

/** Messages in the business's phone app. */
const ECHOES: Json[] = [
  { type: 'text', text: { body: 'On my way' } },
  { type: 'document', document: { id: '1', mime_type: 'application/pdf', sha256: '', filename: 'offer.pdf' } },
  { type: 'edit', edit: { original_message_id: 'wamid.1', message: { type: 'text', text: { body: 'At six' } } } },
  { type: 'revoke', revoke: { original_message_id: 'wamid.1' } },
];

export function contentCases(clause: Declare): void {
  for (const [id, contents] of Object.entries(WHATSAPP_KINDS)) {
    clause(id, (t) => survives(t, contents));
  }

  clause('content/batch', async (t) => {
    await t.requireAnswers();
    if (!(await answersLast(t, [t.text(t.person())], t.person()))) {
      throw new Untestable('needs an app that answers every message of a callback');
    }
    const without = WITHOUT_CONTENT.map((more) => t.text(t.person(), { text: undefined, ...more }));
    const last = t.person();
    expectThat(
      await answersLast(t, without, last),
      'the message after those without content is answered',
      await t.sent(last),
    );
  });

  clause('content/deleted-text', async (t) => {
    await t.requireAnswers();
    await keepsSilentAbout(t, (person, target) => t.writes(person, { type: 'revoke', target }));
  });

  clause('content/group', async (t) => {
    await t.requireAnswers();
    const person = t.person();
    await t.delivers(person, { type: 'text', text: 'Hello', group_id: 'Y2FwaV9ncm91cDoxMjAzNjM0' });
    // An answer to a later message shows that the app has had time to answer this one.
    await t.requireAlive();
    equal((await t.settled(person)).length, 0, 'the private answers to a message to a group');
  });

  clause('content/system', async (t) => {
    const person = t.person();
    await sendEach(t, person, SYSTEM, 'whatsapp');
    await t.requireAlive();
    equal((await t.settled(person)).length, 0, 'the answers to system messages');
  });

  clause('content/echo', async (t) => {
    const person = t.person();
    for (const [field, echo] of t.subscribed(ECHOES.map((one) => ['smb_message_echoes', one] as const))) {
      const { messages } = t.text(t.displayNumber, { text: undefined, ...echo, to: person });
      equal(await t.post(t.envelope({ message_echoes: messages }, field)), 200, 'the status');
    }
    await t.requireAlive();
    equal((await t.settled(person)).length, 0, 'the messages to the customer');
    equal(t.sends(t.displayNumber).length, 0, "the messages to the business's own number");
  });

  clause('content/duplicate', async (t) => {
    await t.requireAnswers();
    const kinds = await Promise.all(
      Object.values(WHATSAPP_KINDS).map(async (contents) => {
        const person = t.person();
        const target = await t.writes(person);
        // callbacks/duplicate tests texts.
        return { person, contents: contents.filter(({ type }) => type !== 'text').map((one) => aimedAt(one, target)) };
      }),
    );
    const sendAll = (repeated: string[][] = []) =>
      Promise.all(
        kinds.map(async ({ person, contents }, kind) => {
          const ids = [];
          for (const [i, content] of contents.entries()) {
            const external_id = repeated[kind]?.[i];
            ids.push(await t.writes(person, { ...content, ...(external_id !== undefined && { external_id }) }));
          }
          return ids;
        }),
      );
    const counts = () => Promise.all(kinds.map(async ({ person }) => (await t.answered(person)).length));
    const ids = await sendAll();
    const first = await counts();
    await sendAll(ids);
    equal(await counts(), first, 'the numbers of sends after the duplicates');
  });

  clause('content/words', async (t) => {
    await t.requireAnswers();
    const contents = [...Object.values(WHATSAPP_KINDS).flat(), ...SYSTEM];
    const people = await Promise.all(
      contents.map(async (content) => {
        const person = t.person();
        const target = isAimed(content) ? await t.writes(person) : '';
        await t.writes(person, aimedAt(content, target));
        return person;
      }),
    );
    const sends = await Promise.all(people.map((person) => t.settled(person)));
    requireWords(sends.flat());
  });

  clause('media/missing', async (t) => {
    for (const content of UNSUPPORTED) {
      await t.writes(t.person(), content);
    }
    await t.settled(t.person());
    const paths = t.session.graph.calls.map(({ path }) => path.split('?')[0] ?? '');
    equal(
      paths.filter((path) => /^\/v[\d.]+\/(undefined|null|None|nil)?$/.test(path)),
      [],
      'the requests without an ID',
    );
  });
}
