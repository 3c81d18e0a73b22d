import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useCallback } from 'react';
import { type AccountEvent, useEvents } from '../../api/events.ts';
import { ErrorNote } from '../../parts/feedback.tsx';
import { Page } from '../../parts/page.tsx';
import { Filters } from './filters.tsx';
import { SyncTemplates } from './sync-templates.tsx';
import { keyOf, templatesQuery } from './template.ts';
import { TemplateSheet } from './template-sheet.tsx';
import { TemplateTable } from './template-table.tsx';
import './templates.css';

/** The parameters of the address. */
export interface TemplatesSearch {
  search?: string;
  status?: string;
  category?: string;
  language?: string;
  /** The name and the language of the open template. */
  template?: string;
}

/** Returns the parameters of the address, and the function that changes them. */
export function useTemplatesSearch() {
  const search = useSearch({ strict: false }) as TemplatesSearch;
  const navigate = useNavigate();
  const set = (change: { [Name in keyof TemplatesSearch]?: string | undefined }, replace = false) =>
    void navigate({ to: '/templates', search: { ...search, ...change } as never, replace });
  return [search, set] as const;
}

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
  const open = data?.find((template) => keyOf(template) === search.template);
  return (
    <Page
      title="Templates"
      about="Messages that Meta approves before you can send them. They also reach people whose window is closed."
      actions={<SyncTemplates />}
    >
      {error && !data ? (
        <ErrorNote error={error} retry={() => void refetch()} />
      ) : (
        <>
          <Filters templates={data ?? []} />
          <TemplateTable templates={data} />
        </>
      )}
      {open && <TemplateSheet template={open} onClose={() => set({ template: undefined })} />}
    </Page>
  );
}
