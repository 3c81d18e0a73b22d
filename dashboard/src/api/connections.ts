import { queryOptions } from '@tanstack/react-query';
import { admin, bodyOf } from './client.ts';

/** The connections of an account, including inactive ones. */
export const connectionsQuery = (account: string) =>
  queryOptions({
    queryKey: ['connections', account],
    queryFn: async () =>
      (await bodyOf(admin.GET('/accounts/{account}/connections', { params: { path: { account } } }))).connections,
  });
