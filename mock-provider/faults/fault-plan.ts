import { hash } from 'node:crypto';
import type { Channel } from '../world/state.ts';
import type { AppliesTo, CallbackOutcome, FaultRule, FaultSubject, RequestOutcome } from './fault-rule.ts';

/** The rate of each outcome: its share of requests or callbacks, from 0 to 1. */
export interface FaultPlanOptions {
  seed: number | string;
  requests?: Partial<Record<RequestOutcome, number>>;
  callbacks?: Partial<Record<CallbackOutcome, number>>;
  /** Codes to choose from for `reject`, by channel. */
  codes?: Partial<Record<Channel, number[]>>;
  /** Codes to choose from for `fail`. @default [131026] */
  failures?: number[];
  /** Maximum time for `delay`, `slow` and `duplicate`, in milliseconds. @default 60000 */
  maxDelayMs?: number;
  /** Only this channel, only this business. */
  channel?: Channel;
  business_id?: string;
}

/**
 * Random faults. Each choice hashes the seed with its subject (a person's n-th message, a status of a message), so it
 * does not depend on the order in which requests arrive.
 */
export class FaultPlan {
  readonly #options: FaultPlanOptions;
  readonly #counts = new Map<string, number>();

  constructor(options: FaultPlanOptions) {
    this.#options = options;
  }

  choose(appliesTo: AppliesTo, subject: FaultSubject): FaultRule | undefined {
    const { requests = {}, callbacks = {}, channel, business_id, maxDelayMs = 60_000 } = this.#options;
    if (channel !== undefined && subject.channel !== channel) {
      return undefined;
    }
    if (business_id !== undefined && subject.business_id !== business_id) {
      return undefined;
    }
    const draw = this.#draws(`${appliesTo}|${subject.key}`);
    const outcome = appliesTo === 'callback' ? pick(callbacks, draw(0)) : pick(requests, draw(0));
    if (outcome === undefined) {
      return undefined;
    }
    const codes =
      outcome === 'fail' ? (this.#options.failures ?? [131026]) : this.#options.codes?.[subject.channel ?? 'whatsapp'];
    return {
      applies_to: appliesTo,
      outcome,
      code: outcome === 'reject' || outcome === 'fail' ? codes?.[Math.floor(draw(1) * codes.length)] : undefined,
      delay_ms: Math.floor(draw(2) * maxDelayMs),
    };
  }

  /** Returns numbers from 0 to 1 for the n-th occurrence of a subject. */
  #draws(key: string): (index: number) => number {
    const count = this.#counts.get(key) ?? 0;
    this.#counts.set(key, count + 1);
    const bytes = hash('sha256', `${this.#options.seed}|${key}|${count}`, 'buffer');
    return (index) => bytes.readUInt32BE(index * 4) / 2 ** 32;
  }
}

function pick<Outcome extends string>(rates: Partial<Record<Outcome, number>>, draw: number): Outcome | undefined {
  let reach = 0;
  for (const [outcome, rate] of Object.entries(rates) as [Outcome, number][]) {
    reach += rate;
    if (draw < reach) {
      return outcome;
    }
  }
  return undefined;
}
