import type { Request, Server } from '@hapi/hapi';
import type { App } from '../../app/app.ts';
import { providerIdsIn } from '../../domain/callbacks/provider-ids.ts';
import { readCallback } from '../../domain/callbacks/read-callback.ts';
import { storeCallback } from '../../domain/callbacks/store-callback.ts';
import { callbackId } from '../../engine/ids.ts';
import type { CallbackRoute } from '../../providers/callback.ts';
import { type MovedIds, movesIn } from '../../store/moves/moved-ids.ts';
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
      const text = body.toString('utf8');
      const moves = movesIn(providerApp, text);
      if (!(await passOn(app, request, moves))) {
        // The provider sends the callback again.
        return h.response('the account is moving').type('text/plain').code(503).header('Retry-After', RETRY_AFTER);
      }
      if (moves.length > 0 && (await isOnlyAbout(app, moves, text))) {
        return h.response('EVENT_RECEIVED').type('text/plain');
      }
      const receivedAt = app.monotonicNow();
      const id = callbackId(receivedAt);
      await storeCallback(app, { id, providerAppId: providerApp.id, body: text, receivedAt });
      return h.response('EVENT_RECEIVED').type('text/plain');
    },
  });
}

/** When the provider may send a callback of a moving account again, in seconds. */
const RETRY_AFTER = '5';

/**
 * Passes a callback to the installations to which accounts in it were moved. They verify its signature again.
 *
 * @returns false if an account is moving now, or if an installation did not accept the callback
 */
async function passOn(app: App, request: Request, moves: readonly MovedIds[]): Promise<boolean> {
  for (const url of new Set(moves.map((move) => move.url))) {
    if (url === null) {
      return false;
    }
    const { headers, payload } = request;
    const passed = ['content-type', 'user-agent', 'x-hub-signature', 'x-hub-signature-256'].flatMap((name) =>
      headers[name] === undefined ? [] : [[name, String(headers[name])] as const],
    );
    try {
      const { statusCode, body } = await app.outbound.forward(`${url}${request.path}`, {
        method: 'POST',
        headers: Object.fromEntries(passed),
        body: payload as Buffer,
      });
      await body.dump();
      if (statusCode !== 200) {
        throw new Error(`it responded with ${statusCode}`);
      }
    } catch (error) {
      app.log.warn({ to: url, error }, 'a callback of a moved account could not be forwarded; the provider repeats it');
      return false;
    }
  }
  return true;
}

/** Returns whether a callback names only accounts that were moved. */
async function isOnlyAbout(app: App, moves: readonly MovedIds[], body: string): Promise<boolean> {
  const moved = new Set(moves.flatMap(({ ids }) => ids));
  const { items } = await readCallback(app, body);
  return providerIdsIn(items).every((id) => moved.has(id));
}
