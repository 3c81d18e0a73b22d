import { list, object, text } from '../graph/graph-request.ts';
import { identityOf } from '../world/people.ts';
import type { Asset, Channel, Json, Send, State } from '../world/state.ts';
import type { World } from '../world/world.ts';

/** One message of a chat, as people see it. */
export interface ChatMessage {
  id: string;
  from: 'person' | 'business';
  /** Milliseconds. */
  at: number;
  type: string;
  text: string;
  /** The last reported status of a message of the business. */
  status?: string;
  /** Choices that the person can tap. */
  choices?: { payload: string; title: string }[];
}

/** A person and their messages with one number, page or account. */
export interface Chat {
  channel: Channel;
  business_id: string;
  business: string;
  /** What the person writes as: the phone number, or an ID. */
  id: string;
  name: string;
  phone?: string;
  username?: string;
  user_id?: string;
  messages: ChatMessage[];
}

/** Returns all chats, each with its messages from old to new. */
export function chats(world: World): Chat[] {
  return [...world.state.assets.values()].flatMap((asset) =>
    world.state.people(asset.id).map((user) => ({
      channel: asset.channel,
      business_id: asset.id,
      business: `${asset.name} (${asset.handle})`,
      ...personOf(world, asset, user),
      messages: messagesOf(world, asset, user),
    })),
  );
}

/** Returns a person as a business knows them. */
export function personOf(world: World, asset: Asset, user: string) {
  if (asset.channel !== 'whatsapp') {
    const { name = user, username } = world.state.contact(asset.id, user);
    return { id: user, name, ...(username ? { username } : {}) };
  }
  const { name, username, user_id } = identityOf(world, asset, user);
  const phone = world.state.numberOf(user);
  return {
    id: phone ?? user_id ?? user,
    name,
    ...(phone === undefined ? {} : { phone }),
    ...(username === undefined ? {} : { username }),
    ...(user_id === undefined ? {} : { user_id }),
  };
}

function messagesOf({ state }: World, asset: Asset, user: string): ChatMessage[] {
  const received = [...state.inbound].flatMap(([id, one]): ChatMessage[] => {
    if (one.asset_id !== asset.id || one.user !== user) {
      return [];
    }
    const message = contentOf(asset.channel, one.message);
    const at = one.at ?? Number(one.message.timestamp) * 1000;
    const isEcho = asset.channel === 'whatsapp' ? message.from === asset.handle : message.is_echo === true;
    return [{ id, from: isEcho ? 'business' : 'person', at, type: typeOf(message), text: wordsOf(message) }];
  });
  const sent = state.sends
    .filter((send) => send.business_id === asset.id && (state.recipients.get(send.external_id) ?? send.to) === user)
    .map(sentMessage);
  const order = new Map(state.timeline.map((id, index) => [id, index]));
  return [...received, ...sent].sort((a, b) => (order.get(a.id) ?? 0) - (order.get(b.id) ?? 0));
}

/** Returns the words of a message in either direction. */
export function wordsOfMessage(state: State, id: string): string {
  const raw = state.inbound.get(id)?.message ?? state.sendsById.get(id)?.payload ?? {};
  return wordsOf(object(raw.message ?? raw.postback ?? raw));
}

/** Returns the content of a message: Messenger and Instagram put it inside. */
const contentOf = (channel: Channel, raw: Json): Json =>
  channel === 'whatsapp' ? raw : object(raw.message ?? raw.postback);

function sentMessage({ channel, external_id, at, type, status, payload }: Send): ChatMessage {
  const message = contentOf(channel, payload);
  const choices = choicesOf(message);
  return {
    id: external_id,
    from: 'business',
    at: Date.parse(at),
    type,
    text: wordsOf(message),
    status,
    ...(choices.length > 0 ? { choices } : {}),
  };
}

export const typeOf = (message: Json): string =>
  text(message.type) ?? (message.is_deleted === true ? 'deleted' : message.attachments ? 'attachment' : 'text');

/** Returns the words of a message of any type, or its type in brackets. */
export function wordsOf(message: Json): string {
  const { interactive, template, location, reaction, button, title, attachments, attachment, order } = message;
  const content = object(message[typeOf(message)]);
  const tapped = object(object(interactive).button_reply ?? object(interactive).list_reply);
  const found =
    text(object(message.text).body) ??
    text(message.text) ??
    text(tapped.title) ??
    text(object(object(interactive).body).text) ??
    text(object(object(interactive).nfm_reply).response_json) ??
    text(object(order).text) ??
    namesOf(message.contacts) ??
    text(object(button).text) ??
    text(title) ??
    text(content.caption) ??
    (reaction ? `reacted ${text(object(reaction).emoji) ?? 'with nothing'}` : undefined) ??
    (location
      ? `${object(location).name ?? 'Location'} ${object(location).latitude}, ${object(location).longitude}`
      : undefined) ??
    (template ? `template ${object(template).name}: ${parametersOf(object(template))}` : undefined) ??
    text(object(object(object(attachment ?? list(attachments)[0])).payload).text);
  return found ?? `[${text(object(attachment ?? list(attachments)[0]).type) ?? typeOf(message)}]`;
}

/** The names of contact cards. */
const namesOf = (cards: unknown): string | undefined =>
  list(cards)
    .map((card) => text(object(object(card).name).formatted_name) ?? '')
    .join(', ') || undefined;

const parametersOf = (template: Json): string =>
  list(template.components)
    .flatMap((one) => list(object(one).parameters))
    .map((one) => text(object(one).text) ?? text(object(one).type) ?? '')
    .join(', ');

/** Reply buttons, rows of a list, and quick replies. */
export function choicesOf(message: Json): { payload: string; title: string }[] {
  const action = object(object(message.interactive).action);
  const rows = list(action.sections).flatMap((section) => list(object(section).rows));
  const replies = list(action.buttons).map((one) => object(one).reply);
  return [...replies, ...rows, ...list(message.quick_replies)].map(object).flatMap((one) => {
    const payload = text(one.id) ?? text(one.payload);
    const title = text(one.title);
    return payload === undefined || title === undefined ? [] : [{ payload, title }];
  });
}
