import { queryOptions, useQuery, useSuspenseQuery } from '@tanstack/react-query';
import type { AdminComponents, Scope } from '@wigwag/openapi';
import { useSyncExternalStore } from 'react';
import { removeStoredFiles } from '../files/stored-file.ts';
import { admin, bodyOf, sessionEnd, setAccount, setCsrfToken } from './client.ts';
import { forgetDrafts, setDraftOwner } from './draft.ts';
import { Problem } from './problem.ts';

export type Session = AdminComponents['schemas']['SessionState'];

/** Where the browser keeps the account that an operator looks at. */
const CHOSEN_ACCOUNT = 'wigwag-account';

export const sessionQuery = queryOptions({
  queryKey: ['session'],
  queryFn: async (): Promise<Session | null> => {
    try {
      return use((await bodyOf(admin.GET('/session'))).session);
    } catch (error) {
      if (error instanceof Problem && error.status === 401) {
        return null;
      }
      throw error;
    }
  },
  staleTime: Number.POSITIVE_INFINITY,
});

function use(session: Session): Session {
  setCsrfToken(session.csrf_token);
  sessionEnd.set(false);
  setAccount(session.login.role === 'operator' ? chosenAccount() : undefined);
  setDraftOwner(session.login.id, session.account?.account_id ?? chosenAccount());
  return session;
}

export const logIn = async (body: { email: string; password: string; code?: string }): Promise<Session> =>
  use((await bodyOf(admin.POST('/session', { body }))).session);

/** Uses a one-time link. An invitation or a reset sets the password. */
export const redeemLink = async (body: { token: string; password?: string; code?: string }): Promise<Session> =>
  use((await bodyOf(admin.POST('/session/link', { body }))).session);

export async function logOut(): Promise<void> {
  await bodyOf(admin.DELETE('/session'));
  removeStoredFiles();
  // The next person in this tab must not see what this one typed.
  sessionStorage.clear();
  forgetDrafts();
}

/** The account of this tab. Other tabs may show another one, so the stored choice counts only for new tabs. */
let ofTab = sessionStorage.getItem(CHOSEN_ACCOUNT) ?? localStorage.getItem(CHOSEN_ACCOUNT) ?? undefined;
if (ofTab !== undefined) {
  sessionStorage.setItem(CHOSEN_ACCOUNT, ofTab);
}

/** Chooses the account that an operator looks at in this tab, and in tabs that are opened later. */
export function chooseAccount(id: string): void {
  ofTab = id;
  sessionStorage.setItem(CHOSEN_ACCOUNT, id);
  localStorage.setItem(CHOSEN_ACCOUNT, id);
  setAccount(id);
}

export const chosenAccount = (): string | undefined => ofTab;

/** Returns the session of the person. Only pages that need a login call it. */
export function useSession(): Session {
  const { data } = useSuspenseQuery(sessionQuery);
  if (!data) {
    throw new Error('a page was shown without a session');
  }
  return data;
}

/** The account of the page, as paths of the admin API name it. */
export function useAccountId(): string {
  const { account } = useSession();
  const id = account?.account_id ?? chosenAccount();
  if (id === undefined) {
    throw new Error('no account is chosen');
  }
  return id;
}

export type Account = AdminComponents['schemas']['Account'];

/** All accounts, which only operators see. */
export const accountsQuery = queryOptions({
  queryKey: ['accounts'],
  queryFn: async () => (await bodyOf(admin.GET('/accounts'))).accounts,
});

/** The account of the page; undefined if an operator has not chosen one, or while it is loading. */
export function useAccount(): Account | undefined {
  const { account, login } = useSession();
  const { data } = useQuery({ ...accountsQuery, enabled: login.role === 'operator' });
  return account ?? data?.find(({ account_id }) => account_id === chosenAccount());
}

/** Returns whether the person may do what needs the scope. Pages hide what they may not. */
export const useMay = (scope: Scope): boolean => useSession().scopes.includes(scope);

export const useHasSessionEnded = (): boolean => useSyncExternalStore(sessionEnd.watch, () => sessionEnd.hasEnded);
