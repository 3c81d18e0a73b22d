import { isoOf } from '../../base/time.ts';
import { draftIdOf } from '../../domain/web-chat/web-chat.ts';
import type { ShownMessage } from '../../store/web-chat/web-chat.ts';

/** The stored content of a message on a page: the request of a send, or the visitor's message. */
interface ShownContent {
  media?: { url?: string } | null;
  filename?: string;
  reply_to?: string | null;
}

/** A message in the format that a page receives. */
export interface ShownMessageKey {
  id: string;
  /** The ID that the page gave a visitor's message. */
  draft_id: string | null;
  /** The ID to which `reply_to` of other messages refers. */
  external_id: string | null;
  /** `in` for a message from the visitor. */
  direction: 'in' | 'out';
  type: string;
  /** The caption, if the message is a file. */
  text: string | null;
  media: { url: string; filename: string | null } | null;
  reply_to: string | null;
  /** The last known status; null for a visitor's message. */
  status: string | null;
  at: string;
  position: number;
}

export function pageMessage(message: ShownMessage): ShownMessageKey {
  const { media, filename, reply_to } = message.content as ShownContent;
  return {
    id: message.id,
    draft_id: draftIdOf(message) ?? null,
    external_id: message.externalId,
    direction: message.direction,
    type: message.type,
    text: message.text,
    media: media?.url ? { url: media.url, filename: filename ?? null } : null,
    reply_to: reply_to ?? null,
    status: message.direction === 'out' ? message.status : null,
    at: isoOf(message.createdAt),
    position: message.position,
  };
}
