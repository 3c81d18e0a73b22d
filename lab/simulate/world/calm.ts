import type { Scheduler } from '../machine/scheduler.ts';
import type { FaultyDatabase } from './faulty-database.ts';
import type { SimulatedInstallation } from './installation.ts';
import type { NetworkWeather } from './weather.ts';

/** Faults have no effect on requests that begin this long after their end, in microseconds. */
const CALM_AFTER = 60_000_000;

interface CalmOptions {
  scheduler: Scheduler;
  disk: FaultyDatabase;
  weather: NetworkWeather;
  installation: SimulatedInstallation;
}

/** Tracks which faults can currently affect a request. */
export class Calm {
  readonly #options: CalmOptions;
  #troubleUntil = 0;

  constructor(options: CalmOptions) {
    this.#options = options;
  }

  /** Records that a fault happens now. */
  disturb(): void {
    this.#troubleUntil = Math.max(this.#troubleUntil, this.#options.scheduler.now);
  }

  /** Returns whether requests that run now should succeed. */
  readonly isCalm = (): boolean => {
    const { disk, weather, installation } = this.#options;
    const faults = [this.#troubleUntil, disk.troubleUntil, weather.troubleUntil, installation.disturbedAt];
    return installation.isWhole && this.#isAfter(faults);
  };

  /** Returns whether each request should get a response, even if the database has a fault. */
  readonly isServed = (): boolean => {
    const { disk, weather, installation } = this.#options;
    return installation.isWhole && this.#isAfter([weather.troubleUntil, disk.slowUntil, installation.disturbedAt]);
  };

  /** Returns whether servers currently only start and stop gracefully. */
  readonly isOrderly = (): boolean => {
    const { disk, weather, installation } = this.#options;
    return this.#isAfter([weather.troubleUntil, disk.troubleUntil, disk.slowUntil, installation.roughAt]);
  };

  #isAfter(faults: readonly number[]): boolean {
    return this.#options.scheduler.now > Math.max(...faults) + CALM_AFTER;
  }
}
