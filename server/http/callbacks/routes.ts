import type { Server } from '@hapi/hapi';
import type { App } from '../../app/app.ts';
import { storeCallback } from '../../domain/callbacks/store-callback.ts';
import { callbackId } from '../../engine/ids.ts';
import type { CallbackRoute } from '../../providers/callback.ts';
import { loggedText } from '../logged-text.ts';

/** Adds the routes that providers call. The path identifies a provider app in our database. */
export function addProviderCallbackRoutes(server: Server, app: App): void {
  // Providers of one platform share a route.
  for (const route of new Set(Object.values(app.providers).flatMap(({ callbackRoute }) => callbackRoute ?? []))) {
    addHandshake(server, app, route);
    addCallbacks(server, app, route);
  }
}

function addHandshake(server: Server, app: App, route: CallbackRoute): void {
  server.route({
    method: 'GET',
    path: route.path('{app}'),
    options: { auth: false },
    handler: async (request, h) => {
      const providerApp = await app.store.read.connections.findProviderApp(String(request.params.app));
      const answer = providerApp && route.answerHandshake(request.query, app.vault.open(providerApp.verify_token));
      if (answer === undefined) {
        app.log.warn(
          { app: loggedText(String(request.params.app)) },
          'a handshake was refused: its verify token is not that of the app, or a parameter is missing or repeated',
        );
        return h
          .response('the verify token does not match, or a parameter is missing or repeated')
          .type('text/plain')
          .code(403);
      }
      return h.response(answer).type('text/plain');
    },
  });
}

/** Responds when a callback is stored. */
function addCallbacks(server: Server, app: App, route: CallbackRoute): void {
  server.route({
    method: 'POST',
    path: route.path('{app}'),
    options: { auth: false, payload: { parse: false, output: 'data', maxBytes: route.maxBytes } },
    handler: async (request, h) => {
      const providerApp = await app.store.batchedRead.connections.findProviderApp(String(request.params.app));
      const body = request.payload as Buffer;
      if (!providerApp || !route.isSigned(request.headers, body, app.vault.open(providerApp.app_secret))) {
        app.log.warn(
          { app: loggedText(String(request.params.app)) },
          'a callback was refused: the app secret does not match its signature',
        );
        return h.response('the signature does not match').type('text/plain').code(403);
      }
      const receivedAt = app.monotonicNow();
      const id = callbackId(receivedAt);
      await storeCallback(app, { id, providerAppId: providerApp.id, body: body.toString('utf8'), receivedAt });
      return h.response('EVENT_RECEIVED').type('text/plain');
    },
  });
}
