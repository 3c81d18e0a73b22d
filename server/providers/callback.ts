import type { components } from '@wigwag/openapi';
import { hashOf } from '../base/secrets.ts';
import type { ReportKind } from '../store/connections/provider-reports.ts';
import type { MessageError, MessageStatus, Pricing } from '../store/messages/messages.ts';
import type { MarketingPreference } from '../store/opt-outs/marketing-preferences.ts';
import type { Template } from '../store/templates/templates.ts';

type ReceivedMessage = components['schemas']['ReceivedMessage'];

/** A route of this server that a provider calls. */
export interface CallbackRoute {
  /** Returns the path for one provider app, which our ID identifies. */
  path(providerAppId: string): string;
  /** Bytes. */
  maxBytes: number;
  /** Returns the response to the provider's handshake, which proves that we own the address; undefined to refuse it. */
  answerHandshake(query: Record<string, unknown>, verifyToken: string): string | undefined;
  /** Returns whether the owner of the secret signed the body. */
  isSigned(headers: Record<string, unknown>, body: Buffer, appSecret: string): boolean;
}

/**
 * What an error of a provider affects.
 *
 * - `message`: this message; other messages may succeed
 * - `recipient`: all messages to this person
 * - `template`: all messages with this template
 * - `number`: all messages of this number, page or Instagram account
 * - `account`: all messages of this business account, or of this token
 */
export type Reach = 'message' | 'recipient' | 'template' | 'number' | 'account';

/** The identifiers of one WhatsApp user that a callback or a response shows together. */
export interface Sighting {
  /** The business-scoped user ID. */
  userId?: string | undefined;
  parentUserId?: string | undefined;
  /** The number, in the form in which people are stored. */
  phone?: string | undefined;
  /** null if the user has none; undefined if the callback does not say. */
  username?: string | null | undefined;
  /**
   * The number that we sent to, if it is another name of the person with the number `phone` (learned-numbers). It is not
   * a change of the number: both reach the person.
   */
  asked?: string | undefined;
  /** Identifiers that the user had before and that these replace. */
  previous?: Pick<Sighting, 'userId' | 'parentUserId' | 'phone'> | undefined;
  /** When the provider saw it, in microseconds since the epoch. */
  at: number;
}

/** The content of a message, in the format of `message.received`. */
export interface CallbackContent {
  type: string;
  text: string | null;
  media?: ReceivedMessage['media'];
  /** The provider's ID of the file, if its URL requires our token. */
  mediaId?: string | undefined;
  button?: ReceivedMessage['button'];
  location?: ReceivedMessage['location'];
  replyTo: string | null;
  /** The content for which the specification has no field. */
  more?: components['schemas']['MessageContent'];
}

/** A customer's message. */
export interface InboundMessage extends CallbackContent {
  externalId: string;
  from: { id: string; name: string | null };
  /** The sender's identifiers, if there is a user ID. */
  sighting?: Sighting | undefined;
  /** True for a press of a template's quick reply. */
  isTemplateButton?: boolean;
  /** A click that the provider may report twice. */
  click?: Click;
  /** When the customer wrote the message, in microseconds since the epoch, by the provider's clock. */
  writtenAt: number;
}

/** A click on a button of Messenger or Instagram. */
export interface Click {
  /** Whether it was reported while another app controls the thread; the same click may be reported without `standby`. */
  isStandby: boolean;
  /** True if the provider sent no payload. */
  isIncomplete: boolean;
}

/** A message that the business wrote outside this API, such as in the WhatsApp Business app or in its page's inbox. */
export interface AppMessage extends CallbackContent {
  externalId: string;
  /** The customer. */
  to: string;
  /** The customer's identifiers, if there is a user ID. */
  sighting?: Sighting | undefined;
  status: MessageStatus;
  /** In microseconds since the epoch, by the provider's clock. */
  writtenAt: number;
}

/** A message whose author has changed or deleted it. */
export interface Revision {
  /** The provider's ID of this change. */
  externalId: string;
  /** The provider's ID of the message. */
  target: string;
  /** The author, if it is the customer; undefined if it is the business. */
  from: InboundMessage['from'] | undefined;
  /** The customer, if the author is the business and the callback names the customer. */
  to?: string | undefined;
  /** The new content; undefined if the message was deleted. */
  content: CallbackContent | undefined;
  /** When it was changed, in microseconds since the epoch, by the provider's clock. */
  writtenAt: number;
}

/** What a callback reports about a template. */
export interface TemplateChange {
  name: string;
  /** In any spelling, such as `en-US` or `en_US`. */
  language: string;
  /** The new status; undefined if it stays the same, or if the callback does not say. */
  status?: Template['status'] | undefined;
  /** Why the provider rejected it, if there is a new status. */
  rejectionReason?: string | null;
  /** The new category; undefined if it stays the same. */
  category?: Template['category'] | undefined;
  /** The new rating; undefined if it stays the same. */
  quality?: string | undefined;
  /** Whether the template must be read from the provider again, because more may have changed. */
  isReadAgain?: boolean;
  /** Whether the status may have changed in a way that the callback does not say. */
  isUnclear?: boolean;
  /** When the provider reported it, in microseconds since the epoch; undefined if it does not say. */
  at?: number | undefined;
}

/** What a provider reports about a number, a page or an account (provider-reports). */
export interface CallbackReport {
  /** The field of the callback. */
  kind: ReportKind;
  event: string | null;
  detail: string | null;
  /** When the provider reported it, in microseconds since the epoch; undefined if it does not say. */
  at: number | undefined;
}

/**
 * One item of a provider's callback. `providerIds` are the IDs with which the provider may identify our number, page or
 * account.
 */
export type CallbackItem =
  | { kind: 'inbound'; providerIds: string[]; inbound: InboundMessage }
  /** A new status of one send. The provider's ID identifies the send, and so does ours if the callback contains it. */
  | {
      kind: 'status';
      providerIds: string[];
      externalId: string;
      tag: string | undefined;
      status: MessageStatus;
      error?: MessageError | undefined;
      /** What the error affects. */
      reach?: Reach | undefined;
      /** True if the person has opted out of marketing at the provider. */
      isOptOut?: boolean;
      /** When the status was reached, in microseconds, by the provider's clock; undefined if it does not say. */
      at?: number | undefined;
      pricing?: Pricing | undefined;
      /** The recipient's identifiers, if there is a user ID. */
      sighting?: Sighting | undefined;
      /** The recipient's number, in the form in which people are stored. */
      recipient?: string | undefined;
    }
  | { kind: 'app-message'; providerIds: string[]; message: AppMessage }
  /** A message from before the number was connected. */
  | { kind: 'past'; providerIds: string[]; message: InboundMessage | AppMessage }
  /** The file of such a message. The sender may be the business. */
  | { kind: 'past-file'; providerIds: string[]; message: InboundMessage }
  | { kind: 'revision'; providerIds: string[]; revision: Revision }
  /** The identifiers of a user have changed. `digest` recognizes a repeat, and does not show the identifiers. */
  | { kind: 'identity'; providerIds: string[]; sighting: Sighting; digest: string }
  /** A person's choice about marketing. `at` is null if the provider does not say when the person chose. */
  | {
      kind: 'preference';
      providerIds: string[];
      /** The number or the user ID. */
      person: string;
      preference: MarketingPreference;
      at: number | null;
      sighting?: Sighting | undefined;
      digest: string;
    }
  /** Everything that was sent to a person up to `watermark`, in microseconds, has this status. */
  | { kind: 'watermark'; providerIds: string[]; person: string; watermark: number; status: MessageStatus }
  | { kind: 'template'; wabaId: string; change: TemplateChange }
  /**
   * A report about one connection, if `providerIds` has its ID; otherwise about the number `displayPhone` of a WhatsApp
   * business account, or about all of its numbers.
   */
  | {
      kind: 'report';
      providerIds: string[];
      wabaId: string | undefined;
      displayPhone: string | undefined;
      report: CallbackReport;
    }
  /** An error that the provider reports instead of a message or a status. `problem` contains no personal data. */
  | { kind: 'error'; providerIds: string[]; problem: string };

/** Finds NUL, surrogates, and integers of 16 digits or more. */
const NEEDS_CLEANING = /\\u(0000|d[89a-f])|[:[,]\s*-?\d{16}/i;

/**
 * Parses the JSON of a callback. Replaces NUL and lone surrogates in strings with U+FFFD, because some databases and
 * receivers refuse them and the message would be lost. An integer that a number cannot hold, such as an ID, becomes a
 * text with its digits.
 *
 * @throws {SyntaxError}
 */
export const parseCallbackJson = (body: string): unknown =>
  JSON.parse(body, NEEDS_CLEANING.test(body) ? cleaned : undefined);

/** @param context the text of a primitive value (ECMAScript, "JSON.parse source text access") */
function cleaned(_: string, value: unknown, context?: { source?: string }): unknown {
  if (typeof value === 'number') {
    const { source = '' } = context ?? {};
    return Number.isSafeInteger(value) || !/^-?\d+$/.test(source) ? value : source;
  }
  return typeof value === 'string' ? value.toWellFormed().replaceAll('\0', '\ufffd') : value;
}

/**
 * An item that cannot be read. `problem` contains nothing from the callback. It is not an `Error`, because a callback
 * can contain tens of thousands of items and stack traces are slow.
 */
export class Unreadable {
  readonly problem: string;

  constructor(problem: string) {
    this.problem = problem;
  }
}

/** Yields the results of `read` for each object in a list, or `Unreadable` if it throws. `list` can be any value. */
export const readEach = <T extends object, Item>(
  list: unknown,
  read: (one: T) => Iterable<Item>,
): Iterable<Item | Unreadable> => (Array.isArray(list) ? readAll(objectsOf<T>(list), read) : []);

function* readAll<T, Item>(list: readonly T[], read: (one: T) => Iterable<Item>): Generator<Item | Unreadable> {
  for (const one of list) {
    try {
      yield* read(one);
    } catch (error) {
      yield error instanceof Unreadable ? error : new Unreadable('an item has an unexpected form');
    }
  }
}

/** Returns the objects in a list, or an empty array for any other value. */
export const objectsOf = <T extends object>(list: unknown): T[] =>
  Array.isArray(list) ? list.filter((one) => one !== null && typeof one === 'object' && !Array.isArray(one)) : [];

/** @throws {Unreadable} if it is not a non-empty string */
export function requireId(id: unknown): string {
  if (typeof id !== 'string' || id === '') {
    throw new Unreadable('an item has no ID');
  }
  return id;
}

/** The time of a message that has none. The time when its callback arrived replaces it. */
export const NO_TIME = 0;

/** Returns microseconds since the epoch, or `NO_TIME`. */
export function timeOf(value: unknown, microseconds: number): number {
  const time = Number(value) * microseconds;
  return Number.isSafeInteger(time) && time > 0 ? time : NO_TIME;
}

/** Returns the ID of a message. If it has none, a digest of the message recognizes a repeat. */
export const idOf = (id: unknown, message: object): string =>
  typeof id === 'number' || (typeof id === 'string' && id !== '')
    ? String(id)
    : `unnamed_${hashOf(JSON.stringify(message))}`;

/**
 * Returns microseconds since the epoch.
 *
 * @throws {Unreadable} if the value is not a time
 */
export function requireTime(value: unknown, microseconds: number): number {
  const time = timeOf(value, microseconds);
  if (time === NO_TIME) {
    throw new Unreadable('an item has no time');
  }
  return time;
}
