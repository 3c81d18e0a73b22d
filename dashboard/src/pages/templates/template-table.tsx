import { LayoutTemplate } from 'lucide-react';
import { Badge, EmptyState } from '../../parts/feedback.tsx';
import { type Column, Table } from '../../parts/table.tsx';
import { Time } from '../../parts/time.tsx';
import { CATEGORIES, keyOf, QUALITIES, STATUSES, type Template } from './template.ts';
import { useMayChange } from './use-sending-connections.ts';
import { useTemplatesSearch } from './use-templates-search.ts';

const COLUMNS: readonly Column<Template>[] = [
  {
    name: 'Template',
    cell: ({ name, body }) => (
      <span className="template-name">
        <span>{name}</span>
        <bdi className="muted cut">{body}</bdi>
      </span>
    ),
    sortBy: ({ name }) => name,
  },
  { name: 'Language', width: '100px', cell: ({ language }) => language, sortBy: ({ language }) => language },
  {
    name: 'Category',
    width: '130px',
    isSecondary: true,
    cell: ({ category }) => CATEGORIES[category] ?? category,
    sortBy: ({ category }) => category,
  },
  {
    name: 'Status',
    width: '120px',
    cell: ({ status }) => <Badge tone={STATUSES[status]?.tone ?? 'neutral'}>{STATUSES[status]?.text ?? status}</Badge>,
    sortBy: ({ status }) => status,
  },
  {
    name: 'Quality',
    width: '110px',
    isSecondary: true,
    cell: ({ quality }) => <Quality quality={quality} />,
    sortBy: ({ quality }) => quality ?? '',
  },
  {
    name: 'Changed',
    width: '110px',
    isSecondary: true,
    cell: ({ updated_at }) => <Time at={updated_at} />,
    sortBy: ({ updated_at }) => updated_at,
  },
];

/** Meta's rating of a template, which falls if people block or report it. */
export function Quality({ quality }: { quality: string | null | undefined }) {
  const known = QUALITIES[quality ?? ''];
  return known ? <Badge tone={known.tone}>{known.text}</Badge> : <span className="muted">Not rated</span>;
}

/** The templates that match the filters. */
export function TemplateTable({ templates }: { templates: readonly Template[] | undefined }) {
  const [{ search = '', status, category, language, template: open }, set] = useTemplatesSearch();
  const words = String(search).trim().toLowerCase();
  const shown = templates?.filter(
    (template) =>
      (status === undefined || template.status === status) &&
      (category === undefined || template.category === category) &&
      (language === undefined || template.language === language) &&
      `${template.name} ${template.body}`.toLowerCase().includes(words),
  );
  const mayChange = useMayChange();
  return (
    <Table
      label="Templates"
      columns={COLUMNS}
      rows={shown}
      keyOf={keyOf}
      selected={open}
      onOpen={(template) => set({ template: keyOf(template) })}
      empty={
        templates?.length === 0 ? (
          <EmptyState icon={LayoutTemplate} title="No templates yet">
            {mayChange
              ? 'Press “Sync templates” to load those of your WhatsApp account, or write a new one.'
              : 'An owner or a manager can sync those of your WhatsApp account, or write a new one.'}
          </EmptyState>
        ) : (
          <EmptyState icon={LayoutTemplate} title="No template matches">
            Choose other filters, or search for a part of the name or text.
          </EmptyState>
        )
      }
    />
  );
}
