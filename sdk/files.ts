import { openAsBlob } from 'node:fs';
import { stat } from 'node:fs/promises';

/**
 * Returns the file as a Blob, which is read only when it is sent.
 *
 * @throws {TypeError} if it is not a file
 * @throws {Error} ENOENT and the like
 */
export async function fileAt(path: string): Promise<Blob> {
  if (!(await stat(path)).isFile()) {
    throw new TypeError(`${path} is not a file.`);
  }
  return openAsBlob(path);
}
