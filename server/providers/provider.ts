import type { Connection } from '../store/connections/connections.ts';
import type { MessageError, StoredMessage } from '../store/messages/messages.ts';
import type { Template } from '../store/templates/templates.ts';
import {
  type CallbackItem,
  type CallbackRoute,
  parseCallbackJson,
  type Reach,
  type Sighting,
  Unreadable,
} from './callback.ts';

/** The content of one request to a provider: the whole message, or one part of it. */
export type MessageContentPart =
  | { kind: 'whole' }
  | { kind: 'text'; text: string }
  | { kind: 'media' }
  | { kind: 'choices'; text: string };

/** One part of an outgoing message. */
export interface OutgoingPart {
  connection: Connection;
  accessToken: string;
  message: StoredMessage;
  part: MessageContentPart;
  /** Index of the part in the message, from 0. */
  index: number;
  /**
   * Our ID for the part. If the provider supports it, callbacks return it, so that they identify a send whose response
   * was lost.
   */
  tag: string;
}

/**
 * Why a provider permanently refuses a message.
 *
 * - `final`: the provider will never accept the message, however often it is retried
 * - `window`: the customer-service window is closed at the provider
 * - `auth`: the token or a permission of the connection is wrong; all messages fail until that is corrected
 * - `unknown`: the reason is not known
 */
export type RefusalClass = 'final' | 'window' | 'auth' | 'unknown';

/** The result of sending one part of a message. */
export type SendOutcome =
  /** The provider has the message; `sent` if no callback will confirm the send. */
  | {
      kind: 'accepted';
      externalId: string;
      status: 'queued' | 'sent';
      /** The recipient's identifiers, if the response shows several. */
      shown?: Omit<Sighting, 'at'> | undefined;
    }
  /** The provider permanently refused the message. */
  | {
      kind: 'rejected';
      class: RefusalClass;
      reach: Reach;
      /** True if the person has opted out of marketing at the provider. */
      isOptOut?: boolean;
      error: MessageError;
    }
  /**
   * The provider certainly does not have the message: it is down or requests a retry; `throttled` means a rate limit.
   */
  | { kind: 'unavailable'; throttled: boolean; error: MessageError }
  /** The provider may or may not have the message, because the response was lost. */
  | { kind: 'unknown'; problem: string };

/** A file to upload to a provider. */
export interface ProviderUpload {
  file: Blob;
  mimeType: string;
  filename: string;
}

/** The last message of a person, and its ID at the provider. */
export interface LastMessage {
  person: string;
  externalId: string;
}

/** What the customer's app shows: that the business has read their messages, or that it writes. */
export type Signal = 'read' | 'typing_on' | 'typing_off';

/** The result of an upload. */
export type UploadOutcome =
  /** `id` is the provider's ID. */
  | { kind: 'uploaded'; id: string }
  | { kind: 'rejected'; error: MessageError }
  /** There was no usable response. Nothing is lost, because a file is not sent until a message refers to it. */
  | { kind: 'unavailable'; problem: string };

/** Where a provider stores the file of a customer's message. */
export type FileLocation =
  | { kind: 'found'; url: string }
  | { kind: 'gone'; problem: string }
  | { kind: 'unavailable'; problem: string };

/** A template as the provider describes it. `status` is undefined for a status that we do not know. */
export interface ProviderTemplate extends Omit<Template, 'id' | 'accountId' | 'status' | 'reportedAt'> {
  status: Template['status'] | undefined;
}

/** A template that the provider does not have yet. */
export type NewTemplate = Pick<ProviderTemplate, 'name' | 'language' | 'category' | 'parameterFormat' | 'components'>;

/** The example of a template's media header. */
export interface SampleFile {
  bytes: Uint8Array;
  mimeType: string;
  filename: string;
}

/** One result of a connection check. */
export interface Finding {
  ok: boolean;
  what: string;
  /** How to fix it. */
  fix?: string;
}

/**
 * The external service that implements a channel. Only the functions for templates throw if the provider responds with
 * an error.
 */
export interface Provider {
  /** True if the provider ignores a repeated send, so that a send may run again without a record of its start. */
  deduplicates?: true;
  /** Sends one part of a message, once. */
  send(outgoing: OutgoingPart): Promise<SendOutcome>;
  /**
   * Shows a signal to the person, once. Returns why the provider did not show it. Missing if the channel has no signals.
   *
   * @param last the person's last message
   */
  signal?(connection: Connection, accessToken: string, last: LastMessage, signal: Signal): Promise<string | undefined>;
  /** Uploads a file. Missing if the provider cannot send media by ID. */
  upload?(connection: Connection, accessToken: string, upload: ProviderUpload): Promise<UploadOutcome>;
  /** Locates the file of a customer's message. Missing if callbacks contain a URL that needs no token. */
  locateFile?(connection: Connection, accessToken: string, mediaId: string): Promise<FileLocation>;
  /** Returns a person's name; null if the provider does not reveal it. Missing if callbacks contain the name. */
  nameOf?(connection: Connection, accessToken: string, person: string): Promise<string | null>;
  /** Returns the phone number of a connection; null if the provider does not return it. Only for WhatsApp. */
  numberOf?(connection: Connection, accessToken: string): Promise<string | null>;
  /**
   * Returns all templates. Missing if the channel has no templates.
   *
   * @throws {Error} if the provider does not list them
   */
  listTemplates?(connection: Connection, accessToken: string): Promise<ProviderTemplate[]>;
  /**
   * Submits a template for review and returns it as stored. Missing if the channel has no templates.
   *
   * @throws {Error} if the provider refuses it, with the provider's words
   */
  createTemplate?(connection: Connection, accessToken: string, template: NewTemplate): Promise<ProviderTemplate>;
  /**
   * Gives the provider the example of a media header, and returns the handle with which a template names it.
   *
   * @throws {Error} if the provider refuses it, with the provider's words
   */
  uploadSample?(accessToken: string, file: SampleFile): Promise<string>;
  /** Checks the token, the number or page, and the subscription to callbacks. */
  check(connection: Connection, accessToken: string): Promise<Finding[]>;
  /** The route for the provider's callbacks. Providers of one platform share a route. */
  callbackRoute?: CallbackRoute;
  /** Yields the items of a parsed callback for this channel, and `Unreadable` for an item that cannot be read. */
  readCallback?(callback: unknown): Iterable<CallbackItem | Unreadable>;
}

/** Yields the items that each provider reads in a callback. A provider reads nothing in the callbacks of others. */
export function* itemsOf(
  providers: Readonly<Record<string, Pick<Provider, 'readCallback'>>>,
  body: string,
): Generator<CallbackItem | Unreadable> {
  try {
    const callback = parseCallbackJson(body);
    for (const { readCallback: read } of Object.values(providers)) {
      yield* read?.(callback) ?? [];
    }
  } catch {
    yield new Unreadable('the body is not JSON');
  }
}
