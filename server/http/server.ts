import hapi, { type Server } from '@hapi/hapi';
import { type Operation, REQUESTS_PER_MINUTE, type Scope } from '@wigwag/openapi';
import type { App } from '../app/app.ts';
import type { RateState } from '../app/rate-limit.ts';
import type { Caller } from '../domain/account/caller.ts';
import { addProviderCallbackRoutes } from './callbacks/routes.ts';
import { addDeveloperRoutes } from './developers/developers.ts';
import { addEventTail } from './events/event-stream.ts';
import { OpenTails } from './events/open-tails.ts';
import { addHealthRoutes, type Readiness } from './health.ts';
import { createListener } from './listener.ts';
import { addReceivedMedia } from './media/received-media.ts';
import { addApiKeyAuth } from './plugins/api-key.ts';
import { addClientErrors, envelopeRefusals } from './plugins/client-error.ts';
import { addRequestCounts } from './plugins/count-requests.ts';
import { addDraining } from './plugins/draining.ts';
import { addEnvelopes } from './plugins/envelope.ts';
import { addLateBodies } from './plugins/late-bodies.ts';
import { addLingering } from './plugins/linger.ts';
import { addLiteralPaths } from './plugins/literal-paths.ts';
import { addOverload } from './plugins/overload.ts';
import { addRequestIds } from './plugins/request-id.ts';
import { addSafetyHeaders } from './plugins/safety.ts';
import { addRoutes, allowedMethods, methodNotAllowed } from './routes.ts';
import type { Rates } from './web-chat/rates.ts';
import { addWebchatRoutes } from './web-chat/routes.ts';

declare module '@hapi/hapi' {
  interface ServerApplicationState {
    /** The requests per minute of keys without a separate limit (§8). */
    defaultRate: number;
    tails: OpenTails;
    /** The rate limits of web chat visitors. */
    webRates: Rates;
  }
  interface RequestApplicationState {
    requestId: string;
    caller?: Caller;
    rate?: RateState;
    replayOf?: string | undefined;
    /** The limits of in-flight requests that this request counts toward. */
    inHand?: { kind: 'api' | 'other'; accountId: number | undefined } | undefined;
  }
  interface RouteOptionsApp {
    operation?: Pick<Operation, 'id' | 'path' | 'keyIn' | 'scopes' | 'errors'>;
    /** The scopes that a route outside the API document requires, and the methods of its path. */
    keyed?: { scopes: readonly Scope[]; methods: readonly string[] };
  }
}

/** Creates the HTTP server without listening, so that tests can use `inject`. */
export function createHttpServer(app: App, readiness: Readiness): Server {
  const server = hapi.server({
    listener: createListener(),
    host: app.config.host,
    port: app.config.port,
    router: { stripTrailingSlash: false },
    // The log of requests needs the address also after the client has disconnected.
    info: { remote: true },
    operations: { cleanStop: false }, // see draining.ts
    routes: {
      // We use no cookies, so a malformed cookie must not make a request fail.
      state: { parse: false, failAction: 'ignore' },
      // See late-bodies.ts.
      payload: { timeout: false },
      // URLs may contain keys (§5.4), and responses contain customers' messages, so no intermediary may cache them.
      cache: { otherwise: 'no-store' },
      // Part of an envelope would be invalid.
      response: { ranges: false },
    },
    // Compression would delay events until it has buffered enough of them.
    mime: { override: { 'text/event-stream': { compressible: false } } },
    // The envelope plugin responds to errors and logs them. hapi would also print them.
    debug: false,
  });
  server.app.defaultRate = REQUESTS_PER_MINUTE;
  server.app.tails = new OpenTails();
  addDraining(server);
  addRequestIds(server);
  addClientErrors(server, envelopeRefusals(app));
  addLiteralPaths(server);
  refuseHead(server);
  addOverload(server);
  addApiKeyAuth(server, app);
  addEnvelopes(server, app);
  addSafetyHeaders(server, app);
  addLingering(server);
  addLateBodies(server);
  addRoutes(server, app);
  addDeveloperRoutes(server, app);
  addHealthRoutes(server, readiness);
  addProviderCallbackRoutes(server, app);
  addEventTail(server, app);
  addReceivedMedia(server, app);
  server.app.webRates = addWebchatRoutes(server, app);
  addRequestCounts(server, app.metrics);
  server.events.on({ name: 'request', channels: 'error' }, (request, event) => {
    app.log.error({ request: request.app.requestId, error: event.error }, 'a request broke');
  });
  return server;
}

/** Refuses HEAD requests. hapi would run the GET handler for them, and some of our GETs send messages. */
function refuseHead(server: Server): void {
  server.ext('onRequest', (request, h) => {
    if (request.method !== 'head' || !request.path.startsWith('/')) {
      return h.continue;
    }
    const get = server.match('get', request.path);
    const { operation, keyed } = get?.settings.app ?? {};
    const allowed = keyed?.methods ?? allowedMethods(operation?.path);
    if (allowed.length === 0) {
      return h.continue;
    }
    throw methodNotAllowed(request.method, allowed);
  });
}
