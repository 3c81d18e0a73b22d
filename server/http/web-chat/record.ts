import { draftIdOf } from '../../domain/web-chat/web-chat.ts';
import type { ShownMessage } from '../../store/web-chat/web-chat.ts';
import { isoOf } from '../../time.ts';

/** The stored content of a message on a page: the request of a send, or the visitor's message. */
interface Content {
  media?: { url?: string } | null;
  filename?: string;
  reply_to?: string | null;
}

/** A message in the form that a page gets. */
export interface PageMessage {
  id: string;
  /** The page's own ID of a visitor's message. */
  draft_id: string | null;
  /** The ID that `reply_to` of another message contains. */
  external_id: string | null;
  /** `in` is the visitor's message. */
  direction: 'in' | 'out';
  type: string;
  /** For a file, its caption. */
  text: string | null;
  media: { url: string; filename: string | null } | null;
  reply_to: string | null;
  /** The last known status; null for a visitor's message. */
  status: string | null;
  at: string;
  position: number;
}

export function pageMessage(message: ShownMessage): PageMessage {
  const { media, filename, reply_to } = message.content as Content;
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
