import { queryOptions, useQuery } from '@tanstack/react-query';
import type { components } from '@wigwag/openapi';
import { api, dataOf } from './client.ts';
import { useAccountId, useMay } from './session.ts';

export type Label = components['schemas']['Label'];

/** Returns labels in the order in which people look for them: by name. */
export const sortLabels = <T extends Pick<Label, 'name'>>(labels: readonly T[]): T[] =>
  labels.toSorted((one, other) => one.name.localeCompare(other.name));

/** The key of all queries of labels: those of the account, of conversations and of the settings. */
export const labelsKey = (account: string) => ['labels', account] as const;

const labelsQuery = (account: string) =>
  queryOptions({
    queryKey: [...labelsKey(account), 'all'],
    queryFn: async () => sortLabels((await dataOf(api.GET('/labels', { params: { query: { limit: 100 } } }))).labels),
  });

/**
 * The labels of the account; undefined until they are known.
 *
 * @param staleTime how old they may be when the component is shown, in milliseconds. @default one minute
 */
export function useAllLabels(staleTime = 60_000): readonly Label[] | undefined {
  return useQuery({ ...labelsQuery(useAccountId()), enabled: useMay('insights:read'), staleTime }).data;
}
