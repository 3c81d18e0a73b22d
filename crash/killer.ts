import pg from 'pg';
import type { Clients } from './clients.ts';
import type { Installation, Place } from './installation.ts';
import type { Mock } from './mock.ts';
import { pause } from './programs.ts';
import type { Random } from './random.ts';

/** What is ended without a warning. */
type Victim = 'server' | 'api' | 'worker' | 'connection' | 'everything';

/** Whom it meets how often. */
const VICTIMS: Record<'sqlite' | 'postgres', Partial<Record<Victim, number>>> = {
  sqlite: { server: 1 },
  postgres: { api: 25, worker: 45, connection: 22, everything: 3 },
};
/** Of processes, so many are killed while they start. */
const WHILE_STARTING = 0.15;
/** Workers are stopped for longer than they may be silent, now and then: they come back to claims that others have. */
const PAUSED = 0.04;
const PAUSE = 13_000;
/** So many messages are promised between two kills, at most: a slow machine must not kill before anything happens. */
const BETWEEN = 12;
/** And so much time passes, at most and then on top. In milliseconds. */
const LONGEST_BETWEEN = 5_000;
const ON_TOP = 100;
const LOOK = 10;
const STARTING = 500;

/** Kills at random until it has killed so often. */
export class Killer {
  readonly killed: Partial<Record<Victim, number>> = {};
  kills = 0;
  paused = 0;
  readonly #installation: Installation;
  readonly #clients: Clients;
  readonly #mock: Mock;
  readonly #callbackPath: string;
  readonly #random: Random;
  readonly #database: 'sqlite' | 'postgres';
  readonly #databaseUrl: string;
  readonly #asleep: Promise<void>[] = [];
  readonly #starting = new Map<Place, Promise<unknown>>();

  constructor(options: {
    installation: Installation;
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

  /** Waits until so many more have been promised, or for long enough. */
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

  async #end(places: readonly Place[]): Promise<void> {
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

  #putToSleep({ program }: Place): void {
    this.paused += 1;
    program.child.kill('SIGSTOP');
    this.#asleep.push(pause(PAUSE).then(() => void program.child.kill('SIGCONT')));
  }

  /** Ends some of the connections to the database from its side. */
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

  /** The provider knows one address, and there may be two to know. */
  async #redirectCallbacks(): Promise<void> {
    const { origins } = this.#installation;
    const url = origins[this.#random.below(origins.length)] + this.#callbackPath;
    await this.#mock.control('PUT', 'callback-url', { url });
  }
}
