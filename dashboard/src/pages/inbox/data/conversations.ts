import {
  type InfiniteData,
  infiniteQueryOptions,
  notifyManager,
  type QueryClient,
  queryOptions,
  useInfiniteQuery,
} from '@tanstack/react-query';
import { useMemo } from 'react';
import { admin, api, bodyOf, dataOf } from '../../../api/client.ts';
import { hasLabel } from './labels.ts';
import { type ListFilter, matches } from './search.ts';
import { type Conversation, type ConversationDetail, keyOf } from './types.ts';

const PAGE = 50;
const LISTS = 'conversations';

type Page = Awaited<ReturnType<typeof load>>;
type Lists = InfiniteData<Page, unknown>;

const load = (filter: ListFilter, cursor: string | undefined, limit = PAGE) => {
  const { state, isUnread, channel, agentId, account, labelId, isUnassigned, isWaiting, isMentioned } = filter;
  const query = {
    limit,
    ...(cursor !== undefined && { cursor }),
    ...(state !== 'all' && { status: state }),
    ...(isUnread && { unread: true }),
    ...(channel !== undefined && { channel }),
    ...(agentId !== undefined && { agent_id: agentId }),
    ...(labelId !== undefined && { label: labelId }),
    ...(isUnassigned && { unassigned: true }),
    ...(isWaiting && { waiting: true }),
    ...(isMentioned && { mentioned: true }),
  };
  return bodyOf(admin.GET('/accounts/{account}/conversations', { params: { path: { account }, query } }));
};

const listQuery = (filter: ListFilter) =>
  infiniteQueryOptions({
    queryKey: [LISTS, filter],
    queryFn: ({ pageParam }) => load(filter, pageParam),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ pagination }) => pagination.next_cursor ?? undefined,
    staleTime: Number.POSITIVE_INFINITY,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
    // Rows that did not change are the same objects already.
    structuralSharing: false,
    meta: { isLive: true },
  });

/** A list of conversations in the order of their last message: the newest first, or the longest wait first. */
export function useConversations(filter: ListFilter) {
  const query = useInfiniteQuery(listQuery(filter));
  const rows = useMemo(() => query.data && flat(query.data), [query.data]);
  return { ...query, rows };
}

/** Returns all rows once. A row that moved up while the pages were read is on two of them. */
function flat({ pages }: Lists): Conversation[] {
  if (pages.length === 1) {
    return (pages[0] as Page).conversations;
  }
  const rows = new Map<string, Conversation>();
  for (const row of pages.flatMap(({ conversations }) => conversations)) {
    if (!rows.has(keyOf(row))) {
      rows.set(keyOf(row), row);
    }
  }
  return [...rows.values()];
}

/** Returns whether a conversation is after another one in a list. */
const isAfter = ({ isWaiting }: ListFilter, row: Conversation, other: Conversation): boolean =>
  isWaiting ? timeOf(row) > timeOf(other) : timeOf(row) < timeOf(other);

const timeOf = ({ last_message }: Conversation): string => last_message?.at ?? '';

/** Joins the pages of a list to one with these rows, so that the next page continues after them. */
const withRows = (list: Lists, conversations: Conversation[]): Lists => ({
  pages: [{ conversations, pagination: (list.pages.at(-1) as Page).pagination }],
  pageParams: [undefined],
});

function changeLists(queries: QueryClient, change: (list: Lists, filter: ListFilter) => Lists): void {
  for (const [key, list] of queries.getQueriesData<Lists>({ queryKey: [LISTS] })) {
    if (list) {
      queries.setQueryData(key, change(list, key[1] as ListFilter));
    }
  }
}

/** Shows a conversation as it is now: at its place in the lists that it belongs to, and in no other. */
export function putConversation(queries: QueryClient, conversation: Conversation): void {
  changeLists(queries, (list, filter) => {
    const { phone, connection_id } = conversation;
    const rows = flat(list);
    const others = rows.filter((row) => row.phone !== phone || row.connection_id !== connection_id);
    const { labelId, isMentioned } = filter;
    const wasListed = others.length < rows.length;
    const isLabeled = labelId === undefined || (hasLabel(queries, conversation, labelId) ?? wasListed);
    const place = others.findIndex((row) => isAfter(filter, row, conversation));
    const isBeyond = place === -1 && list.pages.at(-1)?.pagination.has_more;
    if (!matches(filter, conversation) || !isLabeled || (isMentioned && !wasListed) || isBeyond) {
      return withRows(list, others);
    }
    return withRows(list, others.toSpliced(place === -1 ? others.length : place, 0, conversation));
  });
}

/** Returns a conversation that is in a list. */
export function findListed(queries: QueryClient, phone: string, connectionId?: string): Conversation | undefined {
  for (const [, list] of queries.getQueriesData<Lists>({ queryKey: [LISTS] })) {
    for (const { conversations } of list?.pages ?? []) {
      const found = conversations.find(
        (one) => one.phone === phone && (connectionId === undefined || one.connection_id === connectionId),
      );
      if (found) {
        return found;
      }
    }
  }
  return undefined;
}

/** Returns whether a shown list is limited by what only the server knows of a conversation: its labels or mentions. */
export const isLimitedByTeam = (queries: QueryClient): boolean =>
  queries
    .getQueryCache()
    .findAll({ queryKey: [LISTS], type: 'active' })
    .some(({ queryKey: [, filter] }) => {
      const { labelId, isMentioned } = filter as ListFilter;
      return labelId !== undefined || isMentioned;
    });

export const conversationQuery = (phone: string) =>
  queryOptions({
    queryKey: ['conversation', phone],
    queryFn: () => dataOf(api.GET('/conversations/{phone}', { params: { path: { phone } } })),
  });

/** Changes a conversation everywhere that it is shown, without asking the server. */
export function changeShown(
  queries: QueryClient,
  { phone, connection_id }: Pick<Conversation, 'phone' | 'connection_id'>,
  change: (conversation: Conversation) => Conversation,
): void {
  notifyManager.batch(() => {
    const listed = findListed(queries, phone, connection_id);
    if (listed) {
      putConversation(queries, change(listed));
    }
    queries.setQueryData<ConversationDetail>(conversationQuery(phone).queryKey, (detail) =>
      detail?.connection_id === connection_id ? ({ ...detail, ...change(detail) } as ConversationDetail) : detail,
    );
  });
}

/** Shows the response of an operation that returned a conversation. */
export function showDetail(queries: QueryClient, detail: ConversationDetail): void {
  notifyManager.batch(() => {
    queries.setQueryData(conversationQuery(detail.phone).queryKey, detail);
    const { contact: _, ...conversation } = detail;
    putConversation(queries, conversation);
  });
}

/** Asks for a conversation again, and shows it where it belongs. */
export async function refreshConversation(queries: QueryClient, phone: string): Promise<void> {
  showDetail(queries, await queries.fetchQuery({ ...conversationQuery(phone), staleTime: 0 }));
}

/** Removes a person who was erased from everything that is shown. */
export function dropPerson(queries: QueryClient, phone: string): void {
  changeLists(queries, (list) =>
    withRows(
      list,
      flat(list).filter((row) => row.phone !== phone),
    ),
  );
  queries.removeQueries({ queryKey: ['history', phone] });
}

/** Asks for the first page of the shown lists again, and keeps what was loaded below it. */
export async function refreshHeads(queries: QueryClient): Promise<void> {
  const shown = queries.getQueryCache().findAll({ queryKey: [LISTS], type: 'active' });
  for (const { queryKey, state } of shown) {
    if (state.data === undefined) {
      continue;
    }
    const filter = queryKey[1] as ListFilter;
    const page = await load(filter, undefined);
    queries.setQueryData<Lists>(queryKey, (list) => {
      const last = page.conversations.at(-1);
      if (!list || !page.pagination.has_more || !last) {
        return { pages: [page], pageParams: [undefined] };
      }
      const fresh = new Set(page.conversations.map(keyOf));
      const below = flat(list).filter((row) => !fresh.has(keyOf(row)) && !isAfter(filter, last, row));
      return below.length === 0
        ? { pages: [page], pageParams: [undefined] }
        : withRows(list, [...page.conversations, ...below]);
    });
  }
  queries.removeQueries({ queryKey: [LISTS], type: 'inactive' });
}
