import { draftIdOf } from '../../domain/web-chat/web-chat.ts';
import type { ShownMessage } from '../../store/web-chat/web-chat.ts';
import { isoOf } from '../../time.ts';

/** What is stored of a message that a page shows: the request of a send, or what the visitor wrote. */
interface Content {
  media?: { url?: string } | null;
  filename?: string;
  reply_to?: string | null;
}

/** A message as a page gets it. */
export interface PageMessage {
  id: string;
  /** The page's own id of what the visitor wrote on it. */
  draft_id: string | null;
  /** What `reply_to` of another message names. */
  external_id: string | null;
  /** `in` is what the visitor wrote. */
  direction: 'in' | 'out';
  type: string;
  /** Of a file, its caption. */
  text: string | null;
  media: { url: string; filename: string | null } | null;
  reply_to: string | null;
  /** How far we know it to have come; null for what the visitor wrote. */
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
