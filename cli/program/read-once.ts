import { createReadStream, createWriteStream } from 'node:fs';
import { mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { UsageError } from './errors.ts';

/** A file that can be read as often as needed. */
export interface Source {
  path: string;
  /** Where to note what became of it, when nothing else is said. */
  name: string;
  /** Puts away what was made to read it twice. */
  close(): Promise<void>;
}

/** Names of stdin; a socket, as programs give it to others, cannot be opened by any of them. */
const STDIN = ['-', '/dev/stdin', '/dev/fd/0'];

/**
 * What can be read only once, as a pipe or `-` for stdin, is written to a file of its own first: it is looked at as a whole before
 * anything of it is sent.
 *
 * @throws {UsageError} when it cannot be read
 */
export async function sourceOf(path: string): Promise<Source> {
  const isStdin = STDIN.includes(path);
  if (!isStdin && !(await isReadOnce(path))) {
    return { path, name: path, close: async () => {} };
  }
  const folder = await mkdtemp(join(tmpdir(), 'wigwag-'));
  const close = () => rm(folder, { recursive: true, force: true });
  const copy = join(folder, 'stdin');
  try {
    const input = isStdin ? process.stdin : createReadStream(path);
    await pipeline(input, createWriteStream(copy, { mode: 0o600 }));
  } catch (error) {
    await close();
    throw new UsageError(`cannot read ${path}: ${(error as Error).message}`);
  }
  return { path: copy, name: 'stdin', close };
}

/** What is not there, or is a folder, is told by whoever reads it. */
async function isReadOnce(path: string): Promise<boolean> {
  const found = await stat(path).catch(() => undefined);
  return found !== undefined && !found.isFile() && !found.isDirectory();
}
