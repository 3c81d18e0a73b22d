import fc from 'fast-check';
import { afterAll, expect, test } from 'vitest';
import { writtenForms } from '../../base/phone-form.ts';
import { type RunningServer, startServer } from '../../process/start.ts';
import { createTestServer, DATABASES, type TestServer } from '../../testing/server.ts';
import type { DatabaseName } from '../../testing/store.ts';
import { changedTo, type ShownIdentifiers, secondConnection, writtenBy } from '../../testing/user-ids.ts';

/** CI runs the same few plans each time, to save time. Set SEED for other plans, and RUNS=1000 for more plans. */
const SEED = Number(process.env.SEED ?? 20_261_123);
const RUNS = Number(process.env.RUNS ?? 24);

/** A person on one line: who was named how, and when. All identifiers are linked by at least one callback. */
interface PlannedPerson {
  country: keyof typeof NUMBERS;
  /** Whether the number and the user IDs change. */
  changes: boolean;
  /** What the messages before and after the change show, for each line; undefined if the person never writes to it. */
  lines: (readonly ('number' | 'user' | 'both')[] | undefined)[];
  /** Sends: the line, which identifier, and how many callbacks are processed before. */
  sends: { line: number; identifier: number; after: number }[];
}

/** The numbers of a person before and after a change, without the last six digits. All but the first have two forms. */
const NUMBERS = {
  TR: ['905551', '905552'],
  MX: ['525551', '525552'],
  AR: ['541151', '541152'],
  BR: ['5511981', '5511982'],
} as const;

const names = fc.constantFrom('number' as const, 'user' as const, 'both' as const);
const person: fc.Arbitrary<PlannedPerson> = fc.record({
  country: fc.constantFrom(...(Object.keys(NUMBERS) as (keyof typeof NUMBERS)[])),
  changes: fc.boolean(),
  lines: fc.tuple(fc.array(names, { maxLength: 3 }), fc.option(fc.array(names, { maxLength: 3 }), { nil: undefined })),
  sends: fc.array(fc.record({ line: fc.nat({ max: 1 }), identifier: fc.nat({ max: 3 }), after: fc.nat({ max: 12 }) }), {
    maxLength: 3,
  }),
});
const plan = fc.record({
  people: fc.array(person, { minLength: 2, maxLength: 3 }),
  /** The order of the callbacks, and which of them are repeated. */
  order: fc.infiniteStream(fc.nat()),
  repeats: fc.infiniteStream(fc.boolean()),
  /** Whether callbacks and requests have the outdated form of a number, if it has one. */
  forms: fc.infiniteStream(fc.boolean()),
  /** Whether callbacks and sends run at the same time. */
  isCrowded: fc.boolean(),
  /** Whether the second process restarts in between. */
  restarts: fc.boolean(),
});

let people = 0;

interface PlannedConnection {
  number: string;
  connectionId: string;
}

/** The identifiers of one person on one line, before and after the change. */
interface RenamedPerson {
  before: Required<Pick<ShownIdentifiers, 'phone' | 'userId'>>;
  after: Required<Pick<ShownIdentifiers, 'phone' | 'userId'>>;
}

interface Setting {
  server: TestServer;
  lines: PlannedConnection[];
  other: RunningServer | undefined;
}

async function settingOf(
  database: DatabaseName,
  atEnd: (run: () => Promise<void> | undefined) => void,
): Promise<Setting> {
  const server = await createTestServer({ database, atEnd, mock: { userIds: false } });
  const first = { number: server.business.whatsapp.phone_number_id, connectionId: server.connections.whatsapp ?? '' };
  return { server, lines: [first, await secondConnection(server)], other: undefined };
}

const ends: (() => Promise<void> | undefined)[] = [];
afterAll(async () => {
  for (const end of ends.reverse()) {
    await end();
  }
});

test.each(DATABASES)(
  `on %s ${RUNS} plans of late, repeated and simultaneous callbacks end with as many people as there are`,
  async (database) => {
    const setting = await settingOf(database, (run) => ends.push(run));
    const { server } = setting;
    const restart = async () => {
      await setting.other?.stop();
      setting.other = await startServer({ ...server.server.app.config, port: 0 }, { clock: server.clock });
    };
    ends.push(() => setting.other?.stop());
    if (database === 'postgres') {
      await restart();
    }
    const key = await server.key({ requestsPerMinute: 60_000 });
    await fc.assert(
      fc.asyncProperty(plan, async (given) => runPlan(setting, key, given, restart)),
      { numRuns: RUNS, seed: SEED },
    );
  },
  Math.max(600_000, RUNS * 3000),
);

type UserIdPlan = typeof plan extends fc.Arbitrary<infer Given> ? Given : never;

async function runPlan(setting: Setting, key: string, given: UserIdPlan, restart: () => Promise<void>): Promise<void> {
  const { server, lines } = setting;
  const base = Math.floor(server.clock.now() / 1000);
  const order = given.order[Symbol.iterator]();
  const repeats = given.repeats[Symbol.iterator]();
  const forms = given.forms[Symbol.iterator]();
  const written = (phone: string) => (forms.next().value ? writtenForms(phone).at(-1) : undefined) ?? phone;
  const callbacks: object[] = [];
  const expected: { named: RenamedPerson[]; texts: string[][]; sent: Map<string, number>; final: string[] }[] = [];
  for (const [index, { country, changes, lines: writtenTo }] of given.people.entries()) {
    people += 1;
    const number = String(people).padStart(6, '0');
    const named = lines.map((_, line): RenamedPerson => {
      const [first, second] = NUMBERS[country];
      const before = { phone: first + number, userId: `TR.${line}${number}1` };
      return { before, after: changes ? { phone: second + number, userId: `TR.${line}${number}2` } : before };
    });
    const texts = lines.map((_, line) => {
      const own = writtenTo[line];
      const { before, after } = named[line] as RenamedPerson;
      const { number: to } = lines[line] as PlannedConnection;
      for (const id of new Set([before.userId, after.userId])) {
        server.mock.setContact({ business_id: to, id });
      }
      if (!own) {
        return [];
      }
      const shown = own.map((what, at) => ({ what, at: base - 100 + at * 10, ...(at < 2 ? before : after) }));
      // Every identifier is shown together with another one at least once.
      const link = { what: 'both' as const, at: base - 105, ...before };
      const all = [link, ...shown].map((one, at) => ({ ...one, text: `${number} ${line} ${at}` }));
      for (const { what, at, phone, userId, text } of all) {
        const shown = written(phone);
        const who = what === 'number' ? { phone: shown } : what === 'user' ? { userId } : { phone: shown, userId };
        callbacks.push(writtenBy(who, text, { number: to, at, id: `wamid.${text.replaceAll(' ', '.')}` }));
      }
      if (changes) {
        const [next, last] = [after, before].map(({ phone, userId }) => ({ phone: written(phone), userId }));
        callbacks.push(changedTo(next as ShownIdentifiers, last as ShownIdentifiers, { number: to, at: base - 85 }));
      }
      return all.map(({ text }) => text);
    });
    const final = lines.flatMap((_, line) => (writtenTo[line] ? [(named[line] as RenamedPerson).after.phone] : []));
    expected[index] = { named, texts, sent: new Map(), final };
  }
  const shuffled = callbacks
    .flatMap((callback) => (repeats.next().value ? [callback, callback] : [callback]))
    .map((callback) => ({ callback, at: order.next().value as number }))
    .sort((one, other) => one.at - other.at)
    .map(({ callback }) => callback);

  const settle = async () => {
    await Promise.all([server.settle(), setting.other?.worker.drain()]);
    await server.settle();
  };
  const send = async (index: number, line: number, identifier: number) => {
    const { named, sent } = expected[index] as (typeof expected)[number];
    const { before, after } = named[line] as RenamedPerson;
    const to = [before.userId, after.userId, before.phone, after.phone][identifier] as string;
    const body = {
      to: written(to),
      name: 'hello_world',
      connection_id: (lines[line] as PlannedConnection).connectionId,
    };
    const answer = await server.api('POST', '/messages/template', { key, body });
    expect([to, answer.status]).toEqual([to, 202]);
    sent.set(answer.body.data.id, line);
  };
  const running: Promise<unknown>[] = [];
  const run = async (work: () => Promise<unknown>) => {
    running.push(work());
    if (!given.isCrowded) {
      await running.at(-1);
      await settle();
    }
  };
  for (const [at, callback] of shuffled.entries()) {
    await run(() => server.callback(callback));
    for (const [index, { sends, lines: writtenTo }] of given.people.entries()) {
      for (const { line, identifier } of sends.filter(({ after, line }) => after === at && writtenTo[line])) {
        await run(() => send(index, line, identifier));
      }
    }
    if (given.isCrowded) {
      running.push(settle());
    }
    if (given.restarts && setting.other && at === 3) {
      await Promise.all(running.splice(0));
      await restart();
    }
  }
  await Promise.all(running);
  await settle();
  await server.advance(120); // callbacks that waited for others
  await settle();
  await checkEnd(setting, key, expected);
}

async function checkEnd(
  { server, lines }: Setting,
  key: string,
  expected: { named: RenamedPerson[]; texts: string[][]; sent: Map<string, number>; final: string[] }[],
): Promise<void> {
  const { api, mock } = server;
  const get = async (path: string) => (await api('GET', path, { key })).body.data;
  for (const { named, texts, sent, final } of expected) {
    const numbers = new Set(final);
    for (const [line, { connectionId, number }] of lines.entries()) {
      const { before, after } = named[line] as RenamedPerson;
      const own = texts[line] as string[];
      if (own.length === 0) {
        continue;
      }
      const phones = [before.phone, after.phone].flatMap(writtenForms);
      for (const name of [...phones, before.userId, after.userId]) {
        const { conversations } = await get(`/conversations?phone=${name}&channel=whatsapp`);
        const here = conversations.filter((one: { connection_id: string }) => one.connection_id === connectionId);
        expect(here).toMatchObject([{ phone: after.phone }]);
        const { messages } = await get(`/conversations/${name}/messages?direction=in&limit=100`);
        const read = messages.filter((one: { connection_id: string }) => one.connection_id === connectionId);
        expect(read.map(({ text }: { text: string }) => text).sort()).toEqual([...own].sort());
        expect((await get(`/contacts/${name}`)).phone).toBe(after.phone);
      }
      for (const [id] of [...sent].filter(([, sentOn]) => sentOn === line)) {
        const send = mock.sends().find(({ payload }) => JSON.stringify(payload).includes(`"${id}"`));
        const { to, recipient } = (send?.payload ?? {}) as { to?: string; recipient?: string };
        expect(send?.business_id).toBe(number);
        expect([before.phone, after.phone, before.userId, after.userId]).toContain(to ?? recipient);
        expect(to === undefined || /^\d+$/.test(to)).toBe(true);
      }
    }
    expect(numbers.size).toBeLessThanOrEqual(1);
  }
}
