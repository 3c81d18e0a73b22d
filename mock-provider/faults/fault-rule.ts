import { listOf, type Meaning, oneOf, text, validateFields, wholeNumberFrom } from '../control/meaning.ts';
import { CHANNELS, type Channel } from '../world/state.ts';

export const REQUEST_OUTCOMES = [
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
export const CALLBACK_OUTCOMES = ['drop', 'duplicate', 'delay', 'reorder'] as const;
const REFUSALS = ['reject', 'unavailable', 'html', 'reset', 'slow'] as const;
export const APPLIES_TO = ['send', 'media', 'read', 'profile', 'template', 'callback'] as const;
const EVENTS = ['sent', 'delivered', 'read', 'failed', 'played', 'message', 'echo', 'template'] as const;

/** Outcomes of a request: the first four refuse it, the others accept it. */
export type RequestOutcome = (typeof REQUEST_OUTCOMES)[number];
/** Outcomes of a callback. */
export type CallbackOutcome = (typeof CALLBACK_OUTCOMES)[number];
export type AppliesTo = (typeof APPLIES_TO)[number];

/** A fault in the next `times` requests or callbacks that match. */
export interface FaultRule {
  applies_to?: AppliesTo;
  outcome: RequestOutcome | CallbackOutcome;
  channel?: Channel;
  /** Phone number ID, page ID or Instagram account ID. */
  business_id?: string;
  /** Only this customer. */
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
  /** `slow`, `delay` and `duplicate`: the delay on the clock. */
  delay_ms?: number;
  /** How many times. @default 1 */
  times?: number;
}

export interface FaultSubject {
  channel?: Channel;
  business_id?: string;
  to?: string;
  type?: string;
  event?: string;
  /** Identifies the subject, the same in each run with the same seed. */
  key: string;
}

export const MATCHED = ['channel', 'business_id', 'to', 'type', 'event'] as const;

/** The outcomes for each kind of request or callback, and the fields that can narrow a rule. */
const KINDS: Record<AppliesTo, { outcomes: readonly string[]; matched: readonly (typeof MATCHED)[number][] }> = {
  send: { outcomes: REQUEST_OUTCOMES, matched: ['channel', 'business_id', 'to', 'type'] },
  media: { outcomes: [...REFUSALS, 'lost_reply'], matched: ['channel', 'business_id', 'type'] },
  read: { outcomes: REFUSALS, matched: ['channel', 'business_id', 'to'] },
  profile: { outcomes: REFUSALS, matched: ['channel', 'business_id', 'to'] },
  template: { outcomes: REFUSALS, matched: ['channel', 'business_id'] },
  callback: { outcomes: CALLBACK_OUTCOMES, matched: ['channel', 'business_id', 'to', 'event'] },
};

/** Without `applies_to`, a rule applies to sends, or to callbacks if only they can have its outcome. */
export function appliesToOf(rule: FaultRule): AppliesTo {
  return rule.applies_to ?? ((CALLBACK_OUTCOMES as readonly string[]).includes(rule.outcome) ? 'callback' : 'send');
}

/** The type of each field of a rule. */
const FIELDS: Record<keyof FaultRule, Meaning> = {
  outcome: oneOf([...REQUEST_OUTCOMES, ...CALLBACK_OUTCOMES]),
  applies_to: oneOf(APPLIES_TO),
  channel: oneOf(CHANNELS),
  business_id: text,
  to: text,
  type: text,
  event: oneOf(EVENTS),
  code: wholeNumberFrom(0),
  subcode: wholeNumberFrom(0),
  details: text,
  statuses: listOf(text, 'words'),
  delay_ms: wholeNumberFrom(0),
  times: wholeNumberFrom(1),
};

/** Checks a rule. A rule that nothing can match would stay pending forever. @throws if the rule is invalid */
export function requireRule(rule: FaultRule): void {
  validateFields('A fault', rule, { fields: FIELDS, needed: ['outcome'] });
  const kind = appliesToOf(rule);
  const { outcomes, matched } = KINDS[kind];
  if (!outcomes.includes(rule.outcome)) {
    throw new Error(`A fault that applies to ${kind} can be one of ${outcomes.join(', ')}`);
  }
  for (const field of MATCHED) {
    if (rule[field] !== undefined && !matched.includes(field)) {
      throw new Error(`A fault that applies to ${kind} cannot be narrowed by ${field}`);
    }
  }
}
