import { useNavigate, useSearch } from '@tanstack/react-router';

/** The parameters of the address. */
export interface TemplatesSearch {
  search?: string;
  status?: string;
  category?: string;
  language?: string;
  /** The name and the language of the open template. */
  template?: string;
  /** `new` shows a form instead of the list. */
  view?: string;
}

/** Returns the parameters of the address, and the function that changes them. */
export function useTemplatesSearch() {
  const search = useSearch({ strict: false }) as TemplatesSearch;
  const navigate = useNavigate();
  const set = (change: { [Name in keyof TemplatesSearch]?: string | undefined }, replace = false) =>
    // The address may have changed since the component was rendered.
    void navigate({
      to: '/templates',
      search: (before: TemplatesSearch) => ({ ...before, ...change }) as never,
      replace,
    });
  return [search, set] as const;
}
