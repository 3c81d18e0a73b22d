import type { Inbound, InboundFile } from '../callbacks/inbound.ts';
import { callbackError } from '../graph/graph-error.ts';
import { list, object, text } from '../graph/graph-request.ts';
import { downloadUrl, keepMedia } from '../media/media-store.ts';
import { identityOf } from '../world/people.ts';
import type { Asset, Json, Send } from '../world/state.ts';
import type { World } from '../world/world.ts';

const MEDIA_TYPES = ['image', 'video', 'audio', 'document', 'sticker'];

/** Returns the fields of a customer's message other than from, id and timestamp: its context, content and type. */
export function whatsappContent(world: World, number: Asset, user: string, inbound: Inbound): Json {
  const { button, referral } = inbound;
  return {
    ...(button
      ? choice(world, number, user, inbound, button)
      : { ...context(world, number, user, inbound.reply_to, inbound), ...content(world, number, user, inbound) }),
    ...(referral === undefined ? {} : { referral }),
  };
}

function content(world: World, number: Asset, user: string, inbound: Inbound): Json {
  const { type, error } = inbound;
  if (type === 'unsupported') {
    return { errors: [whyMissing(error ?? UNSUPPORTED)], type };
  }
  if (error !== undefined) {
    return { ...remains(inbound), errors: [whyMissing(error)], type };
  }
  if (MEDIA_TYPES.includes(type)) {
    return { [type]: mediaContent(world, number, inbound), type };
  }
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
    case 'order':
      return { ...(inbound.order ? { order: inbound.order } : {}), type };
    case 'nfm_reply':
      return { interactive: { type, nfm_reply: formOf(inbound.form) }, type: 'interactive' };
    case 'edit':
      return { edit: { original_message_id: inbound.target, message: editOf(world, number, inbound) }, type };
    case 'revoke':
      return { revoke: { original_message_id: inbound.target }, type };
    case 'system':
      return { ...(inbound.system ? { system: inbound.system } : {}), type };
    default:
      // For future types, the caller gives the content in `extra`.
      return { type };
  }
}

/** Contact cards. With the origin `contact_request`, the person's own number, which they agreed to share. */
function cardsOf(world: World, number: Asset, user: string, inbound: Inbound): Json[] {
  const { origin = 'other', contacts, text: name = world.state.contact(number.id, user).name ?? 'Someone' } = inbound;
  const card: Json = { name: { formatted_name: name, first_name: name } };
  if (origin === 'contact_request') {
    const wa_id = world.state.numberOf(user);
    if (wa_id === undefined) {
      throw new Error('A person without a number can share it only with from.phone');
    }
    card.phones = [{ phone: `+${wa_id}`, wa_id, type: 'CELL' }];
  }
  return (contacts ?? [card]).map((one) => ({ origin, ...one }));
}

const UNSUPPORTED = 131051;
/** Callbacks have other texts for this code than responses. */
const MISSING: Record<number, { title: string; details: string }> = {
  [UNSUPPORTED]: { title: 'Message type unknown', details: 'Message type is currently not supported.' },
};

function whyMissing(code: number): Json {
  const { href: _, ...error } = callbackError(code, MISSING[code]);
  return error;
}

/** What Meta still sends about a file that it could not get. */
function remains({ type, media, text: caption }: Inbound): Json {
  if (!media) {
    return {};
  }
  const { mime_type, filename } = media;
  return {
    [type]: {
      ...(caption === undefined ? {} : { caption }),
      ...(filename === undefined ? {} : { filename }),
      mime_type,
    },
  };
}

/** "nfm_reply": the answer is text, whose JSON the app designed. */
function formOf({ response, name = 'flow', text: body = 'Sent' }: Inbound['form'] = { response: {} }): Json {
  return { name, body, response_json: typeof response === 'string' ? response : JSON.stringify(response) };
}

/** The new content of an edited message: a text, or a file with a new caption. */
function editOf(world: World, number: Asset, inbound: Inbound): Json {
  const [kind = ''] = inbound.media?.mime_type.split('/') ?? [];
  if (!inbound.media) {
    return { type: 'text', text: { body: inbound.text ?? '' } };
  }
  const type = MEDIA_TYPES.includes(kind) ? kind : 'document';
  return { type, [type]: mediaContent(world, number, { ...inbound, type }) };
}

function mediaContent(world: World, number: Asset, inbound: Inbound): Json {
  const { type } = inbound;
  const given: InboundFile = inbound.media ?? { mime_type: DEFAULT_MIME[type] ?? 'application/octet-stream' };
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
  if (inbound.forwarded) {
    return { context: { forwarded: true } };
  }
  const product = inbound.product && { referred_product: inbound.product };
  if (quoted === undefined) {
    return product ? { context: { from: number.handle, ...product } } : {};
  }
  const received = world.state.inbound.get(quoted);
  const ofCustomer = received !== undefined && received.message.from !== number.handle;
  const from = ofCustomer ? identityOf(world, number, user).wa_id : number.handle;
  return { context: { ...(from === undefined ? {} : { from }), id: quoted, ...product } };
}

/**
 * The format of a tap depends on the tapped element: a template's button, a reply button or a list row. It quotes the
 * newest message that has the element, as at Meta.
 */
function choice(
  world: World,
  number: Asset,
  user: string,
  inbound: Inbound,
  button: NonNullable<Inbound['button']>,
): Json {
  const send = offering(world, number, user, inbound, button);
  const tapped = context(world, number, user, inbound.reply_to ?? send?.external_id, inbound);
  const kind = CHOICES[inbound.type] ?? kindOf(send) ?? (inbound.type === 'interactive' ? 'button_reply' : 'button');
  const { payload, title } = button;
  if (kind === 'button') {
    return { ...tapped, button: { ...(payload === undefined ? {} : { payload }), text: title }, type: 'button' };
  }
  const description = kind === 'list_reply' ? rowOf(send, payload)?.description : undefined;
  const reply = {
    ...(payload === undefined ? {} : { id: payload }),
    title,
    ...(description === undefined ? {} : { description }),
  };
  return { ...tapped, interactive: { type: kind, [kind]: reply }, type: 'interactive' };
}

/** Types that determine the media kind. */
const CHOICES: Record<string, string> = {
  button_reply: 'button_reply',
  list_reply: 'list_reply',
  template_button: 'button',
};

function offering(
  world: World,
  number: Asset,
  user: string,
  inbound: Inbound,
  { payload, title }: NonNullable<Inbound['button']>,
): Send | undefined {
  if (inbound.reply_to !== undefined) {
    return world.state.sendsById.get(inbound.reply_to);
  }
  if (payload === undefined) {
    return undefined;
  }
  return world.state.sends.findLast(
    (send) =>
      send.business_id === number.id &&
      world.state.recipients.get(send.external_id) === user &&
      (send.type === 'interactive'
        ? JSON.stringify(send.payload).includes(JSON.stringify(payload))
        : send.type === 'template' && repliesOf(world, number, send).includes(title)),
  );
}

/** Returns the texts of the quick replies of a sent template. */
function repliesOf(world: World, number: Asset, send: Send): unknown[] {
  const { name, language } = object(send.payload.template);
  const template = world.state.template(number.waba_id ?? '', text(name) ?? '', text(object(language).code) ?? '');
  return (template?.components ?? [])
    .flatMap(({ buttons }) => list(buttons).map(object))
    .filter(({ type }) => text(type)?.toUpperCase() === 'QUICK_REPLY')
    .map((button) => button.text);
}

function kindOf(send: Send | undefined): string | undefined {
  if (send?.type === 'template') {
    return 'button';
  }
  if (send?.type !== 'interactive') {
    return undefined;
  }
  return text(object(send.payload.interactive).type) === 'list' ? 'list_reply' : 'button_reply';
}

function rowOf(send: Send | undefined, id: string | undefined): Json | undefined {
  const { sections } = object(object(send?.payload.interactive).action);
  return list(sections)
    .flatMap((section) => list(object(section).rows).map(object))
    .find((row) => row.id === id);
}
