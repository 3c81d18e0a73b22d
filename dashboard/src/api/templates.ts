import { queryOptions, useQuery } from '@tanstack/react-query';
import { api, dataOf } from './client.ts';

/** All templates of the account. Without a limit, the server returns them on one page. */
export const templatesQuery = queryOptions({
  queryKey: ['templates'],
  queryFn: async () => (await dataOf(api.GET('/templates'))).templates,
});

/** The templates that can be sent. */
export const useApprovedTemplates = () =>
  useQuery({ ...templatesQuery, select: (all) => all.filter(({ status }) => status === 'APPROVED') });
