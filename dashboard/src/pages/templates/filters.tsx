import { SearchField, Select } from '../../parts/fields/fields.tsx';
import { CATEGORIES, STATUSES, type Template } from './template.ts';
import { useTemplatesSearch } from './use-templates-search.ts';

const ALL = 'all';

/** The filters of the list, which are in the address. */
export function Filters({ templates }: { templates: readonly Template[] }) {
  const [{ search = '', status = ALL, category = ALL, language = ALL }, set] = useTemplatesSearch();
  const languages = [...new Set(templates.map((template) => template.language))].sort();
  const wished = (value: string) => (value === ALL ? undefined : value);
  return (
    <div className="template-filters">
      <SearchField
        label="Search templates"
        value={String(search)}
        onChange={(value) => set({ search: value === '' ? undefined : value }, true)}
      />
      <Select
        label="Status"
        isLabelHidden
        value={status}
        onChange={(value) => set({ status: wished(value) }, true)}
        options={[
          { value: ALL, text: 'All statuses' },
          ...Object.entries(STATUSES).map(([value, { text }]) => ({ value, text })),
        ]}
      />
      <Select
        label="Category"
        isLabelHidden
        value={category}
        onChange={(value) => set({ category: wished(value) }, true)}
        options={[
          { value: ALL, text: 'All categories' },
          ...Object.entries(CATEGORIES).map(([value, text]) => ({ value, text })),
        ]}
      />
      <Select
        label="Language"
        isLabelHidden
        value={language}
        onChange={(value) => set({ language: wished(value) }, true)}
        options={[{ value: ALL, text: 'All languages' }, ...languages.map((value) => ({ value, text: value }))]}
      />
    </div>
  );
}
