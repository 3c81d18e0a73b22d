import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Plus } from 'lucide-react';
import { useCallback } from 'react';
import { useDraft } from '../../api/draft.ts';
import { type AccountEvent, useEvents } from '../../api/events.ts';
import { templatesQuery } from '../../api/templates.ts';
import { Button } from '../../parts/button.tsx';
import { ErrorNote } from '../../parts/feedback.tsx';
import { Page } from '../../parts/page.tsx';
import { toast } from '../../parts/toasts.tsx';
import { draftFrom, EMPTY } from './draft.ts';
import { Filters } from './filters.tsx';
import { NewTemplate } from './new-template.tsx';
import { SyncTemplates } from './sync-templates.tsx';
import { keyOf, type Template } from './template.ts';
import { TemplateSheet } from './template-sheet.tsx';
import { TemplateTable } from './template-table.tsx';
import './templates.css';
import { useMayChange, useSendingConnections } from './use-sending-connections.ts';
import { useTemplatesSearch } from './use-templates-search.ts';

export default function TemplatesPage() {
  const queries = useQueryClient();
  const { data, error, refetch } = useQuery(templatesQuery);
  const [search, set] = useTemplatesSearch();
  useEvents(
    useCallback(
      ({ event }: AccountEvent) => {
        if (event === 'template.status') {
          void queries.invalidateQueries({ queryKey: templatesQuery.queryKey });
        }
      },
      [queries],
    ),
  );
  const mayChange = useMayChange();
  const [draft, setDraft] = useDraft('template-new', EMPTY);
  // While the connections are loading, the button has its place already.
  const mayWrite = useSendingConnections()?.length !== 0;
  if (search.view === 'new' && mayChange) {
    return <NewTemplate />;
  }
  const copy = (template: Template) => {
    setDraft(draftFrom(template));
    if (draft !== EMPTY) {
      toast('The copy replaces your draft of a template', () => setDraft(draft));
    }
    set({ template: undefined, view: 'new' });
  };
  const open = data?.find((template) => keyOf(template) === search.template);
  return (
    <Page
      title="Templates"
      about="Messages that Meta approves before you can send them. They also reach people whose window is closed."
      actions={
        <>
          <SyncTemplates />
          {mayWrite && (
            <Button kind="primary" icon={Plus} onPress={() => set({ view: 'new' })}>
              New template
            </Button>
          )}
        </>
      }
    >
      {error && !data ? (
        <ErrorNote error={error} retry={() => void refetch()} />
      ) : (
        <>
          <Filters templates={data ?? []} />
          <TemplateTable templates={data} />
        </>
      )}
      {open && (
        <TemplateSheet
          template={open}
          onClose={() => set({ template: undefined })}
          onCopy={mayWrite ? () => copy(open) : undefined}
        />
      )}
    </Page>
  );
}
