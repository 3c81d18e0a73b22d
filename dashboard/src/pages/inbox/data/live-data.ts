import { hashKey, type QueryClient, type QueryKey, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { READ_RETRIES } from '../../../api/problem.ts';

type Change = (data: unknown) => unknown;

/** The changes since each running request began, by the key of its data. */
const changesDuring = new Map<string, Set<Change[]>>();

/**
 * Requests data that events and the person also change. A response may be older than a change that the page made
 * meanwhile, so those changes are made to the response again. A change must have no effect on data that has it.
 */
export async function loadLive<Data>(key: QueryKey, request: () => Promise<Data>): Promise<Data> {
  const hash = hashKey(key);
  const running = changesDuring.get(hash) ?? new Set();
  const changes: Change[] = [];
  changesDuring.set(hash, running.add(changes));
  try {
    const response = await request();
    return changes.reduce<unknown>((data, change) => change(data), response) as Data;
  } finally {
    running.delete(changes);
    if (running.size === 0) {
      changesDuring.delete(hash);
    }
  }
}

/** Changes data that is loaded, and the responses of running requests for it. */
export function changeLive<Data>(queries: QueryClient, key: QueryKey, change: (data: Data) => Data): void {
  for (const changes of changesDuring.get(hashKey(key)) ?? []) {
    changes.push(change as Change);
  }
  queries.setQueryData<Data>(key, (data) => data && change(data));
}

/** Options of queries that events keep fresh. */
export const LIVE = {
  staleTime: Number.POSITIVE_INFINITY,
  refetchOnWindowFocus: false,
  refetchOnReconnect: false,
  // Rows that did not change are the same objects already. Comparing ten thousand takes longer than a frame.
  structuralSharing: false,
  meta: { isLive: true },
} as const;

/** Returns a function that loads more of a list, whether it runs, and its last error. @param key names the list and the end */
export function useMore(key: QueryKey, run: () => Promise<void>) {
  const { mutate, isPending, error } = useMutation<void>({ mutationKey: key, mutationFn: run, ...READ_RETRIES });
  return { load: mutate, isLoading: isPending, error };
}

/** The loaded rows of a list. */
export interface LiveList<Row> {
  rows: readonly Row[];
  /** Where the next page starts. Undefined if all rows are loaded. */
  next: string | undefined;
}

interface LiveListOptions<Row> {
  key: QueryKey;
  load: (from: string | undefined) => Promise<LiveList<Row>>;
  /** Returns what is the same for two states of one row. */
  idOf: (row: Row) => string;
}

/**
 * A list that events and the person change. Infinite queries are not for this: they add a page to the rows that were
 * loaded when it was requested, without the changes since then.
 */
export function useLiveList<Row>({ key, load, idOf }: LiveListOptions<Row>) {
  const queries = useQueryClient();
  const query = useQuery({ queryKey: key, queryFn: () => loadLive(key, () => load(undefined)), ...LIVE });
  const next = query.data?.next;
  const more = useMore(key, async () => {
    const page = await loadLive(key, () => load(next));
    queries.setQueryData<LiveList<Row>>(key, (list) =>
      list && list.next === next ? withPage(list, page, idOf) : list,
    );
  });
  return { ...query, hasMore: next !== undefined, more };
}

/** Adds a page at the end. Rows that moved up while it was read are in the list already. */
function withPage<Row>({ rows }: LiveList<Row>, page: LiveList<Row>, idOf: (row: Row) => string): LiveList<Row> {
  const known = new Set(rows.map(idOf));
  return { rows: [...rows, ...page.rows.filter((row) => !known.has(idOf(row)))], next: page.next };
}
