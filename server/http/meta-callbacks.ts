import type { Server } from '@hapi/hapi';
import type { App } from '../app.ts';
import { callbackId } from '../ids.ts';
import { equalSecrets, hmacOf } from '../secrets.ts';

/** Where a provider app calls back; `app` names the app in our database. */
export const callbackPath = (providerAppId: string): string => `/callbacks/meta/${providerAppId}`;

/** WhatsApp callbacks are up to 3 MB (Meta, "Webhooks overview"). */
const CALLBACK_MAX_BYTES = 4_000_000;

/** What Meta calls; the other routes outside the version prefix are in `developers.ts` and `health.ts`. */
export function addMetaCallbackRoutes(server: Server, app: App): void {
  // Meta's handshake: https://developers.facebook.com/docs/graph-api/webhooks/getting-started
  server.route({
    method: 'GET',
    path: callbackPath('{app}'),
    options: { auth: false },
    handler: async (request, h) => {
      const { 'hub.mode': mode, 'hub.verify_token': token, 'hub.challenge': challenge } = request.query;
      const providerApp = await app.store.read.connections.findProviderApp(String(request.params.app));
      const expected = providerApp && app.vault.open(providerApp.verify_token);
      if (mode !== 'subscribe' || expected === undefined || !equalSecrets(String(token), expected)) {
        app.log.warn({ app: request.params.app }, 'a handshake was refused: the verify token is not that of the app');
        return h.response('the verify token is not ours').type('text/plain').code(403);
      }
      return h.response(String(challenge)).type('text/plain');
    },
  });

  // Stored as it came and answered at once; the worker takes it apart.
  server.route({
    method: 'POST',
    path: callbackPath('{app}'),
    options: { auth: false, payload: { parse: false, output: 'data', maxBytes: CALLBACK_MAX_BYTES } },
    handler: async (request, h) => {
      const providerApp = await app.store.read.connections.findProviderApp(String(request.params.app));
      const rawBody = request.payload as Buffer;
      const expected = providerApp && `sha256=${hmacOf(app.vault.open(providerApp.app_secret), rawBody)}`;
      if (
        !providerApp ||
        expected === undefined ||
        !equalSecrets(String(request.headers['x-hub-signature-256']), expected)
      ) {
        app.log.warn(
          { app: request.params.app },
          'a callback was refused: the app secret does not match its signature',
        );
        return h.response('the signature does not match').type('text/plain').code(403);
      }
      const receivedAt = app.monotonicNow();
      const id = callbackId(receivedAt);
      await app.store.transaction(async (tx) => {
        await tx.callbacks.insert({ id, providerAppId: providerApp.id, body: rawBody.toString('utf8'), receivedAt });
        // In the order in which they came: a `sent` that is taken after its `delivered` would announce nothing.
        await tx.outbox.add(0, 'process-callback', id, receivedAt, providerApp.id);
      });
      app.wake();
      return h.response('EVENT_RECEIVED').type('text/plain');
    },
  });
}
