import { type FileHandle, open, readFile } from 'node:fs/promises';
import { parse } from 'csv-parse/sync';
import { csvOf } from '../../output/csv-writer.ts';
import { OutcomeError, UsageError } from '../../program/errors/errors.ts';

/** The result of one row. */
interface SendRow {
  row: number;
  to: string;
  status: string;
  id: string;
  error: string;
  key: string;
  at: string;
}

const COLUMNS: (keyof SendRow)[] = ['row', 'to', 'status', 'id', 'error', 'key', 'at'];
const HEADER = csvOf([], { columns: COLUMNS, header: true });

/** Marks a row that was not sent; the next run tries it again. */
export const REFUSED = 'refused';

/** Records the result of each row. A result counts only when it is on disk. A row that was sent is not sent again. */
export class ResultsFile {
  /** The idempotency keys of the rows that were sent. */
  readonly sent: ReadonlySet<string>;
  readonly #path: string;
  readonly #file: FileHandle;
  #waiting: SendRow[] = [];
  #writing: Promise<void> | undefined;

  private constructor(path: string, file: FileHandle, sent: Set<string>) {
    this.#path = path;
    this.#file = file;
    this.sent = sent;
  }

  /** @throws {UsageError} if the file cannot be used, or is not a results file */
  static async open(path: string): Promise<ResultsFile> {
    let file: FileHandle | undefined;
    try {
      file = await open(path, 'a+', 0o600);
      // Reading a device such as /dev/full would never end.
      const text = (await file.stat()).isFile() ? await readFile(path, 'utf8') : '';
      if (text !== '' && !text.startsWith(HEADER)) {
        throw new UsageError(`${path} is not a results file: choose another file with --results`);
      }
      // Ignore an incomplete last line, which a crash cut off.
      const whole = text.slice(0, text.lastIndexOf('\n') + 1);
      if (whole !== text) {
        await file.truncate(Buffer.byteLength(whole));
      }
      if (whole === '') {
        await file.appendFile(HEADER);
        await sync(file);
      }
      const rows = parse(whole, { columns: true }) as unknown as Record<keyof SendRow, string>[];
      return new ResultsFile(path, file, new Set(rows.filter((row) => row.status !== REFUSED).map(({ key }) => key)));
    } catch (error) {
      await file?.close();
      throw error instanceof UsageError ? error : new UsageError(`cannot use ${path}: ${(error as Error).message}`);
    }
  }

  /**
   * Resolves when the result is on disk. Results that arrive during a sync share the next one.
   *
   * @throws {OutcomeError} if the disk is full
   */
  async note(result: SendRow): Promise<void> {
    this.#waiting.push(result);
    this.#writing ??= this.#write();
    await this.#writing;
    if (this.#waiting.includes(result)) {
      this.#writing ??= this.#write();
      await this.#writing;
    }
  }

  async #write(): Promise<void> {
    const batch = this.#waiting;
    this.#waiting = [];
    try {
      await this.#file.appendFile(csvOf(batch, { columns: COLUMNS }));
      await sync(this.#file);
    } catch (error) {
      throw new OutcomeError(
        `cannot write ${this.#path}: ${(error as Error).message}. Free some disk space and run the same command again: no one gets a second message`,
      );
    } finally {
      this.#writing = undefined;
    }
  }

  async close(): Promise<void> {
    await this.#file.close();
  }
}

/** Flushes the file to disk. */
async function sync(file: FileHandle): Promise<void> {
  await file.datasync().catch((error: NodeJS.ErrnoException) => {
    // Devices and pipes do not support fsync.
    if (error.code !== 'EINVAL') {
      throw error;
    }
  });
}
