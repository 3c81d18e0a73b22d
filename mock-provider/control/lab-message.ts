import type { FileOf, Message } from '@wigwag/dashboard/mock-types';
import { list, object, text } from '../graph/graph-request.ts';
import type { Json, Send, State } from '../world/state.ts';
import { choicesOf, typeOf, wordsOf } from './chats.ts';

const MEDIA = ['image', 'video', 'audio', 'document', 'sticker'];

/** Returns a message in either direction with the parts that the page shows, the same on all channels. */
export function labMessage(state: State, id: string): Message {
  const sent = state.sendsById.get(id);
  return sent ? sentOf(state, sent) : receivedOf(state, id);
}

function receivedOf(state: State, id: string): Message {
  const one = state.inbound.get(id);
  const asset = state.assets.get(one?.asset_id ?? '');
  const raw = one?.message ?? {};
  const isWhatsApp = asset?.channel === 'whatsapp';
  const reaction = object(raw.reaction);
  const message = isWhatsApp ? raw : object(raw.message ?? raw.postback ?? raw);
  const isEcho = isWhatsApp ? message.from === asset.handle : message.is_echo === true;
  return {
    id,
    from: isEcho ? 'business' : 'person',
    at: one?.at ?? Number(raw.timestamp) * 1000,
    type: typeOf(message),
    ...(typeOf(message) === 'deleted' ? { deleted: true } : {}),
    ...(state.edited.has(id) ? { edited: true } : {}),
    ...(isWhatsApp ? whatsappParts(state, message) : pageParts(state, message)),
    ...(raw.reaction === undefined
      ? {}
      : { reaction: { to: text(reaction.message_id) ?? text(reaction.mid), emoji: text(reaction.emoji) ?? '' } }),
  };
}

function sentOf(state: State, { channel, business_id, external_id, at, type, status, payload }: Send): Message {
  const message = channel === 'whatsapp' ? payload : object(payload.message);
  const waba = state.assets.get(business_id)?.waba_id ?? '';
  const choices = choicesOf(message);
  const reaction = object(message.reaction);
  return {
    id: external_id,
    from: 'business',
    at: Date.parse(at),
    type,
    status,
    ...(channel === 'whatsapp' ? whatsappParts(state, message) : pageParts(state, message)),
    ...(choices.length > 0 ? { choices } : {}),
    ...(message.reaction === undefined
      ? {}
      : { reaction: { to: text(reaction.message_id), emoji: text(reaction.emoji) ?? '' } }),
    ...(message.template === undefined ? {} : templateOf(state, waba, object(message.template))),
  };
}

function whatsappParts(state: State, message: Json) {
  const type = typeOf(message);
  const { location, contacts, order, context, referral, errors } = message;
  const interactive = object(message.interactive);
  const header = object(interactive.header);
  const action = object(interactive.action);
  const parameters = object(action.parameters);
  const file = MEDIA.includes(type) ? object(message[type]) : undefined;
  const headerKind = MEDIA.find((kind) => header[kind] !== undefined);
  const files = [
    ...(file ? [fileOf(state, type, file)] : []),
    ...(headerKind ? [fileOf(state, headerKind, object(header[headerKind]))] : []),
  ];
  const answer = object(interactive.nfm_reply);
  const link = text(parameters.display_text) ?? text(parameters.flow_cta);
  const said = textOf(message);
  return {
    ...(said === undefined ? {} : { text: said }),
    ...(text(header.text) === undefined ? {} : { header: text(header.text) }),
    ...(text(object(interactive.footer).text) === undefined ? {} : { footer: text(object(interactive.footer).text) }),
    ...(text(action.button) === undefined ? {} : { list_button: text(action.button) }),
    ...(link === undefined ? {} : { links: [{ title: link, url: text(parameters.url) }] }),
    ...(interactive.button_reply || interactive.list_reply || message.button ? { tapped: true } : {}),
    ...((text(object(context).id) ?? text(object(context).message_id))
      ? { reply_to: text(object(context).id) ?? text(object(context).message_id) }
      : {}),
    ...(files.length > 0 ? { files } : {}),
    ...(location ? { location: placeOf(object(location)) } : {}),
    ...(contacts ? { cards: list(contacts).map((card) => cardOf(object(card))) } : {}),
    ...(order ? { order: orderOf(object(order)) } : {}),
    ...(interactive.nfm_reply ? { form: formOf(answer) } : {}),
    ...(referral ? { referral: referralOf(object(referral)) } : {}),
    ...(list(errors).length > 0 ? { error: text(object(list(errors)[0]).title) ?? 'Error' } : {}),
  };
}

/** The words of a message, without the summaries that `chats` gives for content of other kinds. */
function textOf(message: Json): string | undefined {
  const type = typeOf(message);
  const interactive = object(message.interactive);
  switch (type) {
    case 'text':
    case 'button':
      return wordsOf(message);
    case 'interactive':
      return interactive.nfm_reply ? text(object(interactive.nfm_reply).body) : wordsOf(message);
    case 'system':
      return text(object(message.system).body);
    default:
      return text(object(message[type]).caption);
  }
}

function pageParts(state: State, message: Json) {
  const { attachment, attachments, reply_to, referral } = message;
  const found = [...list(attachments), ...(attachment ? [attachment] : [])].map(object);
  const files = found.filter(({ type }) => ['image', 'video', 'audio', 'file'].includes(String(type)));
  const place = found.find(({ type }) => type === 'location');
  const coordinates = object(object(place?.payload).coordinates);
  const template = object(found.find(({ type }) => type === 'template')?.payload);
  const elements = list(template.elements).map(object);
  const buttons = [...list(template.buttons), ...elements.flatMap((one) => list(one.buttons))].map(object);
  const shares = found.filter((one) => !files.includes(one) && one !== place && one.type !== 'template');
  const said =
    text(message.text) ??
    text(message.title) ??
    text(template.text) ??
    (elements.map((one) => [one.title, one.subtitle].filter(Boolean).join('\n')).join('\n\n') || undefined);
  return {
    ...(said === undefined ? {} : { text: said }),
    ...(message.quick_reply || message.title ? { tapped: true } : {}),
    ...(text(object(reply_to).mid) === undefined ? {} : { reply_to: text(object(reply_to).mid) }),
    ...(files.length > 0
      ? {
          files: files.map((one) =>
            fileOf(state, one.type === 'file' ? 'document' : String(one.type), object(one.payload)),
          ),
        }
      : {}),
    ...(place
      ? {
          location: { latitude: Number(coordinates.lat), longitude: Number(coordinates.long), name: text(place.title) },
        }
      : {}),
    ...(shares.length > 0
      ? {
          shares: shares.map(({ type, payload }) => ({
            kind: String(type),
            title: text(object(payload).title),
            url: text(object(payload).url),
          })),
        }
      : {}),
    ...(buttons.length > 0 ? buttonsOf(buttons) : {}),
    ...(referral ? { referral: referralOf(object(referral)) } : {}),
  };
}

/** Postback buttons can be pressed. Others open something. */
function buttonsOf(buttons: Json[]) {
  const choices = buttons
    .filter(({ type }) => type === 'postback')
    .map(({ title, payload }) => ({ title: String(title), payload: String(payload), postback: true }));
  const links = buttons
    .filter(({ type }) => type !== 'postback')
    .map(({ title, url, type }) => ({ title: text(title) ?? String(type), url: text(url) }));
  return { ...(choices.length > 0 ? { choices } : {}), ...(links.length > 0 ? { links } : {}) };
}

/** A file that the mock has by its ID, or else a link. */
function fileOf({ media }: State, kind: string, file: Json): FileOf {
  const url = text(file.url) ?? text(file.link);
  const id = text(file.id) ?? url?.match(/\/v\/t[^/]+\/([^/?]+)/)?.[1] ?? text(file.attachment_id);
  const stored = media.get(id ?? '');
  return {
    kind,
    ...(stored ? { id: stored.id } : { url }),
    mime_type: stored?.mime_type ?? text(file.mime_type),
    filename: text(file.filename) ?? stored?.filename,
    size: stored?.bytes.length,
    voice: file.voice === true,
  };
}

const placeOf = ({ latitude, longitude, name, address }: Json) => ({
  latitude: Number(latitude),
  longitude: Number(longitude),
  name: text(name),
  address: text(address),
});

const cardOf = ({ name, phones, emails, org }: Json) => ({
  name: text(object(name).formatted_name) ?? '',
  phones: list(phones).map((one) => text(object(one).phone) ?? text(object(one).wa_id) ?? ''),
  emails: list(emails).map((one) => text(object(one).email) ?? ''),
  organization: text(object(org).company),
});

const orderOf = ({ text: words, product_items }: Json) => ({
  text: text(words),
  items: list(product_items)
    .map(object)
    .map(({ product_retailer_id, quantity, item_price, currency }) => ({
      product: String(product_retailer_id),
      quantity: Number(quantity ?? 1),
      price: Number(item_price ?? 0),
      currency: text(currency),
    })),
});

function formOf({ name, response_json }: Json) {
  const source = text(response_json) ?? '';
  try {
    return { name: text(name), response: JSON.parse(source) as unknown };
  } catch {
    return { name: text(name), response: source };
  }
}

const referralOf = ({ headline, body, source_url, source, source_type, ref, ads_context_data }: Json) => ({
  title: text(headline) ?? text(object(ads_context_data).ad_title) ?? text(ref) ?? 'Referral',
  body: text(body),
  source: text(source_type) ?? text(source),
  url: text(source_url),
});

/** The template as the person sees it, with the values of the send in its text. */
function templateOf(state: State, waba: string, sent: Json) {
  const name = text(sent.name) ?? '';
  const stored = state.template(waba, name, text(object(sent.language).code) ?? '');
  const values = list(sent.components).map(object);
  const valuesOf = (type: string) =>
    values.filter((one) => String(one.type).toLowerCase() === type).flatMap((one) => list(one.parameters).map(object));
  const [headerValue] = valuesOf('header');
  const headerKind = MEDIA.find((kind) => headerValue?.[kind] !== undefined);
  const component = (type: string) => stored?.components.find((one) => one.type === type) ?? {};
  const header = text(component('HEADER').text);
  const body = text(component('BODY').text);
  const buttons = list(component('BUTTONS').buttons).map(object);
  const replies = buttons.flatMap((button, place) => {
    const value = values.find((one) => String(one.type).toLowerCase() === 'button' && Number(one.index) === place);
    const payload = text(object(list(value?.parameters)[0]).payload);
    return button.type === 'QUICK_REPLY'
      ? [{ title: String(button.text), payload: payload ?? String(button.text), template: true }]
      : [];
  });
  const links = buttons
    .filter(({ type }) => type !== 'QUICK_REPLY')
    .map(({ text: title, url, type }) => ({ title: text(title) ?? String(type), url: text(url) }));
  return {
    template: name,
    ...(header === undefined ? {} : { header: filled(header, valuesOf('header')) }),
    text: body === undefined ? undefined : filled(body, valuesOf('body')),
    footer: text(component('FOOTER').text),
    ...(headerKind ? { files: [fileOf(state, headerKind, object(headerValue?.[headerKind]))] } : {}),
    ...(replies.length > 0 ? { choices: replies } : {}),
    ...(links.length > 0 ? { links } : {}),
  };
}

const filled = (source: string, values: Json[]): string =>
  source.replace(/\{\{\s*(\w+)\s*\}\}/g, (whole, name: string) => {
    const named = values.find((one) => one.parameter_name === name) ?? values[Number(name) - 1];
    return (
      text(named?.text) ??
      text(object(named?.currency).fallback_value) ??
      text(object(named?.date_time).fallback_value) ??
      whole
    );
  });
