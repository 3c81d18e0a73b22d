import { mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { inMemory } from '../testing/in-memory.ts';
import { createRandom, type Random } from '../testing/random.ts';
import { ACTS } from './acts.ts';
import { useDisk } from './machine/database.ts';
import { takeEscapes } from './machine/escapes.ts';
import { useFiles } from './machine/files.ts';
import { useMachine } from './machine/globals.ts';
import { SimulatedNetwork, useNetwork } from './machine/network.ts';
import { PostgresGate } from './machine/postgres.ts';
import type { PostgresServer } from './machine/postgres-server.ts';
import type { SimulatedProcess } from './machine/process.ts';
import { EndlessError, type Lively, Scheduler } from './machine/scheduler.ts';
import { checkEverything } from './oracle/check.ts';
import { Ledger } from './oracle/ledger.ts';
import { TOKEN } from './oracle/records.ts';
import { DAY, type SimulationPlan, type Topology } from './plan.ts';
import type { SimulatedAccount } from './world/accounts.ts';
import type { Administrator } from './world/administrator.ts';
import type { Calm } from './world/calm.ts';
import type { Client } from './world/client.ts';
import { FaultyDisk } from './world/disk.ts';
import { FaultyPostgres } from './world/faulty-postgres.ts';
import type { SimulatedInstallation } from './world/installation.ts';
import type { Meta } from './world/meta.ts';
import type { SimulatedOperator } from './world/operator.ts';
import { readFinalState } from './world/read-final-state.ts';
import type { SimulatedReceiver } from './world/receiver.ts';
import { setUp } from './world/set-up.ts';
import { installVersion } from './world/version.ts';
import type { SimulatedVisitor } from './world/visitor.ts';
import { NetworkWeather } from './world/weather.ts';
import type { SimulatedWorld } from './world/world.ts';

const SECOND = 1_000_000;
const HOUR = 3600 * SECOND;
/** The start of every simulation, a Monday. */
const START = Date.UTC(2026, 5, 1) * 1000;
const FIRST_DAY = '2026-06-01';
/** Longer than the last retry of a webhook (§6) and of a callback that failed for an hour. */
const SETTLE = 30 * HOUR;
/** How long polls run: at least one poll of a queue; longer if a dead worker must be noticed. */
const LIVELY: Record<Topology, Lively> = {
  one: { afterWork: 2.5 * SECOND, afterSilence: 2.5 * SECOND },
  several: { afterWork: 2.5 * SECOND, afterSilence: 13 * SECOND },
  postgres: { afterWork: 2.5 * SECOND, afterSilence: 13 * SECOND },
};
/** How often the files that accounts have sent are read, because the mock deletes them after 30 days. */
const READ_FILES_EVERY = 5 * DAY;
/** How long a server needs at most to store a response, without faults. */
const STORE_WITHIN = 10 * SECOND;
const MAX_STEPS_PER_DAY = 2_000_000;

/** The result of a simulation. */
export interface SimulationResult {
  problems: string[];
  /** When the first problem was found, in microseconds after the start of the plan. Undefined without a problem. */
  failedAt: number | undefined;
  /** A hash of the trace. */
  digest: string;
  steps: number;
  kills: number;
  messages: number;
  requests: number;
  events: number;
  /** The last lines of the log before the first problem. Empty without a problem. */
  story: readonly string[];
}

/** Runs one plan on simulated servers and their environment. */
export class Simulation implements SimulatedWorld {
  readonly plan: SimulationPlan;
  readonly scheduler: Scheduler;
  readonly random: Random;
  readonly ledger = new Ledger();
  readonly weather: NetworkWeather;
  readonly disk: FaultyDisk | FaultyPostgres;
  readonly postgres: FaultyPostgres | undefined;
  readonly #folder: string;
  /** Undefined on PostgreSQL. */
  readonly #databasePath: string | undefined;
  readonly #postgres: PostgresGate | undefined;
  #accounts: readonly SimulatedAccount[] = [];
  #begun = START;
  /** The first problem: its time and the last lines of the log. */
  #failure: { at: number; story: readonly string[] } | undefined;
  /** Without the many requests of the final check. */
  #storyBeforeCheck: readonly string[] | undefined;
  meta!: Meta;
  installation!: SimulatedInstallation;
  operator!: SimulatedOperator;
  administrator!: Administrator;
  #calm!: Calm;

  /** @param postgres the real server, for the topology `postgres` */
  constructor(plan: SimulationPlan, write?: (line: string) => void, postgres?: PostgresServer) {
    this.plan = plan;
    this.ledger.onProblem = (text) => {
      this.scheduler.tell(this.scheduler.kernel, `problem: ${text}`);
      this.#failure ??= { at: this.scheduler.now, story: this.#storyBeforeCheck ?? [...this.scheduler.story] };
    };
    this.#folder = mkdtempSync(join(inMemory(), 'wigwag-simulation-'));
    const lively = LIVELY[plan.topology];
    this.scheduler = new Scheduler(createRandom(plan.seed + 1), { start: START, lively, write });
    this.random = createRandom(plan.seed + 2);
    this.weather = new NetworkWeather(this.scheduler, createRandom(plan.seed + 3));
    const databaseAhead = (plan.start?.databaseAhead ?? 0) * SECOND;
    if (plan.topology === 'postgres' && postgres) {
      const faults = new FaultyPostgres(this.scheduler, databaseAhead);
      this.#postgres = new PostgresGate({ scheduler: this.scheduler, server: postgres, faults });
      faults.gate = this.#postgres;
      this.ledger.countsTogether = true;
      this.disk = faults;
      this.postgres = faults;
    } else {
      this.#databasePath = join(this.#folder, 'wigwag.db');
      this.disk = new FaultyDisk(this.scheduler, this.#databasePath, databaseAhead);
    }
  }

  client = (account: number): Client => (this.#accounts[account] as SimulatedAccount).client;
  visitor = (account: number, number: number): SimulatedVisitor =>
    (this.#accounts[account] as SimulatedAccount).visitors[number] as SimulatedVisitor;
  receiver = (account: number): SimulatedReceiver => (this.#accounts[account] as SimulatedAccount).receiver;

  messageOf = (account: number): string | undefined =>
    this.ledger.outbound
      .filter((one) => one.account === account && one.ids.size > 0)
      .at(-1)
      ?.ids.values()
      .next().value;
  agent = (account: number): number => (this.#accounts[account] as SimulatedAccount).agentId;
  pause = (microseconds: number): Promise<void> =>
    this.scheduler.pause(this.scheduler.kernel, 'time passes', microseconds);

  /**
   * Runs the plan, ends all faults, waits until all work is done, and checks the result.
   *
   * @param isFound ends the run as soon as it returns true for a problem
   * @param isOver ends the run as soon as it returns true
   */
  async run(
    isFound: (problem: string) => boolean = () => false,
    isOver: () => boolean = () => false,
  ): Promise<SimulationResult> {
    const { scheduler, plan, ledger } = this;
    await this.#postgres?.server.create();
    useMachine({ scheduler, random: createRandom(plan.seed + 4) });
    const network = new SimulatedNetwork(scheduler, this.weather.link);
    network.onAccept = (accepting) => this.installation?.accepted(accepting);
    network.onData = (from, to, data) => this.#arrived(from, to, data);
    useNetwork(network);
    useFiles(scheduler);
    if (this.disk instanceof FaultyDisk) {
      useDisk({ scheduler, disk: this.disk });
    }
    this.#postgres?.open();
    installVersion(0);
    const onRejection = (error: unknown) => {
      ledger.problem(`unhandled: a promise was rejected and nothing handled it: ${(error as Error)?.stack ?? error}`);
    };
    process.on('unhandledRejection', onRejection);
    const limit = (plan.days + 3) * MAX_STEPS_PER_DAY;
    const isEnded = () => ledger.problems.some(isFound) || isOver();
    try {
      await this.#until(this.#setUp(), HOUR, limit);
      this.#begun = scheduler.now;
      const begun = this.#begun;
      for (const { at, act, details } of plan.happenings) {
        scheduler.schedule(scheduler.kernel, act, begun + at - scheduler.now, () => this.#perform(act, details));
      }
      for (let after = READ_FILES_EVERY; after < plan.days * DAY; after += READ_FILES_EVERY) {
        scheduler.schedule(scheduler.kernel, 'sent files are read', after, () => void this.meta.readSentFiles());
      }
      await scheduler.run(begun + plan.days * DAY, isEnded, limit);
      if (!isEnded()) {
        await this.#finish(limit, isEnded);
      }
    } catch (error) {
      ledger.problem(
        error instanceof EndlessError ? `stuck: ${error.message}` : `broken: ${(error as Error).stack ?? error}`,
      );
    }
    for (const what of takeEscapes()) {
      ledger.problem(`escape: ${what}`);
    }
    await scheduler.run(scheduler.now + SECOND, () => false, limit).catch(() => {});
    this.disk.heal();
    await this.#postgres?.close();
    await scheduler.end();
    process.off('unhandledRejection', onRejection);
    useDisk(undefined);
    useNetwork(undefined);
    useFiles(undefined);
    useMachine(undefined);
    await this.#postgres?.server.drop();
    rmSync(this.#folder, { recursive: true, force: true });
    return {
      problems: [...new Set(ledger.problems)],
      failedAt: this.#failure && this.#failure.at - this.#begun,
      digest: scheduler.digest(),
      steps: scheduler.steps,
      kills: this.installation?.kills ?? 0,
      messages: ledger.outbound.length,
      requests: ledger.requests,
      events: [...ledger.streams.values()].reduce((sum, { length }) => sum + length, 0),
      story: this.#failure?.story ?? [],
    };
  }

  /** Logs which messages reach the provider, and records the provider's responses. */
  #arrived(from: SimulatedProcess, to: SimulatedProcess, data: Buffer): void {
    const { scheduler, meta, installation } = this;
    if (to === meta?.process && installation?.runs(from)) {
      const token = TOKEN.exec(data.toString())?.[0];
      if (token) {
        scheduler.tell(to, `gets ${token}`);
      }
    } else if (from === meta?.process && installation?.runs(to)) {
      this.#responded(to, data.toString());
    }
  }

  /** Records the provider's response to a send, if the server that gets it runs long enough to store it. */
  #responded(to: SimulatedProcess, response: string): void {
    if (!response.startsWith('HTTP/1.1 200')) {
      return;
    }
    const { scheduler, ledger, disk, weather, installation } = this;
    const { now: begun, kernel } = scheduler;
    const check = () => {
      // Another process that is suspended may hold a lock of the database.
      const trouble = Math.max(disk.troubleUntil, weather.troubleUntil, installation.roughAt);
      if (to.isAlive && !to.isSuspended && to.resumedAt <= begun && trouble < begun) {
        ledger.progress.responded(response, scheduler.now);
      }
    };
    scheduler.schedule(kernel, 'the response is stored', STORE_WITHIN, check, { isEvent: false });
  }

  /** Ends all faults, waits until all work is done, and checks the result. */
  async #finish(limit: number, isEnded: () => boolean): Promise<void> {
    const { scheduler } = this;
    this.#heal();
    await scheduler.run(scheduler.now + 5 * 60 * SECOND, () => false, limit);
    await this.#until(this.operator.recover(), HOUR, limit);
    const visitors = this.#accounts.flatMap((account) => account.visitors);
    await this.#until(Promise.all(visitors.map((visitor) => visitor.sendAll())), HOUR, limit);
    await scheduler.run(scheduler.now + SETTLE, isEnded, limit);
    if (!isEnded()) {
      await this.#until(this.#check(), HOUR, limit);
      await this.#until(this.installation.stop(), HOUR, limit);
    }
  }

  /** Sends a few messages while a fault lasts. */
  async someLoad(messages: number): Promise<void> {
    const { accounts, people } = this.plan.size;
    await Promise.all(
      Array.from({ length: messages }, () => {
        const client = this.client(this.random.below(accounts));
        const person = this.random.below(people);
        return this.random.below(2) === 0 ? client.sendTemplate(person) : client.sendText('whatsapp', person, true);
      }),
    );
  }

  #perform(name: string, details: unknown): void {
    const act = ACTS[name];
    if (act === undefined) {
      throw new Error(`there is no act ${name}`);
    }
    this.scheduler.tell(this.scheduler.kernel, `* ${act.tell(details)}`);
    if (act.isFault) {
      this.#calm.disturb();
    }
    const done = act.perform(this, details);
    if (done instanceof Promise) {
      const settle = this.ledger.began(name);
      void done.finally(settle);
    }
  }

  /** Runs until a promise settles. @throws what it rejects with, or if it does not settle in time */
  async #until(promise: Promise<unknown>, most: number, limit: number): Promise<void> {
    let outcome: { error?: unknown } | undefined;
    promise.then(
      () => {
        outcome = {};
      },
      (error) => {
        outcome = { error };
      },
    );
    await this.scheduler.run(this.scheduler.now + most, () => outcome !== undefined, limit);
    if (outcome === undefined) {
      throw new Error(
        `nothing more happens, but the awaited work has not ended: ${new Error().stack?.split('\n')[2]?.trim()}`,
      );
    }
    if ('error' in outcome) {
      throw outcome.error;
    }
  }

  async #setUp(): Promise<void> {
    const { plan, scheduler, random, ledger, weather, disk } = this;
    const database = this.#postgres ?? (this.#databasePath as string);
    const options = { plan, scheduler, random, ledger, weather, disk, folder: this.#folder, database };
    const { meta, installation, operator, administrator, accounts, calm } = await setUp(options);
    Object.assign(this, { meta, installation, operator, administrator });
    this.#accounts = accounts;
    this.#calm = calm;
  }

  #heal(): void {
    this.scheduler.tell(this.scheduler.kernel, '* all faults end');
    this.disk.heal();
    this.weather.heal();
    this.meta.heal();
    this.installation.heal();
    for (const { receiver } of this.#accounts) {
      receiver.heal();
    }
  }

  async #check(): Promise<void> {
    const { ledger, meta, installation } = this;
    await this.administrator.checkErased();
    this.#storyBeforeCheck = [...this.scheduler.story];
    const now = () => this.scheduler.now;
    const final = await readFinalState({ ledger, meta, installation, accounts: this.#accounts, since: FIRST_DAY, now });
    if (final) {
      checkEverything(ledger, final);
    }
  }
}
