import type { components } from '@wigwag/openapi';
import { isoOf } from '../../base/time.ts';
import type { ReceivedContent } from '../../store/messages/content.ts';
import type { StoredMessage } from '../../store/messages/messages.ts';

type HistoryMessage = components['schemas']['HistoryMessage'];
type LocationContent = { latitude: number; longitude: number; name?: string | null; address?: string | null };

/** The stored content of a message: the request of a send, a filled template, or a message from a provider. */
interface HistoryContent extends Partial<LocationContent>, Omit<ReceivedContent, 'media'> {
  media?: { id?: string; url?: string; mime_type?: string; filename?: string } | null;
  filename?: string;
  interactive?: HistoryMessage['interactive'];
  button_texts?: string[];
}

/** The fields that are absent if a message has no such content. */
const OPTIONAL = [
  'contacts',
  'order',
  'form',
  'referral',
  'share',
  'group',
  'problem',
  'sent_by',
  'edited_at',
  'deleted_at',
] as const satisfies readonly (keyof HistoryMessage)[];

/**
 * Returns a message in the format of the history (§4.7, history-record).
 *
 * @param linkTo returns a link to the file of a message from a provider (received-media)
 */
export function historyMessage(message: StoredMessage, linkTo: (message: StoredMessage) => string): HistoryMessage {
  const content = message.content as HistoryContent;
  const isOutgoing = message.direction === 'out';
  const isOurs = isOutgoing && content.sent_by === undefined;
  return {
    id: message.id,
    external_id: message.externalId,
    direction: message.direction,
    connection_id: message.connectionId,
    type: message.type,
    text: message.type === 'location' ? null : message.text, // a location has a name instead of a text
    media: content.media ? mediaOf(content, isOurs ? content.media.url : linkTo(message)) : null,
    button: content.button ?? null,
    location: locationOf(message.type === 'location' && isOurs ? (content as LocationContent) : content.location),
    template: message.type === 'template' ? (content.name ?? null) : null,
    reply_to: content.reply_to ?? null,
    status: isOutgoing ? message.status : null,
    error: message.error,
    at: isoOf(message.createdAt),
    ...(isOurs && content.interactive && { interactive: content.interactive }),
    ...(isOurs && content.button_texts && { template_buttons: content.button_texts }),
    ...Object.fromEntries(OPTIONAL.flatMap((name) => (content[name] === undefined ? [] : [[name, content[name]]]))),
  };
}

const mediaOf = ({ media, filename }: HistoryContent, url: string | undefined): HistoryMessage['media'] => ({
  url: url ?? null,
  mime_type: media?.mime_type ?? null,
  id: media?.id ?? null,
  filename: filename ?? media?.filename ?? null,
});

const locationOf = (place: LocationContent | null | undefined): HistoryMessage['location'] =>
  place
    ? {
        latitude: place.latitude,
        longitude: place.longitude,
        name: place.name ?? null,
        address: place.address ?? null,
      }
    : null;
