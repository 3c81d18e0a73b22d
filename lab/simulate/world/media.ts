import { createHash } from 'node:crypto';
import { type Dispatcher, request } from 'undici';
import { PNG } from '../../testing/png.ts';

/** A file that a customer or an account sends. */
export interface SentFile {
  type: 'image' | 'document';
  mimeType: string;
  bytes: Buffer;
}

/** Returns a file of about this size. The same arguments give the same bytes. */
export function makeFile(type: SentFile['type'], bytes: number, name: string): SentFile {
  const filling = Buffer.alloc(bytes, `${name} `);
  return type === 'image'
    ? { type, mimeType: 'image/png', bytes: Buffer.concat([PNG, filling]) }
    : { type, mimeType: 'text/plain', bytes: filling };
}

export const hashOf = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('hex');

const BOUNDARY = 'a-boundary-between-parts';

/** Returns the body of `POST /media` and its type (§2.6). */
export function formOf({ mimeType, bytes }: SentFile, filename: string): { type: string; bytes: Buffer } {
  const head = [
    `--${BOUNDARY}`,
    `Content-Disposition: form-data; name="file"; filename="${filename}"`,
    `Content-Type: ${mimeType}`,
  ].join('\r\n');
  const form = Buffer.concat([Buffer.from(`${head}\r\n\r\n`), bytes, Buffer.from(`\r\n--${BOUNDARY}--\r\n`)]);
  return { type: `multipart/form-data; boundary=${BOUNDARY}`, bytes: form };
}

/**
 * Fetches a file.
 *
 * @param dispatcher of this simulation, because the default one would keep connections of an earlier simulation
 * @throws if the connection breaks
 */
export async function fetchFile(
  url: string,
  dispatcher: Dispatcher,
  headers: Record<string, string> = {},
): Promise<{ status: number; bytes: Buffer }> {
  const { statusCode, body } = await request(url, { headers, dispatcher });
  return { status: statusCode, bytes: Buffer.from(await body.arrayBuffer()) };
}
