import { queryOptions, useQuery } from '@tanstack/react-query';
import { admin, bodyOf } from './client.ts';
import { useAccountId } from './session.ts';

/** The connections of an account, including inactive ones. */
export const connectionsQuery = (account: string) =>
  queryOptions({
    queryKey: ['connections', account],
    queryFn: async () =>
      (await bodyOf(admin.GET('/accounts/{account}/connections', { params: { path: { account } } }))).connections,
  });

/** Returns the name of a connection, or its ID if it has none. */
export function useConnectionName(id: string): string {
  const { data } = useQuery(connectionsQuery(useAccountId()));
  return data?.find(({ connection_id }) => connection_id === id)?.name ?? id;
}
