import { type InfiniteData, infiniteQueryOptions, type QueryClient, useInfiniteQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { api, dataOf } from '../../../api/client.ts';
import type { HistoryMessage, MessageStatus, ReceivedMessage, StatusMessage } from './types.ts';

const PAGE = 50;

type Page = Awaited<ReturnType<typeof load>>;
type History = InfiniteData<Page, string | undefined>;

const load = (phone: string, before: string | undefined) =>
  dataOf(
    api.GET('/conversations/{phone}/messages', {
      params: { path: { phone }, query: { limit: PAGE, ...(before !== undefined && { before }) } },
    }),
  );

const historyQuery = (phone: string) =>
  infiniteQueryOptions({
    queryKey: ['history', phone],
    queryFn: ({ pageParam }) => load(phone, pageParam),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ pagination }) => pagination.before ?? undefined,
    staleTime: Number.POSITIVE_INFINITY,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
    // Messages that did not change are the same objects already. Comparing ten thousand takes longer than a frame.
    structuralSharing: false,
    meta: { isLive: true },
  });

/** The messages with a person, oldest first. `fetchNextPage` loads older ones. */
export function useHistory(phone: string) {
  const query = useInfiniteQuery(historyQuery(phone));
  const messages = useMemo(() => query.data?.pages.flatMap((page) => page.messages).toReversed() ?? [], [query.data]);
  return { ...query, messages };
}

/** The order of statuses, which only move forward (section 3.1). */
const RANKS: Record<MessageStatus, number> = { queued: 0, sent: 1, delivered: 2, read: 3, failed: 4 };

function change(queries: QueryClient, phone: string, to: (messages: HistoryMessage[]) => HistoryMessage[]): void {
  queries.setQueryData<History>(historyQuery(phone).queryKey, (history) => {
    const last = history?.pages.at(-1);
    return history && last
      ? {
          pages: [
            { messages: to(history.pages.flatMap(({ messages }) => messages)), pagination: last.pagination } as Page,
          ],
          pageParams: [undefined],
        }
      : history;
  });
}

const isLoaded = (queries: QueryClient, phone: string): boolean =>
  queries.getQueryData(historyQuery(phone).queryKey) !== undefined;

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
  if (!isLoaded(queries, phone)) {
    return;
  }
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
  change(queries, phone, (messages) =>
    merged(messages, [
      {
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
      } as HistoryMessage,
    ]),
  );
}

const revised = (message: HistoryMessage, { type, text, received_at: at }: ReceivedMessage): HistoryMessage =>
  type === 'edited'
    ? { ...message, text: text ?? null, edited_at: at }
    : { ...message, text: null, media: null, button: null, location: null, deleted_at: at };

/** Shows the status of a message. Returns false if the thread is open and does not have the message. */
export function showStatus(queries: QueryClient, { id, to, status, error, external_id }: StatusMessage): boolean {
  let isKnown = !isLoaded(queries, to);
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

/** Asks for the newest messages of an open thread. */
export async function refreshHistory(queries: QueryClient, phone: string): Promise<void> {
  if (!isLoaded(queries, phone)) {
    return;
  }
  const page = await load(phone, undefined);
  queries.setQueryData<History>(historyQuery(phone).queryKey, (history) => {
    const known = history?.pages.flatMap(({ messages }) => messages) ?? [];
    const ids = new Set(known.map(({ id }) => id));
    const last = history?.pages.at(-1);
    const hasGap = page.pagination.has_more && !page.messages.some(({ id }) => ids.has(id));
    if (!last || hasGap) {
      return { pages: [page], pageParams: [undefined] };
    }
    return {
      pages: [{ messages: merged(known, page.messages), pagination: last.pagination } as Page],
      pageParams: [undefined],
    };
  });
}
