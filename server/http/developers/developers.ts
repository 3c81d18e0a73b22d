import type { ResponseObject, ResponseToolkit, Server } from '@hapi/hapi';
import type { App } from '../../app/app.ts';
import { withoutKeys } from '../../base/secrets.ts';
import { notFound } from '../plugins/envelope.ts';
import { findAsset } from './assets.ts';
import { docsPage, docsSearchPage, docsStartPage, unknownDocsPage } from './docs.ts';
import { queryOf } from './docs-search.ts';
import { codeNamed, errorListPage, errorPage, unknownErrorPage } from './errors.ts';
import { basePath } from './layout.ts';
import { operationPage } from './operation-page.ts';
import { publishedBytes } from './published.ts';
import { referencePage, unknownOperationPage } from './reference.ts';
import { webhooksPage } from './webhooks.ts';

/**
 * Returns the policy of a page. Pages load nothing from other hosts, and run only the reference's script, which calls
 * this server. The favicon is an empty `data:`. Only the docs contain a form that a browser sends, for their search.
 */
const contentSecurityPolicy = (formAction: 'none' | 'self'): string =>
  [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "img-src 'self' data:",
    "connect-src 'self'",
    "base-uri 'none'",
    `form-action '${formAction}'`,
    "frame-ancestors 'none'",
  ].join('; ');

const MINUTES_5 = 'public, max-age=300';
const FOR_GOOD = 'public, max-age=31536000, immutable';

/**
 * Returns the published API document, the same to the byte as in the package. Its server addresses are relative, so they
 * change only if a proxy adds a path prefix.
 */
function documentAt(prefix: string): Buffer | string {
  return prefix === ''
    ? publishedBytes()
    : publishedBytes()
        .toString()
        .replaceAll(/"url": "(\/[^"]*)"/g, (_, path: string) => `"url": "${prefix}${path === '/' ? '' : path}"`);
}

/** Adds the routes under /developers: the API document (§9) and pages for people, without authentication. */
export function addDeveloperRoutes(server: Server, app: App): void {
  const get = (path: string, handler: (h: ResponseToolkit, params: Record<string, string>) => ResponseObject): void =>
    server.route({
      method: 'GET',
      path,
      options: { auth: false },
      handler: (request, h) => handler(h as unknown as ResponseToolkit, request.params as Record<string, string>),
    });

  // The public URL is known only after the server has started to listen.
  get('/developers/openapi.json', (h) => h.response(documentAt(basePath(app))).type('application/json'));
  get('/developers', (h) => page(h, referencePage(app)));
  get('/developers/', (h) => h.redirect(`${basePath(app)}/developers`).permanent());
  get('/developers/operations/{id}', (h, { id = '' }) => {
    const text = operationPage(app, id);
    return text === undefined ? page(h, unknownOperationPage(app, withoutKeys(id))).code(404) : page(h, text);
  });
  get('/developers/webhooks', (h) => page(h, webhooksPage(app)));
  get('/developers/errors', (h) => page(h, errorListPage(app)));
  get('/developers/errors/{code}', (h, { code: name = '' }) => {
    const code = codeNamed(name);
    if (code === undefined) {
      return page(h, unknownErrorPage(app, withoutKeys(name))).code(404);
    }
    return code === name
      ? page(h, errorPage(app, code))
      : h.redirect(`${basePath(app)}/developers/errors/${code}`).permanent();
  });
  addDocsRoutes(server, app);
  server.route({
    method: 'GET',
    path: '/',
    options: { auth: false },
    handler: (request, h) => {
      // Programs get the same error as on any other unknown path.
      if (!/text\/html/.test(String(request.headers.accept))) {
        throw notFound(request);
      }
      return h.redirect(`${basePath(app)}/developers`).header('Vary', 'Accept');
    },
  });
  server.route({
    method: 'GET',
    path: '/developers/assets/{version}/{file}',
    options: { auth: false },
    handler: (request, h) => {
      const { version, file } = request.params as { version: string; file: string };
      const content = findAsset(version, file);
      if (!content) {
        throw notFound(request);
      }
      return h
        .response(content)
        .type(file.endsWith('.css') ? 'text/css' : 'text/javascript')
        .header('Cache-Control', FOR_GOOD);
    },
  });
}

/** Adds the documentation, with a search that needs no script. */
function addDocsRoutes(server: Server, app: App): void {
  const options = { auth: false } as const;
  const start = () => `${basePath(app)}/developers/docs`;
  const docs = (h: ResponseToolkit, text: string) => page(h, text, 'self');
  server.route([
    {
      method: 'GET',
      path: '/developers/docs',
      options,
      handler: async (request, h) => {
        const query = queryOf((request.query as Record<string, unknown>).q);
        return docs(h, query === '' ? await docsStartPage(app) : await docsSearchPage(app, query));
      },
    },
    { method: 'GET', path: '/developers/docs/', options, handler: (_, h) => h.redirect(start()).permanent() },
    {
      method: 'GET',
      path: '/developers/docs/{slug}',
      options,
      handler: async (request, h) => {
        const { slug } = request.params as { slug: string };
        const text = await docsPage(app, slug);
        return text === undefined ? docs(h, await unknownDocsPage(app, withoutKeys(slug))).code(404) : docs(h, text);
      },
    },
  ]);
}

const page = (h: ResponseToolkit, text: string, formAction: 'none' | 'self' = 'none'): ResponseObject =>
  h
    .response(text)
    .type('text/html')
    .header('Cache-Control', MINUTES_5)
    .header('Content-Security-Policy', contentSecurityPolicy(formAction));
