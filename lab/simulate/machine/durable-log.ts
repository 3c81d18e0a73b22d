import { closeSync, existsSync, openSync, readFileSync, readSync, rmSync, writeFileSync } from 'node:fs';

/** Sizes in the format of SQLite's write-ahead log (sqlite.org/fileformat2.html, "The Write-Ahead Log"), in bytes. */
const HEADER = 32;
const FRAME_HEADER = 24;
/**
 * Offsets in the log's index, the file `-shm` (sqlite.org/walformat.html, "The WAL-Index Header"): the number of
 * committed frames, the salt of the log, and the number of frames that checkpoints have copied into the database.
 */
const COMMITTED_AT = 16;
const SALT_AT = 32;
const SALT_END = 40;
const COPIED_AT = 96;

interface Generation {
  /** Changes when the log is overwritten from its start. */
  salt: string;
  frameSize: number;
}

/**
 * Tracks which part of a SQLite database would survive power loss, although the simulation itself never waits for the
 * disk. A commit with `synchronous = FULL` makes everything before it in the log durable. A checkpoint does the same for
 * what it copies. Everything else may be lost.
 */
export class DurableLog {
  readonly #path: string;
  #salt: string | undefined;
  /** The number of frames of this generation that are durable. */
  #frames = 0;
  /** The open index of the log. */
  #index: number | undefined;
  readonly #header = Buffer.alloc(SALT_END);

  constructor(path: string) {
    this.#path = path;
  }

  /** Records that a connection has been opened. SQLite may have created a new index since the last one. */
  opened(): void {
    if (this.#index !== undefined) {
      closeSync(this.#index);
      this.#index = undefined;
    }
  }

  /** Records that a durable commit has ended: everything in the log is now durable. */
  sync(): void {
    if (this.#index === undefined && !existsSync(`${this.#path}-shm`)) {
      return;
    }
    this.#index ??= openSync(`${this.#path}-shm`, 'r');
    if (readSync(this.#index, this.#header, 0, SALT_END, 0) === SALT_END) {
      this.#salt = this.#header.toString('hex', SALT_AT, SALT_END);
      this.#frames = this.#header.readUInt32LE(COMMITTED_AT);
    }
  }

  /** Loses what is not durable. All connections must be closed by `close`. @param kept the share that the disk wrote anyway */
  lose(kept: number, close: () => void): void {
    // Closing the last connection copies the log into the database.
    const database = readFileSync(this.#path);
    const log = this.#survivingLog(kept);
    close();
    writeFileSync(this.#path, database);
    rmSync(`${this.#path}-shm`, { force: true });
    rmSync(`${this.#path}-wal`, { force: true });
    if (log) {
      writeFileSync(`${this.#path}-wal`, log);
    }
  }

  #survivingLog(kept: number): Buffer | undefined {
    const path = `${this.#path}-wal`;
    const generation = this.#read(path, generationOf);
    if (generation === undefined) {
      return undefined;
    }
    const copied = this.#read(`${this.#path}-shm`, (read) => read(COPIED_AT, 4)?.readUInt32LE(0)) ?? 0;
    const synced = generation.salt === this.#salt ? this.#frames : 0;
    const log = readFileSync(path);
    const durable = HEADER + Math.max(copied, synced) * generation.frameSize;
    return log.subarray(0, durable + Math.floor(kept * Math.max(0, log.length - durable)));
  }

  #read<T>(path: string, use: (read: ReadLog) => T): T | undefined {
    if (!existsSync(path)) {
      return undefined;
    }
    const file = openSync(path, 'r');
    try {
      return use((at, length) => {
        const bytes = Buffer.alloc(length);
        return readSync(file, bytes, 0, length, at) === length ? bytes : undefined;
      });
    } finally {
      closeSync(file);
    }
  }
}

type ReadLog = (at: number, length: number) => Buffer | undefined;

function generationOf(read: ReadLog): Generation | undefined {
  const header = read(0, HEADER);
  return header && { salt: header.toString('hex', 16, 24), frameSize: FRAME_HEADER + header.readUInt32BE(8) };
}
