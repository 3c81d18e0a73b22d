import pg from 'pg';
import type { Random } from '../testing/random.ts';
import type { Clients } from './clients.ts';
import type { CrashInstallation, ServerSpec } from './installation.ts';
import type { Mock } from './mock.ts';
import { pause } from './programs.ts';

/** The targets of kills. */
type Victim = 'server' | 'api' | 'worker' | 'connection' | 'everything';

/** The relative frequency of each target. */
const VICTIMS: Record<'sqlite' | 'postgres', Partial<Record<Victim, number>>> = {
  sqlite: { server: 1 },
  postgres: { api: 25, worker: 45, connection: 22, everything: 3 },
};
/** The share of processes that are killed during startup. */
const WHILE_STARTING = 0.15;
/** The share of workers that are paused for longer than their lease. Meanwhile other workers lease their tasks. */
const PAUSED = 0.04;
const PAUSE = 13_000;
/** The maximum number of accepted messages between two kills, so that a slow machine makes progress. */
const BETWEEN = 12;
/** The maximum wait for these messages and the additional wait, in milliseconds. */
const LONGEST_BETWEEN = 5_000;
const ON_TOP = 100;
/** How long a process is frozen at most, and how long it then runs at most, in milliseconds. */
const FROZEN = 400;
const THAWED = 60;
const LOOK = 10;
const STARTING = 500;

/** Kills targets at random moments, until the given number of kills is reached. */
export class Killer {
  readonly killed: Partial<Record<Victim, number>> = {};
  kills = 0;
  paused = 0;
  frozen = 0;
  readonly #installation: CrashInstallation;
  readonly #clients: Clients;
  readonly #mock: Mock;
  readonly #callbackPath: string;
  readonly #random: Random;
  readonly #database: 'sqlite' | 'postgres';
  readonly #databaseUrl: string;
  readonly #asleep: Promise<void>[] = [];
  readonly #starting = new Map<ServerSpec, Promise<unknown>>();

  constructor(options: {
    installation: CrashInstallation;
    clients: Clients;
    mock: Mock;
    callbackPath: string;
    random: Random;
    database: 'sqlite' | 'postgres';
    databaseUrl: string;
  }) {
    this.#installation = options.installation;
    this.#clients = options.clients;
    this.#mock = options.mock;
    this.#callbackPath = options.callbackPath;
    this.#random = options.random;
    this.#database = options.database;
    this.#databaseUrl = options.databaseUrl;
  }

  async run(kills: number): Promise<void> {
    while (this.kills < kills) {
      await this.#untilPromised(this.#random.below(BETWEEN));
      await pause(this.#random.next() * ON_TOP);
      await this.#kill(this.#random.weighted(VICTIMS[this.#database]));
    }
    await Promise.all([...this.#asleep, ...this.#starting.values()]);
  }

  /**
   * Stops processes for moments, as a machine without free processors does, until the given number of times is reached.
   * What arrives meanwhile is then handled at once.
   */
  async freeze(times: number): Promise<void> {
    const { places } = this.#installation;
    while (this.frozen < times) {
      const { child } = (places[this.#random.below(places.length)] as ServerSpec).program;
      child.kill('SIGSTOP');
      await pause(this.#random.next() * FROZEN);
      child.kill('SIGCONT');
      this.frozen += 1;
      await pause(this.#random.next() * THAWED);
    }
  }

  /** Waits until this many more messages are accepted, or for the maximum time. */
  async #untilPromised(more: number): Promise<void> {
    const target = this.#clients.promised.length + more;
    const deadline = Date.now() + LONGEST_BETWEEN;
    while (this.#clients.promised.length < target && Date.now() < deadline) {
      await pause(LOOK);
    }
  }

  async #kill(victim: Victim): Promise<void> {
    if (victim === 'connection') {
      await this.#cutConnections();
    } else if (victim === 'everything') {
      await this.#end(this.#installation.places);
    } else {
      const role = victim === 'server' ? 'all' : victim;
      const places = this.#installation.places.filter((place) => place.role === role && !this.#starting.has(place));
      const place = places[this.#random.below(places.length)];
      if (!place) {
        await Promise.race(this.#starting.values());
        return;
      }
      if (role === 'worker' && this.#random.next() < PAUSED) {
        this.#putToSleep(place);
        return;
      }
      await this.#end([place]);
      if (this.#starting.size === this.#installation.places.length) {
        await Promise.race(this.#starting.values());
      }
    }
    this.kills += 1;
    this.killed[victim] = (this.killed[victim] ?? 0) + 1;
    await this.#redirectCallbacks();
  }

  async #end(places: readonly ServerSpec[]): Promise<void> {
    await Promise.all(places.map(({ program }) => program.kill()));
    for (const place of places) {
      this.#installation.restart(place);
    }
    if (this.#random.next() >= WHILE_STARTING) {
      for (const place of places) {
        const { ready } = place.program;
        this.#starting.set(
          place,
          ready.then(() => this.#starting.delete(place)),
        );
      }
      return;
    }
    await pause(this.#random.next() * STARTING);
    await this.#end(places);
  }

  #putToSleep({ program }: ServerSpec): void {
    this.paused += 1;
    program.child.kill('SIGSTOP');
    this.#asleep.push(pause(PAUSE).then(() => void program.child.kill('SIGCONT')));
  }

  /** Terminates some database connections from the server side. */
  async #cutConnections(): Promise<void> {
    const client = new pg.Client({ connectionString: this.#databaseUrl });
    await client.connect();
    const some = 1 + this.#random.below(8);
    await client.query(
      `select pg_terminate_backend(pid) from pg_stat_activity
       where datname = current_database() and pid <> pg_backend_pid() order by state, random() limit $1`,
      [some],
    );
    await client.end();
  }

  /** Points the provider's only callback URL to a random server. */
  async #redirectCallbacks(): Promise<void> {
    const { origins } = this.#installation;
    const url = origins[this.#random.below(origins.length)] + this.#callbackPath;
    await this.#mock.control('PUT', 'callback-url', { url });
  }
}
