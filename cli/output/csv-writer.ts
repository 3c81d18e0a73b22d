import { stringify } from 'csv-stringify/sync';

interface CsvOptions {
  /** Names of the fields in order; by default those of the first row. */
  columns?: readonly string[];
  /** Whether to write the names first. @default false */
  header?: boolean;
  /** Whether to start with a byte order mark, by which spreadsheets detect UTF-8. @default false */
  bom?: boolean;
}

/**
 * Returns rows as CSV with a line feed after each. All CSV that wigwag prints comes from this function.
 *
 * A spreadsheet runs text that begins with `=`, `+`, `-`, `@`, a tab or a line break as a formula. Such text gets an
 * apostrophe in front; numbers do not. Source: https://owasp.org/www-community/attacks/CSV_Injection
 *
 * @param rows objects by column, or arrays in the order of the columns; booleans are `true` and `false`, other values
 * JSON
 */
export const csvOf = (rows: readonly object[], { columns, header = false, bom = false }: CsvOptions = {}): string =>
  stringify([...rows], {
    header,
    bom,
    escape_formulas: true,
    cast: {
      boolean: String,
      object: (value) => JSON.stringify(value),
      // The library does not escape the line feed, which OWASP lists.
      string: (value) => (value.startsWith('\n') ? `'${value}` : value),
    },
    ...(columns && { columns: [...columns] }),
  });
