import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { api, dataOf } from '../../api/client.ts';

export const flowsQuery = (isActive: boolean | undefined) =>
  infiniteQueryOptions({
    queryKey: ['flows', 'list', isActive],
    initialPageParam: undefined as string | undefined,
    queryFn: ({ pageParam }) =>
      dataOf(
        api.GET('/flows', {
          params: {
            query: {
              order: 'desc',
              ...(isActive !== undefined && { is_active: isActive }),
              ...(pageParam !== undefined && { cursor: pageParam }),
            },
          },
        }),
      ),
    getNextPageParam: ({ pagination }) => pagination.next_cursor ?? undefined,
  });

export const flowQuery = (id: number) =>
  queryOptions({
    queryKey: ['flows', id],
    queryFn: () => dataOf(api.GET('/flows/{id}', { params: { path: { id } } })),
  });

/** Runs change without an event, so the page requests them again after this time, in milliseconds. */
const REFRESH = 20_000;

export const statsQuery = (id: number) =>
  queryOptions({
    queryKey: ['flows', id, 'stats'],
    queryFn: () => dataOf(api.GET('/flows/{id}/stats', { params: { path: { id } } })),
    refetchInterval: REFRESH,
  });

export type RunStatus = 'running' | 'done' | 'stopped';

export const runsQuery = (id: number, status: RunStatus | undefined, phone: string) =>
  infiniteQueryOptions({
    queryKey: ['flows', id, 'runs', status, phone],
    initialPageParam: undefined as string | undefined,
    queryFn: ({ pageParam }) =>
      dataOf(
        api.GET('/flows/{id}/runs', {
          params: {
            path: { id },
            query: {
              order: 'desc',
              ...(status !== undefined && { status }),
              ...(phone !== '' && { phone }),
              ...(pageParam !== undefined && { cursor: pageParam }),
            },
          },
        }),
      ),
    getNextPageParam: ({ pagination }) => pagination.next_cursor ?? undefined,
    refetchInterval: REFRESH,
  });
