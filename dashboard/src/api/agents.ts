import { queryOptions } from '@tanstack/react-query';
import { admin, bodyOf } from './client.ts';

/** All agents of an account, including inactive ones. */
export const agentsQuery = (account: string) =>
  queryOptions({
    queryKey: ['agents', account],
    queryFn: async () =>
      (await bodyOf(admin.GET('/accounts/{account}/agents', { params: { path: { account } } }))).agents,
  });
