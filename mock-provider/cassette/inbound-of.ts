import type { Inbound } from '../callbacks/inbound.ts';
import type { Channel, Json } from '../world/state.ts';
import type { Bindings } from './bindings.ts';

/** A message of a person, or undefined for an event that is not one. */
type Content = Omit<Inbound, 'channel' | 'business_id' | 'from'>;

const listOf = (value: unknown): Json[] => (Array.isArray(value) ? value : []);
const objectOf = (value: unknown): Json => (typeof value === 'object' && value !== null ? (value as Json) : {});
const textOf = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined);
/** Leaves out the fields that are undefined. */
const given = <Fields extends object>(fields: Fields): Fields =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as Fields;

const FILES = ['image', 'video', 'audio', 'document', 'sticker'];

/** Returns the messages of people in the body of a WhatsApp callback. */
export function fromWhatsApp(value: Json, bindings: Bindings): Inbound[] {
  const contacts = listOf(value.contacts);
  return listOf(value.messages).flatMap((message): Inbound[] => {
    const { from, from_user_id } = message;
    const id = textOf(from) ?? textOf(from_user_id);
    const content = contentOf(message, bindings);
    if (id === undefined || content === undefined) return [];
    const contact = contacts.find(({ wa_id, user_id }) => wa_id === id || user_id === id) ?? contacts[0];
    const { name, username } = objectOf(contact?.profile);
    return [
      {
        channel: 'whatsapp',
        business_id: String(objectOf(value.metadata).phone_number_id),
        from: { id, ...given({ name: textOf(name), username: textOf(username) }) },
        external_id: String(message.id),
        ...contextOf(message, bindings),
        ...content,
      },
    ];
  });
}

function contextOf({ context, referral }: Json, bindings: Bindings): Partial<Content> {
  const { id, forwarded } = objectOf(context);
  return given({
    reply_to: typeof id === 'string' ? bindings.actual(id) : undefined,
    forwarded: forwarded === true ? true : undefined,
    // The person came from an ad, which the mock does not have.
    extra: referral === undefined ? undefined : { referral },
  });
}

function contentOf(message: Json, bindings: Bindings): Content | undefined {
  const type = String(message.type);
  const content = objectOf(message[type]);
  if (FILES.includes(type)) {
    const { mime_type, filename, caption, voice } = content;
    const media = { mime_type: String(mime_type), ...given({ filename: textOf(filename) }), voice: voice === true };
    return { type, media, ...given({ text: textOf(caption) }) };
  }
  switch (type) {
    case 'text':
      return { type, text: String(content.body) };
    case 'location':
      return { type, location: locationOf(content) };
    case 'reaction': {
      const { message_id, emoji } = content;
      return {
        type,
        reaction: { message_id: bindings.actual(String(message_id)), ...given({ emoji: textOf(emoji) }) },
      };
    }
    case 'button':
      return { type: 'template_button', button: { payload: String(content.payload), title: String(content.text) } };
    case 'interactive':
      return choiceOf(content);
    case 'contacts':
      return { type, contacts: listOf(message.contacts) };
    case 'system':
      return changeOf(content);
    case 'unsupported':
      return { type };
    default:
      // A type whose content the mock takes as it is, such as an order.
      return message[type] === undefined ? undefined : { type, extra: { [type]: message[type] } };
  }
}

function choiceOf(interactive: Json): Content {
  const type = String(interactive.type);
  const { id, title } = objectOf(interactive[type]);
  // The reply of a flow is content of the app.
  if (type !== 'button_reply' && type !== 'list_reply') return { type: 'interactive', extra: { interactive } };
  return { type, button: { payload: String(id), title: String(title) } };
}

/** A changed number or user ID. Other system messages do not change what the mock knows. */
function changeOf({ type, wa_id, user_id }: Json): Content | undefined {
  const [phone, id] = [textOf(wa_id), textOf(user_id)];
  if (type === 'user_changed_number' && phone) return { type: 'system', change: { phone, ...given({ user_id: id }) } };
  return type === 'user_changed_user_id' && id ? { type: 'system', change: { user_id: id } } : undefined;
}

function locationOf({ latitude, longitude, name, address }: Json): NonNullable<Inbound['location']> {
  return {
    latitude: Number(latitude),
    longitude: Number(longitude),
    ...given({ name: textOf(name), address: textOf(address) }),
  };
}

/** Returns the message of a person in an event of Messenger or Instagram. */
export function fromPage(channel: Channel, business_id: string, event: Json, bindings: Bindings): Inbound[] {
  const sender = textOf(objectOf(event.sender).id);
  const content = ofEvent(event, bindings);
  if (sender === undefined || content === undefined) return [];
  return [{ channel, business_id, from: { id: sender }, ...content }];
}

function ofEvent({ message, postback, reaction }: Json, bindings: Bindings): Content | undefined {
  if (postback !== undefined) {
    const { mid, title, payload } = objectOf(postback);
    const button = { payload: String(payload), title: String(title) };
    return { type: 'postback', button, ...given({ external_id: textOf(mid) }) };
  }
  if (reaction !== undefined) {
    const { mid, action, emoji } = objectOf(reaction);
    const shown = action === 'react' ? given({ emoji: textOf(emoji) }) : {};
    return { type: 'reaction', reaction: { message_id: bindings.actual(String(mid)), ...shown } };
  }
  return message === undefined ? undefined : ofMessage(objectOf(message), bindings);
}

function ofMessage(message: Json, bindings: Bindings): Content | undefined {
  // The page wrote it, not the person.
  if (message.is_echo === true) return undefined;
  const { mid: quoted, story } = objectOf(message.reply_to);
  const words = textOf(message.text);
  const base = given({
    external_id: textOf(message.mid),
    text: words,
    reply_to: typeof quoted === 'string' ? bindings.actual(quoted) : undefined,
    story: story === undefined ? undefined : (story as Inbound['story']),
  });
  if (message.is_deleted === true) return { ...base, type: 'deleted' };
  if (message.is_unsupported === true) return { ...base, type: 'unsupported' };
  const { payload } = objectOf(message.quick_reply);
  if (payload !== undefined) {
    return { ...base, type: 'quick_reply', button: { payload: String(payload), title: words ?? '' } };
  }
  const [attachment] = listOf(message.attachments);
  if (attachment) return { ...base, ...ofAttachment(attachment) };
  return words === undefined ? undefined : { ...base, type: 'text' };
}

function ofAttachment({ type, title, payload }: Json): Content {
  const { url, coordinates } = objectOf(payload);
  if (type === 'location') {
    const { lat, long } = objectOf(coordinates);
    return { type: 'location', location: locationOf({ latitude: lat, longitude: long, name: title }) };
  }
  const kind = type === 'file' ? 'document' : String(type);
  return { type: kind, media: { mime_type: 'application/octet-stream', ...given({ url: textOf(url) }) } };
}
