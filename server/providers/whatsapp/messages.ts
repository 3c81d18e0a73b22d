import { MICROSECONDS } from '../../base/time.ts';
import {
  type AppMessage,
  type CallbackContent,
  type InboundMessage,
  idOf,
  type Revision,
  requireId,
  requireTime,
  timeOf,
  Unreadable,
} from '../callback.ts';
import { choiceOf } from '../meta/choice.ts';
import { type Json, numberAt, objectAt, textAt } from '../meta/values.ts';
import { moreOf } from './content.ts';
import { senderSighting } from './sightings.ts';
import { statusOf } from './statuses.ts';

/**
 * Returns a customer's message, one item of `messages` (Meta, "Webhooks reference").
 *
 * @param contacts the people of the callback
 * @throws {Unreadable} if the message has no sender
 */
export function inboundOf(message: Json, contacts: readonly Json[]): InboundMessage {
  const writtenAt = timeOf(message.timestamp, MICROSECONDS.second);
  const { from, contact } = senderOf(message, contacts);
  return {
    externalId: idOf(message.id, message),
    from,
    sighting: senderSighting(message, contact, writtenAt),
    ...contentOf(message),
    isTemplateButton: objectAt(message, 'button') !== undefined,
    writtenAt,
  };
}

/**
 * Returns a message that the business wrote in the WhatsApp Business app.
 *
 * @throws {Unreadable} if the message has no ID, recipient or time
 */
export function appMessageOf(message: Json): AppMessage {
  const writtenAt = requireTime(message.timestamp, MICROSECONDS.second);
  const shown = { from: numberTo(message), from_user_id: message.to_user_id };
  return {
    externalId: requireId(message.id),
    to: requireId(recipientOf(message)),
    sighting: senderSighting(shown, undefined, writtenAt),
    status: statusOf(objectAt(message, 'history_context') ?? {}) ?? 'sent',
    ...contentOf(message),
    writtenAt,
  };
}

/** Returns the number to which the business wrote. Meta shows it as the business entered it. */
const numberTo = (message: Json): string | undefined => textAt(message, 'to')?.replaceAll(/[\s()+-]/g, '');

const recipientOf = (message: Json): string | undefined =>
  numberTo(message) ?? textAt(message, 'to_user_id') ?? undefined;

/**
 * Returns the change that a message of the type `edit` or `revoke` reports (Meta, "Webhooks reference"); undefined for
 * any other message, and for an edit that does not say what it changes.
 *
 * @param contacts the people of the callback; undefined if the business is the author
 * @throws {Unreadable} if the change has no ID, sender or time, or if a revocation does not name a message
 */
export function revisionOf(message: Json, contacts?: readonly Json[]): Revision | undefined {
  const isEdit = message.type === 'edit';
  const target = textAt(message, isEdit ? 'edit' : 'revoke', 'original_message_id');
  if ((!isEdit && message.type !== 'revoke') || (isEdit && target === null)) {
    return undefined;
  }
  if (isEdit && contentOf(message).type === 'unsupported') {
    throw new Unreadable('an edit has no content');
  }
  return {
    externalId: requireId(message.id),
    target: requireId(target),
    ...(contacts ? { from: senderOf(message, contacts).from } : { from: undefined, to: recipientOf(message) }),
    content: isEdit ? contentOf(message) : undefined,
    writtenAt: requireTime(message.timestamp, MICROSECONDS.second),
  };
}

const editedIn = (message: Json): Json => objectAt(message, 'edit', 'message') ?? {};

/** The types that have a file. */
const MEDIA_TYPES = ['image', 'video', 'audio', 'document', 'sticker'] as const;
const KNOWN_TYPES: readonly string[] = [...MEDIA_TYPES, 'text', 'location', 'reaction', 'contacts'];

/** Returns the content of a message. */
export function contentOf(message: Json): CallbackContent {
  if (message.type === 'edit') {
    const content = contentOf(editedIn(message));
    return { ...content, more: { ...content.more, ...moreOf(message) } };
  }
  const { media, mediaId } = mediaOf(message);
  const button = buttonOf(message);
  const more = moreOf(message);
  const text =
    textIn(message) ??
    button?.title ??
    textAt(message, String(message.type), 'caption') ??
    textAt(message, 'reaction', 'emoji') ??
    more.order?.text ??
    more.form?.text ??
    null;
  return {
    type: typeOf(message, { button, more }),
    text,
    media,
    mediaId,
    button,
    location: locationOf(message),
    replyTo: textAt(message, 'context', 'id') ?? textAt(message, 'reaction', 'message_id'),
    more,
  };
}

/** The text of a message, or of one with buttons that the business sent. */
const textIn = (message: Json): string | null =>
  textAt(message, 'text', 'body') ?? textAt(message, 'interactive', 'body', 'text');

function typeOf(message: Json, { button, more = {} }: Pick<CallbackContent, 'button' | 'more'>): string {
  if (button || more.form || more.order) {
    return button ? 'button' : more.form ? 'form' : 'order';
  }
  const type = textAt(message, 'type') ?? '';
  // A text that arrives with an unknown type is still a text.
  return KNOWN_TYPES.includes(type) ? type : textIn(message) === null ? 'unsupported' : 'text';
}

function senderOf(
  message: Json,
  contacts: readonly Json[],
): { from: InboundMessage['from']; contact: Json | undefined } {
  const [first] = contacts;
  const id =
    textAt(message, 'from') ?? textAt(message, 'from_user_id') ?? textAt(first, 'wa_id') ?? textAt(first, 'user_id');
  if (id === null) {
    throw new Unreadable('an inbound message does not name its sender');
  }
  const own = contacts.find((one) => textAt(one, 'wa_id') === id || textAt(one, 'user_id') === id);
  // With several contacts, the first one may be another person.
  const contact = own ?? (contacts.length === 1 ? first : undefined);
  return { from: { id, name: textAt(own ?? first, 'profile', 'name') }, contact };
}

function mediaOf(message: Json): Pick<CallbackContent, 'media' | 'mediaId'> {
  const type = MEDIA_TYPES.find((one) => one === message.type);
  const file = type && objectAt(message, type);
  const mediaId = textAt(file, 'id') ?? undefined;
  const url = textAt(file, 'url') ?? textAt(file, 'link') ?? '';
  const filename = textAt(file, 'filename');
  return mediaId !== undefined || url !== ''
    ? {
        mediaId,
        media: {
          url,
          mime_type: textAt(file, 'mime_type') ?? 'application/octet-stream',
          ...(filename !== null && { filename }),
        },
      }
    : { media: null, mediaId: undefined };
}

/** Returns the pressed button of a template or of an interactive message. */
function buttonOf(message: Json): CallbackContent['button'] {
  const reply = objectAt(message, 'interactive', 'button_reply') ?? objectAt(message, 'interactive', 'list_reply');
  return reply
    ? choiceOf(textAt(reply, 'id'), textAt(reply, 'title'))
    : choiceOf(textAt(message, 'button', 'payload'), textAt(message, 'button', 'text'));
}

function locationOf(message: Json): CallbackContent['location'] {
  const [latitude, longitude] = ['latitude', 'longitude'].map((name) => numberAt(message, 'location', name));
  return latitude == null || longitude == null
    ? null
    : {
        latitude,
        longitude,
        name: textAt(message, 'location', 'name'),
        address: textAt(message, 'location', 'address'),
      };
}
