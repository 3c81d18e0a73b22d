import { createRequire, syncBuiltinESMExports } from 'node:module';
import { Readable } from 'node:stream';
import { escaped } from './escapes.ts';
import { currentProcess } from './process.ts';
import { captureContext, type Scheduler } from './scheduler.ts';

const require = createRequire(import.meta.url);

/** How long an operation on a file takes, in microseconds. */
const LATENCY = 100;
/** The folders of uploads. Everything else on the disk is outside the simulation. */
const UPLOADS = /wigwag-upload-/;

type Done<T> = (error: Error | null, value?: T) => void;

interface OpenFile {
  path: string;
  bytes: Buffer;
}

/** Temporary files of the processes, in memory. They are gone when their process is killed. */
class Files {
  readonly #scheduler: Scheduler;
  readonly #files = new Map<string, Buffer>();
  readonly #open = new Map<number, string>();
  readonly #releases = new Map<string, () => void>();
  #folders = 0;
  #nextDescriptor = 1_000_000;

  constructor(scheduler: Scheduler) {
    this.#scheduler = scheduler;
  }

  /** Runs work as a later step of the process. */
  later<T>(what: string, work: () => T): Promise<T> {
    const inContext = captureContext();
    return new Promise((resolve, reject) => {
      const run = () => {
        try {
          resolve(work());
        } catch (error) {
          reject(error);
        }
      };
      this.#scheduler.schedule(currentProcess(), `file ${what}`, LATENCY, () => inContext(run));
    });
  }

  makeFolder(prefix: string): string {
    this.#folders += 1;
    const folder = `${prefix}${this.#folders}`;
    this.#releases.set(folder, currentProcess().hold({ kill: () => this.#forget(folder) }));
    return folder;
  }

  removeFolder(folder: string): void {
    this.#releases.get(folder)?.();
    this.#forget(folder);
  }

  #forget(folder: string): void {
    this.#releases.delete(folder);
    for (const path of [...this.#files.keys()].filter((one) => one.startsWith(`${folder}/`))) {
      this.#files.delete(path);
    }
  }

  create(path: string): number {
    this.#nextDescriptor += 1;
    this.#files.set(path, Buffer.alloc(0));
    this.#open.set(this.#nextDescriptor, path);
    return this.#nextDescriptor;
  }

  append(descriptor: number, chunks: readonly Buffer[]): number {
    const path = this.#open.get(descriptor) as string;
    this.#files.set(path, Buffer.concat([this.#files.get(path) as Buffer, ...chunks]));
    return chunks.reduce((sum, { length }) => sum + length, 0);
  }

  close(descriptor: number): void {
    this.#open.delete(descriptor);
  }

  /** @throws ENOENT */
  read(path: string): OpenFile {
    const bytes = this.#files.get(path);
    if (bytes === undefined) {
      throw Object.assign(new Error(`ENOENT: no such file or directory, open '${path}'`), { code: 'ENOENT' });
    }
    return { path, bytes };
  }
}

let files: Files | undefined;

/** Selects the simulation whose processes have files from now on. */
export function useFiles(scheduler: Scheduler | undefined): void {
  files = scheduler && new Files(scheduler);
}

/** @throws for a path outside the folders of uploads */
function filesAt(path: unknown, what: string): Files {
  if (files === undefined || !UPLOADS.test(String(path))) {
    throw escaped(what);
  }
  return files;
}

/** Returns a handle with the methods that the server and its libraries use. */
function handleOf(own: Files, { bytes }: OpenFile) {
  return {
    stat: () => own.later('stat', () => ({ isFile: () => true, size: bytes.length })),
    read: (buffer: Uint8Array, offset: number, length: number, position: number) =>
      own.later('read', () => ({ bytesRead: bytes.copy(buffer, offset, position, position + length), buffer })),
    createReadStream: () => Readable.from([bytes]),
    close: () => own.later('close', () => {}),
  };
}

/** Calls back when a promise has settled, as the functions of `node:fs` do. */
function callBack<T>(promise: Promise<T>, done: Done<T>): void {
  promise.then(
    (value) => done(null, value),
    (error: Error) => done(error),
  );
}

/** Replaces the functions of `node:fs` with which servers store uploads until the provider has them. */
export function installFiles(): void {
  const fs = require('node:fs');
  const promises = require('node:fs/promises');
  const own = (what: string): Files => filesAt('wigwag-upload-', what);
  fs.open = (path: string, _flags: string, _mode: number, done: Done<number>) => {
    const found = filesAt(path, 'open of node:fs');
    callBack(
      found.later('open', () => found.create(path)),
      done,
    );
  };
  fs.write = (fd: number, chunk: Buffer, _offset: number, _length: number, _position: number, done: Done<number>) =>
    callBack(
      own('write of node:fs').later('write', () => own('write of node:fs').append(fd, [chunk])),
      done,
    );
  fs.writev = (fd: number, chunks: Buffer[], _position: number, done: Done<number>) =>
    callBack(
      own('writev of node:fs').later('write', () => own('writev of node:fs').append(fd, chunks)),
      done,
    );
  fs.close = (fd: number, done: Done<void> = () => {}) =>
    callBack(
      own('close of node:fs').later('close', () => own('close of node:fs').close(fd)),
      done,
    );
  fs.openAsBlob = (path: string, options: { type?: string }) => {
    const found = filesAt(path, 'openAsBlob of node:fs');
    return found.later('open', () => new Blob([new Uint8Array(found.read(path).bytes)], options));
  };
  promises.mkdtemp = async (prefix: string) => {
    const found = filesAt(prefix, 'mkdtemp of node:fs/promises');
    return found.later('mkdtemp', () => found.makeFolder(prefix));
  };
  promises.rm = async (path: string) => {
    const found = filesAt(path, 'rm of node:fs/promises');
    return found.later('rm', () => found.removeFolder(path));
  };
  promises.open = async (path: string) => {
    const found = filesAt(path, 'open of node:fs/promises');
    return found.later('open', () => handleOf(found, found.read(path)));
  };
  syncBuiltinESMExports();
}
