import { FaultPlan, type FaultPlanOptions } from './fault-plan.ts';
import type { Channel } from './state.ts';

const REQUEST_OUTCOMES = [
  'reject',
  'unavailable',
  'html',
  'reset',
  'slow',
  'lost_reply',
  'fail',
  'statuses',
  'before_reply',
] as const;
const CALLBACK_OUTCOMES = ['drop', 'duplicate', 'delay', 'reorder'] as const;
const APPLIES_TO = ['send', 'media', 'read', 'profile', 'template', 'callback'] as const;

/** What goes wrong with a request: the first four refuse it, the others accept it. */
export type RequestOutcome = (typeof REQUEST_OUTCOMES)[number];
/** What goes wrong with a callback. */
export type CallbackOutcome = (typeof CALLBACK_OUTCOMES)[number];
export type AppliesTo = (typeof APPLIES_TO)[number];

/** One thing to go wrong, for the next `times` requests or callbacks that match. */
export interface FaultRule {
  applies_to?: AppliesTo;
  outcome: RequestOutcome | CallbackOutcome;
  channel?: Channel;
  /** Phone number id, page id or Instagram account id. */
  business_id?: string;
  /** The customer concerned. */
  to?: string;
  /** Sends: only this message type. */
  type?: string;
  /** Callbacks: only this status, or `message`, `echo`, `template`. */
  event?: string;
  /** Meta's error code, for `reject`, `unavailable`, `fail` and a `failed` in `statuses`. */
  code?: number;
  subcode?: number;
  details?: string;
  /** The statuses to report instead of sent, delivered, read. */
  statuses?: string[];
  /** `slow`, `delay` and `duplicate`: how long on the clock. */
  delay_ms?: number;
  /** How often, once by default. */
  times?: number;
}

export interface FaultSubject {
  channel?: Channel;
  business_id?: string;
  to?: string;
  type?: string;
  event?: string;
  /** Names this one thing the same in each run with the same seed. */
  key: string;
}

const MATCHED = ['channel', 'business_id', 'to', 'type', 'event'] as const;

/** The rules that are waiting, oldest first, and the plan that decides where no rule does. */
export class Faults {
  #plan: FaultPlan | undefined;
  #rules: { rule: FaultRule; left: number }[] = [];

  /** The next matching request or callback goes wrong this way. */
  next(rule: FaultRule): void {
    requireOneOf('outcome', rule.outcome, [...REQUEST_OUTCOMES, ...CALLBACK_OUTCOMES]);
    if (rule.applies_to !== undefined) requireOneOf('applies_to', rule.applies_to, APPLIES_TO);
    this.#rules.push({ rule, left: rule.times ?? 1 });
  }

  /** Lets things go wrong at random, the same way for the same seed; `null` ends it. */
  plan(options: FaultPlanOptions | null): void {
    this.#plan = options === null ? undefined : new FaultPlan(options);
  }

  list(): (FaultRule & { left: number })[] {
    return this.#rules.map(({ rule, left }) => ({ ...rule, left }));
  }

  clear(): void {
    this.#rules = [];
    this.#plan = undefined;
  }

  take(appliesTo: AppliesTo, subject: FaultSubject): FaultRule | undefined {
    const index = this.#rules.findIndex(
      ({ rule }) =>
        appliesToOf(rule) === appliesTo &&
        MATCHED.every((field) => rule[field] === undefined || rule[field] === subject[field]),
    );
    const entry = this.#rules[index];
    if (!entry) return this.#plan?.choose(appliesTo, subject);
    entry.left -= 1;
    if (entry.left <= 0) this.#rules.splice(index, 1);
    return entry.rule;
  }
}

/** A rule that does not say concerns sends, unless only a callback can go wrong that way. */
function appliesToOf(rule: FaultRule): AppliesTo {
  return rule.applies_to ?? ((CALLBACK_OUTCOMES as readonly string[]).includes(rule.outcome) ? 'callback' : 'send');
}

/** Rules come over HTTP too: a word nobody knows would wait for ever without a sign. */
function requireOneOf(field: string, value: unknown, known: readonly string[]): void {
  if (!known.includes(String(value))) throw new Error(`A fault's ${field} must be one of ${known.join(', ')}`);
}
