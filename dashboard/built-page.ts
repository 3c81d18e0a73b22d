import { randomUUID } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, extname, join } from 'node:path';
import { gzipSync } from 'node:zlib';

const TYPES: Record<string, string> = {
  '.css': 'text/css; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.woff2': 'font/woff2',
};

/** The names of assets contain a hash of their content. */
export const ASSET_CACHE_CONTROL = 'public, max-age=31536000, immutable';

/**
 * The policy of a page: it loads and calls only its own server, and cannot be framed. Files that a person chooses are
 * shown from memory (`blob:`).
 *
 * @param nonce of the style elements that a library adds
 */
const contentSecurityPolicy = (nonce: string): string =>
  [
    "default-src 'none'",
    "script-src 'self'",
    `style-src 'self' 'nonce-${nonce}'`,
    "font-src 'self'",
    "img-src 'self' data: blob:",
    "media-src 'self' blob:",
    "connect-src 'self'",
    "base-uri 'self'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join('; ');

/** A file that a built page loads. */
export interface Asset {
  type: string;
  content: Buffer<ArrayBuffer>;
  /** Returns the compressed content; undefined if the format is already compressed. */
  gzip(): Buffer<ArrayBuffer> | undefined;
}

function readAsset(path: string): Asset {
  const content = readFileSync(path);
  const isText = extname(path) !== '.woff2';
  let compressed: Buffer<ArrayBuffer> | undefined;
  return {
    type: TYPES[extname(path)] ?? 'application/octet-stream',
    content,
    gzip() {
      compressed ??= isText ? gzipSync(content) : undefined;
      return compressed;
    },
  };
}

export interface BuiltPage {
  /** Returns the page and its headers. The nonce is new each time. */
  open(): {
    html: string;
    headers: { 'content-type': string; 'cache-control': string; 'content-security-policy': string };
  };
  /** The files below `assets/`, by name. */
  assets: ReadonlyMap<string, Asset>;
}

/** The pages, by the path of this package's export. */
const PATHS = { dashboard: 'app/index.html', mock: 'mock/mock.html' };

/** Reads a built page and the files that it loads. */
export function readBuiltPage(name: keyof typeof PATHS): BuiltPage {
  const path = createRequire(import.meta.url).resolve(`@wigwag/dashboard/${PATHS[name]}`);
  const page = readFileSync(path, 'utf8');
  const folder = join(dirname(path), 'assets');
  return {
    open() {
      const nonce = randomUUID();
      return {
        html: page.replace('property="csp-nonce" content="nonce"', `property="csp-nonce" content="${nonce}"`),
        headers: {
          'content-type': 'text/html; charset=utf-8',
          'cache-control': 'no-store',
          'content-security-policy': contentSecurityPolicy(nonce),
        },
      };
    },
    assets: new Map(readdirSync(folder).map((file) => [file, readAsset(join(folder, file))])),
  };
}
