import fc from 'fast-check';
import { Temporal } from 'temporal-polyfill';
import { expect, test } from 'vitest';
import { conversationStatus, makeFlow, press, reportOf, sendSpring } from '../../testing/flows.ts';
import { createTestServer, type TestServer } from '../../testing/server.ts';

const DAY = 24 * 3600;

type Action = 'press' | 'reply' | 'assign' | 'unassign' | 'close' | 'opt out' | 'opt in' | { jump: number };

const delays = fc
  .uniqueArray(fc.oneof(fc.integer({ min: 0, max: 300 }), fc.integer({ min: 1000, max: 1440 })), {
    minLength: 1,
    maxLength: 10,
  })
  .map((minutes) => minutes.toSorted((left, right) => left - right));
const hour = fc.integer({ min: 0, max: 23 });
interface ShapeOfFlow {
  /** In minutes. */
  delays: number[];
  stop_on_reply: boolean;
  stop_on_agent: boolean;
  quiet: [number, number] | undefined;
}
const anyFlow: fc.Arbitrary<ShapeOfFlow> = fc.record({
  delays,
  stop_on_reply: fc.constantFrom(true, true, true, false),
  stop_on_agent: fc.boolean(),
  quiet: fc.option(fc.tuple(hour, hour), { nil: undefined }),
});
const jump = fc
  .oneof(fc.integer({ min: 0, max: 3600 }), fc.integer({ min: 0, max: DAY }))
  .map((seconds) => ({ jump: seconds }));
const anyAction: fc.Arbitrary<Action> = fc.oneof(
  { weight: 8, arbitrary: jump },
  { weight: 4, arbitrary: fc.constant<Action>('press') },
  { weight: 3, arbitrary: fc.constant<Action>('reply') },
  { weight: 2, arbitrary: fc.constantFrom<Action>('assign', 'unassign', 'close', 'opt out', 'opt in') },
);

const always = { stop_on_reply: true, stop_on_agent: true, quiet: undefined };
/** One story for each way in which a run ends. */
const EVERY_END: [ShapeOfFlow, Action[]][] = [
  [{ ...always, delays: [0, 60] }, ['reply', { jump: 7200 }]],
  [{ ...always, delays: [0, 60] }, ['assign', 'press', { jump: 7200 }]],
  [{ ...always, delays: [0, 1440] }, ['press', { jump: 7200 }]],
  [{ ...always, delays: [0, 60] }, ['opt out', { jump: 7200 }]],
  [{ ...always, delays: [0, 60] }, [{ jump: 7200 }, 'press']],
];

const isQuiet = (milliseconds: number, quiet: [number, number] | undefined): boolean => {
  const local = Temporal.Instant.fromEpochMilliseconds(milliseconds).toZonedDateTimeISO('Europe/Istanbul').hour;
  const [start, end] = quiet ?? [0, 0];
  return start <= end ? local >= start && local < end : local >= start || local < end;
};

/** The story of one person and one flow. */
class Story {
  readonly #server: TestServer;
  readonly #person: string;
  readonly #agent: number;
  readonly #inbound: number[] = [];
  /** How many steps of a run had been sent when it was first seen as stopped. */
  readonly #sentAtStop = new Map<number, number>();
  #template = '';

  constructor(server: TestServer, person: string, agent: number) {
    this.#server = server;
    this.#person = person;
    this.#agent = agent;
  }

  async begin(): Promise<void> {
    this.#template = await sendSpring(this.#server, this.#person);
    await this.act('press');
  }

  async act(action: Action): Promise<void> {
    const { api, advance, settle, customerWrites, clock } = this.#server;
    const person = this.#person;
    if (typeof action === 'object') {
      await advance(action.jump);
      return;
    }
    switch (action) {
      case 'press':
        this.#inbound.push(Math.floor(clock.now() / 1000) * 1000);
        await press(this.#server, 'Tell me more', this.#template, person);
        break;
      case 'reply':
        this.#inbound.push(Math.floor(clock.now() / 1000) * 1000);
        await customerWrites('Hello', person);
        break;
      case 'assign':
      case 'unassign':
        await api('PATCH', `/conversations/${person}`, {
          body: { agent_id: action === 'assign' ? this.#agent : null },
        });
        break;
      case 'close':
        await api('PATCH', `/conversations/${person}`, { body: { status: 'closed' } });
        break;
      case 'opt out':
        await api('POST', '/opt-outs', { body: { phone: person } });
        break;
      case 'opt in':
        await api('DELETE', `/opt-outs/${person}`);
    }
    await settle();
  }

  /** Returns what the provider received from the runs: which run and step, and when. */
  async #sent(): Promise<{ run: number; step: number; at: number }[]> {
    const { mock, server, accountId } = this.#server;
    const sends = mock.sends().filter(({ type, to }) => type === 'text' && to === this.#person);
    return Promise.all(
      sends.map(async ({ payload, at }) => {
        const message = await server.app.store.read.messages.find(accountId, String(payload.biz_opaque_callback_data));
        const { flow } = (message as NonNullable<typeof message>).content as { flow: { run: number; step: number } };
        return { ...flow, at: Date.parse(at) };
      }),
    );
  }

  async check(flow: number, quiet: [number, number] | undefined): Promise<void> {
    const sent = await this.#sent();
    const keys = sent.map(({ run, step }) => `${run} ${step}`);
    expect(new Set(keys).size, 'no step is sent twice').toBe(keys.length);
    for (const { at } of sent) {
      const opened = this.#inbound.findLast((time) => time <= at) ?? 0;
      expect(at - opened, 'nothing is sent outside the window').toBeLessThan(DAY * 1000);
      expect(isQuiet(at, quiet), 'nothing is sent in quiet hours').toBe(false);
    }
    const { stats, runs } = await reportOf(this.#server, flow);
    for (const run of runs) {
      const own = sent.filter((one) => one.run === run.id);
      expect(own.map(({ step }) => step)).toEqual(Array.from({ length: run.current_step }, (_, at) => at + 1));
      if (run.status === 'stopped') {
        const before = this.#sentAtStop.get(run.id) ?? own.length;
        this.#sentAtStop.set(run.id, before);
        expect(own.length, 'nothing is sent after a stop').toBe(before);
        expect(own.every(({ at }) => at <= Date.parse(run.finished_at))).toBe(true);
      }
    }
    const count = (status: string) => runs.filter((run) => run.status === status).length;
    const { reply, agent, window, other } = stats.stop_reasons;
    expect(stats).toMatchObject({
      entered: runs.length,
      running: count('running'),
      done: count('done'),
      stopped: count('stopped'),
      messages_sent: sent.length,
    });
    expect(stats.entered).toBe(stats.running + stats.done + stats.stopped);
    expect(reply + agent + window + other).toBe(stats.stopped);
    expect(count('running'), 'no twins').toBeLessThanOrEqual(1);
    expect(stats.funnel.map(({ reached }: { reached: number }) => reached)).toEqual(
      stats.funnel.map(({ step }: { step: number }) => sent.filter((one) => one.step === step).length),
    );
    if ((await conversationStatus(this.#server, this.#person)) === 'bot') {
      expect(count('running')).toBe(1);
    }
  }
}

test('in any order of events, no step is sent twice, after a stop or outside the window, and the counts add up', {
  timeout: 3_600_000,
}, async () => {
  const server = await createTestServer();
  const { app } = server.server;
  const agent = await app.store.transaction((tx) =>
    tx.agents.insert(server.accountId, { name: 'Grace', isActive: true }, app.monotonicNow()),
  );
  let persons = 0;
  const reasons = { reply: 0, agent: 0, window: 0, other: 0, done: 0 };
  await fc.assert(
    fc.asyncProperty(anyFlow, fc.array(anyAction, { minLength: 1, maxLength: 10 }), async (shape, actions) => {
      const { delays: minutes, quiet, ...flags } = shape;
      persons += 1;
      const steps = minutes.map((delay) => ({ delay: String(delay), text: `after ${delay}` }));
      const hours = quiet && { quiet_start: quiet[0], quiet_end: quiet[1] };
      const flow = await makeFlow(server, { steps, ...flags, ...hours });
      const story = new Story(server, `9055500${String(persons).padStart(5, '0')}`, agent);
      await story.begin();
      for (const action of actions) {
        await story.act(action);
        await story.check(flow, quiet);
      }
      // Another person's press of the same button starts nothing for this person.
      await server.api('PATCH', `/flows/${flow}`, { body: { is_active: false } });
      await story.act({ jump: 2 * DAY });
      await story.check(flow, quiet);
      const { stats } = await reportOf(server, flow);
      expect(stats.running, 'every run ends').toBe(0);
      for (const reason of ['reply', 'agent', 'window', 'other'] as const) {
        reasons[reason] += stats.stop_reasons[reason];
      }
      reasons.done += stats.done;
    }),
    { numRuns: Number(process.env.WIGWAG_FLOW_STORIES ?? 12), seed: 20_261_121, examples: EVERY_END },
  );
  // The stories cover all ways to end.
  expect(Math.min(...Object.values(reasons)), JSON.stringify(reasons)).toBeGreaterThan(0);
});
