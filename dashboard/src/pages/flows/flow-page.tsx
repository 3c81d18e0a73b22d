import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { ArrowLeft, EllipsisVertical, Send, Trash2 } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { api, dataOf } from '../../api/client.ts';
import { useMay } from '../../api/session.ts';
import { Button, IconButton } from '../../parts/button.tsx';
import { Badge, ErrorNote, SkeletonRows } from '../../parts/feedback.tsx';
import { Menu } from '../../parts/menu.tsx';
import { Tabs } from '../../parts/tabs.tsx';
import { toast } from '../../parts/toasts.tsx';
import { Builder } from './builder.tsx';
import { DeleteFlow } from './delete-flow.tsx';
import { draftOf, EMPTY, type Flow } from './draft.ts';
import { flowQuery, statsQuery } from './queries.ts';
import { Results } from './results.tsx';
import { Runs } from './runs.tsx';
import { TestFlow } from './test-flow.tsx';

/** One flow, or a new one without an `id`. */
export function FlowPage({ id }: { id: number | undefined }) {
  return id === undefined ? <NewFlow /> : <SavedFlow id={id} />;
}

function Head({ title, children }: { title: ReactNode; children?: ReactNode }) {
  return (
    <header className="page-head flow-head">
      <div className="grow">
        <Link to="/flows" className="flow-back">
          <ArrowLeft size={16} aria-hidden />
          Flows
        </Link>
        <h1>{title}</h1>
      </div>
      {children && <div className="row wrap">{children}</div>}
    </header>
  );
}

function NewFlow() {
  const navigate = useNavigate();
  return (
    <div className="page">
      <Head title="New flow" />
      <Builder
        saved={EMPTY}
        name="new"
        isPublished={false}
        save={(body) => dataOf(api.POST('/flows', { body }))}
        onSaved={(flow) => void navigate({ to: '/flows', search: { flow: flow.id }, replace: true })}
      />
    </div>
  );
}

function SavedFlow({ id }: { id: number }) {
  const { data: flow, error, refetch } = useQuery(flowQuery(id));
  const navigate = useNavigate();
  const { tab = 'build' } = useSearch({ strict: false }) as { tab?: 'build' | 'runs' | 'results' };
  if (!flow) {
    return (
      <div className="page">
        <Head title="Flow" />
        {error ? <ErrorNote error={error} retry={() => void refetch()} /> : <SkeletonRows rows={10} />}
      </div>
    );
  }
  return (
    <div className="page">
      <Head
        title={
          <span className="row wrap">
            <bdi>{flow.name}</bdi>
            {flow.is_active ? <Badge tone="good">Published</Badge> : <Badge>Not published</Badge>}
          </span>
        }
      >
        <Actions flow={flow} />
      </Head>
      <Tabs
        label="Parts of the flow"
        selected={tab}
        onSelect={(next) =>
          void navigate({ to: '/flows', search: { flow: id, ...(next !== 'build' && { tab: next }) } })
        }
        tabs={[
          { id: 'build', name: 'Steps', content: <Edit flow={flow} /> },
          { id: 'runs', name: 'Runs', content: <Runs flow={flow} /> },
          { id: 'results', name: 'Results', content: <Results flow={flow} /> },
        ]}
      />
    </div>
  );
}

function Edit({ flow }: { flow: Flow }) {
  const queries = useQueryClient();
  const { data: stats } = useQuery(statsQuery(flow.id));
  return (
    <Builder
      saved={draftOf(flow)}
      name={String(flow.id)}
      isPublished={flow.is_active}
      running={stats?.running}
      save={(body) => dataOf(api.PATCH('/flows/{id}', { params: { path: { id: flow.id } }, body }))}
      onSaved={(saved) => {
        queries.setQueryData(flowQuery(flow.id).queryKey, saved);
        void queries.invalidateQueries({ queryKey: ['flows', 'list'] });
      }}
    />
  );
}

function Actions({ flow }: { flow: Flow }) {
  const mayWrite = useMay('flows:write');
  const queries = useQueryClient();
  const [open, setOpen] = useState<'test' | 'delete'>();
  const publish = useMutation({
    mutationFn: (isActive: boolean) =>
      dataOf(api.PATCH('/flows/{id}', { params: { path: { id: flow.id } }, body: { is_active: isActive } })),
    onSuccess: (saved) => {
      queries.setQueryData(flowQuery(flow.id).queryKey, saved);
      void queries.invalidateQueries({ queryKey: ['flows', 'list'] });
      toast(saved.is_active ? 'The flow is published' : 'The flow is no longer published, and its runs continue');
    },
  });
  if (!mayWrite) {
    return null;
  }
  return (
    <>
      <Button icon={Send} onPress={() => setOpen('test')}>
        Test
      </Button>
      {flow.is_active && (
        <Button isPending={publish.isPending} onPress={() => publish.mutate(false)}>
          Unpublish
        </Button>
      )}
      <Menu
        actions={[
          { id: 'delete', text: 'Delete the flow', icon: Trash2, isDanger: true, run: () => setOpen('delete') },
        ]}
      >
        <IconButton label="More actions" icon={EllipsisVertical} />
      </Menu>
      {publish.error && <ErrorNote error={publish.error} />}
      {open === 'test' && <TestFlow flow={flow} onClose={() => setOpen(undefined)} />}
      {open === 'delete' && <DeleteFlow flow={flow} onClose={() => setOpen(undefined)} />}
    </>
  );
}
