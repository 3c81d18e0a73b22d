import { queryOptions, useQuery } from '@tanstack/react-query';
import type { components } from '@wigwag/openapi';
import { api, dataOf } from './client.ts';
import { useAccountId, useMay } from './session.ts';

export type Label = components['schemas']['Label'];

/** The key of all queries of labels: those of the account, of conversations and of the settings. */
export const labelsKey = (account: string) => ['labels', account] as const;

const labelsQuery = (account: string) =>
  queryOptions({
    queryKey: [...labelsKey(account), 'all'],
    queryFn: () => dataOf(api.GET('/labels', { params: { query: { limit: 100 } } })),
  });

/**
 * The labels of the account; undefined until they are known.
 *
 * @param staleTime how old they may be when the component is shown, in milliseconds. @default one minute
 */
export function useAllLabels(staleTime = 60_000): readonly Label[] | undefined {
  const { data } = useQuery({ ...labelsQuery(useAccountId()), enabled: useMay('insights:read'), staleTime });
  return data?.labels;
}
