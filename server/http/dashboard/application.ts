import type { ResponseToolkit, Server } from '@hapi/hapi';
import { ASSET_CACHE_CONTROL, readBuiltPage } from '@wigwag/dashboard/built-page';
import type { App } from '../../app/app.ts';
import { basePath } from '../developers/layout.ts';
import { notFound } from '../plugins/envelope.ts';

/** The path of the application. Its API is below `/dashboard/api`. */
const PREFIX = '/dashboard';

/** Adds the single-page application. All addresses return the same page, which shows what the address names. */
export function addApplication(server: Server, app: App): void {
  const { open, assets } = readBuiltPage('dashboard');
  const respond = (h: ResponseToolkit) => {
    // The public URL is known only after the server has started to listen.
    const base = `${basePath(app)}${PREFIX}/`;
    const { html, headers } = open();
    const response = h.response(html.replace('<base href="/dashboard/"', `<base href="${base}"`));
    for (const [name, value] of Object.entries(headers)) {
      response.header(name, value);
    }
    return response;
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
      const asset = assets.get(name);
      if (asset === undefined) {
        throw notFound(request);
      }
      return h.response(asset.content).type(asset.type).header('Cache-Control', ASSET_CACHE_CONTROL);
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
