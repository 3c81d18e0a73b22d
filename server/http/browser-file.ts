import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { extname } from 'node:path';

const resolve = createRequire(import.meta.url).resolve;

const TYPES: Record<string, string> = {
  '.css': 'text/css',
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.svg': 'image/svg+xml',
};

/** A file of this package that browsers load. */
export interface BrowserFile {
  type: string;
  content: string;
  /** Changes with the content. */
  version: string;
}

/** Reads a file below this folder. */
export function browserFile(path: string): BrowserFile {
  // Resolved by package name, because this file runs both from source and from the build.
  const content = readFileSync(resolve(`#http/${path}`), 'utf8');
  const version = createHash('sha256').update(content).digest('hex').slice(0, 16);
  return { type: TYPES[extname(path)] ?? 'text/plain', content, version };
}
