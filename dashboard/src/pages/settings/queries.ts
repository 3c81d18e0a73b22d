import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import type { AdminComponents } from '@wigwag/openapi';
import { admin, bodyOf } from '../../api/client.ts';
import { labelsKey } from '../../api/labels.ts';

type Schemas = AdminComponents['schemas'];
export type Login = Schemas['ListedLogin'];
export type Session = Schemas['ListedSession'];
export type AccountRole = Schemas['AccountRole'];
export type LoginLink = Schemas['LoginLink'];

const pathOf = (account: string) => ({ params: { path: { account } } });

export const accountQuery = (account: string) =>
  queryOptions({
    queryKey: ['settings', account, 'account'],
    queryFn: () => bodyOf(admin.GET('/accounts/{account}', pathOf(account))),
  });

export const agentsQuery = (account: string) =>
  queryOptions({
    queryKey: ['settings', account, 'agents'],
    queryFn: async () => (await bodyOf(admin.GET('/accounts/{account}/agents', pathOf(account)))).agents,
  });

export const loginsQuery = (account: string) =>
  queryOptions({
    queryKey: ['settings', account, 'logins'],
    queryFn: async () => (await bodyOf(admin.GET('/accounts/{account}/logins', pathOf(account)))).logins,
  });

export const labelsQuery = (account: string) =>
  queryOptions({
    queryKey: [...labelsKey(account), 'settings'],
    queryFn: async () => (await bodyOf(admin.GET('/accounts/{account}/labels', pathOf(account)))).labels,
  });

export const accountSessionsQuery = (account: string) =>
  queryOptions({
    queryKey: ['settings', account, 'sessions'],
    queryFn: async () => (await bodyOf(admin.GET('/accounts/{account}/sessions', pathOf(account)))).sessions,
  });

export const ownSessionsQuery = queryOptions({
  queryKey: ['settings', 'own-sessions'],
  queryFn: async () => (await bodyOf(admin.GET('/session/all'))).sessions,
});

export const auditQuery = (account: string) =>
  infiniteQueryOptions({
    queryKey: ['settings', account, 'audit'],
    initialPageParam: undefined as number | undefined,
    queryFn: ({ pageParam }) =>
      bodyOf(
        admin.GET('/accounts/{account}/audit', {
          params: { path: { account }, ...(pageParam !== undefined && { query: { before: pageParam } }) },
        }),
      ),
    getNextPageParam: ({ next }) => next ?? undefined,
  });

/** The operators, whose logins belong to no account. */
export const operatorsQuery = queryOptions({
  queryKey: ['settings', 'operators'],
  queryFn: async () => (await bodyOf(admin.GET('/operators'))).logins,
});

export const operatorAuditQuery = infiniteQueryOptions({
  queryKey: ['settings', 'operator-audit'],
  initialPageParam: undefined as number | undefined,
  queryFn: ({ pageParam }) =>
    bodyOf(
      admin.GET('/operators/audit', { params: { ...(pageParam !== undefined && { query: { before: pageParam } }) } }),
    ),
  getNextPageParam: ({ next }) => next ?? undefined,
});
