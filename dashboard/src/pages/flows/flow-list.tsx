import { useInfiniteQuery, useQueries } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { GitBranch, Plus } from 'lucide-react';
import { useMay } from '../../api/session.ts';
import { Button } from '../../parts/button.tsx';
import { MoreRows, Table } from '../../parts/data/table.tsx';
import { Badge, EmptyState, ErrorNote } from '../../parts/feedback.tsx';
import { Select } from '../../parts/fields/fields.tsx';
import { Page } from '../../parts/page.tsx';
import { Time } from '../../parts/values/time.tsx';
import type { Flow } from './draft.ts';
import { flowsQuery, statsQuery } from './queries.ts';

const FILTERS = [
  { value: 'all', text: 'All flows' },
  { value: 'published', text: 'Published' },
  { value: 'draft', text: 'Not published' },
] as const;

export function FlowList() {
  const navigate = useNavigate();
  const mayWrite = useMay('flows:write');
  const { state = 'all' } = useSearch({ strict: false }) as { state?: (typeof FILTERS)[number]['value'] };
  const list = useInfiniteQuery(flowsQuery(state === 'all' ? undefined : state === 'published'));
  const flows = list.data?.pages.flatMap((page) => page.flows);
  const open = (flow: number | 'new') => void navigate({ to: '/flows', search: { flow } });
  const create = mayWrite && (
    <Button kind="primary" icon={Plus} onPress={() => open('new')}>
      Build a flow
    </Button>
  );
  return (
    <Page
      title="Flows"
      about="Messages that follow when a customer presses a button of a template."
      actions={flows?.length !== 0 || state !== 'all' ? create : undefined}
    >
      <div className="row">
        <Select
          label="Show"
          isLabelHidden
          value={state}
          options={FILTERS}
          onChange={(next) => void navigate({ to: '/flows', search: next === 'all' ? {} : { state: next } })}
        />
      </div>
      {list.error ? (
        <ErrorNote error={list.error} retry={() => void list.refetch()} />
      ) : (
        <FlowTable
          flows={flows}
          onOpen={open}
          empty={
            state === 'all' ? (
              <EmptyState icon={GitBranch} title="No flows yet" action={create || undefined}>
                {mayWrite
                  ? 'Choose a button of a template, and write what a customer gets after pressing it.'
                  : 'An owner or a manager can build one.'}
              </EmptyState>
            ) : (
              <EmptyState
                icon={GitBranch}
                title={state === 'published' ? 'No flow is published' : 'All are published'}
              />
            )
          }
        />
      )}
      <MoreRows
        hasMore={list.hasNextPage}
        isLoading={list.isFetchingNextPage}
        onMore={() => void list.fetchNextPage()}
      />
    </Page>
  );
}

function FlowTable(props: { flows: Flow[] | undefined; onOpen: (id: number) => void; empty: React.ReactNode }) {
  const { flows, onOpen, empty } = props;
  const counts = useQueries({
    queries: (flows ?? []).map(({ id }) => ({ ...statsQuery(id), refetchInterval: false as const })),
  });
  const statsOf = ({ id }: Flow) => counts[flows?.findIndex((flow) => flow.id === id) ?? -1]?.data;
  const count = (name: 'entered' | 'running' | 'done' | 'stopped') => ({
    name: { entered: 'Entered', running: 'Running', done: 'Done', stopped: 'Stopped' }[name],
    isNumber: true,
    isSecondary: name !== 'entered',
    cell: (flow: Flow) => statsOf(flow)?.[name].toLocaleString() ?? '…',
  });
  return (
    <Table
      label="Flows"
      rows={flows}
      keyOf={({ id }) => String(id)}
      onOpen={({ id }) => onOpen(id)}
      empty={empty}
      columns={[
        { name: 'Flow', cell: ({ name }) => <bdi>{name}</bdi>, sortBy: ({ name }) => name },
        {
          name: 'Status',
          cell: ({ is_active }) => (is_active ? <Badge tone="good">Published</Badge> : <Badge>Not published</Badge>),
        },
        {
          name: 'Starts with',
          isSecondary: true,
          cell: ({ template, button }) => (
            <>
              <bdi>“{button}”</bdi> <span className="muted">of {template}</span>
            </>
          ),
        },
        { name: 'Steps', isNumber: true, isSecondary: true, cell: ({ steps }) => steps.length },
        count('entered'),
        count('running'),
        count('done'),
        count('stopped'),
        { name: 'Changed', isSecondary: true, cell: ({ updated_at }) => <Time at={updated_at} /> },
      ]}
    />
  );
}
