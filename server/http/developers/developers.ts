import type { Request, ResponseObject, ResponseToolkit, Server } from '@hapi/hapi';
import type { App } from '../../app/app.ts';
import { withoutKeys } from '../../base/secrets.ts';
import { notFound } from '../plugins/envelope.ts';
import { findAsset, findPicture } from './assets.ts';
import { docsPage, docsSearchPage, docsStartPage, unknownDocsPage } from './docs.ts';
import { queryOf } from './docs-search.ts';
import { codeNamed, errorListPage, errorPage, unknownErrorPage } from './errors.ts';
import { basePath } from './layout.ts';
import { operationPage } from './operation-page.ts';
import { publishedBytes } from './published.ts';
import { referencePage, unknownOperationPage } from './reference.ts';
import { webhooksPage } from './webhooks.ts';

/**
 * The policy of a page. Pages load nothing from other hosts, and run only scripts of this server, which call only this
 * server. The favicon is an empty `data:`. Without a script, a browser sends the form of the search.
 */
const CONTENT_SECURITY_POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "font-src 'self'",
  "img-src 'self' data:",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'self'",
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

/** Adds the routes under /developers: the API document (§9), the document of the events, and pages for people, without authentication. */
export function addDeveloperRoutes(server: Server, app: App): void {
  type Answer = (request: Request, h: ResponseToolkit) => ResponseObject | Promise<ResponseObject>;
  const get = (path: string, handler: Answer): void =>
    server.route({ method: 'GET', path, options: { auth: false }, handler });
  const paramsOf = (request: Request) => request.params as Record<string, string>;
  // The public URL is known only after the server has started to listen.
  const base = () => `${basePath(app)}/developers`;

  get('/', (request, h) => {
    // Programs get the same error as on any other unknown path.
    if (!/text\/html/.test(String(request.headers.accept))) {
      throw notFound(request);
    }
    return h.redirect(app.config.dashboard ? `${basePath(app)}/dashboard/` : base()).header('Vary', 'Accept');
  });
  get('/developers/openapi.json', (_, h) => h.response(documentAt(basePath(app))).type('application/json'));
  get('/developers/asyncapi.json', (_, h) => h.response(publishedBytes('asyncapi.json')).type('application/json'));
  get('/developers', (_, h) => page(h, referencePage(app)));
  get('/developers/', (_, h) => h.redirect(base()).permanent());
  get('/developers/operations/{id}', (request, h) => {
    const { id = '' } = paramsOf(request);
    const text = operationPage(app, id);
    return text === undefined ? page(h, unknownOperationPage(app, withoutKeys(id))).code(404) : page(h, text);
  });
  get('/developers/webhooks', (_, h) => page(h, webhooksPage(app)));
  get('/developers/errors', (_, h) => page(h, errorListPage(app)));
  get('/developers/errors/{code}', (request, h) => {
    const { code: name = '' } = paramsOf(request);
    const code = codeNamed(name);
    if (code === undefined) {
      return page(h, unknownErrorPage(app, withoutKeys(name))).code(404);
    }
    return code === name ? page(h, errorPage(app, code)) : h.redirect(`${base()}/errors/${code}`).permanent();
  });
  get('/developers/assets/{version}/{file}', (request, h) => {
    const { version = '', file = '' } = paramsOf(request);
    const asset = findAsset(version, file);
    if (!asset) {
      throw notFound(request);
    }
    return h.response(asset.content).type(asset.type).header('Cache-Control', FOR_GOOD);
  });

  get('/developers/docs/pictures/{name}', (request, h) => {
    const picture = findPicture(paramsOf(request).name ?? '');
    if (!picture) {
      throw notFound(request);
    }
    return h.response(picture.content).type(picture.type).header('Cache-Control', MINUTES_5);
  });

  get('/developers/docs', async (request, h) => {
    const query = queryOf((request.query as Record<string, unknown>).q);
    return page(h, query === '' ? await docsStartPage(app) : await docsSearchPage(app, query));
  });
  get('/developers/docs/', (_, h) => h.redirect(`${base()}/docs`).permanent());
  get('/developers/docs/{slug}', async (request, h) => {
    const { slug = '' } = paramsOf(request);
    const text = await docsPage(app, slug);
    return text === undefined ? page(h, await unknownDocsPage(app, withoutKeys(slug))).code(404) : page(h, text);
  });
}

const page = (h: ResponseToolkit, text: string): ResponseObject =>
  h
    .response(text)
    .type('text/html')
    .header('Cache-Control', MINUTES_5)
    .header('Content-Security-Policy', CONTENT_SECURITY_POLICY);
