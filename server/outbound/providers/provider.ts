import type { Connection } from '../../store/connections.ts';
import type { MessageError, StoredMessage } from '../../store/messages.ts';

/** What came of handing a message to a provider. */
export type SendOutcome =
  /** It has the message; `sent` where its answer is all we will hear of the sending. */
  | { kind: 'accepted'; externalId: string; status: 'queued' | 'sent' }
  /** It said no, for good. */
  | { kind: 'rejected'; error: MessageError }
  /** It provably does not have the message: it is down, or says to come again. */
  | { kind: 'unavailable'; error: MessageError }
  /** It may or may not have the message: the answer was lost. */
  | { kind: 'unknown'; problem: string };

/** One of the services behind a channel. */
export interface Provider {
  /** Hands over a message once; never throws for what the provider does. */
  send(connection: Connection, accessToken: string, message: StoredMessage): Promise<SendOutcome>;
}
