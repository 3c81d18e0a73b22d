import type { MessageError } from '../../store/messages/messages.ts';
import type { Reach } from '../callback.ts';
import type { RefusalClass } from '../provider.ts';
import { textAt } from './values.ts';

/** The consequence of an error from Meta: a permanent refusal, or a retry; `throttle` means a rate limit. */
export type GraphErrorClass = RefusalClass | 'retry' | 'throttle';

/** The person has opted out of marketing in WhatsApp. */
const OPTED_OUT = 131050;

interface GraphErrorRule {
  code: number;
  /** If set, the row matches only this subcode; otherwise it matches all subcodes. */
  subcode?: number;
  class: GraphErrorClass;
  reach: Reach;
}

const rows = (errorClass: GraphErrorClass, reach: Reach, codes: readonly number[]): GraphErrorRule[] =>
  codes.map((code) => ({ code, class: errorClass, reach }));

/**
 * Meta's codes, grouped by consequence and reach. Meta advises using `code`, never the HTTP status ("Error codes").
 * WhatsApp, Messenger and Instagram share one table, because no code has two meanings.
 */
const ROWS: readonly GraphErrorRule[] = [
  ...rows('retry', 'message', [
    1, // unknown, possibly a temporary issue
    2, // downtime or overload
    1200, // temporary send failure
    131000, // something went wrong
  ]),
  ...rows('retry', 'number', [
    131016, // service unavailable
    131057, // maintenance
    133004, // server temporarily unavailable
  ]),
  ...rows('throttle', 'account', [
    4, // application request limit
    613, // Messenger, Instagram: call rate
    80007, // WhatsApp business account limit
  ]),
  { code: 130429, class: 'throttle', reach: 'number' }, // throughput
  { code: 131056, class: 'throttle', reach: 'recipient' }, // too many messages to one person
  ...rows('auth', 'account', [
    0, // cannot authenticate
    3, // capability or permission
    10, // permission not granted or removed
    104, // token missing
    190, // token expired or invalid
    230, // permission or consent missing
    131005, // access denied
    131031, // account locked
    ...Array.from({ length: 100 }, (_, index) => 200 + index), // permissions
  ]),
  { code: 131047, class: 'window', reach: 'recipient' },
  { code: 10, subcode: 2018278, class: 'window', reach: 'recipient' }, // Messenger
  // Messenger, needs another permission outside the window
  { code: 10, subcode: 2018065, class: 'window', reach: 'recipient' },
  { code: 10, subcode: 2534022, class: 'window', reach: 'recipient' }, // Instagram
  { code: 10, subcode: 2018108, class: 'final', reach: 'recipient' }, // this person does not accept messages from us
  { code: 200, subcode: 1545041, class: 'final', reach: 'recipient' }, // this person is not available
  { code: 100, subcode: 2018001, class: 'final', reach: 'recipient' }, // no such person
  { code: 100, subcode: 33, class: 'final', reach: 'number' }, // the number does not exist, or the token may not use it
  { code: 1, subcode: 99, class: 'retry', reach: 'message' },
  { code: 1, subcode: 1357046, class: 'retry', reach: 'message' },
  ...rows('final', 'message', [
    100, // invalid parameter
    131008, // parameter missing
    131009, // parameter not valid
    131051, // message type unsupported
    131052, // media download
    131053, // media upload
    132005, // text too long with its values
    132018, // a value of a parameter
    135000, // generic
  ]),
  ...rows('final', 'recipient', [
    551, // person not available
    130403, // the business blocked this person
    130472, // person is part of an experiment
    130497, // restricted in the person's country
    131021, // sender is recipient
    131026, // undeliverable
    131030, // not on the allowed list of a test number
    131049, // healthy ecosystem
    OPTED_OUT,
    131062, // business-scoped ID not supported
  ]),
  ...rows('final', 'template', [
    132000, // parameter count
    132001, // template missing in that language
    132007, // content policy
    132012, // parameter format
    132015, // template paused
    132016, // template disabled
  ]),
  ...rows('final', 'number', [
    33, // number deleted
    131037, // display name not approved
    131045, // number registration
    131048, // spam limit of the number: retrying makes it worse
    133010, // number not registered
    133016, // registration limit
  ]),
  ...rows('final', 'account', [
    368, // blocked for a policy violation
    131042, // payment
    131063, // marketing disabled on Cloud API
    131064, // limit after misclassified templates
  ]),
];

/** The error object in a response of the Graph API. */
interface GraphErrorBody {
  code: number;
  error_subcode?: number;
  message: string;
  error_data?: { details?: string } | string;
  error_user_title?: string;
  is_transient?: boolean;
}

/** Reads `{"error": {...}}` from a response; undefined for any other body. */
export function graphErrorOf(body: unknown): GraphErrorBody | undefined {
  const error = (body as { error?: Partial<GraphErrorBody> } | null | undefined)?.error;
  return typeof error?.code === 'number'
    ? { ...error, code: error.code, message: textAt(error, 'message') ?? '' }
    : undefined;
}

/** What identifies the meaning of an error. */
type Codes = Pick<GraphErrorBody, 'code' | 'error_subcode'>;

function rowOf({ code, error_subcode: subcode }: Codes): GraphErrorRule | undefined {
  const matching = ROWS.filter((row) => row.code === code);
  return (
    matching.find((one) => one.subcode !== undefined && one.subcode === subcode) ??
    matching.find((one) => one.subcode === undefined)
  );
}

/**
 * Returns the consequence of an error, based on its code and subcode. For unknown codes, Meta's `is_transient` decides.
 */
export const classOf = (error: Omit<GraphErrorBody, 'message'>): GraphErrorClass =>
  rowOf(error)?.class ?? (error.is_transient ? 'retry' : 'unknown');

/** Returns what an error affects. An error with an unknown code affects only the message. */
export const reachOf = (error: Codes): Reach => rowOf(error)?.reach ?? 'message';

/** Returns whether an error reports that the person has opted out of marketing. */
export const isOptOut = ({ code }: Codes): boolean => code === OPTED_OUT;

/** Returns an error from Meta in the format of message lookups and events (§2.2, §6). */
export function messageErrorOf(error: GraphErrorBody): MessageError {
  return {
    code: error.code,
    title: textAt(error, 'error_user_title') ?? error.message.replace(/^\(#\d+\)\s*/, ''),
    detail: textAt(error, 'error_data', 'details') ?? textAt(error, 'error_data'),
    provider_message: error.message,
  };
}
