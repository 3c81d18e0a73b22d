import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useChooseAccount } from '../api/choose-account.ts';
import { accountsQuery, chosenAccount, useSession } from '../api/session.ts';
import { EmptyState } from '../parts/feedback.tsx';
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

/** Lets an operator choose the account, or leads to the first one. */
export function NoAccount() {
  const { data } = useQuery(accountsQuery);
  return data?.length === 0 ? (
    <EmptyState
      title="No account yet"
      action={
        <Link to="/installation" search={{ edit: 'new' } as never} className="button primary">
          Create an account
        </Link>
      }
    >
      An account has the connections, people and keys of one company or brand.
    </EmptyState>
  ) : (
    <EmptyState title="Choose an account" action={<OperatorsChooser />}>
      This page shows one account at a time.
    </EmptyState>
  );
}
