import { setImmediate } from 'node:timers/promises';
import { CAPABILITIES } from '@wigwag/openapi';
import type { App } from '../../app/app.ts';
import { type CallbackItem, NO_TIME, Unreadable } from '../../providers/callback.ts';
import { itemsOf } from '../../providers/provider.ts';
import { conversationKeyOf, conversationKeyString } from '../../store/conversations/conversations.ts';
import { accessTokenOf } from '../connections/connection.ts';
import { windowCloses } from '../messages/window.ts';
import { type BatchedItem, type InboundItem, isBatched } from './callback-items.ts';
import type { Origin } from './problems.ts';

/** After this many items, other work can run: a callback may contain tens of thousands of items. */
const ITEMS_AT_ONCE = 500;

/** The items of a callback, and the different problems of items that cannot be read. */
export interface CallbackContents {
  items: CallbackItem[];
  problems: readonly string[];
}

/** Reads the body of a callback. */
export async function readCallback(app: App, body: string | undefined): Promise<CallbackContents> {
  const items: CallbackItem[] = [];
  const problems = new Set<string>();
  let count = 0;
  for (const item of body === undefined ? [] : itemsOf(app.providers, body)) {
    if (item instanceof Unreadable) {
      problems.add(item.problem);
    } else {
      items.push(item);
    }
    count += 1;
    if (count % ITEMS_AT_ONCE === 0) {
      await setImmediate();
    }
  }
  return { items, problems: [...problems] };
}

/** Returns whether an item is the press of a button, which may start flows. */
export const isPress = (item: CallbackItem): boolean => item.kind === 'inbound' && item.inbound.button != null;

/** Returns the items of a callback if one transaction can process all of them, without a request to the provider. */
export async function batchedItemsOf(
  app: App,
  origin: Pick<Origin, 'providerAppId' | 'receivedAt'>,
  { items, problems }: CallbackContents,
  names: RequestedNames = new Map(),
): Promise<BatchedItem[] | undefined> {
  if (items.length === 0 || !items.every(isBatched) || problems.length > 0) {
    return undefined;
  }
  const complete = await Promise.all(items.map((item) => fromStore(app, origin, item, names)));
  const known = complete.filter((item) => item !== undefined);
  return known.length < items.length ? undefined : known;
}

/** Adds what an item does not contain. Returns undefined if only the provider knows it. */
async function fromStore(
  app: App,
  origin: Pick<Origin, 'providerAppId' | 'receivedAt'>,
  item: BatchedItem,
  names: RequestedNames,
): Promise<BatchedItem | undefined> {
  const timed = withTime(item, origin.receivedAt);
  if (timed.kind !== 'inbound') {
    return item;
  }
  const name = await nameFor(app, origin.providerAppId, timed, names);
  return isRequest(name) ? undefined : withName(timed, name);
}

/** Gives a message without a time that of its callback. */
export function withTime<Item extends CallbackItem>(item: Item, at: number): Item {
  if (item.kind !== 'inbound' || item.inbound.writtenAt !== NO_TIME) {
    return item;
  }
  const { sighting } = item.inbound;
  return { ...item, inbound: { ...item.inbound, writtenAt: at, sighting: sighting && { ...sighting, at } } };
}

export const withName = (item: InboundItem, name: string | null): InboundItem => ({
  ...item,
  inbound: { ...item.inbound, from: { ...item.inbound.from, name } },
});

/** The names that the provider gave, by the conversation; null if it gave none. */
export type RequestedNames = ReadonlyMap<string, string | null>;

/** A request for the name of the person of a conversation. */
interface NameRequest {
  conversation: string;
  send(): Promise<string | null>;
}

const isRequest = (name: string | null | NameRequest): name is NameRequest => typeof name === 'object' && name !== null;

/** Returns the person's name, from the provider if only the provider knows it. */
export async function requireName(...call: Parameters<typeof nameFor>): Promise<string | null> {
  const name = await nameFor(...call);
  return isRequest(name) ? name.send() : name;
}

/**
 * Requests the names of new people from the provider, all at once: callbacks wait for those before them, so one request
 * after another would delay the last callback by all requests.
 */
export async function requestNames(
  app: App,
  callbacks: readonly (Pick<CallbackContents, 'items'> & { origin: Pick<Origin, 'providerAppId'> })[],
): Promise<RequestedNames> {
  const requests = new Map<string, NameRequest>();
  for (const { origin, items } of callbacks) {
    for (const item of items) {
      const name = item.kind === 'inbound' ? await nameFor(app, origin.providerAppId, item) : null;
      if (isRequest(name)) {
        requests.set(name.conversation, name);
      }
    }
  }
  const names = new Map<string, string | null>();
  const send = async ({ conversation, send }: NameRequest) => names.set(conversation, await send());
  // A message whose name cannot be requested, such as without the key of the token, fails alone when it is processed.
  await Promise.allSettled([...requests.values()].map(send));
  return names;
}

/**
 * Returns the person's name, which callbacks of Messenger and Instagram do not contain. The server requests it from the
 * provider at the first message, and again in a later window if it got no name. Then this returns the request, unless
 * `names` has its result.
 */
async function nameFor(
  app: App,
  providerAppId: string,
  { providerIds, inbound: { from } }: InboundItem,
  names: RequestedNames = new Map(),
): Promise<string | null | NameRequest> {
  const { connections, conversations } = app.store.read;
  const connection = from.name === null ? await connections.findByProvider(providerAppId, providerIds) : undefined;
  const provider = connection && app.providers[connection.channel];
  if (!connection || !provider?.nameOf) {
    return from.name;
  }
  const key = conversationKeyOf(connection, from.id);
  const known = await conversations.find(key);
  const closesAt = windowCloses(CAPABILITIES[connection.channel].windowHours, known?.lastInboundAt ?? 0) ?? 0;
  if (known && (known.name !== null || app.now() < closesAt)) {
    return known.name;
  }
  const conversation = conversationKeyString(key);
  const requested = names.get(conversation);
  return requested !== undefined
    ? requested
    : {
        conversation,
        send: async () => (await provider.nameOf?.(connection, accessTokenOf(app, connection), from.id)) ?? null,
      };
}
