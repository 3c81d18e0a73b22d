import type { AdminComponents } from '@wigwag/openapi';
import { columnName, numberIn, PHONE_COLUMNS, problemOfNumber, USER_ID_COLUMNS } from '@wigwag/openapi/recipient-list';
import { admin, bodyOf } from '../../api/client.ts';
import { patiently } from '../../api/patiently.ts';
import type { StoredList } from '../../files/use-stored-list.ts';
import type { Mistake } from '../../parts/data/mistakes.tsx';
import type { FieldId } from './contact.ts';

type ListedContact = AdminComponents['schemas']['ListedContact'];

/** The columns of a list, by the field; a field without a column is left out. */
export type Columns = Partial<Record<'phone' | FieldId, number>>;

const NAMES: Readonly<Record<'phone' | FieldId, readonly string[]>> = {
  phone: [...PHONE_COLUMNS, ...USER_ID_COLUMNS],
  name: ['name', 'full name', 'full_name', 'fullname', 'first name', 'first_name', 'firstname'],
  email: ['email', 'e-mail', 'mail'],
  display_name: ['display_name', 'display name', 'nickname'],
  username: ['username', 'user name'],
};

/** Returns the columns whose names match. */
export function guessColumns(header: readonly string[]): Columns {
  const names = header.map(columnName);
  return Object.fromEntries(
    Object.entries(NAMES).flatMap(([field, accepted]) => {
      const name = accepted.find((one) => names.includes(one));
      return name === undefined ? [] : [[field, names.indexOf(name)]];
    }),
  );
}

/** Returns the names of the columns that are not imported. */
export const unusedColumns = (header: readonly string[], columns: Columns): string[] =>
  header.filter((name, place) => name !== '' && !Object.values(columns).includes(place));

export interface ImportResult {
  created: number;
  changed: number;
  mistakes: Mistake[];
  /** Rows with the number of an earlier row, which they change. */
  duplicates: { line: number; of: number }[];
}

/** How many contacts one call takes. */
const BATCH = 500;

/**
 * Imports a list, or only checks it. Empty cells change nothing.
 *
 * @param onProgress is called with the number of handled rows
 */
export async function importList(
  account: string,
  list: StoredList,
  columns: Columns,
  isDryRun: boolean,
  onProgress: (rows: number) => void,
  signal?: AbortSignal,
): Promise<ImportResult> {
  const { phone: phoneColumn, ...others } = columns;
  const result: ImportResult = { created: 0, changed: 0, mistakes: [], duplicates: [] };
  /** The first rows of the numbers. */
  const firstRows = new Map<string, number>();
  for (let start = 0; start < list.rows.length; start += BATCH) {
    const contacts: ListedContact[] = [];
    for (const { line, cells, problem } of list.rows.slice(start, start + BATCH)) {
      const phone = numberIn(cells[phoneColumn ?? -1] ?? '');
      const wrong = problem ?? problemOfNumber(phone);
      if (wrong !== undefined) {
        result.mistakes.push({ line, field: problem === undefined ? 'phone' : null, problem: wrong, fix: null });
        continue;
      }
      const same = phone.replace(/[^\p{L}\p{N}.]/gu, '');
      const first = firstRows.get(same);
      if (first === undefined) {
        firstRows.set(same, line);
      } else {
        result.duplicates.push({ line, of: first });
      }
      const fields = Object.entries(others)
        .map(([field, column]) => [field, cells[column] ?? ''] as const)
        .filter(([, text]) => text !== '');
      contacts.push({ position: line, phone, ...Object.fromEntries(fields) });
    }
    if (contacts.length > 0) {
      const { created, changed, invalid } = await patiently(
        () =>
          bodyOf(
            admin.POST('/accounts/{account}/contacts/import', {
              params: { path: { account } },
              body: { contacts, ...(isDryRun && { dry_run: true }) },
            }),
          ),
        signal,
      );
      result.created += created;
      result.changed += changed;
      result.mistakes.push(...invalid.map(({ position, ...rest }) => ({ line: position, ...rest })));
    }
    onProgress(Math.min(list.rows.length, start + BATCH));
  }
  result.mistakes.sort((left, right) => left.line - right.line);
  return result;
}
