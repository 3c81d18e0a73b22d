import type { Inbound } from '../callbacks/inbound.ts';
import { callbackError } from '../graph/graph-error.ts';
import { list, object, text } from '../graph/graph-request.ts';
import { downloadUrl, keepMedia } from '../media/media-store.ts';
import { identityOf } from '../world/people.ts';
import type { Asset, Json, Send } from '../world/state.ts';
import type { World } from '../world/world.ts';

const MEDIA_TYPES = ['image', 'video', 'audio', 'document', 'sticker'];

/** Returns the fields of a customer's message other than from, id and timestamp: its context, content and type. */
export function whatsappContent(world: World, number: Asset, user: string, inbound: Inbound): Json {
  if (inbound.button) return choice(world, number, user, inbound, inbound.button);
  return { ...context(world, number, user, inbound.reply_to, inbound), ...content(world, number, user, inbound) };
}

function content(world: World, number: Asset, user: string, inbound: Inbound): Json {
  const { type } = inbound;
  if (MEDIA_TYPES.includes(type)) return { [type]: mediaContent(world, number, inbound), type };
  switch (type) {
    case 'text':
      return { text: { body: inbound.text ?? '' }, type };
    case 'location':
      return { location: inbound.location ?? {}, type };
    case 'reaction':
      // No emoji: the reaction was removed.
      return { reaction: inbound.reaction ?? { message_id: inbound.reply_to ?? '', emoji: inbound.text }, type };
    case 'contacts':
      return { contacts: cardsOf(world, number, user, inbound), type };
    case 'unsupported':
      return { errors: [unsupported()], type };
    default:
      // For `order`, `system` and future types, the caller gives the content in `extra`.
      return { type };
  }
}

/** Contact cards. With the origin `contact_request`, the person's own number, which they agreed to share. */
function cardsOf(world: World, number: Asset, user: string, inbound: Inbound): Json[] {
  const { origin = 'other', contacts, text: name = world.state.contact(number.id, user).name ?? 'Someone' } = inbound;
  const card: Json = { name: { formatted_name: name, first_name: name } };
  if (origin === 'contact_request') {
    const wa_id = world.state.numberOf(user);
    if (wa_id === undefined) throw new Error('A person without a number can share it only with from.phone');
    card.phones = [{ phone: `+${wa_id}`, wa_id, type: 'CELL' }];
  }
  return (contacts ?? [card]).map((one) => ({ origin, ...one }));
}

function unsupported(): Json {
  const { href: _, ...error } = callbackError(131051, {
    title: 'Message type unknown',
    details: 'Message type is currently not supported.',
  });
  return error;
}

function mediaContent(world: World, number: Asset, inbound: Inbound): Json {
  const { type } = inbound;
  const given = inbound.media ?? { mime_type: DEFAULT_MIME[type] ?? 'application/octet-stream' };
  const media = keepMedia(world, number, given, true);
  return {
    ...(inbound.text && type !== 'audio' && type !== 'sticker' ? { caption: inbound.text } : {}),
    ...(type === 'document' ? { filename: given.filename ?? 'document' } : {}),
    mime_type: given.mime_type,
    // Base64 in callbacks, hex in responses about media.
    sha256: Buffer.from(media.sha256, 'hex').toString('base64'),
    id: media.id,
    url: downloadUrl(world, media, undefined),
    ...(type === 'audio' ? { voice: given.voice ?? false } : {}),
    ...(type === 'sticker' ? { animated: false } : {}),
  };
}

const DEFAULT_MIME: Record<string, string> = {
  image: 'image/jpeg',
  video: 'video/mp4',
  audio: 'audio/ogg; codecs=opus',
  document: 'application/pdf',
  sticker: 'image/webp',
};

/** `context.from` is the author of the quoted message: the customer, or the business by its display number. */
function context(world: World, number: Asset, user: string, quoted: string | undefined, inbound: Inbound): Json {
  if (inbound.forwarded) return { context: { forwarded: true } };
  if (quoted === undefined) return {};
  const from = world.state.inbound.has(quoted) ? identityOf(world, number, user).wa_id : number.handle;
  return { context: { ...(from === undefined ? {} : { from }), id: quoted } };
}

/** The format of a tap depends on the tapped element: a template's button, a reply button or a list row. */
function choice(
  world: World,
  number: Asset,
  user: string,
  inbound: Inbound,
  button: NonNullable<Inbound['button']>,
): Json {
  const send = offering(world, number, user, inbound, button.payload);
  const tapped = context(world, number, user, inbound.reply_to ?? send?.external_id, inbound);
  const kind = CHOICES[inbound.type] ?? kindOf(send) ?? (inbound.type === 'interactive' ? 'button_reply' : 'button');
  const { payload: id, title } = button;
  if (kind === 'button') return { ...tapped, button: { payload: id, text: title }, type: 'button' };
  const description = kind === 'list_reply' ? rowOf(send, id)?.description : undefined;
  const reply = { id, title, ...(description === undefined ? {} : { description }) };
  return { ...tapped, interactive: { type: kind, [kind]: reply }, type: 'interactive' };
}

/** Types that determine the media kind. */
const CHOICES: Record<string, string> = {
  button_reply: 'button_reply',
  list_reply: 'list_reply',
  template_button: 'button',
};

function offering(world: World, number: Asset, user: string, inbound: Inbound, payload: string): Send | undefined {
  if (inbound.reply_to !== undefined) return world.state.sendsById.get(inbound.reply_to);
  return world.state.sends.findLast(
    (send) =>
      send.business_id === number.id &&
      world.state.recipients.get(send.external_id) === user &&
      send.type === 'interactive' &&
      JSON.stringify(send.payload).includes(JSON.stringify(payload)),
  );
}

function kindOf(send: Send | undefined): string | undefined {
  if (send?.type === 'template') return 'button';
  if (send?.type !== 'interactive') return undefined;
  return text(object(send.payload.interactive).type) === 'list' ? 'list_reply' : 'button_reply';
}

function rowOf(send: Send | undefined, id: string): Json | undefined {
  const { sections } = object(object(send?.payload.interactive).action);
  return list(sections)
    .flatMap((section) => list(object(section).rows).map(object))
    .find((row) => row.id === id);
}
