import {
  flag,
  listOf,
  type Meaning,
  object,
  oneOf,
  orNull,
  shape,
  text,
  validateFields,
  wholeNumberFrom,
} from '../control/meaning.ts';
import { CHANNELS } from '../world/state.ts';
import type { Inbound } from './inbound.ts';

const number: Meaning = (value) => (Number.isFinite(value) ? undefined : 'a number');
const bytes: Meaning = (value) => (value instanceof Uint8Array ? undefined : 'bytes');
const textOrObject: Meaning = (value) => text(value) && object(value) && 'an object or text';
const FILE_FIELDS = { mime_type: text, url: text, bytes, filename: text, voice: flag };

/** The type of each field of a customer's message, both in process and over HTTP. */
const FIELDS: Record<keyof Inbound, Meaning> = {
  channel: oneOf(CHANNELS),
  business_id: text,
  from: shape({ id: text, name: text, username: orNull(text), phone: text }, ['id']),
  type: text,
  text,
  media: shape(FILE_FIELDS, ['mime_type']),
  files: listOf(shape({ type: text, ...FILE_FIELDS }, ['type', 'mime_type']), 'files with type and mime_type'),
  location: shape({ latitude: number, longitude: number, name: text, address: text }, ['latitude', 'longitude']),
  button: shape({ payload: text, title: text }, ['title']),
  reply_to: text,
  reaction: shape({ message_id: text, emoji: text }, ['message_id']),
  contacts: listOf(object, 'objects'),
  order: object,
  form: shape({ response: textOrObject, name: text, text }, ['response']),
  referral: object,
  product: shape({ catalog_id: text, product_retailer_id: text }, ['catalog_id', 'product_retailer_id']),
  share: shape({ type: text, url: text, title: text, id: text }),
  target: text,
  group_id: text,
  error: wholeNumberFrom(1),
  system: object,
  echo: flag,
  standby: oneOf([true, false, 'also']),
  origin: oneOf(['contact_request', 'other']),
  change: shape({ phone: text, user_id: text, as: oneOf(['system', 'user_id_update']) }),
  forwarded: flag,
  story: shape({ url: text, id: text }, ['url', 'id']),
  extra: object,
  entry_id: text,
  external_id: text,
};

const NEEDED = ['channel', 'business_id', 'from', 'type'] as const;

type ContentField = keyof Inbound;

const TAP: readonly ContentField[] = ['button'];
const FILE: readonly ContentField[] = ['media', 'files'];
/** No field is required: the type is enough, or the mock generates the file. */
const NOTHING: readonly ContentField[] = [];

/**
 * The fields that a message of each type requires: one of these, unless `extra` has the field that Meta names after the
 * type. An empty list requires nothing.
 */
const CONTENT: Record<'whatsapp' | 'page', Readonly<Record<string, readonly ContentField[]>>> = {
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
    order: ['order'],
    nfm_reply: ['form'],
    edit: ['text', 'media'],
    revoke: ['target'],
    system: ['change', 'system'],
    request_welcome: NOTHING,
    button: TAP,
    interactive: TAP,
    button_reply: TAP,
    list_reply: TAP,
    template_button: TAP,
    unsupported: NOTHING,
  },
  page: {
    text: ['text', 'button', 'media', 'files', 'share', 'location', 'story'],
    echo: ['text', 'media', 'files', 'share', 'location'],
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
    referral: ['referral'],
    edit: ['text'],
    unsupported: NOTHING,
    deleted: NOTHING,
    ephemeral: NOTHING,
  },
};

/** Types that are in neither table are attachments on Messenger and Instagram. */
const UNLISTED: Record<'whatsapp' | 'page', readonly ContentField[]> = {
  whatsapp: [],
  page: ['media', 'files', 'share', 'text', 'location', 'button', 'story'],
};

/** Fields that only one of the two groups of channels has. */
const ONLY: Record<'whatsapp' | 'page', readonly ContentField[]> = {
  whatsapp: ['order', 'form', 'product', 'group_id', 'error', 'system', 'change'],
  page: ['files', 'share', 'standby'],
};

/** Types that change an earlier message. The type `deleted` may also name it in `external_id`. */
const AIMED: readonly string[] = ['edit', 'revoke'];
/** Types that are no new message of the customer. */
const SILENT: readonly string[] = [...AIMED, 'deleted', 'echo', 'system', 'request_welcome'];

/** Returns whether a message opens the customer's window with the business. A message to a group does not. */
export function opensWindow({ type, echo, group_id }: Inbound): boolean {
  return echo !== true && group_id === undefined && !SILENT.includes(type);
}

/** Checks the fields of a customer's message. @throws with a message that starts with `what` */
export function requireInbound(what: string, inbound: Inbound): void {
  validateFields(what, inbound, { fields: FIELDS, needed: NEEDED });
}

/** Checks that a customer's message has the content that its type requires. @throws `Error` that names the fields */
export function requireContent(inbound: Inbound): void {
  const { channel, type, extra = {} } = inbound;
  const group = channel === 'whatsapp' ? 'whatsapp' : 'page';
  const foreign = ONLY[group === 'page' ? 'whatsapp' : 'page'].find((field) => inbound[field] !== undefined);
  if (foreign !== undefined) {
    throw new Error(`A message on ${channel} has no ${foreign}`);
  }
  const listed = Object.hasOwn(CONTENT[group], type) ? CONTENT[group][type] : undefined;
  if (listed?.length === 0 || Object.hasOwn(extra, type) || inbound.error !== undefined) {
    return;
  }
  if (AIMED.includes(type) && inbound.target === undefined) {
    throw new Error(`A message of type ${type} on ${channel} needs target or extra.${type}`);
  }
  const fields = listed ?? UNLISTED[group];
  if (fields.some((field) => inbound[field] !== undefined)) {
    return;
  }
  throw new Error(`A message of type ${type} on ${channel} needs ${[...fields, `extra.${type}`].join(' or ')}`);
}
