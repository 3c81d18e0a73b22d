/**
 * The rules for lists of recipients in CSV files, which the command line and the dashboard share. This file imports
 * nothing, so that browsers do not load the document.
 */

/** Accepted names of the phone number column. */
export const PHONE_COLUMNS: readonly string[] = ['phone', 'number', 'to', 'mobile', 'phone_number', 'telephone'];
/** Accepted names of the column with WhatsApp user IDs. A row without a number uses it. */
export const USER_ID_COLUMNS: readonly string[] = ['user_id', 'bsuid'];

/** Column separators; spreadsheets in many countries write semicolons. */
const SEPARATORS = [',', ';', '\t'];

/** Returns the separator of the columns of a header. */
export function separatorOf(header: string): string {
  const counts = SEPARATORS.map((separator) => header.split(separator).length);
  return SEPARATORS[counts.indexOf(Math.max(...counts))] ?? ',';
}

/** Returns the name of a column in the form in which names are compared. `{{name}}` and `Name` are `name`. */
export const columnName = (cell: string): string =>
  cell
    .replace(/^\{\{(.*)\}\}$/, '$1')
    .trim()
    .toLowerCase();

/** Returns the accepted names of the column with a variable's values. */
export const variableColumns = (variable: string, isPositional: boolean): string[] =>
  isPositional ? [`var${variable}`, variable] : [variable.toLowerCase()];

/** Returns the name of the column with a button's values. */
export const buttonColumn = (index: number): string => `button${index}`;

/** Returns the phone number of a cell without the apostrophe that keeps spreadsheets from reading a plus as a formula. */
export const numberIn = (cell: string): string => cell.replace(/^'(?=\p{Cf}*[+\uff0b])/u, '');

/** Returns the problem of a number, if there is one. */
export function problemOfNumber(phone: string): string | undefined {
  if (/^\d+([.,]\d+)?E\+?\d+$/i.test(phone)) {
    return `a spreadsheet has rounded the number to ${phone}: format its column as text`;
  }
  if (/[\r\n]/.test(phone)) {
    return 'has a line break in its number';
  }
  return phone === '' ? 'has no number' : undefined;
}

/** Returns the problem of a row that does not have as many cells as the header. */
export const problemOfLength = (cells: number | undefined): string =>
  `has ${cells ?? 'a different number of'} ${cells === 1 ? 'column' : 'columns'}, unlike the first line`;

/** The problem of a text that was decoded with a wrong encoding. */
export const NOT_UTF_8 = 'is not in UTF-8: save the file as "CSV UTF-8"';

/** A character that starts a formula in spreadsheets (https://owasp.org/www-community/attacks/CSV_Injection). */
export const FORMULA = /^[=+\-@\t\r\n]/;

/** What the digest of a list contains about each recipient. */
interface DigestedRecipient {
  /** In the stored form. */
  phone: string;
  name?: string | null | undefined;
  variables?: unknown;
  buttons?: unknown;
}

/** Returns the texts whose SHA-256 identifies a campaign's template, connection and list. */
export const digestTexts = {
  head: (template: { name: string; language: string }, connectionId: string): string =>
    JSON.stringify([template.name, template.language, connectionId]),
  /** Earlier versions had no buttons, so empty ones are left out. The digests of their campaigns then still match. */
  recipient: ({ phone, name, variables, buttons }: DigestedRecipient): string =>
    JSON.stringify([phone, name, variables, ...(buttons ? [buttons] : [])]),
};
