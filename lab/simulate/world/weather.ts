import type { Random } from '../../testing/random.ts';
import type { NetworkLink } from '../machine/network.ts';
import type { SimulatedProcess } from '../machine/process.ts';
import type { Scheduler } from '../machine/scheduler.ts';

const MINUTE = 60_000_000;
const SECOND = 1_000_000;
/** How long a packet travels, in microseconds. */
const LATENCY = 200;
const JITTER = 2_000;

/** The state of the network. */
export class NetworkWeather {
  readonly #scheduler: Scheduler;
  readonly #random: Random;
  readonly #cuts = new Map<string, number>();
  #breaks = 0;
  #breaksUntil = 0;
  /** The end of the last fault, in microseconds. */
  troubleUntil = 0;

  constructor(scheduler: Scheduler, random: Random) {
    this.#scheduler = scheduler;
    this.#random = random;
  }

  /** Cuts one process off from all others. */
  cut(name: string, minutes: number): void {
    const until = this.#scheduler.now + minutes * MINUTE;
    this.#scheduler.noteSilence();
    this.#cuts.set(name, until);
    this.troubleUntil = Math.max(this.troubleUntil, until);
  }

  /** Cuts off one process. `troubleUntil` does not change, because no other process notices it. */
  isolate(name: string, seconds: number): void {
    this.#cuts.set(name, this.#scheduler.now + seconds * SECOND);
  }

  /** Cuts one process off from another. */
  cutBetween(one: string, other: string, minutes: number): void {
    this.cut(pairOf(one, other), minutes);
  }

  /** Breaks connections for a while, with this chance for each packet. */
  break(seconds: number, share: number): void {
    this.#breaks = share;
    this.#breaksUntil = this.#scheduler.now + seconds * SECOND;
    this.troubleUntil = Math.max(this.troubleUntil, this.#breaksUntil);
  }

  heal(): void {
    this.#cuts.clear();
    this.#breaksUntil = 0;
  }

  readonly link = (from: SimulatedProcess, to: SimulatedProcess, kind: 'connect' | 'data' | 'end'): NetworkLink => {
    const { now } = this.#scheduler;
    const latency = LATENCY + this.#random.below(JITTER);
    const cuts = [from.name, to.name, pairOf(from.name, to.name)].map((name) => this.#cuts.get(name) ?? 0);
    const cutUntil = from === to ? 0 : Math.max(...cuts);
    const isBroken = kind === 'data' && now < this.#breaksUntil && this.#random.next() < this.#breaks;
    return { latency, cutUntil, isBroken };
  };
}

const pairOf = (...names: [string, string]): string => names.sort().join(' and ');
