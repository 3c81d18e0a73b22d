import { CHANNELS, type Channel } from '@wigwag/openapi';
import type { CaseContext } from '../../context.ts';
import { clause, generated } from '../../declare-case.ts';
import { equal } from '../../expectations.ts';
import { checkTexts, fewTexts, isPlain } from '../support/generated.ts';
import { ample, leaves, personOf } from '../support/support.ts';

// What a customer writes, and their name, are in the event, in the history and in the conversation unchanged.

/** Providers deliver a text without spaces at its ends. */
const fits = (text: string): boolean => isPlain(text) && text === text.trim() && text.length <= 300;

/** A customer's message with a value as its text and as the name of the customer, wherever the API shows it. */
interface Shown {
  text: unknown;
  name: unknown;
  history: unknown;
  lastMessage: unknown;
}

/** Makes a person write each value, and returns where it appears. */
async function written(t: CaseContext, channel: Channel, values: readonly string[]): Promise<Map<string, Shown>> {
  const options = await ample(t);
  const receiver = await t.receiver(['message.received']);
  const people = new Map<string, string>();
  for (const value of values) {
    const from = t.person(channel);
    people.set(value, from);
    await t.writes(from, channel, { text: value }, value);
  }
  await t.eventually('the events', () => receiver.deliveries.length >= values.length);
  const { list } = (await t.get('/conversations?limit=100', options)).succeeds();
  const shown = new Map<string, Shown>();
  for (const [value, from] of people) {
    const isFrom = (one: unknown) => personOf(one) === from;
    const event = receiver.deliveries.find(({ body }) => isFrom(body?.data?.message?.from?.id))?.body.data.message;
    const history = (await t.get(`/conversations/${from}/messages`, options)).succeeds().list[0];
    const lastMessage = list.find(({ phone }) => isFrom(phone))?.last_message?.text;
    shown.set(value, { text: event?.text, name: event?.from?.name, history, lastMessage });
  }
  return shown;
}

const PLACES: [clause: string, what: keyof Shown][] = [
  ['6/values-text', 'text'],
  ['6/values-name', 'name'],
  ['4.7/values-history', 'history'],
  ['2.8/values-last-message', 'lastMessage'],
];
for (const channel of CHANNELS) {
  for (const [id, what] of PLACES) {
    generated(id, channel, async (t) => {
      t.requireOwnAccount();
      const values = fewTexts(t, 'label', fits);
      const ofAll = () => t.shared(`written on ${channel}`, (own) => written(own, channel, values));
      const attempt = async (tried: readonly string[]) => {
        const shown = tried === values ? await ofAll() : await written(t, channel, tried);
        return tried.map((value) => {
          const got = shown.get(value)?.[what];
          return [...leaves(got)].includes(value)
            ? undefined
            : { what: `the ${what} of a customer's message is changed`, expected: value, got };
        });
      };
      await checkTexts(t, values, attempt, fits);
    });
  }
}
for (const [what, path] of [
  ['label', '/labels'],
  ['agent', '/agents'],
] as const) {
  generated(`2.12/values-${what}`, async (t) => {
    t.requireOwnAccount();
    await checkTexts(
      t,
      fewTexts(t, 'label', fits),
      async (values) => {
        for (const name of values) {
          await t[what](name);
        }
        const pages = await t.pages(`${path}?limit=100`);
        const shown = new Set(pages.flatMap(({ list }) => list.flatMap((one) => [...leaves(one)])));
        return values.map((value) =>
          shown.has(value)
            ? undefined
            : {
                what: `the name of a ${what} is changed`,
                expected: value,
                got: [...shown].slice(0, 5),
                exchange: pages[0],
              },
        );
      },
      fits,
    );
  });
}
clause('6/received-zero', async (t) => {
  const receiver = await t.receiver(['message.received']);
  const from = t.person();
  await t.writes(from, 'whatsapp', { type: 'location', location: { latitude: 0, longitude: 0 } });
  const [event] = await t.events(receiver, 'message.received');
  equal(event?.body.data.message.type, 'location', 'the type');
});
