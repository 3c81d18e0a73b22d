import { closeSync, existsSync, openSync, readFileSync, readSync, rmSync, writeFileSync } from 'node:fs';

/** Sizes in the format of SQLite's write-ahead log (sqlite.org/fileformat2.html, "The Write-Ahead Log"), in bytes. */
const HEADER = 32;
const FRAME_HEADER = 24;
/** The offset, in the log's index, of the number of frames that checkpoints have copied into the database. */
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

  constructor(path: string) {
    this.#path = path;
  }

  /** Records that a durable commit has ended: everything in the log is now durable. */
  sync(): void {
    this.#read(`${this.#path}-wal`, (read) => {
      const generation = generationOf(read);
      if (generation === undefined) {
        return;
      }
      if (generation.salt !== this.#salt) {
        this.#salt = generation.salt;
        this.#frames = 0;
      }
      this.#frames = committedFrames(read, generation, this.#frames);
    });
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

  #read<T>(path: string, use: (read: Read) => T): T | undefined {
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

type Read = (at: number, length: number) => Buffer | undefined;

function generationOf(read: Read): Generation | undefined {
  const header = read(0, HEADER);
  return header && { salt: header.toString('hex', 16, 24), frameSize: FRAME_HEADER + header.readUInt32BE(8) };
}

/** Returns the number of frames up to the last commit. @param after frames that are known to be committed */
function committedFrames(read: Read, { salt, frameSize }: Generation, after: number): number {
  let committed = after;
  for (let frame = after; ; frame += 1) {
    const header = read(HEADER + frame * frameSize, FRAME_HEADER);
    if (header === undefined || header.toString('hex', 8, 16) !== salt) {
      return committed;
    }
    // The last frame of a commit has the size of the database.
    if (header.readUInt32BE(4) > 0) {
      committed = frame + 1;
    }
  }
}
