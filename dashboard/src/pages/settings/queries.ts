import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import type { AdminComponents, AdminPaths } from '@wigwag/openapi';
import { admin, bodyOf } from '../../api/client.ts';
import { labelsKey, sortLabels } from '../../api/labels.ts';

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

export const loginsQuery = (account: string) =>
  queryOptions({
    queryKey: ['settings', account, 'logins'],
    queryFn: async () => (await bodyOf(admin.GET('/accounts/{account}/logins', pathOf(account)))).logins,
  });

export const labelsQuery = (account: string) =>
  queryOptions({
    queryKey: [...labelsKey(account), 'settings'],
    queryFn: async () => sortLabels((await bodyOf(admin.GET('/accounts/{account}/labels', pathOf(account)))).labels),
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

/** Which changes the audit log shows. */
export interface AuditFilter {
  login?: number | undefined;
  kind?: AuditKind | undefined;
  from?: string | undefined;
  to?: string | undefined;
}

export type AuditKind = NonNullable<
  NonNullable<AdminPaths['/accounts/{account}/audit']['get']['parameters']['query']>['kind']
>;

export const auditQuery = (account: string, filter: AuditFilter) =>
  infiniteQueryOptions({
    queryKey: ['settings', account, 'audit', filter],
    initialPageParam: undefined as number | undefined,
    queryFn: ({ pageParam }) =>
      bodyOf(
        admin.GET('/accounts/{account}/audit', {
          params: {
            path: { account },
            query: { ...given(filter), ...(pageParam !== undefined && { before: pageParam }) },
          },
        }),
      ),
    getNextPageParam: ({ next }) => next ?? undefined,
  });

/** Returns the fields that have a value. */
const given = (filter: AuditFilter) =>
  Object.fromEntries(Object.entries(filter).filter(([, value]) => value !== undefined)) as {
    [Name in keyof AuditFilter]: NonNullable<AuditFilter[Name]>;
  };

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
