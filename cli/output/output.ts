import { once } from 'node:events';
import { UsageError } from '../program/errors/errors.ts';
import { localIso, relativeTime } from './local-time.ts';
import { escaped, onOneLine, sanitizeTerminal } from './sanitize-terminal.ts';

export interface OutputFlags {
  json?: boolean;
  jsonl?: boolean;
  jq?: string;
  output?: Format;
  quiet?: boolean;
}

type Format = 'table' | 'json' | 'jsonl' | 'csv';
type OutputRow = Record<string, unknown>;

/** Returns the columns of a terminal. Without a terminal the width is unlimited. */
const widthOf = ({ columns }: NodeJS.WriteStream): number =>
  columns ?? (Number(process.env.COLUMNS) || Number.POSITIVE_INFINITY);

/** Prints data to stdout in the requested format; nothing else goes there. */
export class Output {
  readonly #format: Format;
  readonly #jq: string | undefined;
  readonly #stdout = process.stdout;

  readonly #quiet: boolean;

  constructor({ json, jsonl, jq, output, quiet = false }: OutputFlags) {
    this.#quiet = quiet;
    this.#format = jsonl ? 'jsonl' : json || jq !== undefined ? 'json' : (output ?? 'table');
    this.#jq = jq;
  }

  /** Columns of the terminal; without one, as many as needed. */
  get width(): number {
    return widthOf(this.#stdout);
  }

  /** Whether the output goes to a terminal, so that bars and tables can be drawn. */
  get isDrawn(): boolean {
    return this.#format === 'table';
  }

  /** Whether the output is a table or CSV. */
  get isTabular(): boolean {
    return this.#format === 'table' || this.#format === 'csv';
  }

  /** Whether the reader has closed the pipe, as `| head -1` does. */
  get isClosed(): boolean {
    return this.#stdout.destroyed || this.#stdout.errored !== null;
  }

  /** Prints one record. `view` draws it for a terminal. */
  async record(record: object, view?: () => string | Promise<string>): Promise<void> {
    switch (this.#format) {
      case 'table':
        return this.text(view ? await view() : await this.#pairs(record as OutputRow));
      case 'csv':
        return this.#csv([flat(record as OutputRow)]);
      default:
        return this.#json(record);
    }
  }

  /**
   * Prints records as they arrive.
   *
   * @param columns dotted field names, for tables and CSV
   * @param rowOf returns the record that tables and CSV show. @default the record itself
   */
  async list<Item extends object>(
    records: AsyncIterable<Item> | Iterable<Item>,
    columns: readonly string[],
    rowOf: (record: Item) => object = (record) => record,
  ): Promise<void> {
    if (this.#format === 'jsonl' && this.#jq === undefined) {
      for await (const record of records) {
        if (this.isClosed) {
          return;
        }
        await this.#data(JSON.stringify(record), escaped);
      }
      return;
    }
    const all: OutputRow[] = [];
    for await (const record of records) {
      all.push((this.isTabular ? rowOf(record) : record) as OutputRow);
    }
    switch (this.#format) {
      case 'table':
        return this.#table(all, columns);
      case 'csv':
        return this.#csv(
          all.map((record) => Object.fromEntries(columns.map((column) => [column, at(record, column)]))),
          columns,
        );
      default:
        return this.#json(all);
    }
  }

  /** Prints a text and a line break. Waits for a slow reader until `stop` aborts. */
  async text(text: string, stop?: AbortSignal): Promise<void> {
    if (!this.isClosed && text !== '' && !this.#stdout.write(`${text}\n`)) {
      const until = (event: string) => once(this.#stdout, event, stop && { signal: stop });
      await Promise.race([until('drain'), until('close')]).catch(() => {});
    }
  }

  /** Writes data unchanged to a file or pipe, and without escape sequences to a terminal. */
  #data(text: string, tamed: (text: string) => string): Promise<void> {
    return this.text(this.#stdout.isTTY ? tamed(text) : text);
  }

  async #table(records: OutputRow[], columns: readonly string[]): Promise<void> {
    const { tableOf } = await import('./table.ts');
    const timeOf = this.#stdout.isTTY ? relativeTime : localSecond;
    const rows = records.map((record) => columns.map((column) => onOneLine(shown(at(record, column), timeOf))));
    if (rows.length > 0) {
      await this.text(tableOf(columns.map(headerOf), rows, this.width).join('\n'));
    } else if (!this.#quiet) {
      process.stderr.write('none\n');
    }
  }

  async #pairs(record: OutputRow): Promise<string> {
    const { linesOf } = await import('./table.ts');
    return linesOf(Object.entries(flat(record)).map(([name, value]) => [name, onOneLine(shown(value))])).join('\n');
  }

  async #json(value: unknown): Promise<void> {
    if (this.#jq === undefined) {
      return this.#stdout.isTTY
        ? this.text((await import('./coloured-json.ts')).colouredJson(escaped(JSON.stringify(value, null, 2))))
        : this.text(JSON.stringify(value));
    }
    const { raw } = await import('jq-wasm');
    let result: string;
    try {
      result = await raw(value as object, this.#jq, ['-r', '-c']);
    } catch (error) {
      throw new UsageError(`--jq ${this.#jq}: ${(error as Error).message.split('\n')[0]}`);
    }
    return this.#data(result.replace(/\n$/, ''), sanitizeTerminal);
  }

  async #csv(rows: OutputRow[], columns?: readonly string[]): Promise<void> {
    const { csvOf } = await import('./csv-writer.ts');
    const csv = csvOf(rows, { header: true, ...(columns && { columns }) });
    return this.#data(csv.replace(/\n$/, ''), sanitizeTerminal);
  }
}

const at = (record: OutputRow, path: string): unknown =>
  path.split('.').reduce<unknown>((value, key) => (value as OutputRow | null | undefined)?.[key], record);

/** `last_message.text` gets the header `text` if no other column ends in it, otherwise its first word. */
const headerOf = (column: string): string => column.replace(/\.(name|text)$/, '').replace(/.*\./, '');

/** Returns nested fields under dotted names. */
function flat(record: OutputRow, above = ''): OutputRow {
  return Object.fromEntries(
    Object.entries(record).flatMap(([key, value]) =>
      typeof value === 'object' && value !== null && !Array.isArray(value)
        ? Object.entries(flat(value as OutputRow, `${above}${key}.`))
        : [[above + key, value]],
    ),
  );
}

const localSecond = (text: string): string => localIso(text, { fraction: false });

/** Returns a value as readable text for one cell. */
function shown(value: unknown, timeOf: (text: string) => string = localSecond): string {
  if (value === null || value === undefined) {
    return '';
  }
  if (typeof value === 'boolean') {
    return value ? 'yes' : 'no';
  }
  if (Array.isArray(value) && value.every((item) => typeof item !== 'object')) {
    return value.join(', ');
  }
  return typeof value === 'object' ? JSON.stringify(value) : timeOf(String(value));
}
