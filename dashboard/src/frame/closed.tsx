import { Link } from '@tanstack/react-router';
import { Lock } from 'lucide-react';
import { type Account, useSession } from '../api/session.ts';
import { EmptyState, Note } from '../parts/feedback.tsx';

/** Says that the role may not open a page or a tab, and whom to ask. */
export function NoRight({ name, isOperators }: { name: string; isOperators: boolean }) {
  const { role } = useSession().login;
  return (
    <EmptyState
      icon={Lock}
      title={`Your role (${role}) cannot open ${name}`}
      action={<Link to="/inbox">Go to the inbox</Link>}
    >
      {isOperators ? 'Ask an operator of the installation.' : 'Ask an owner of the account.'}
    </EmptyState>
  );
}

const MODULE_NAMES: Readonly<Record<Account['modules'][number], string>> = {
  api: 'API',
  webhook: 'Webhooks',
  flows: 'Flows',
};

/** Returns why the account, or a module of it, may not be used; undefined if it may. */
export function lockOf(account: Account | undefined, module?: Account['modules'][number]): string | undefined {
  if (!account) {
    return undefined;
  }
  if (!account.is_active) {
    return 'This account is suspended';
  }
  if (account.license_expires_at !== null && Date.parse(account.license_expires_at) <= Date.now()) {
    return 'The license of this account has expired';
  }
  return module && !account.modules.includes(module)
    ? `The module ${MODULE_NAMES[module]} of this account is off`
    : undefined;
}

/** Whom to ask about a locked account. */
function Unlock({ account }: { account: Account }) {
  const { role } = useSession().login;
  return role === 'operator' ? (
    <Link to="/installation" search={{ edit: account.account_id } as never}>
      Change the account
    </Link>
  ) : (
    'Ask an operator of the installation.'
  );
}

/** Says in place of a page why it cannot be used. */
export const Locked = ({ reason, account }: { reason: string; account: Account }) => (
  <EmptyState icon={Lock} title={reason} action={<Unlock account={account} />}>
    This page works again when an operator of the installation changes that. Nothing is deleted.
  </EmptyState>
);

/** Says above a page that works that the account does not. */
export const LockNote = ({ reason, account }: { reason: string; account: Account }) => (
  <div className="lock-note">
    <Note tone="warn">
      <p>
        {reason}, so most pages and all programs are refused. <Unlock account={account} />
      </p>
    </Note>
  </div>
);
