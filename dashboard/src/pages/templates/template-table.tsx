import { Link } from '@tanstack/react-router';
import { LayoutTemplate } from 'lucide-react';
import { useOwns } from '../../api/owning.ts';
import { type Column, Table } from '../../parts/data/table.tsx';
import { Badge, EmptyState } from '../../parts/feedback.tsx';
import { Time } from '../../parts/values/time.tsx';
import { CATEGORIES, keyOf, QUALITIES, STATUSES, type Template } from './template.ts';
import { useMayChange, useSendingConnections } from './use-sending-connections.ts';
import { useTemplatesSearch } from './use-templates-search.ts';

const COLUMNS: readonly Column<Template>[] = [
  {
    name: 'Template',
    cell: ({ name, language, body }) => (
      <span className="template-name">
        <span>
          {name}
          {/* On a phone, in place of its own column. */}
          <span className="only-narrow muted"> {language}</span>
        </span>
        <bdi className="muted cut">{body}</bdi>
      </span>
    ),
    sortBy: ({ name }) => name,
  },
  {
    name: 'Language',
    width: '100px',
    isSecondary: true,
    cell: ({ language }) => language,
    sortBy: ({ language }) => language,
  },
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
          <NoTemplates />
        ) : (
          <EmptyState icon={LayoutTemplate} title="No template matches">
            Choose other filters, or search for a part of the name or text.
          </EmptyState>
        )
      }
    />
  );
}

/** Says how the first template comes here. */
function NoTemplates() {
  const mayChange = useMayChange();
  const owns = useOwns();
  const hasNumber = useSendingConnections()?.length !== 0;
  if (!mayChange || hasNumber) {
    return (
      <EmptyState icon={LayoutTemplate} title="No templates yet">
        {mayChange
          ? 'Press “Sync templates” to load those of your WhatsApp account, or write a new one.'
          : 'An owner or a manager can sync those of your WhatsApp account, or write a new one.'}
      </EmptyState>
    );
  }
  return (
    <EmptyState
      icon={LayoutTemplate}
      title="No templates yet"
      action={
        owns && (
          <Link to="/connections" className="button primary">
            Connect a number
          </Link>
        )
      }
    >
      {owns
        ? 'Templates belong to a WhatsApp number. Connect one first.'
        : 'Templates belong to a WhatsApp number. Ask an owner of the account to connect one.'}
    </EmptyState>
  );
}
