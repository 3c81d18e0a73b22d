import type { Part } from '../domain/messages/parts.ts';
import type { MetaTemplate } from '../domain/templates/templates.ts';
import type { Connection } from '../store/connections/connections.ts';
import type { MessageError, StoredMessage } from '../store/messages/messages.ts';
import { type GraphOutcome, unreachableError } from './graph.ts';
import type { GraphErrorClass } from './graph-errors.ts';

/** What came of handing a message, or a part of it, to a provider. */
export type SendOutcome =
  /** It has the message; `sent` where its answer is all we will hear of the sending. */
  | { kind: 'accepted'; externalId: string; status: 'queued' | 'sent' }
  /** It said no, for good. */
  | { kind: 'rejected'; class: GraphErrorClass; error: MessageError }
  /** It provably does not have the message: it is down, or says to come again; `throttled` by a rate limit. */
  | { kind: 'unavailable'; throttled: boolean; error: MessageError }
  /** It may or may not have the message: the answer was lost. */
  | { kind: 'unknown'; problem: string };

/** A file on its way to a provider. */
interface Upload {
  file: Blob;
  mimeType: string;
  filename: string;
}

/** One thing that was looked at when a connection was checked. */
export interface Finding {
  ok: boolean;
  what: string;
  /** How to put it right. */
  fix?: string;
}

/** One of the services behind a channel. */
export interface Provider {
  /** Whether handing a message over again does no harm, since nothing has left before our own commit. */
  isRepeatable?: true;
  /** Hands over one part of a message, once; never throws for what the provider does. */
  send(
    connection: Connection,
    accessToken: string,
    message: StoredMessage,
    part: Part,
    index: number,
  ): Promise<SendOutcome>;
  /** Uploads a file and gives the provider's id of it; only where media can be sent by id. */
  upload?(connection: Connection, accessToken: string, upload: Upload): Promise<GraphOutcome>;
  /** Where a file lies that came by callback, as `url`; only where callbacks give no address that opens by itself. */
  lookUpFile?(connection: Connection, accessToken: string, mediaId: string): Promise<GraphOutcome>;
  /** What a person is called, only where callbacks do not tell; null when the provider does not say. */
  nameOf?(connection: Connection, accessToken: string, person: string): Promise<string | null>;
  /** Every template, only where the channel has templates. */
  listTemplates?(connection: Connection, accessToken: string): Promise<MetaTemplate[]>;
  /** Checks token, number or page, and the subscription to callbacks. */
  check(connection: Connection, accessToken: string): Promise<Finding[]>;
}

/** What a Graph answer means for a send. `accepted` reads the provider's id from an answer. */
export function sendOutcomeOf(
  outcome: GraphOutcome,
  status: 'queued' | 'sent',
  idOf: (body: Record<string, unknown>) => unknown,
): SendOutcome {
  switch (outcome.kind) {
    case 'unreachable':
      return { kind: 'unavailable', throttled: false, error: unreachableError(outcome.problem) };
    case 'lost':
      return { kind: 'unknown', problem: outcome.problem };
    case 'refused':
      return outcome.class === 'retry' || outcome.class === 'throttle'
        ? { kind: 'unavailable', throttled: outcome.class === 'throttle', error: outcome.error }
        : { kind: 'rejected', class: outcome.class, error: outcome.error };
    case 'answered': {
      const externalId = idOf(outcome.body);
      return typeof externalId === 'string'
        ? { kind: 'accepted', externalId, status }
        : { kind: 'unknown', problem: 'the provider answered without a message id' };
    }
  }
}
