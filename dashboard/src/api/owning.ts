import { useSession } from './session.ts';

/** Returns whether the person may change settings of the account, as its owners and operators may. */
export function useOwns(): boolean {
  const { role } = useSession().login;
  return role === 'owner' || role === 'operator';
}
