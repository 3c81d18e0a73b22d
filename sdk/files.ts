import { openAsBlob } from 'node:fs';
import { stat } from 'node:fs/promises';

/** The file as it is then, read only as it is sent. @throws {TypeError} when it is no file; @throws {Error} ENOENT and the like */
export async function fileAt(path: string): Promise<Blob> {
  if (!(await stat(path)).isFile()) {
    throw new TypeError(`${path} is no file.`);
  }
  return openAsBlob(path);
}
