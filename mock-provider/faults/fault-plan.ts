import { hash } from 'node:crypto';
import type { Channel } from '../world/state.ts';
import type { AppliesTo, CallbackOutcome, FaultRule, FaultSubject, RequestOutcome } from './fault-rule.ts';

/** How often what goes wrong: each outcome with its share of the requests or callbacks, from 0 to 1. */
export interface FaultPlanOptions {
  seed: number | string;
  requests?: Partial<Record<RequestOutcome, number>>;
  callbacks?: Partial<Record<CallbackOutcome, number>>;
  /** Codes to choose from for `reject`, by channel. */
  codes?: Partial<Record<Channel, number[]>>;
  /** Codes to choose from for `fail`. @default [131026] */
  failures?: number[];
  /** Longest `delay`, `slow` and `duplicate`. @default 60000 */
  maxDelayMs?: number;
  /** Only this channel, only this business. */
  channel?: Channel;
  business_id?: string;
}

/**
 * Faults at random. Each choice hashes the seed with what it is about (which person's how-many-eth message, which
 * message's which status), so it does not depend on the order in which requests happen to arrive.
 */
export class FaultPlan {
  readonly #options: FaultPlanOptions;
  readonly #counts = new Map<string, number>();

  constructor(options: FaultPlanOptions) {
    this.#options = options;
  }

  choose(appliesTo: AppliesTo, subject: FaultSubject): FaultRule | undefined {
    const { requests = {}, callbacks = {}, channel, business_id, maxDelayMs = 60_000 } = this.#options;
    if (channel !== undefined && subject.channel !== channel) return undefined;
    if (business_id !== undefined && subject.business_id !== business_id) return undefined;
    const draw = this.#draws(`${appliesTo}|${subject.key}`);
    const outcome = appliesTo === 'callback' ? pick(callbacks, draw(0)) : pick(requests, draw(0));
    if (outcome === undefined) return undefined;
    const codes =
      outcome === 'fail' ? (this.#options.failures ?? [131026]) : this.#options.codes?.[subject.channel ?? 'whatsapp'];
    return {
      applies_to: appliesTo,
      outcome,
      code: outcome === 'reject' || outcome === 'fail' ? codes?.[Math.floor(draw(1) * codes.length)] : undefined,
      delay_ms: Math.floor(draw(2) * maxDelayMs),
    };
  }

  /** Numbers from 0 to 1 for one subject, the n-th time it comes up. */
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
    if (draw < reach) return outcome;
  }
  return undefined;
}
