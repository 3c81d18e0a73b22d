import type { components } from '@wigwag/openapi';

type ReceivedMessage = components['schemas']['ReceivedMessage'];

/** What a customer wrote, as a provider tells it. */
export interface Inbound {
  externalId: string;
  from: { id: string; name: string | null };
  type: string;
  text: string | null;
  media?: ReceivedMessage['media'];
  /** The provider's id of the file, where its URL needs our token. */
  mediaId?: string | undefined;
  button?: ReceivedMessage['button'];
  location?: ReceivedMessage['location'];
  replyTo: string | null;
  /** Microseconds since the epoch, by the provider's clock. */
  writtenAt: number;
}
