import { createReadStream, createWriteStream } from 'node:fs';
import { mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { UsageError } from '../errors/errors.ts';

/** A file that can be read repeatedly. */
export interface InputSource {
  path: string;
  /** Default name of the results file. */
  name: string;
  /** Removes the temporary copy, if there is one. */
  close(): Promise<void>;
}

/** Names of stdin. If stdin is a socket, none of them can be opened. */
const STDIN = ['-', '/dev/stdin', '/dev/fd/0'];

/**
 * Copies input that can be read only once, such as a pipe or `-` for stdin, to a temporary file. The whole input must
 * be checked before any message is sent.
 *
 * @throws {UsageError} if it cannot be read
 */
export async function sourceOf(path: string): Promise<InputSource> {
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

/** Returns false for a missing file or a folder, which the code that opens the path reports. */
async function isReadOnce(path: string): Promise<boolean> {
  const found = await stat(path).catch(() => undefined);
  return found !== undefined && !found.isFile() && !found.isDirectory();
}
