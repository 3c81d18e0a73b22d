import { type InfiniteData, type UseInfiniteQueryResult, useInfiniteQuery } from '@tanstack/react-query';
import type { AdminComponents } from '@wigwag/openapi';
import { History } from 'lucide-react';
import { useAccountId } from '../../api/session.ts';
import { Badge, EmptyState, ErrorNote } from '../../parts/feedback.tsx';
import { MoreRows, Table } from '../../parts/table.tsx';
import { Time } from '../../parts/time.tsx';
import { auditQuery } from './queries.ts';

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
export const AuditLog = () => <AuditTable list={useInfiniteQuery(auditQuery(useAccountId()))} />;

type List = UseInfiniteQueryResult<InfiniteData<AdminComponents['schemas']['AuditPage']>>;

/** Changes, the newest first. */
export function AuditTable({ list }: { list: List }) {
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
          empty={<EmptyState icon={History} title="Nothing has been changed yet" />}
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
                  </>
                );
              },
            },
            {
              name: 'By',
              cell: ({ caller }) => caller.email ?? (caller.kind === 'token' ? 'Admin token' : `Login ${caller.id}`),
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
