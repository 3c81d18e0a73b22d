import type { SimulateOptions } from './options.ts';

/** The figures of one seed. */
export interface Figures {
  seed: number;
  topology: string;
  days: number;
  digest: string;
  steps: number;
  kills: number;
  messages: number;
  requests: number;
  events: number;
  problems: string[];
}

const SUMMED = ['days', 'kills', 'messages', 'requests', 'events'] as const;

/** Prints the figures of each seed, and their sums at the end. */
export class SearchReport {
  readonly #isJson: boolean;
  readonly #fault: string | undefined;
  readonly #now: () => number;
  readonly #begun: number;
  readonly #sums = { days: 0, kills: 0, messages: 0, requests: 0, events: 0 };
  #seeds = 0;
  failed = 0;

  /** @param now milliseconds of a clock that is not simulated */
  constructor({ json, fault }: Pick<SimulateOptions, 'json' | 'fault'>, now: () => number) {
    this.#isJson = json;
    this.#fault = fault;
    this.#now = now;
    this.#begun = now();
  }

  /** Seconds since the start. */
  get elapsed(): number {
    return (this.#now() - this.#begun) / 1000;
  }

  add(figures: Figures): void {
    this.#seeds += 1;
    this.failed += figures.problems.length > 0 ? 1 : 0;
    for (const name of SUMMED) {
      this.#sums[name] += figures[name];
    }
    if (this.#isJson) {
      console.log(JSON.stringify(figures));
    } else {
      const { seed, topology, days, messages, events, kills, steps, digest } = figures;
      console.log(
        `seed ${seed}, ${topology}: ${days} days, ${messages} messages, ${events} events, ${kills} kills, ${steps} steps; trace ${digest.slice(0, 16)}`,
      );
    }
  }

  end(): void {
    if (!this.#isJson && this.failed === 0) {
      const { days, messages, events, requests, kills } = this.#sums;
      console.log(
        `${this.#seeds} ${this.#seeds === 1 ? 'seed' : 'seeds'}, ${Math.round(days * 10) / 10} days in ${this.elapsed.toFixed(0)} s: ${messages} messages, ${events} events, ${requests} requests, ${kills} kills; lost 0, doubled 0, backwards 0, stuck 0`,
      );
      if (this.#fault !== undefined) {
        console.log(`The fault ${this.#fault} was not found.`);
      }
    }
  }
}
