import type { Config, RunningServer } from '../../../server/index.ts';
import type { FirstStart, StartKill } from '../first-start.ts';
import { startTimer } from '../machine/globals.ts';
import { SimulatedProcess } from '../machine/process.ts';
import type { Scheduler } from '../machine/scheduler.ts';
import type { FaultyDatabase } from './faulty-database.ts';
import { installVersion } from './version.ts';

const SECOND = 1_000_000;

/** The quotes of names in SQL, on SQLite and on PostgreSQL. */
const QUOTES = /[`"]/g;
/** How long a server may take to stop, in microseconds: slightly more than its own limit. */
const STOP = 45 * SECOND;
/** How long a stop waits for connections, in microseconds. */
const ACCEPTED_WITHIN = 50_000;

type StartServer = typeof import('../../../server/index.ts')['startServer'];

/** One server of the installation. It has a process unless it was stopped or killed. */
interface ServerSlot {
  name: string;
  config: Config;
  /** The process that is running or starting, if there is one. */
  process: SimulatedProcess | undefined;
  running: RunningServer | undefined;
  /** The configuration of the process. */
  startedWith: Config | undefined;
  ahead: number;
  drift: number;
}

interface SimulatedInstallationOptions {
  scheduler: Scheduler;
  disk: FaultyDatabase;
  startServer: StartServer;
  configs: { name: string; config: Config }[];
  /** Whether the servers share a SQLite file. PostgreSQL is always shared. */
  isShared: boolean;
  /** Receives the warnings and errors that servers log. */
  onLog(server: string, line: string): void;
  onProblem(problem: string): void;
  /** Receives the largest error of a server's clock so far, in microseconds. */
  onClock(most: number): void;
}

/** The servers and workers on one database. */
export class SimulatedInstallation {
  readonly #options: SimulatedInstallationOptions;
  readonly places: ServerSlot[];
  kills = 0;
  /** The number of versions by which the installed version is later than this repository's. */
  version = 0;
  /** When a process last ended or paused without a warning, in microseconds. */
  roughAt = 0;
  /** When a process was last started, stopped, suspended or killed, in microseconds. */
  disturbedAt = 0;
  #mostAhead = 0;
  /** Stops that wait for connections. */
  readonly #awaited = new Map<string, { left: number; resolve(): void }>();
  /** Kills that wait for their statement. */
  readonly #pending = new Set<() => void>();

  constructor(options: SimulatedInstallationOptions) {
    this.#options = options;
    this.places = options.configs.map(({ name, config }) => ({
      name,
      config,
      process: undefined,
      running: undefined,
      startedWith: undefined,
      ahead: 0,
      drift: 0,
    }));
  }

  /**
   * Starts all servers on a new database, and resolves when all run. A server that dies while it creates the schema
   * starts again.
   */
  async start(
    { isAtOnce, kills }: Pick<FirstStart, 'isAtOnce' | 'kills'> = { isAtOnce: false, kills: [] },
  ): Promise<void> {
    const { scheduler } = this.#options;
    for (const { server, statement, isAfter } of kills) {
      this.killSoon(server, { statements: statement, isAfter, down: 1 });
    }
    for (const place of this.places) {
      void this.#start(place);
      while (!(isAtOnce || place.running)) {
        await scheduler.pause(scheduler.kernel, `${place.name} starts`, SECOND);
      }
    }
    while (!this.isWhole) {
      await scheduler.pause(scheduler.kernel, 'the servers start', SECOND);
    }
    this.#endPending();
  }

  /** Called when a process has accepted a connection. */
  readonly accepted = ({ name }: SimulatedProcess): void => {
    const awaited = this.#awaited.get(name);
    if (awaited) {
      awaited.left -= 1;
      if (awaited.left === 0) {
        awaited.resolve();
      }
    }
  };

  place(name: string): ServerSlot {
    return this.places.find((one) => one.name === name) as ServerSlot;
  }

  /** The origins of the API. */
  get origins(): string[] {
    return this.places
      .filter(({ config }) => config.role !== 'worker')
      .map(({ config }) => `http://127.0.0.1:${config.port}`);
  }

  /** Whether all servers run without a fault. */
  get isWhole(): boolean {
    return this.places.every(({ process, running }) => running && process?.isSuspended === false);
  }

  /** Returns whether this is the process of a server. */
  runs(process: SimulatedProcess): boolean {
    return this.places.some((place) => place.process === process);
  }

  async #start(place: ServerSlot): Promise<void> {
    const { scheduler, startServer, isShared, onLog } = this.#options;
    const process = new SimulatedProcess(scheduler, place.name);
    process.setClock(place.ahead, place.drift);
    place.process = process;
    place.startedWith = place.config;
    scheduler.tell(process, 'starts');
    this.disturbedAt = scheduler.now;
    const clock = { now: () => process.now(), setTimeout: startTimer };
    const log = { write: (line: string) => process.isAlive && onLog(place.name, line) };
    try {
      const running = await process.run(() => startServer(place.config, { clock, log, ...(isShared && { isShared }) }));
      if (process.isAlive) {
        place.running = running;
      }
    } catch (error) {
      scheduler.tell(process, `does not start: ${(error as Error).message}`);
      process.kill();
      place.process = undefined;
      this.#startLater(place, 5);
    }
  }

  #startLater(place: ServerSlot, seconds: number): void {
    const { scheduler } = this.#options;
    scheduler.schedule(scheduler.kernel, `${place.name} will start`, seconds * SECOND, () => {
      if (place.process === undefined) {
        void this.#start(place);
      }
    });
  }

  /** Kills a process now. A supervisor starts it again after `down` seconds. */
  kill(place: ServerSlot, down: number): void {
    const { scheduler } = this.#options;
    if (place.process) {
      scheduler.tell(place.process, 'is killed');
      this.kills += 1;
      this.disturbedAt = scheduler.now;
      this.roughAt = scheduler.now;
      place.process.kill();
      place.process = undefined;
      place.running = undefined;
      this.#startLater(place, down);
    }
  }

  /**
   * Kills all processes `later` milliseconds after a commit begins or ends, and loses what is not durable.
   *
   * @param power.kept see `FaultyDisk`
   */
  losePowerSoon(power: { commits: number; isAfter: boolean; later: number; down: number; kept: number }): void {
    const { scheduler } = this.#options;
    this.#atStatement(undefined, power.commits, power.isAfter, 'COMMIT', () => {
      if (power.later === 0) {
        this.#losePower(power);
      } else {
        const what = 'the power fails';
        scheduler.schedule(scheduler.kernel, what, power.later * 1000, () => this.#losePower(power));
      }
    });
  }

  #losePower({ down, kept }: { down: number; kept: number }): void {
    const { scheduler, disk } = this.#options;
    const running = this.places.filter(({ process }) => process);
    scheduler.tell(scheduler.kernel, 'the power fails');
    disk.losePower(kept);
    for (const place of running) {
      this.kill(place, down);
    }
  }

  /** Kills a process at its n-th statement from now, or immediately if n is 0. */
  killSoon(
    name: string,
    { statements, isAfter, down, verb }: { statements: number; isAfter: boolean; down: number; verb?: string },
  ): void {
    const place = this.place(name);
    if (statements === 0) {
      this.kill(place, down);
      return;
    }
    this.#atStatement(place, statements, isAfter, verb, () => this.kill(place, down));
  }

  /**
   * Suspends a server after this many statements. With `verb`, only statements that begin with it count, and the server
   * is suspended after their commit. Before the commit, it holds SQLite's lock, so no other server could take over its
   * tasks.
   */
  suspendSoon(name: string, seconds: number, statements: number, verb?: string): void {
    const { scheduler } = this.#options;
    const place = this.place(name);
    const suspend = () => {
      const { process } = place;
      if (process) {
        scheduler.tell(process, `is suspended for ${seconds} s`);
        process.suspend();
        this.roughAt = scheduler.now + seconds * SECOND;
        scheduler.schedule(scheduler.kernel, `${name} resumes`, seconds * SECOND, () => {
          process.resume();
          this.disturbedAt = scheduler.now;
        });
      }
    };
    this.#atStatement(place, statements, true, verb, () => {
      if (verb === undefined) {
        suspend();
      } else {
        this.#atStatement(place, 1, true, 'COMMIT', suspend);
      }
    });
  }

  /** @param place undefined for the statements of all processes */
  #atStatement(
    place: ServerSlot | undefined,
    statements: number,
    isAfter: boolean,
    verb: string | undefined,
    run: () => void,
  ): void {
    let left = statements;
    const end = this.#options.disk.watch((statement, after) => {
      if (after !== isAfter || (place && statement.process !== place.process)) {
        return;
      }
      if (verb !== undefined && !statement.sql.replaceAll(QUOTES, '').startsWith(verb)) {
        return;
      }
      left -= 1;
      if (left <= 0) {
        end();
        this.#pending.delete(end);
        run();
      }
    });
    this.#pending.add(end);
  }

  setClock(name: string, ahead: number, drift: number): void {
    this.#mostAhead = Math.max(this.#mostAhead, Math.abs(ahead));
    this.#options.onClock(this.#mostAhead);
    const place = this.place(name);
    Object.assign(place, { ahead, drift });
    place.process?.setClock(ahead, drift);
  }

  /**
   * Stops a server gracefully and starts it again.
   *
   * @param connections the server stops after accepting this many more, so that their requests arrive during the stop; 0
   *   stops it immediately
   */
  async restart(name: string, connections: number): Promise<void> {
    const { scheduler } = this.#options;
    const place = this.place(name);
    if (connections > 0) {
      const accepted = Promise.withResolvers<void>();
      this.#awaited.set(name, { left: connections, resolve: accepted.resolve });
      await Promise.race([accepted.promise, scheduler.pause(scheduler.kernel, `${name} will stop`, ACCEPTED_WITHIN)]);
      this.#awaited.delete(name);
    }
    if (place.running === undefined || place.process === undefined) {
      return;
    }
    await this.#stop(place);
    this.#startLater(place, 1);
  }

  /** Restarts one server after another with a new configuration. Resolves when all servers use it. */
  async reconfigure(change: (config: Config) => Config): Promise<void> {
    const { scheduler } = this.#options;
    for (const place of this.places) {
      place.config = change(place.config);
      while (!(place.running && place.startedWith === place.config)) {
        await this.restart(place.name, 0);
        await scheduler.pause(scheduler.kernel, `${place.name} gets a new configuration`, SECOND);
      }
    }
  }

  /**
   * Installs the next version, which has one more migration, and restarts all servers. Resolves when all servers use it.
   *
   * @param kills where processes die while they migrate
   */
  async upgrade(kills: readonly StartKill[]): Promise<void> {
    const { scheduler } = this.#options;
    this.version += 1;
    installVersion(this.version);
    for (const { server, statement, isAfter } of kills) {
      this.killSoon(server, { statements: statement, isAfter, down: 1 });
    }
    scheduler.tell(scheduler.kernel, `version ${this.version} is installed`);
    await this.reconfigure((config) => ({ ...config }));
  }

  async #stop(place: ServerSlot): Promise<void> {
    const { scheduler, onProblem, disk } = this.#options;
    const { process, running } = place as { process: SimulatedProcess; running: RunningServer };
    let hasStopped = false;
    this.disturbedAt = scheduler.now;
    const stopped = process
      .run(() => running.stop())
      .then(
        () => {
          hasStopped = true;
        },
        (error: Error) => {
          scheduler.tell(process, `does not stop: ${error.message}`);
        },
      );
    await Promise.race([stopped, scheduler.pause(scheduler.kernel, `${place.name} should have stopped`, STOP)]);
    // It may have been killed or suspended meanwhile.
    const isUndisturbed = process.isAlive && !process.isSuspended && process.resumedAt < scheduler.now - STOP;
    // A suspended server may hold the lock of the database.
    const trouble = Math.max(disk.troubleUntil, this.roughAt);
    if (!hasStopped && isUndisturbed && trouble < scheduler.now - STOP) {
      onProblem(`stuck: ${place.name} did not stop within ${STOP / SECOND} s`);
    }
    if (place.process === process) {
      process.kill();
      place.process = undefined;
      place.running = undefined;
    }
  }

  /** Stops all servers for good. */
  async stop(): Promise<void> {
    for (const place of this.places.filter(({ running }) => running)) {
      await this.#stop(place);
    }
  }

  #endPending(): void {
    for (const end of this.#pending) {
      end();
    }
    this.#pending.clear();
  }

  /** Ends all faults. Supervisors start the servers that are not running. */
  heal(): void {
    this.#endPending();
    for (const place of this.places) {
      place.process?.resume();
      this.setClock(place.name, 0, 0);
    }
  }
}
