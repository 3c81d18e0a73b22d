import { type QueryClient, queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { admin, bodyOf } from '../../../api/client.ts';
import { type Label, labelsKey, sortLabels, useAllLabels } from '../../../api/labels.ts';
import { useAccountId } from '../../../api/session.ts';
import { type Conversation, keyOf } from './types.ts';

/** How often the labels that others set are requested, in milliseconds. */
const CHECKED = 30_000;
/** How long the rows in sight must stay before their labels are requested, in milliseconds. */
const SETTLED = 200;
/** How many people one request names. */
const MOST = 100;
const NO_LABELS: LabelsByRow = new Map();

/** The labels of conversations, by their key. */
type LabelsByRow = ReadonlyMap<string, readonly Label[]>;

const rowLabelsQuery = (account: string) =>
  queryOptions<LabelsByRow>({ queryKey: ['labels-of-rows', account], queryFn: () => NO_LABELS, enabled: false });

/** Keeps the labels of these conversations. Those that did not change stay the same objects. */
function put(queries: QueryClient, account: string, labels: LabelsByRow): void {
  queries.setQueryData(rowLabelsQuery(account).queryKey, (before = NO_LABELS) => {
    const changed = [...labels].filter(([key, own]) => JSON.stringify(before.get(key)) !== JSON.stringify(own));
    return changed.length === 0 ? before : new Map([...before, ...changed]);
  });
}

/** Returns whether a conversation has a label; undefined if its labels are not known. */
export function hasLabel(queries: QueryClient, conversation: Conversation, labelId: number): boolean | undefined {
  for (const [, labels] of queries.getQueriesData<LabelsByRow>({ queryKey: ['labels-of-rows'] })) {
    const own = labels?.get(keyOf(conversation));
    if (own) {
      return own.some(({ id }) => id === labelId);
    }
  }
  return undefined;
}

/** Returns the labels of conversations by their key, and requests those of the rows in sight. */
export function useLabelsOfRows(rows: readonly Conversation[]): LabelsByRow {
  const account = useAccountId();
  const queries = useQueryClient();
  const hasLabels = useAllLabels()?.length !== 0;
  const { data } = useQuery(rowLabelsQuery(account));
  const askedAt = useRef(new Map<string, number>());
  const shown = useRef(rows);
  shown.current = rows;
  const keys = rows.map(keyOf).join('\n');
  // biome-ignore lint/correctness/useExhaustiveDependencies: other rows start the wait again
  useEffect(() => {
    if (!hasLabels) {
      return;
    }
    const ask = async () => {
      const due = Date.now() - CHECKED;
      const asked = shown.current.filter((row) => (askedAt.current.get(keyOf(row)) ?? 0) <= due).slice(0, MOST);
      if (asked.length === 0 || document.visibilityState !== 'visible') {
        return;
      }
      for (const row of asked) {
        askedAt.current.set(keyOf(row), Date.now());
      }
      const { conversations } = await bodyOf(
        admin.POST('/accounts/{account}/conversations/labels', {
          params: { path: { account } },
          body: { phones: [...new Set(asked.map(({ phone }) => phone))] },
        }),
      );
      const none = asked.map((row) => [keyOf(row), []] as const);
      put(
        queries,
        account,
        new Map<string, readonly Label[]>([
          ...none,
          ...conversations.map((one) => [keyOf(one), sortLabels(one.labels)] as const),
        ]),
      );
    };
    // Rows show their labels later if a request fails.
    const run = () => void ask().catch(() => askedAt.current.clear());
    const first = setTimeout(run, SETTLED);
    const timer = setInterval(run, CHECKED);
    return () => {
      clearTimeout(first);
      clearInterval(timer);
    };
  }, [keys, hasLabels, account, queries]);
  return data ?? NO_LABELS;
}

const keyOfOwn = (account: string, phone: string) => [...labelsKey(account), phone];

const loadOwn = (path: { account: string; phone: string }) =>
  bodyOf(admin.GET('/accounts/{account}/conversations/{phone}/labels', { params: { path } }));

/** Adds a label to a conversation, or removes it. */
export async function changeLabel(
  queries: QueryClient,
  account: string,
  conversation: Conversation,
  id: number,
  isOn: boolean,
): Promise<void> {
  const path = { account, phone: conversation.phone };
  // A request sets all labels, and a colleague may have changed others.
  const { labels } = await loadOwn(path);
  const others = labels.map((label) => label.id).filter((other) => other !== id);
  const body = { label_ids: isOn ? [...others, id] : others };
  const changed = await bodyOf(
    admin.PUT('/accounts/{account}/conversations/{phone}/labels', { params: { path }, body }),
  );
  const queryKey = keyOfOwn(account, path.phone);
  await queries.cancelQueries({ queryKey });
  queries.setQueryData(queryKey, changed);
  put(queries, account, new Map([[keyOf(conversation), sortLabels(changed.labels)]]));
}

/** The labels of the account and those of a conversation, and a function that adds or removes one of the latter. */
export function useLabels(conversation: Conversation) {
  const path = { account: useAccountId(), phone: conversation.phone };
  const queries = useQueryClient();
  const queryKey = keyOfOwn(path.account, path.phone);
  const own = useQuery({ queryKey, queryFn: () => loadOwn(path), refetchInterval: CHECKED });
  const last = useRef<Promise<void>>(Promise.resolve());
  /** Changes run one after another. */
  const set = (id: number, isOn: boolean): Promise<void> => {
    const run = last.current.then(() => changeLabel(queries, path.account, conversation, id, isOn));
    last.current = run.catch(async () => {
      // The label may be deleted.
      await queries.invalidateQueries({ queryKey: labelsKey(path.account) });
    });
    return run;
  };
  return { all: useAllLabels(0), own: own.data && sortLabels(own.data.labels), set };
}
