import { FORMULA, NOT_UTF_8, problemOfLength, separatorOf } from '@wigwag/openapi/recipient-list';
import Papa from 'papaparse';

/** A row of a file. Lines count from 1, as in an editor. */
export interface CsvRow {
  line: number;
  cells: string[];
  /** Why the row cannot be used. */
  problem?: string;
}

export interface CsvTable {
  header: string[];
  rows: CsvRow[];
  /** The file is not in UTF-8, and was read as Windows-1252. */
  isWindows1252: boolean;
}

/** How many characters are parsed before the page can draw again. */
const CHUNK = 200_000;
/** The browser draws between two parts. */
const pause = () => new Promise<void>((resolve) => setTimeout(resolve));

/** Spreadsheets also write UTF-16 with a byte order mark, and Windows-1252. */
async function textOf(file: Blob): Promise<{ text: string; isWindows1252: boolean }> {
  const bytes = await file.arrayBuffer();
  const [first, second] = new Uint8Array(bytes.slice(0, 2));
  const encoding =
    first === 0xff && second === 0xfe ? 'utf-16le' : first === 0xfe && second === 0xff ? 'utf-16be' : 'utf-8';
  try {
    return { text: new TextDecoder(encoding, { fatal: encoding === 'utf-8' }).decode(bytes), isWindows1252: false };
  } catch {
    return { text: new TextDecoder('windows-1252').decode(bytes), isWindows1252: true };
  }
}

const isBlank = (cells: readonly string[]): boolean => cells.every((cell) => cell.trim() === '');

const lineBreaksIn = (cells: readonly string[]): number =>
  cells.reduce((sum, cell) => sum + (cell.match(/\r\n|\r|\n/g)?.length ?? 0), 0);

/**
 * Reads a CSV file. The first line names the columns, which commas, semicolons or tabs separate.
 *
 * @param onProgress is called with the share that is read, from 0 to 1
 * @throws {Error} that says what is wrong with the whole file
 */
export async function readCsv(file: Blob, onProgress: (share: number) => void = () => {}): Promise<CsvTable> {
  const { text, isWindows1252 } = await textOf(file);
  const [firstLine = ''] = /^[^\r\n]*/.exec(text) ?? [];
  let header: string[] | undefined;
  const rows: CsvRow[] = [];
  let line = 1;
  const take = (cells: string[]) => {
    const at = line;
    line += 1 + lineBreaksIn(cells);
    if (isBlank(cells)) {
      return; // spreadsheets leave such rows when rows are deleted
    }
    const trimmed = cells.map((cell) => cell.trim());
    if (header === undefined) {
      header = trimmed;
      return;
    }
    const problem =
      trimmed.length !== header.length
        ? problemOfLength(trimmed.length)
        : trimmed.some((cell) => cell.includes('\ufffd'))
          ? NOT_UTF_8
          : undefined;
    rows.push({ line: at, cells: trimmed, ...(problem !== undefined && { problem }) });
  };
  await new Promise<void>((resolve, reject) => {
    Papa.parse<string[]>(text, {
      delimiter: separatorOf(firstLine),
      chunkSize: CHUNK,
      chunk({ data, meta }, parser) {
        parser.pause();
        data.forEach(take);
        onProgress(text.length === 0 ? 1 : Math.min(1, meta.cursor / text.length));
        void pause().then(() => parser.resume());
      },
      complete: () => resolve(),
      error: reject,
    } as Papa.ParseLocalConfig<string[], string> as never);
  });
  if (header === undefined) {
    throw new Error('The file is empty. Its first line must name the columns, such as phone,name.');
  }
  return { header, rows, isWindows1252 };
}

/** Returns rows as CSV. Text that a spreadsheet would run as a formula gets an apostrophe in front. */
export const csvOf = (columns: readonly string[], rows: readonly (readonly unknown[])[]): string =>
  Papa.unparse({ fields: [...columns], data: rows.map((row) => [...row]) }, { escapeFormulae: FORMULA, newline: '\n' });
