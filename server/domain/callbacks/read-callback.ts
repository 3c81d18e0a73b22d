import { setImmediate } from 'node:timers/promises';
import { CAPABILITIES } from '@wigwag/openapi';
import type { App } from '../../app/app.ts';
import { type CallbackItem, NO_TIME, Unreadable } from '../../providers/callback.ts';
import { itemsOf } from '../../providers/provider.ts';
import { conversationKeyOf } from '../../store/conversations/conversations.ts';
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
): Promise<BatchedItem[] | undefined> {
  if (items.length === 0 || !items.every(isBatched) || problems.length > 0) {
    return undefined;
  }
  const complete = await Promise.all(items.map((item) => fromStore(app, origin, item)));
  const known = complete.filter((item) => item !== undefined);
  return known.length < items.length ? undefined : known;
}

/** Adds what an item does not contain. Returns undefined if only the provider knows it. */
async function fromStore(
  app: App,
  origin: Pick<Origin, 'providerAppId' | 'receivedAt'>,
  item: BatchedItem,
): Promise<BatchedItem | undefined> {
  const timed = withTime(item, origin.receivedAt);
  if (timed.kind !== 'inbound') {
    return item;
  }
  const name = await nameFor(app, origin.providerAppId, timed);
  return typeof name === 'function' ? undefined : withName(timed, name);
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

/**
 * Returns the person's name, which callbacks of Messenger and Instagram do not contain. The server requests it from the
 * provider at the first message, and again in a later window if it got no name. Then this returns the request.
 */
export async function nameFor(
  app: App,
  providerAppId: string,
  { providerIds, inbound: { from } }: InboundItem,
): Promise<string | null | (() => Promise<string | null>)> {
  const { connections, conversations } = app.store.read;
  const connection = from.name === null ? await connections.findByProvider(providerAppId, providerIds) : undefined;
  const provider = connection && app.providers[connection.channel];
  if (!connection || !provider?.nameOf) {
    return from.name;
  }
  const known = await conversations.find(conversationKeyOf(connection, from.id));
  const closesAt = windowCloses(CAPABILITIES[connection.channel].windowHours, known?.lastInboundAt ?? 0) ?? 0;
  return known && (known.name !== null || app.now() < closesAt)
    ? known.name
    : async () => (await provider.nameOf?.(connection, accessTokenOf(app, connection), from.id)) ?? null;
}
