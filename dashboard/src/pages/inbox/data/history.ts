import { type QueryClient, queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';
import { api, dataOf } from '../../../api/client.ts';
import { changeLive, LIVE, loadLive, useMore } from './live-data.ts';
import type { HistoryMessage, MessageStatus, ReceivedMessage, StatusMessage } from './types.ts';

const PAGE = 50;

/** A part of the messages with a person, newest first, without gaps. */
interface History {
  messages: HistoryMessage[];
  /** The cursor of older messages. Undefined if there are none. */
  before: string | undefined;
  /** The cursor of newer messages. Undefined if the part ends with the newest message; events then continue it. */
  after: string | undefined;
}

const ask = (phone: string, query: { before?: string; after?: string; limit?: number }) =>
  dataOf(api.GET('/conversations/{phone}/messages', { params: { path: { phone }, query: { limit: PAGE, ...query } } }));

async function loadOlder(phone: string, before?: string): Promise<History> {
  const { messages, pagination } = await ask(phone, before === undefined ? {} : { before });
  return { messages, before: pagination.before ?? undefined, after: before };
}

async function loadNewer(phone: string, after: string): Promise<History> {
  const { messages, pagination } = await ask(phone, { after });
  return { messages: messages.toReversed(), before: undefined, after: pagination.after ?? undefined };
}

/** Loads the messages before and after a time. The parts meet at the microsecond, so they have no message twice. */
async function loadAround(phone: string, at: string): Promise<History> {
  const millisecond = Date.parse(at);
  const [older, newer] = await Promise.all([
    loadOlder(phone, new Date(millisecond + 1).toISOString()),
    loadNewer(phone, new Date(millisecond).toISOString().replace('Z', '999Z')),
  ]);
  return { messages: [...newer.messages, ...older.messages], before: older.before, after: newer.after };
}

/** The most messages that one request can name, and how many requests a search for a message makes. */
const MOST = 100;
const SEARCHES = 20;
/** How far back a message is searched. */
export const SEARCHED = SEARCHES * MOST;

/**
 * Searches a message backward, because the API finds none by its ID.
 *
 * @param before only messages before this time. @default all
 * @returns null if it is not among the next `SEARCHED` messages
 */
export async function findMessage(
  phone: string,
  isIt: (message: HistoryMessage) => boolean,
  before?: string,
): Promise<{ id: string; at: string } | null> {
  let cursor = before;
  for (let search = 0; search < SEARCHES; search += 1) {
    const { messages, pagination } = await ask(phone, { limit: MOST, ...(cursor !== undefined && { before: cursor }) });
    const found = messages.find(isIt);
    if (found || !pagination.before) {
      return found ? { id: found.id, at: found.at } : null;
    }
    cursor = pagination.before;
  }
  return null;
}

/** @param at the time in whose neighborhood the part begins. @default the newest message */
const historyQuery = (phone: string, at?: string) =>
  queryOptions({
    queryKey: ['history', phone, at ?? null],
    queryFn: ({ queryKey }) => loadLive(queryKey, () => (at === undefined ? loadOlder(phone) : loadAround(phone, at))),
    ...LIVE,
  });

/**
 * The messages with a person, oldest first.
 *
 * @param at loads the messages around this time. @default the newest messages
 */
export function useHistory(phone: string, at?: string) {
  const query = useQuery(historyQuery(phone, at));
  const messages = useMemo(() => query.data?.messages.toReversed() ?? [], [query.data]);
  return { ...query, messages, hasOlder: query.data?.before !== undefined, hasNewer: query.data?.after !== undefined };
}

export type Side = 'before' | 'after';

/** Loads the next messages of a part on one side. */
export function useMoreHistory(phone: string, at: string | undefined, side: Side) {
  const queries = useQueryClient();
  return useMore([...historyQuery(phone, at).queryKey, side], () => extend(queries, phone, at, side));
}

async function extend(queries: QueryClient, phone: string, at: string | undefined, side: Side): Promise<void> {
  const { queryKey } = historyQuery(phone, at);
  const cursor = queries.getQueryData(queryKey)?.[side];
  if (cursor === undefined) {
    return;
  }
  const page = await loadLive(queryKey, () =>
    side === 'before' ? loadOlder(phone, cursor) : loadNewer(phone, cursor),
  );
  queries.setQueryData<History>(queryKey, (history) => {
    // Events may have changed the part meanwhile.
    if (history?.[side] !== cursor) {
      return history;
    }
    return side === 'before'
      ? { ...history, messages: [...history.messages, ...page.messages], before: page.before }
      : { ...history, messages: [...page.messages, ...history.messages], after: page.after };
  });
  if (side === 'after' && page.after === undefined) {
    // From now on, events continue the part. Messages that arrived during the request are not in it.
    await refreshHistory(queries, phone);
  }
}

/** The order of statuses, which only move forward (section 3.1). */
const RANKS: Record<MessageStatus, number> = { queued: 0, sent: 1, delivered: 2, read: 3, failed: 4 };

/** The loaded parts of the messages with a person, with their keys. */
const loadedParts = (queries: QueryClient, phone: string) =>
  queries
    .getQueriesData<History>({ queryKey: ['history', phone] })
    .flatMap(([key, history]) => (history ? [{ key, history }] : []));

/** Changes the messages of all parts, or only of those that end with the newest message. */
function change(
  queries: QueryClient,
  phone: string,
  to: (messages: HistoryMessage[]) => HistoryMessage[],
  { onlyNewest = false } = {},
): void {
  for (const { queryKey } of queries.getQueryCache().findAll({ queryKey: ['history', phone] })) {
    changeLive<History>(queries, queryKey, (history) =>
      onlyNewest && history.after !== undefined ? history : { ...history, messages: to(history.messages) },
    );
  }
}

const isLoading = (queries: QueryClient, phone: string): boolean =>
  queries.isFetching({ queryKey: ['history', phone] }) > 0;

const byTime = (left: HistoryMessage, right: HistoryMessage): number => (left.at < right.at ? 1 : -1);

/** Adds messages, or replaces older states of them. */
function merged(known: HistoryMessage[], news: readonly HistoryMessage[]): HistoryMessage[] {
  const fresh = new Map(news.map((message) => [message.id, message]));
  const kept = known.map((message) => {
    const replacement = fresh.get(message.id);
    fresh.delete(message.id);
    return replacement && isForward(message, replacement) ? replacement : message;
  });
  const added = [...fresh.values()].sort(byTime);
  const oldest = added.at(-1);
  const newest = kept[0];
  return !oldest || !newest || oldest.at > newest.at ? [...added, ...kept] : [...added, ...kept].sort(byTime);
}

const isForward = (before: HistoryMessage, after: HistoryMessage): boolean =>
  before.status === null || after.status === null || RANKS[after.status] >= RANKS[before.status];

/** Shows a customer's message in a loaded thread. */
export function showReceived(queries: QueryClient, received: ReceivedMessage): void {
  const phone = received.from.id;
  const { type, target } = received;
  if (target && (type === 'edited' || type === 'deleted')) {
    change(queries, phone, (messages) =>
      messages.map((message) => (message.id === target.id ? revised(message, received) : message)),
    );
    return;
  }
  const {
    from: _from,
    channel: _channel,
    target: _target,
    received_at: at,
    media,
    button,
    location,
    ...content
  } = received;
  const news = {
    ...content,
    direction: 'in',
    text: received.text ?? null,
    media: media ?? null,
    button: button ?? null,
    location: location ?? null,
    template: null,
    reply_to: received.reply_to ?? null,
    status: null,
    error: null,
    at,
  } as HistoryMessage;
  change(queries, phone, (messages) => merged(messages, [news]), { onlyNewest: true });
}

const revised = (message: HistoryMessage, { type, text, received_at: at }: ReceivedMessage): HistoryMessage =>
  type === 'edited'
    ? { ...message, text: text ?? null, edited_at: at }
    : { ...message, text: null, media: null, button: null, location: null, deleted_at: at };

/** Shows the status of a message. Returns false if the thread is open and does not have the message. */
export function showStatus(queries: QueryClient, { id, to, status, error, external_id }: StatusMessage): boolean {
  let isKnown = loadedParts(queries, to).length === 0 && !isLoading(queries, to);
  change(queries, to, (messages) =>
    messages.map((message) => {
      if (message.id !== id) {
        return message;
      }
      isKnown = true;
      return message.status !== null && RANKS[status] < RANKS[message.status]
        ? message
        : { ...message, status, error, external_id: external_id ?? message.external_id };
    }),
  );
  return isKnown;
}

/** The newest message of a person that a reply can quote, if it is loaded. */
export const newestReceived = (queries: QueryClient, phone: string): HistoryMessage | undefined =>
  queries
    .getQueryData(historyQuery(phone).queryKey)
    ?.messages.find(
      ({ direction, type, external_id, deleted_at }) =>
        direction === 'in' && type !== 'reaction' && external_id !== null && deleted_at === undefined,
    );

/** Whether messages of a person are loaded. */
export const hasHistory = (queries: QueryClient, phone: string): boolean => loadedParts(queries, phone).length > 0;

/** Requests the newest messages of an open thread. */
export async function refreshHistory(queries: QueryClient, phone: string): Promise<void> {
  const loading = queries.getQueryCache().findAll({ queryKey: ['history', phone], fetchStatus: 'fetching' });
  await Promise.allSettled(loading.map(({ promise }) => promise));
  if (!loadedParts(queries, phone).some(({ history }) => history.after === undefined)) {
    return;
  }
  const page = await loadLive(historyQuery(phone).queryKey, () => loadOlder(phone));
  for (const { key, history } of loadedParts(queries, phone)) {
    if (history.after !== undefined) {
      continue;
    }
    const ids = new Set(history.messages.map(({ id }) => id));
    const hasGap = page.before !== undefined && !page.messages.some(({ id }) => ids.has(id));
    const isFromNewest = key.at(-1) === null;
    queries.setQueryData<History>(
      key,
      hasGap
        ? isFromNewest
          ? page
          : { ...history, after: history.messages[0]?.at }
        : { ...history, messages: merged(history.messages, page.messages) },
    );
  }
}
