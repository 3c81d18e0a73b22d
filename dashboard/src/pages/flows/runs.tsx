import { useInfiniteQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { Route } from 'lucide-react';
import { useEffect, useState } from 'react';
import { MoreRows, Table } from '../../parts/data/table.tsx';
import { Badge, EmptyState, ErrorNote } from '../../parts/feedback.tsx';
import { SearchField, Select } from '../../parts/fields/fields.tsx';
import { Time } from '../../parts/values/time.tsx';
import type { Flow } from './draft.ts';
import { type RunStatus, runsQuery } from './queries.ts';
import { RUN_STATUSES, STOP_REASONS } from './run-words.ts';

const STATUSES: readonly { value: RunStatus | 'all'; text: string }[] = [
  { value: 'all', text: 'All runs' },
  { value: 'running', text: 'Running' },
  { value: 'done', text: 'Done' },
  { value: 'stopped', text: 'Stopped' },
];

/** How long to wait after the last key before the search is sent, in milliseconds. */
const PAUSE = 350;

/** The people who pressed the button, and how far each got. */
export function Runs({ flow }: { flow: Flow }) {
  const navigate = useNavigate();
  const search = useSearch({ strict: false }) as { status?: RunStatus; phone?: string | number };
  const phone = String(search.phone ?? '');
  const [typed, setTyped] = useState(phone);
  const show = (changes: { status?: RunStatus | undefined; phone?: string | undefined }) =>
    void navigate({
      to: '/flows',
      search: { flow: flow.id, tab: 'runs', status: search.status, phone: phone || undefined, ...changes },
      replace: true,
    });
  const digits = typed.replaceAll(/[^\dA-Za-z.]/g, '');
  useEffect(() => {
    const timer = digits === phone ? undefined : setTimeout(() => show({ phone: digits || undefined }), PAUSE);
    return () => clearTimeout(timer);
  });
  const list = useInfiniteQuery(runsQuery(flow.id, search.status, phone));
  const isFiltered = search.status !== undefined || phone !== '';
  return (
    <div className="stack">
      <div className="row wrap">
        <SearchField label="Phone number" placeholder="Phone number, whole" value={typed} onChange={setTyped} />
        <Select
          label="Status"
          isLabelHidden
          value={search.status ?? 'all'}
          options={STATUSES}
          onChange={(status) => show({ status: status === 'all' ? undefined : status })}
        />
      </div>
      {list.error ? (
        <ErrorNote error={list.error} retry={() => void list.refetch()} />
      ) : (
        <Table
          label="Runs"
          rows={list.data?.pages.flatMap(({ runs }) => runs)}
          keyOf={({ id }) => String(id)}
          empty={
            isFiltered ? (
              <EmptyState icon={Route} title="No run matches" />
            ) : (
              <EmptyState icon={Route} title="No customer has pressed the button yet">
                {flow.is_active
                  ? `Send the template ${flow.template}. Each press of “${flow.button}” starts a run.`
                  : 'Publish the flow, then send its template.'}
              </EmptyState>
            )
          }
          columns={[
            { name: 'Person', cell: ({ phone: person }) => <span className="number flow-person">{person}</span> },
            {
              name: 'Status',
              cell: ({ status }) => <Badge tone={RUN_STATUSES[status].tone}>{RUN_STATUSES[status].text}</Badge>,
            },
            {
              name: 'Steps sent',
              isNumber: true,
              cell: ({ current_step }) => `${current_step} of ${flow.steps.length}`,
            },
            {
              name: 'Next, or why it stopped',
              isSecondary: true,
              cell: ({ next_step_at, stop_reason }) =>
                next_step_at ? <Time at={next_step_at} /> : stop_reason ? STOP_REASONS[stop_reason] : '–',
            },
            { name: 'Pressed', isSecondary: true, cell: ({ started_at }) => <Time at={started_at} /> },
            {
              name: 'Ended',
              isSecondary: true,
              cell: ({ finished_at }) => (finished_at ? <Time at={finished_at} /> : '–'),
            },
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
