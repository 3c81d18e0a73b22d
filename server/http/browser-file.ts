import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { extname } from 'node:path';

const resolve = createRequire(import.meta.url).resolve;

const TYPES: Record<string, string> = {
  '.css': 'text/css',
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.json': 'application/json',
  '.svg': 'image/svg+xml',
  '.woff2': 'font/woff2',
};

/** A file of this package that browsers load. */
export interface BrowserFile {
  type: string;
  content: Buffer;
  /** Changes with the content. */
  version: string;
}

/**
 * Reads a file below this folder.
 *
 * @param change changes its text. @default none
 */
export function browserFile(path: string, change?: (text: string) => string): BrowserFile {
  // Resolved by package name, because this file runs both from source and from the build.
  const bytes = readFileSync(resolve(`#http/${path}`));
  const content = change === undefined ? bytes : Buffer.from(change(bytes.toString()));
  const version = createHash('sha256').update(content).digest('hex').slice(0, 16);
  return { type: TYPES[extname(path)] ?? 'text/plain', content, version };
}
