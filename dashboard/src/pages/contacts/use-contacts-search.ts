import { useNavigate, useSearch } from '@tanstack/react-router';

type TabId = 'all' | 'opted-out' | 'blocked';

/** The parameters of the address. */
export interface ContactsSearch {
  tab?: TabId;
  search?: string;
  /** Only contacts with a conversation that has this label. */
  label?: number;
  /** The phone of the open contact. */
  person?: string;
  /** `import` shows the import instead of the lists. */
  view?: 'import';
}

/** Returns the function that changes parameters of the address. */
export function useContactsSearch() {
  const search = useSearch({ strict: false }) as ContactsSearch;
  const navigate = useNavigate();
  const set = (change: { [Name in keyof ContactsSearch]?: ContactsSearch[Name] | undefined }, replace = false) =>
    // The address may have changed since the component was rendered.
    void navigate({
      to: '/contacts',
      search: (before: ContactsSearch) => ({ ...before, ...change }) as never,
      replace,
    });
  return [search, set] as const;
}
