import { queryOptions, useQuery } from '@tanstack/react-query';
import { admin, bodyOf } from './client.ts';
import { useSession } from './session.ts';

/** How often a visible page requests the mentions, in milliseconds. No event of the API reports them. */
const CHECKED = 10_000;

export const mentionsQuery = (account: string) =>
  queryOptions({
    queryKey: ['mentions', account],
    queryFn: async () =>
      (await bodyOf(admin.GET('/accounts/{account}/mentions', { params: { path: { account } } }))).mentions,
    refetchInterval: CHECKED,
    refetchOnWindowFocus: true,
  });

/** The notes that mention the person and that they have not seen. An operator has none. */
export function useMentions() {
  const { agent, account } = useSession();
  const id = account?.account_id;
  return useQuery({ ...mentionsQuery(id ?? ''), enabled: agent !== null && id !== undefined }).data ?? NONE;
}
const NONE: { note_id: number; phone: string; connection_id: string }[] = [];
