import { type InfiniteData, type UseInfiniteQueryResult, useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import type { AdminComponents } from '@wigwag/openapi';
import { History } from 'lucide-react';
import { useAccountId } from '../../api/session.ts';
import { MoreRows, Table } from '../../parts/data/table.tsx';
import { Badge, EmptyState, ErrorNote } from '../../parts/feedback.tsx';
import { Select, TextField } from '../../parts/fields/fields.tsx';
import { Breakable } from '../../parts/values/breakable.tsx';
import { Time } from '../../parts/values/time.tsx';
import { type AuditFilter, type AuditKind, auditQuery, loginsQuery } from './queries.ts';

/** Returns the name of an operation in words, such as `Create key` for `createKey`. */
function wordsOf(operation: string): string {
  const words = operation.replaceAll(/([A-Z])/g, ' $1').toLowerCase();
  return words.charAt(0).toUpperCase() + words.slice(1);
}

type Entry = AdminComponents['schemas']['AuditEntry'];

const VALUES: Readonly<Record<string, string>> = { true: 'yes', false: 'no' };
const wordOf = (value: string): string => VALUES[value] ?? value;

/** Returns what changed, such as `Mona, role manager to agent`. */
function detailsOf({ ids, names = {}, changes = [] }: Entry): string {
  return [
    ...Object.entries(ids).map(([name, id]) => names[name] ?? `${name} ${id}`),
    ...changes.map(({ field, from, to }) => {
      const name = field.replaceAll('_', ' ');
      return from === undefined ? `${name}: ${wordOf(to)}` : `${name} ${wordOf(from)} to ${wordOf(to)}`;
    }),
  ].join(', ');
}

/** Who changed what in the account. */
export function AuditLog() {
  const account = useAccountId();
  const search = useSearch({ strict: false }) as Search;
  const navigate = useNavigate();
  const filter: AuditFilter = {
    login: Number.isInteger(search.login) ? search.login : undefined,
    kind: (Object.keys(KINDS) as AuditKind[]).find((kind) => kind === search.kind),
    from: dayOf(search.from),
    to: dayOf(search.to),
  };
  const change = (changes: AuditFilter) =>
    void navigate({
      to: '/settings',
      replace: true,
      search: { ...search, ...changes, tab: 'audit' } as never,
    });
  const list = useInfiniteQuery(auditQuery(account, filter));
  return (
    <div className="stack">
      <AuditFilters filter={filter} onChange={change} />
      <AuditTable list={list} isFiltered={Object.values(filter).some((value) => value !== undefined)} />
    </div>
  );
}

type Search = Record<'kind' | 'from' | 'to', unknown> & { login?: number };

const dayOf = (value: unknown): string | undefined =>
  typeof value === 'string' && /^\d{4}-\d{2}-\d{2}$/.test(value) ? value : undefined;

/** What the operations of each tag change. */
const KINDS: Readonly<Record<AuditKind, string>> = {
  accounts: 'Account and keys',
  connections: 'Connections',
  webhook: 'First webhook endpoint',
  endpoints: 'Webhook endpoints',
  deliveries: 'Webhook deliveries',
  campaigns: 'Campaigns',
  conversations: 'Labels and agents',
  inbox: 'Inbox',
  people: 'Contacts',
  logins: 'Logins and roles',
  session: 'Own login',
};

/** Chooses who, what and when. */
function AuditFilters({ filter, onChange }: { filter: AuditFilter; onChange: (changes: AuditFilter) => void }) {
  const logins = useQuery(loginsQuery(useAccountId()));
  const { login, kind, from, to } = filter;
  return (
    <div className="row wrap audit-filters">
      <Select
        label="Person"
        value={login === undefined ? 'all' : String(login)}
        onChange={(value) => onChange({ login: value === 'all' ? undefined : Number(value) })}
        options={[
          { value: 'all', text: 'Everyone' },
          ...(logins.data ?? []).map(({ id, email, agent }) => ({ value: String(id), text: agent?.name ?? email })),
        ]}
      />
      <Select<AuditKind | 'all'>
        label="Kind"
        value={kind ?? 'all'}
        onChange={(value) => onChange({ kind: value === 'all' ? undefined : value })}
        options={[
          { value: 'all', text: 'All changes' },
          ...(Object.entries(KINDS) as [AuditKind, string][]).map(([value, text]) => ({ value, text })),
        ]}
      />
      <TextField label="From" type="date" value={from ?? ''} onChange={(day) => onChange({ from: day || undefined })} />
      <TextField label="To" type="date" value={to ?? ''} onChange={(day) => onChange({ to: day || undefined })} />
    </div>
  );
}

const By = ({ caller: { email, kind, id } }: Pick<Entry, 'caller'>) =>
  email ? <Breakable text={email} /> : kind === 'token' ? 'Admin token' : `Login ${id}`;

type List = UseInfiniteQueryResult<InfiniteData<AdminComponents['schemas']['AuditPage']>>;

/** Changes, the newest first. */
export function AuditTable({ list, isFiltered = false }: { list: List; isFiltered?: boolean }) {
  return (
    <div className="stack">
      <p className="muted">Changes through the dashboard and the admin API, newest first, for a year.</p>
      {list.error ? (
        <ErrorNote error={list.error} retry={() => void list.refetch()} />
      ) : (
        <Table
          label="Audit log"
          rows={list.data?.pages.flatMap(({ entries }) => entries)}
          keyOf={({ id }) => String(id)}
          empty={
            <EmptyState icon={History} title={isFiltered ? 'No changes match' : 'Nothing has been changed yet'}>
              {isFiltered && 'Change the filters above to see others.'}
            </EmptyState>
          }
          columns={[
            {
              name: 'Change',
              width: '34%',
              cell: (entry) => {
                const details = detailsOf(entry);
                return (
                  <>
                    {wordsOf(entry.operation)}
                    {details !== '' && ': '}
                    <bdi className="muted">{details}</bdi>
                    {/* On a phone, in place of its own column. */}
                    <span className="only-narrow muted">
                      <span>
                        by <By caller={entry.caller} />
                      </span>
                    </span>
                  </>
                );
              },
            },
            {
              name: 'By',
              isSecondary: true,
              cell: ({ caller }) => <By caller={caller} />,
            },
            {
              name: 'Result',
              cell: ({ status }) =>
                status < 400 ? <Badge tone="good">Done</Badge> : <Badge tone="bad">Refused, {status}</Badge>,
            },
            { name: 'IP address', isSecondary: true, cell: ({ address }) => <span className="mono">{address}</span> },
            { name: 'Time', cell: ({ at }) => <Time at={at} /> },
          ]}
        />
      )}
      <MoreRows
        hasMore={list.hasNextPage}
        isLoading={list.isFetchingNextPage}
        onMore={() => void list.fetchNextPage()}
      />
    </div>
  );
}
