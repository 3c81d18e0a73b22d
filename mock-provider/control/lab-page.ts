import { randomUUID } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, extname, join } from 'node:path';

/**
 * The page loads only its own files, and no other page may show it in a frame.
 *
 * @param nonce of the style elements that a library adds
 */
const contentSecurityPolicy = (nonce: string): string =>
  [
    "default-src 'none'",
    "script-src 'self'",
    `style-src 'self' 'nonce-${nonce}'`,
    "font-src 'self'",
    "img-src 'self' data:",
    "media-src 'self'",
    "connect-src 'self'",
    "base-uri 'self'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join('; ');

const TYPES: Record<string, string> = {
  '.css': 'text/css; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.woff2': 'font/woff2',
};

/** The names of assets contain a hash of their content. */
const FOR_GOOD = 'public, max-age=31536000, immutable';
const ASSETS = 'assets/';

let built: ReturnType<typeof readPage> | undefined;

/** Reads the built page and the files that it loads. Most mocks never show it, so they do not read it. */
function readPage() {
  const page = createRequire(import.meta.url).resolve('@wigwag/dashboard/mock/mock.html');
  const assets = join(dirname(page), ASSETS);
  return {
    page: readFileSync(page, 'utf8'),
    assets: new Map(readdirSync(assets).map((name) => [name, readFileSync(join(assets, name))])),
  };
}

/** Returns the page at `/`. Its nonce is new each time. */
export function pageResponse(): Response {
  built ??= readPage();
  const nonce = randomUUID();
  return new Response(
    built.page.replace('property="csp-nonce" content="nonce"', `property="csp-nonce" content="${nonce}"`),
    {
      headers: {
        'content-type': 'text/html; charset=utf-8',
        'cache-control': 'no-store',
        'content-security-policy': contentSecurityPolicy(nonce),
      },
    },
  );
}

/** Returns a file that the page loads; undefined if there is no such file. */
export function pageFile(path: string): Response | undefined {
  if (!path.startsWith(ASSETS)) {
    return undefined;
  }
  built ??= readPage();
  const content = built.assets.get(path.slice(ASSETS.length));
  return (
    content &&
    new Response(content, {
      headers: { 'content-type': TYPES[extname(path)] ?? 'application/octet-stream', 'cache-control': FOR_GOOD },
    })
  );
}
