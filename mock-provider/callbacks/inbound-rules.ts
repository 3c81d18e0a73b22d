import { flag, listOf, type Meaning, object, oneOf, orNull, shape, text, validateFields } from '../control/meaning.ts';
import { CHANNELS } from '../world/state.ts';
import type { Inbound } from './inbound.ts';

const number: Meaning = (value) => (Number.isFinite(value) ? undefined : 'a number');
const bytes: Meaning = (value) => (value instanceof Uint8Array ? undefined : 'bytes');

/** The type of each field of a customer's message, both in process and over HTTP. */
const FIELDS: Record<keyof Inbound, Meaning> = {
  channel: oneOf(CHANNELS),
  business_id: text,
  from: shape({ id: text, name: text, username: orNull(text), phone: text }, ['id']),
  type: text,
  text,
  media: shape({ mime_type: text, url: text, bytes, filename: text, voice: flag }, ['mime_type']),
  location: shape({ latitude: number, longitude: number, name: text, address: text }, ['latitude', 'longitude']),
  button: shape({ payload: text, title: text }, ['payload', 'title']),
  reply_to: text,
  reaction: shape({ message_id: text, emoji: text }, ['message_id']),
  contacts: listOf(object, 'objects'),
  origin: oneOf(['contact_request', 'other']),
  change: shape({ phone: text, user_id: text, as: oneOf(['system', 'user_id_update']) }),
  forwarded: flag,
  story: shape({ url: text, id: text }, ['url', 'id']),
  extra: object,
  entry_id: text,
  external_id: text,
};

const NEEDED = ['channel', 'business_id', 'from', 'type'] as const;

type Content = keyof Inbound;

const TAP: readonly Content[] = ['button'];
const FILE: readonly Content[] = ['media'];
/** No field is required: the type is enough, or the mock generates the file. */
const NOTHING: readonly Content[] = [];

/**
 * The fields that a message of each type requires: one of these, unless `extra` has the field that Meta names after the
 * type. An empty list requires nothing.
 */
const CONTENT: Record<'whatsapp' | 'page', Readonly<Record<string, readonly Content[]>>> = {
  whatsapp: {
    text: ['text', 'button'],
    image: NOTHING,
    video: NOTHING,
    audio: NOTHING,
    document: NOTHING,
    sticker: NOTHING,
    location: ['location'],
    reaction: ['reaction', 'reply_to'],
    contacts: ['contacts', 'text', 'origin'],
    system: ['change'],
    button: TAP,
    interactive: TAP,
    button_reply: TAP,
    list_reply: TAP,
    template_button: TAP,
    unsupported: NOTHING,
  },
  page: {
    text: ['text', 'button', 'media', 'location', 'story'],
    echo: ['text', 'media', 'location'],
    image: FILE,
    video: FILE,
    audio: FILE,
    document: FILE,
    sticker: FILE,
    location: ['location'],
    reaction: ['reaction', 'reply_to'],
    button: TAP,
    quick_reply: TAP,
    postback: TAP,
    unsupported: NOTHING,
    deleted: NOTHING,
    ephemeral: NOTHING,
  },
};

/** Types that are in neither table are attachments on Messenger and Instagram. */
const UNLISTED: Record<'whatsapp' | 'page', readonly Content[]> = {
  whatsapp: [],
  page: ['media', 'text', 'location', 'button', 'story'],
};

/** Checks the fields of a customer's message. @throws with a message that starts with `what` */
export function requireInbound(what: string, inbound: Inbound): void {
  validateFields(what, inbound, { fields: FIELDS, needed: NEEDED });
}

/** Checks that a customer's message has the content that its type requires. @throws `Error` that names the fields */
export function requireContent(inbound: Inbound): void {
  const { channel, type, extra = {} } = inbound;
  const group = channel === 'whatsapp' ? 'whatsapp' : 'page';
  const listed = Object.hasOwn(CONTENT[group], type) ? CONTENT[group][type] : undefined;
  if (listed?.length === 0 || Object.hasOwn(extra, type)) return;
  const fields = listed ?? UNLISTED[group];
  if (fields.some((field) => inbound[field] !== undefined)) return;
  throw new Error(`A message of type ${type} on ${channel} needs ${[...fields, `extra.${type}`].join(' or ')}`);
}
