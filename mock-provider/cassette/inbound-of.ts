import type { Inbound } from '../callbacks/inbound.ts';
import type { Channel, Json } from '../world/state.ts';
import type { Bindings } from './bindings.ts';

/** A message of a person, or undefined for an event that is not one. */
type RecordedContent = Omit<Inbound, 'channel' | 'business_id' | 'from'>;

const listOf = (value: unknown): Json[] => (Array.isArray(value) ? value : []);
const objectOf = (value: unknown): Json => (typeof value === 'object' && value !== null ? (value as Json) : {});
const textOf = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined);
/** Leaves out the fields that are undefined. */
const given = <Fields extends object>(fields: Fields): Fields =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as Fields;

const FILES = ['image', 'video', 'audio', 'document', 'sticker'];

/** Returns the messages of people, and those of the business in its own app, in the body of a WhatsApp callback. */
export function fromWhatsApp(value: Json, bindings: Bindings): Inbound[] {
  const contacts = listOf(value.contacts);
  const echoes = listOf(value.message_echoes);
  return [...listOf(value.messages), ...echoes].flatMap((message): Inbound[] => {
    const isEcho = echoes.includes(message);
    const [from, from_user_id] = isEcho ? [message.to, message.to_user_id] : [message.from, message.from_user_id];
    const id = textOf(from) ?? textOf(from_user_id);
    const content = contentOf(message, bindings);
    if (id === undefined || content === undefined) {
      return [];
    }
    const contact = contacts.find(({ wa_id, user_id }) => wa_id === id || user_id === id) ?? contacts[0];
    const { name, username } = objectOf(contact?.profile);
    return [
      {
        channel: 'whatsapp',
        business_id: String(objectOf(value.metadata).phone_number_id),
        from: { id, ...given({ name: textOf(name), username: textOf(username) }) },
        external_id: String(message.id),
        ...contextOf(message, bindings),
        ...given({ group_id: textOf(message.group_id), echo: isEcho ? true : undefined }),
        ...content,
      },
    ];
  });
}

function contextOf({ context, referral }: Json, bindings: Bindings): Partial<RecordedContent> {
  const { id, forwarded, referred_product } = objectOf(context);
  return given({
    reply_to: typeof id === 'string' ? bindings.actual(id) : undefined,
    forwarded: forwarded === true ? true : undefined,
    referral: referral === undefined ? undefined : objectOf(referral),
    product: referred_product as Inbound['product'],
  });
}

function contentOf(message: Json, bindings: Bindings): RecordedContent | undefined {
  const type = String(message.type);
  const content = objectOf(message[type]);
  const [problem] = listOf(message.errors);
  const missing = typeof problem?.code === 'number' ? { error: problem.code } : {};
  if (FILES.includes(type)) {
    const { mime_type, filename, caption, voice } = content;
    if ('error' in missing && mime_type === undefined) {
      return { type, ...missing };
    }
    const media = { mime_type: String(mime_type), ...given({ filename: textOf(filename) }), voice: voice === true };
    return { type, media, ...given({ text: textOf(caption) }), ...missing };
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
      return {
        type: 'template_button',
        button: { ...given({ payload: textOf(content.payload) }), title: String(content.text) },
      };
    case 'interactive':
      return choiceOf(content);
    case 'contacts':
      return { type, contacts: listOf(message.contacts) };
    case 'edit':
    case 'revoke':
      return {
        type,
        target: bindings.actual(String(content.original_message_id)),
        ...(type === 'edit' ? editOf(objectOf(content.message)) : {}),
      };
    case 'system':
      return changeOf(content);
    case 'unsupported':
    case 'request_welcome':
      return { type, ...missing };
    default:
      // A type whose content the mock takes as it is, such as an order.
      return message[type] === undefined ? undefined : { type, extra: { [type]: message[type] } };
  }
}

function choiceOf(interactive: Json): RecordedContent {
  const type = String(interactive.type);
  const { id, title } = objectOf(interactive[type]);
  // The reply of a flow is content of the app.
  if (type !== 'button_reply' && type !== 'list_reply') {
    return { type: 'interactive', extra: { interactive } };
  }
  return { type, button: { payload: String(id), title: String(title) } };
}

/** The new text or file of an edited message. */
function editOf(edited: Json): Partial<RecordedContent> {
  const { body, caption, mime_type } = objectOf(edited[String(edited.type)]);
  const media = typeof mime_type === 'string' ? { mime_type } : undefined;
  return { text: textOf(body) ?? textOf(caption) ?? '', ...given({ media }) };
}

/** A changed number or user ID. Other system messages do not change what the mock knows. */
function changeOf(system: Json): RecordedContent | undefined {
  const { type, wa_id, user_id } = system;
  const [phone, id] = [textOf(wa_id), textOf(user_id)];
  if (type === 'user_changed_number' && phone) {
    return { type: 'system', change: { phone, ...given({ user_id: id }) } };
  }
  if (type === 'user_changed_user_id' && id) {
    return { type: 'system', change: { user_id: id } };
  }
  return { type: 'system', system };
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
  const isEcho = objectOf(event.message).is_echo === true;
  const sender = textOf(objectOf(isEcho ? event.recipient : event.sender).id);
  const content = ofEvent(event, bindings);
  if (sender === undefined || content === undefined) {
    return [];
  }
  return [{ channel, business_id, from: { id: sender }, ...content, ...given({ echo: isEcho ? true : undefined }) }];
}

/** Returns the message in an event of a thread that another app controls. The business wrote the echoes elsewhere. */
export function fromStandby(channel: Channel, business_id: string, event: Json, bindings: Bindings): Inbound[] {
  return fromPage(channel, business_id, event, bindings).map((inbound) => ({ ...inbound, standby: true }));
}

function ofEvent(event: Json, bindings: Bindings): RecordedContent | undefined {
  const { message, postback, reaction, message_edit, referral } = event;
  if (postback !== undefined) {
    const { mid, title, payload, referral: origin } = objectOf(postback);
    const button = { ...given({ payload: textOf(payload) }), title: String(title) };
    return { type: 'postback', button, ...given({ external_id: textOf(mid), referral: origin as Json | undefined }) };
  }
  if (message_edit !== undefined) {
    const { mid, text } = objectOf(message_edit);
    return { type: 'edit', target: bindings.actual(String(mid)), text: textOf(text) ?? '' };
  }
  if (referral !== undefined) {
    return { type: 'referral', referral: objectOf(referral) };
  }
  if (reaction !== undefined) {
    const { mid, action, emoji } = objectOf(reaction);
    const shown = action === 'react' ? given({ emoji: textOf(emoji) }) : {};
    return { type: 'reaction', reaction: { message_id: bindings.actual(String(mid)), ...shown } };
  }
  return message === undefined ? undefined : ofMessage(objectOf(message), bindings);
}

function ofMessage(message: Json, bindings: Bindings): RecordedContent | undefined {
  const { mid: quoted, story } = objectOf(message.reply_to);
  const words = textOf(message.text);
  const base = given({
    external_id: textOf(message.mid),
    text: words,
    reply_to: typeof quoted === 'string' ? bindings.actual(quoted) : undefined,
    story: story === undefined ? undefined : (story as Inbound['story']),
    referral: message.referral as Json | undefined,
  });
  if (message.is_deleted === true) {
    return { ...base, type: 'deleted' };
  }
  if (message.is_unsupported === true) {
    return { ...base, type: 'unsupported' };
  }
  const { payload } = objectOf(message.quick_reply);
  if (payload !== undefined) {
    return { ...base, type: 'quick_reply', button: { payload: String(payload), title: words ?? '' } };
  }
  const [attachment, ...rest] = listOf(message.attachments);
  const files = rest.map(fileOf);
  if (attachment) {
    return { ...base, ...ofAttachment(attachment), ...(files.length > 0 ? { files } : {}) };
  }
  return words === undefined ? undefined : { ...base, type: 'text' };
}

function ofAttachment({ type, title, payload }: Json): RecordedContent {
  const { url, coordinates, title: shared } = objectOf(payload);
  if (type === 'location') {
    const { lat, long } = objectOf(coordinates);
    return { type: 'location', location: locationOf({ latitude: lat, longitude: long, name: title }) };
  }
  const { type: kind, ...media } = fileOf({ type, payload });
  if (type === 'fallback') {
    return { type: 'text', share: given({ url: textOf(url), title: textOf(shared) }) };
  }
  return { type: kind, media };
}

function fileOf({ type, payload }: Json) {
  const url = textOf(objectOf(payload).url);
  const kind = type === 'file' ? 'document' : String(type);
  return { type: kind, mime_type: 'application/octet-stream', ...given({ url }) };
}
