import { useQueryClient } from '@tanstack/react-query';
import { eventStream } from './events.ts';
import { chooseAccount, sessionQuery } from './session.ts';

/** Returns a function that shows an operator another account. */
export function useChooseAccount(): (id: string) => void {
  const queries = useQueryClient();
  return (id) => {
    chooseAccount(id);
    eventStream.reset();
    queries.removeQueries({ predicate: ({ queryKey }) => queryKey[0] !== 'session' && queryKey[0] !== 'accounts' });
    void queries.invalidateQueries({ queryKey: sessionQuery.queryKey });
  };
}
