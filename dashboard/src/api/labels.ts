import { queryOptions, useQuery } from '@tanstack/react-query';
import type { components } from '@wigwag/openapi';
import { api, dataOf } from './client.ts';
import { useAccountId, useMay } from './session.ts';

export type Label = components['schemas']['Label'];

const labelsQuery = (account: string) =>
  queryOptions({
    queryKey: ['labels', account],
    queryFn: () => dataOf(api.GET('/labels', { params: { query: { limit: 100 } } })),
    staleTime: 60_000,
  });

/** The labels of the account; undefined until they are known. */
export function useAllLabels(): readonly Label[] | undefined {
  const { data } = useQuery({ ...labelsQuery(useAccountId()), enabled: useMay('insights:read') });
  return data?.labels;
}
