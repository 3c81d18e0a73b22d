import { useQuery } from '@tanstack/react-query';
import { useChooseAccount } from '../api/choose-account.ts';
import { accountsQuery, chosenAccount, useSession } from '../api/session.ts';
import { Select } from '../parts/fields/fields.tsx';

/** The account's name. An operator chooses the account here. */
export function AccountChooser() {
  const { login, account } = useSession();
  return login.role === 'operator' ? <OperatorsChooser /> : <span className="account-name cut">{account?.name}</span>;
}

/** Lets an operator choose the account. */
export function OperatorsChooser() {
  const choose = useChooseAccount();
  const { data } = useQuery(accountsQuery);
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
