/** The values of one row of a CSV file, by column name. */
export type TextValues = Record<string, string>;

const PLACEHOLDER = /\{\{\s*([^{}]+?)\s*\}\}/g;

/** Returns the column names in a text. */
export const placeholdersIn = (text: string): string[] => [...text.matchAll(PLACEHOLDER)].map(([, name]) => name ?? '');

/** Returns the text with the values of the row. */
export const filled = (text: string, values: TextValues): string =>
  text.replace(PLACEHOLDER, (_, name: string) => values[name] ?? '');
