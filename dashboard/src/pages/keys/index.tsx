import './keys.css';
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { KeyRound, Plus } from 'lucide-react';
import { useState } from 'react';
import { useAccount, useAccountId } from '../../api/session.ts';
import { Button } from '../../parts/button.tsx';
import { type Column, Table } from '../../parts/data/table.tsx';
import { Badge, EmptyState, ErrorNote, Note } from '../../parts/feedback.tsx';
import { Switch } from '../../parts/fields/fields.tsx';
import { Page } from '../../parts/page.tsx';
import { Time } from '../../parts/values/time.tsx';
import { CreateKey } from './create-key.tsx';
import { hasFullAccess, isFromAnywhere, type Key, keysQuery, prefixOf, stateOf } from './data.ts';
import { KeySheet } from './key-sheet.tsx';
import { KeyState, LastUsed } from './key-state.tsx';

const COLUMNS: readonly Column<Key>[] = [
  {
    name: 'Key',
    cell: (key) => (
      <>
        {key.name && <bdi>{key.name} </bdi>}
        <span className={`mono key-name${key.name ? ' muted' : ''}`}>{prefixOf(key)}</span>
      </>
    ),
    sortBy: ({ id }) => id,
  },
  {
    name: 'Mode',
    isSecondary: true,
    cell: ({ mode }) => (mode === 'live' ? <Badge tone="info">Live</Badge> : <Badge>Test</Badge>),
    sortBy: ({ mode }) => mode,
  },
  {
    name: 'Access',
    cell: (key) =>
      hasFullAccess(key)
        ? 'Full'
        : `${key.scopes.length.toLocaleString()} ${key.scopes.length === 1 ? 'scope' : 'scopes'}`,
  },
  {
    name: 'IP addresses',
    isSecondary: true,
    cell: (key) => (isFromAnywhere(key) ? 'Any' : <span className="mono">{key.allowed_ips.join(', ')}</span>),
  },
  {
    name: 'Requests per minute',
    isNumber: true,
    isSecondary: true,
    cell: ({ requests_per_minute: rate }) => rate.toLocaleString(),
    sortBy: ({ requests_per_minute: rate }) => rate,
  },
  {
    name: 'Created',
    isSecondary: true,
    cell: ({ created_at: at }) => <Time at={at} />,
    sortBy: ({ created_at: at }) => at,
  },
  {
    name: 'Last used',
    isSecondary: true,
    cell: ({ last_used_at: at }) => <LastUsed at={at} />,
    sortBy: ({ last_used_at: at }) => at ?? '',
  },
  { name: 'Status', cell: (key) => <KeyState apiKey={key} /> },
];

type Search = { key?: number; revoked?: boolean };

/** The keys with which programs call the API. */
export default function KeysPage() {
  const account = useAccountId();
  const search: Search = useSearch({ strict: false });
  const navigate = useNavigate();
  const { data, error, refetch } = useQuery(keysQuery(account));
  const [isCreating, setCreating] = useState(false);
  const isUsable = useAccount()?.modules.includes('api') ?? false;
  const change = (next: Search) => void navigate({ to: '.', search: next as never });
  const all = data?.toReversed();
  const revoked = all?.filter((key) => stateOf(key) === 'revoked').length ?? 0;
  const rows = search.revoked ? all : all?.filter((key) => stateOf(key) !== 'revoked');
  return (
    <Page
      title="Keys"
      about="Programs call the API with a key. The server stores only its hash, so it is shown once."
      actions={
        isUsable &&
        // An empty list has the button itself.
        rows?.length !== 0 && (
          <Button kind="primary" icon={Plus} onPress={() => setCreating(true)}>
            Create key
          </Button>
        )
      }
    >
      <ModuleNote />
      {error && <ErrorNote error={error} retry={() => void refetch()} />}
      {revoked > 0 && (
        <Switch isSelected={search.revoked ?? false} onChange={(isOn) => change(isOn ? { revoked: true } : {})}>
          {`Show ${revoked.toLocaleString()} revoked`}
        </Switch>
      )}
      {!(error && !rows) && (
        <Table
          label="Keys"
          columns={COLUMNS}
          rows={rows}
          keyOf={({ id }) => String(id)}
          selected={search.key === undefined ? undefined : String(search.key)}
          onOpen={({ id }) => change({ ...search, key: id })}
          empty={
            <EmptyState
              icon={KeyRound}
              title={revoked > 0 ? 'No key works' : 'No keys yet'}
              action={
                isUsable && (
                  <Button kind="primary" icon={Plus} onPress={() => setCreating(true)}>
                    Create key
                  </Button>
                )
              }
            >
              Create a key for each program, so that you can revoke one without the others.
            </EmptyState>
          }
        />
      )}
      <KeySheet
        apiKey={all?.find(({ id }) => id === Number(search.key))}
        onClose={() => change(search.revoked ? { revoked: true } : {})}
        onRotated={(id) => change({ ...search, key: id })}
      />
      <CreateKey isOpen={isCreating} onClose={() => setCreating(false)} />
    </Page>
  );
}

/** Says that keys do not work, if that is so. */
function ModuleNote() {
  const account = useAccount();
  return account && !account.modules.includes('api') ? (
    <Note tone="warn">
      <p>The API module of this account is off, so requests with keys are refused. An operator can turn it on.</p>
    </Note>
  ) : null;
}
