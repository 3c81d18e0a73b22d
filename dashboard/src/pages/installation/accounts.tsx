import { useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { Plus } from 'lucide-react';
import { accountsQuery } from '../../api/session.ts';
import { Button } from '../../parts/button.tsx';
import { type Column, Table } from '../../parts/data/table.tsx';
import { Badge, EmptyState, ErrorNote } from '../../parts/feedback.tsx';
import { Section } from '../../parts/page.tsx';
import { lastDayOf } from '../../parts/values/time.tsx';
import { AccountForm } from './account-form.tsx';
import { CreateAccount } from './create-account.tsx';
import type { Account } from './data.ts';

/** Whether an account may use the service. */
function AccountState({ account: { is_active: isActive, license_expires_at: end } }: { account: Account }) {
  if (!isActive) {
    return <Badge tone="bad">Inactive</Badge>;
  }
  return end !== null && Date.parse(end) < Date.now() ? (
    <Badge tone="bad">License expired</Badge>
  ) : (
    <Badge tone="good">Active</Badge>
  );
}

const COLUMNS: readonly Column<Account>[] = [
  { name: 'Account', cell: ({ name }) => name, sortBy: ({ name }) => name },
  { name: 'ID', isSecondary: true, cell: ({ account_id: id }) => <span className="mono">{id}</span> },
  { name: 'Status', cell: (account) => <AccountState account={account} /> },
  {
    name: 'Modules',
    isSecondary: true,
    cell: ({ modules }) => (modules.length === 0 ? 'None' : modules.join(', ')),
  },
  {
    name: 'License ends',
    isSecondary: true,
    cell: ({ license_expires_at: end, time_zone: zone }) =>
      end === null ? <span className="muted">Never</span> : lastDayOf(end, zone),
  },
  { name: 'Time zone', isSecondary: true, cell: ({ time_zone: zone }) => zone },
];

/** What the address has in place of an account while one is created. */
const NEW = 'new';

/** All accounts of the installation. */
export function Accounts() {
  const { data, error, refetch } = useQuery(accountsQuery);
  const { edit }: { edit?: string | number } = useSearch({ strict: false });
  const navigate = useNavigate();
  const open = (id?: string) => void navigate({ to: '.', search: (id === undefined ? {} : { edit: id }) as never });
  const edited = data?.find(({ account_id: id }) => id === String(edit));
  const create = (
    <Button icon={Plus} onPress={() => open(NEW)}>
      Create account
    </Button>
  );
  return (
    <Section title="Accounts" actions={data && data.length > 0 && create}>
      {error && <ErrorNote error={error} retry={() => void refetch()} />}
      {!error && (
        <Table
          label="Accounts"
          rows={data}
          keyOf={({ account_id: id }) => id}
          columns={COLUMNS}
          selected={edit === undefined ? undefined : String(edit)}
          onOpen={({ account_id: id }) => open(id)}
          empty={
            <EmptyState title="No account yet" action={create}>
              Create an account for each company or brand: it has its own connections, people and keys.
            </EmptyState>
          }
        />
      )}
      {edited && <AccountForm key={edited.account_id} account={edited} onClose={() => open()} />}
      <CreateAccount isOpen={edit === NEW} onClose={() => open()} />
    </Section>
  );
}
