import type { Connection } from '../store/connections/connections.ts';
import type { MessageError, StoredMessage } from '../store/messages/messages.ts';
import type { Template } from '../store/templates/templates.ts';
import type { CallbackItem, CallbackRoute, Unreadable } from './callback.ts';

/** What one request to a provider carries: the message as a whole, or one piece of it. */
export type Part =
  | { kind: 'whole' }
  | { kind: 'text'; text: string }
  | { kind: 'media' }
  | { kind: 'choices'; text: string };

/** One part of a message on its way to a provider. */
export interface OutgoingPart {
  connection: Connection;
  accessToken: string;
  message: StoredMessage;
  part: Part;
  /** Place of the part in the message, from 0. */
  index: number;
  /** Our name of the part. Where the provider can carry it, callbacks return it: a send whose answer was lost is recognised by it. */
  tag: string;
}

/**
 * Why a provider refuses a message for good.
 *
 * - `final`: it will not be accepted, however often it is tried
 * - `window`: the customer-service window is closed at the provider
 * - `auth`: the token or a permission of the connection is wrong; no message is accepted until that is corrected
 * - `unknown`: for a reason that we do not know
 */
export type Refusal = 'final' | 'window' | 'auth' | 'unknown';

/** The result of handing over a part of a message. */
export type SendOutcome =
  /** The provider has it; `sent` if no callback will report the sending. */
  | { kind: 'accepted'; externalId: string; status: 'queued' | 'sent' }
  /** It was refused for good. */
  | { kind: 'rejected'; class: Refusal; error: MessageError }
  /** The provider provably does not have it: it is down, or asks to be tried later; `throttled` by a rate limit. */
  | { kind: 'unavailable'; throttled: boolean; error: MessageError }
  /** The provider may or may not have it: the answer was lost. */
  | { kind: 'unknown'; problem: string };

/** A file to upload to a provider. */
export interface Upload {
  file: Blob;
  mimeType: string;
  filename: string;
}

/** The result of an upload. */
export type UploadOutcome =
  /** `id` is the provider's. */
  | { kind: 'uploaded'; id: string }
  | { kind: 'rejected'; error: MessageError }
  /** No answer of use came. Nothing is lost: a file that no message names is not sent. */
  | { kind: 'unavailable'; problem: string };

/** Where a provider keeps the file of a customer's message. */
export type FileLocation =
  | { kind: 'found'; url: string }
  | { kind: 'gone'; problem: string }
  | { kind: 'unavailable'; problem: string };

/** A template as a provider has it. */
export type ProviderTemplate = Omit<Template, 'id' | 'accountId'>;

/** One thing that was looked at when a connection was checked. */
export interface Finding {
  ok: boolean;
  what: string;
  /** How to put it right. */
  fix?: string;
}

/** The service behind a channel. No method throws for what the provider answers, except `listTemplates`. */
export interface Provider {
  /** Whether handing a message over again does no harm, since nothing leaves before our own commit. */
  isRepeatable?: true;
  /** Hands over one part of a message, once. */
  send(outgoing: OutgoingPart): Promise<SendOutcome>;
  /** Uploads a file. Missing if media cannot be sent by id. */
  upload?(connection: Connection, accessToken: string, upload: Upload): Promise<UploadOutcome>;
  /** Finds the file of a customer's message. Missing if callbacks give an address that opens without a token. */
  locateFile?(connection: Connection, accessToken: string, mediaId: string): Promise<FileLocation>;
  /** Returns a person's name, null if the provider does not tell it. Missing if callbacks tell it. */
  nameOf?(connection: Connection, accessToken: string, person: string): Promise<string | null>;
  /** Returns every template. Missing if the channel has no templates. @throws {Error} if the provider does not list them */
  listTemplates?(connection: Connection, accessToken: string): Promise<ProviderTemplate[]>;
  /** Checks token, number or page, and the subscription to callbacks. */
  check(connection: Connection, accessToken: string): Promise<Finding[]>;
  /** Where its callbacks arrive. Providers of one platform share one route. */
  callbackRoute?: CallbackRoute;
  /** Yields what a parsed callback says about this channel, `Unreadable` for an item that cannot be read. */
  readCallback?(callback: unknown): Iterable<CallbackItem | Unreadable>;
}
