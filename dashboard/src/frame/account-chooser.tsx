import { useQuery, useQueryClient } from '@tanstack/react-query';
import { eventStream } from '../api/events.ts';
import { accountsQuery, chooseAccount, chosenAccount, sessionQuery, useSession } from '../api/session.ts';
import { Select } from '../parts/fields.tsx';

/** The account's name. An operator chooses the account here. */
export function AccountChooser() {
  const { login, account } = useSession();
  return login.role === 'operator' ? <OperatorsChooser /> : <span className="account-name cut">{account?.name}</span>;
}

/** Lets an operator choose the account. */
export function OperatorsChooser() {
  const queries = useQueryClient();
  const { data } = useQuery(accountsQuery);
  const choose = (id: string) => {
    chooseAccount(id);
    eventStream.reset();
    queries.removeQueries({ predicate: ({ queryKey }) => queryKey[0] !== 'session' && queryKey[0] !== 'accounts' });
    void queries.invalidateQueries({ queryKey: sessionQuery.queryKey });
  };
  return (
    <Select
      label="Account"
      isLabelHidden
      placeholder="Choose an account"
      value={chosenAccount()}
      onChange={choose}
      options={(data ?? []).map(({ account_id, name }) => ({ value: account_id, text: name }))}
    />
  );
}
