import type { Inbound } from '../../domain/messages/inbound.ts';
import { type CallbackItem, objectsOf, requireId, requireTime, tryRead } from '../callback-item.ts';

/** One entry of Messenger or Instagram (Meta, "Webhooks for Messenger Platform", "Webhooks for Instagram Messaging"). */
export interface PageEntry {
  id?: string;
  messaging?: PageEvent[];
  /** The same events, while another app controls the thread. */
  standby?: PageEvent[];
}

interface PageEvent {
  sender?: { id?: string };
  recipient?: { id?: string };
  /** Milliseconds, as a number. */
  timestamp?: number;
  message?: {
    mid: string;
    text?: string;
    is_echo?: boolean;
    is_deleted?: boolean;
    is_unsupported?: boolean;
    metadata?: string;
    quick_reply?: { payload: string };
    reply_to?: { mid?: string; story?: { url?: string } };
    attachments?: {
      type: string;
      payload?: { url?: string; coordinates?: { lat: number; long: number }; sticker_id?: number };
    }[];
  };
  postback?: { mid?: string; title?: string; payload: string };
  reaction?: { mid: string; action?: string; emoji?: string };
  delivery?: { mids?: string[]; watermark?: number };
  /** Messenger gives a watermark, Instagram the message. */
  read?: { watermark?: number; mid?: string };
}

/** What one entry tells. Page-linked Instagram accounts have been seen under the page's id, so both names are tried. */
export function pageItems(entry: PageEntry): (CallbackItem | Error)[] {
  const events = [...objectsOf<PageEvent>(entry.messaging), ...objectsOf<PageEvent>(entry.standby)];
  return events.flatMap((event): (CallbackItem | Error)[] => {
    const items = tryRead(() => eventItems(entry, event));
    return items instanceof Error ? [items] : items;
  });
}

function eventItems(entry: PageEntry, event: PageEvent): CallbackItem[] {
  const ours = event.message?.is_echo ? event.sender?.id : event.recipient?.id;
  const providerIds = [...new Set([ours, entry.id].filter((id) => id !== undefined))];
  const person = (event.message?.is_echo ? event.recipient?.id : event.sender?.id) ?? '';
  const status = (externalId: string, to: 'sent' | 'delivered' | 'read', tag?: string): CallbackItem => ({
    kind: 'status',
    providerIds,
    externalId,
    tag,
    status: to,
    error: undefined,
  });
  if (event.message?.is_echo) {
    // Without our tag it was sent from somewhere else, such as the page's own inbox.
    return event.message.metadata?.startsWith('msg_')
      ? [status(event.message.mid, 'sent', event.message.metadata)]
      : [];
  }
  if (event.delivery) {
    return [
      ...(event.delivery.mids ?? []).map((mid) => status(requireId(mid), 'delivered')),
      ...watermark(providerIds, person, event.delivery.watermark, 'delivered'),
    ];
  }
  if (event.read) {
    return event.read.mid === undefined
      ? watermark(providerIds, person, event.read.watermark, 'read')
      : [status(event.read.mid, 'read')];
  }
  const inbound = event.message?.is_deleted ? undefined : inboundOf(event, person);
  return inbound ? [{ kind: 'inbound', providerIds, inbound }] : [];
}

function watermark(
  providerIds: string[],
  person: string,
  milliseconds: number | undefined,
  status: 'delivered' | 'read',
): CallbackItem[] {
  // The last microsecond of that millisecond.
  return milliseconds === undefined
    ? []
    : [{ kind: 'watermark', providerIds, person, watermark: milliseconds * 1000 + 999, status }];
}

/** Meta's kinds of attachment in our words; the others are kept as `unsupported`. */
const TYPES: Record<string, string> = {
  image: 'image',
  video: 'video',
  audio: 'audio',
  file: 'document',
  location: 'location',
  reel: 'video',
  ig_reel: 'video',
};
const MIME_TYPES: Record<string, string> = {
  image: 'image/jpeg',
  video: 'video/mp4',
  audio: 'audio/mp4',
  document: 'application/octet-stream',
};

function inboundOf(event: PageEvent, person: string): Inbound | undefined {
  const { message, postback, reaction, timestamp } = event;
  const common = { from: { id: person, name: null }, writtenAt: requireTime(timestamp, 1000) };
  if (person === '') {
    throw new Error('an inbound message does not name its sender');
  }
  if (reaction) {
    const id = `${reaction.mid}#${reaction.action ?? 'react'}#${timestamp}`;
    return { ...common, externalId: id, type: 'reaction', text: reaction.emoji ?? null, replyTo: reaction.mid };
  }
  if (postback) {
    const button = { payload: postback.payload, title: postback.title ?? null };
    const id = postback.mid ?? `postback#${person}#${timestamp}`;
    return { ...common, externalId: id, type: 'button', text: postback.title ?? null, button, replyTo: null };
  }
  if (!message) {
    return undefined;
  }
  const [attachment] = message.attachments ?? [];
  const type = attachment ? (TYPES[attachment.type] ?? 'unsupported') : 'text';
  const { url, coordinates } = attachment?.payload ?? {};
  const replyTo = message.reply_to?.mid ?? null;
  if (message.quick_reply) {
    const button = { payload: message.quick_reply.payload, title: message.text ?? null };
    return {
      ...common,
      externalId: requireId(message.mid),
      type: 'button',
      text: message.text ?? null,
      button,
      replyTo,
    };
  }
  return {
    ...common,
    externalId: requireId(message.mid),
    type: message.is_unsupported ? 'unsupported' : type,
    text: message.text ?? null,
    media: url !== undefined && MIME_TYPES[type] ? { url, mime_type: MIME_TYPES[type] } : null,
    location: coordinates
      ? { latitude: coordinates.lat, longitude: coordinates.long, name: null, address: null }
      : null,
    replyTo,
  };
}
