import { notifyManager, type QueryClient, queryOptions } from '@tanstack/react-query';
import { admin, api, bodyOf, dataOf } from '../../../api/client.ts';
import { hasLabel } from './labels.ts';
import { changeLive, type LiveList, loadLive, useLiveList } from './live-data.ts';
import { type ListFilter, matches } from './search.ts';
import { type Conversation, type ConversationDetail, keyOf } from './types.ts';

const PAGE = 50;
const LISTS = 'conversations';

type List = LiveList<Conversation>;

async function load(filter: ListFilter, cursor: string | undefined): Promise<List> {
  const { state, isUnread, channel, agentId, account, labelId, isUnassigned, isWaiting, isMentioned } = filter;
  const query = {
    limit: PAGE,
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
  const { conversations, pagination } = await bodyOf(
    admin.GET('/accounts/{account}/conversations', { params: { path: { account }, query } }),
  );
  return { rows: conversations, next: pagination.next_cursor ?? undefined };
}

/** A list of conversations in the order of their last message: the newest first, or the longest wait first. */
export const useConversations = (filter: ListFilter) =>
  useLiveList({ key: [LISTS, filter], load: (cursor) => load(filter, cursor), idOf: keyOf });

/** Returns whether a conversation is after another one in a list. */
const isAfter = ({ isWaiting }: ListFilter, row: Conversation, other: Conversation): boolean =>
  isWaiting ? timeOf(row) > timeOf(other) : timeOf(row) < timeOf(other);

const timeOf = ({ last_message }: Conversation): string => last_message?.at ?? '';

function changeLists(queries: QueryClient, change: (list: List, filter: ListFilter) => List): void {
  for (const { queryKey } of queries.getQueryCache().findAll({ queryKey: [LISTS] })) {
    changeLive<List>(queries, queryKey, (list) => change(list, queryKey[1] as ListFilter));
  }
}

/** Shows a conversation as it is now: at its place in the lists that it belongs to, and in no other. */
export function putConversation(queries: QueryClient, conversation: Conversation): void {
  changeLists(queries, (list, filter) => {
    const { phone, connection_id } = conversation;
    const { rows, next } = list;
    const others = rows.filter((row) => row.phone !== phone || row.connection_id !== connection_id);
    const { labelId, isMentioned } = filter;
    const wasListed = others.length < rows.length;
    const isLabeled = labelId === undefined || (hasLabel(queries, conversation, labelId) ?? wasListed);
    const place = others.findIndex((row) => isAfter(filter, row, conversation));
    const isBeyond = place === -1 && next !== undefined;
    if (!matches(filter, conversation) || !isLabeled || (isMentioned && !wasListed) || isBeyond) {
      return { rows: others, next };
    }
    return { rows: others.toSpliced(place === -1 ? others.length : place, 0, conversation), next };
  });
}

/** Returns a conversation that is in a list. */
export function findListed(queries: QueryClient, phone: string, connectionId?: string): Conversation | undefined {
  for (const [, list] of queries.getQueriesData<List>({ queryKey: [LISTS] })) {
    const found = list?.rows.find(
      (row) => row.phone === phone && (connectionId === undefined || row.connection_id === connectionId),
    );
    if (found) {
      return found;
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

const keyOfPerson = (phone: string) => ['conversation', phone];

export const conversationQuery = (phone: string) =>
  queryOptions({
    queryKey: keyOfPerson(phone),
    queryFn: () =>
      loadLive(keyOfPerson(phone), () => dataOf(api.GET('/conversations/{phone}', { params: { path: { phone } } }))),
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
    changeLive<ConversationDetail>(queries, keyOfPerson(phone), (detail) =>
      detail.connection_id === connection_id ? { ...detail, ...change(detail) } : detail,
    );
  });
}

/** Shows the response of an operation that returned a conversation. */
export function showDetail(queries: QueryClient, detail: ConversationDetail): void {
  notifyManager.batch(() => {
    changeLive<ConversationDetail>(queries, keyOfPerson(detail.phone), () => detail);
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
  changeLists(queries, ({ rows, next }) => ({ rows: rows.filter((row) => row.phone !== phone), next }));
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
    const page = await loadLive(queryKey, () => load(filter, undefined));
    queries.setQueryData<List>(queryKey, (list) => {
      const last = page.rows.at(-1);
      if (!list || page.next === undefined || !last) {
        return page;
      }
      const fresh = new Set(page.rows.map(keyOf));
      const below = list.rows.filter((row) => !fresh.has(keyOf(row)) && !isAfter(filter, last, row));
      return below.length === 0 ? page : { rows: [...page.rows, ...below], next: list.next };
    });
  }
  queries.removeQueries({ queryKey: [LISTS], type: 'inactive' });
}
