/** The values of one row of a CSV file, by the names of its columns. */
export type Values = Record<string, string>;

const PLACEHOLDER = /\{\{\s*([^{}]+?)\s*\}\}/g;

/** The names of the columns in a text. */
export const placeholdersIn = (text: string): string[] => [...text.matchAll(PLACEHOLDER)].map(([, name]) => name ?? '');

/** The text with the values of the row in it. */
export const filled = (text: string, values: Values): string =>
  text.replace(PLACEHOLDER, (_, name: string) => values[name] ?? '');
