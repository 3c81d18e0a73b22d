import { randomUUID } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, extname, join } from 'node:path';
import type { ResponseToolkit, Server } from '@hapi/hapi';
import type { App } from '../../app/app.ts';
import { basePath } from '../developers/layout.ts';
import { notFound } from '../plugins/envelope.ts';

/** The path of the application. Its API is below `/dashboard/api`. */
const PREFIX = '/dashboard';

/**
 * The policy of the application: it loads and calls only this server, and cannot be framed. Pictures that a person
 * chooses are shown from memory (`blob:`).
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

const TYPES: Record<string, string> = {
  '.css': 'text/css',
  '.js': 'text/javascript',
  '.svg': 'image/svg+xml',
  '.woff2': 'font/woff2',
};

/** The names of assets contain a hash of their content. */
const FOR_GOOD = 'public, max-age=31536000, immutable';

/** Reads the built application: its page, and the files that the page loads, by name. */
function readApplication() {
  const page = createRequire(import.meta.url).resolve('@wigwag/dashboard/app/index.html');
  const assets = join(dirname(page), 'assets');
  return {
    page: readFileSync(page, 'utf8'),
    assets: new Map(readdirSync(assets).map((name) => [name, readFileSync(join(assets, name))])),
  };
}

/** Adds the single-page application. All addresses return the same page, which shows what the address names. */
export function addApplication(server: Server, app: App): void {
  const { page, assets } = readApplication();
  const respond = (h: ResponseToolkit) => {
    // The public URL is known only after the server has started to listen.
    const base = `${basePath(app)}${PREFIX}/`;
    const nonce = randomUUID();
    return h
      .response(
        page
          .replace('<base href="/dashboard/"', `<base href="${base}"`)
          .replace('property="csp-nonce" content="nonce"', `property="csp-nonce" content="${nonce}"`),
      )
      .type('text/html')
      .header('Cache-Control', 'no-store')
      .header('Content-Security-Policy', contentSecurityPolicy(nonce));
  };
  const get = (path: string, handler: (h: ResponseToolkit, params: Record<string, string>) => object): void =>
    server.route({
      method: 'GET',
      path: PREFIX + path,
      options: { auth: false },
      handler: (request, h) => handler(h, request.params as Record<string, string>) as never,
    });
  get('', (h) => h.redirect(`${basePath(app)}${PREFIX}/`).permanent());
  get('/{path*}', respond);
  server.route({
    method: 'GET',
    path: `${PREFIX}/assets/{name}`,
    options: { auth: false },
    handler: (request, h) => {
      const { name = '' } = request.params as Record<string, string>;
      const content = assets.get(name);
      if (content === undefined) {
        throw notFound(request);
      }
      return h
        .response(content)
        .type(TYPES[extname(name)] ?? 'application/octet-stream')
        .header('Cache-Control', FOR_GOOD);
    },
  });
  // An unknown path of the API is an error, not the page. For hapi, any method is less specific than GET.
  for (const method of ['GET', '*'] as const) {
    server.route({
      method,
      path: `${PREFIX}/api/{path*}`,
      options: { auth: false },
      handler: (request) => {
        throw notFound(request);
      },
    });
  }
}
