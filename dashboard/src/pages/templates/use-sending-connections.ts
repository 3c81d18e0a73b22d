import { useQuery } from '@tanstack/react-query';
import { connectionsQuery } from '../../api/connections.ts';
import { useAccountId, useSession } from '../../api/session.ts';

/** Roles that sync and submit templates. */
const ALLOWED: readonly string[] = ['operator', 'owner', 'manager'];

/** Returns whether the person may sync and submit templates. */
export const useMayChange = (): boolean => ALLOWED.includes(useSession().login.role);

/** Returns the connections whose templates the person may change; undefined while they are loading. */
export function useSendingConnections() {
  const account = useAccountId();
  const mayChange = useMayChange();
  const { data, isLoading } = useQuery({
    ...connectionsQuery(account),
    enabled: mayChange,
  });
  if (isLoading) {
    return undefined;
  }
  // Another page may have loaded them for a person who may not change templates.
  return mayChange ? (data?.filter(({ channel, is_active }) => channel === 'whatsapp' && is_active) ?? []) : [];
}
