import type { Request, Server } from '@hapi/hapi';
import type { AdminOperations } from '@wigwag/openapi';
import type { App } from '../../app/app.ts';
import { loggedText } from '../logged-text.ts';
import { newRequestId } from '../plugins/request-id.ts';
import { loggedForwarded } from '../request/source-address.ts';

declare module '@hapi/hapi' {
  interface RouteOptionsApp {
    /** The operation of the admin API. */
    admin?: keyof AdminOperations;
  }
  interface RequestApplicationState {
    /** The fingerprint of the admin token, if the request has the correct one. */
    operator?: string;
  }
}

/**
 * Writes one line to the log for each call of the admin API, including refused and interrupted ones, at any log level
 * except `silent`. A line contains the operation, the IDs in the path, the status, the request ID, the address, and a
 * fingerprint of the token if it was correct. Bodies and queries are never logged, because they contain secrets and
 * personal data. Text of the path and of X-Forwarded-For is shortened, and phone numbers in it are masked.
 */
export function addAudit(server: Server, app: App): void {
  const log = app.log.level === 'silent' ? app.log : app.log.child({}, { level: 'info' });
  const write = (request: Request, status: number) => {
    const { admin } = request.route.settings.app ?? {};
    if (admin === undefined || audited.has(request)) {
      return;
    }
    audited.add(request);
    const { info } = request;
    const params = Object.entries(request.params as Record<string, string>);
    const ids = Object.fromEntries(params.map(([name, value]) => [name, loggedText(value)]));
    const { requestId, operator: token, session } = request.app;
    const source = { token, login: session?.login.id, from: info.remoteAddress, forwarded: loggedForwarded(request) };
    log.info({ admin, ...ids, status, request: requestId, ...source }, 'admin call');
  };
  const audited = new WeakSet<Request>();
  server.ext('onRequest', (request, h) => {
    request.app.requestId ??= newRequestId(); // the port for metrics has no request IDs
    return h.continue;
  });
  // Log before responding, so that every response that a client gets is in the log.
  server.ext('onPreResponse', (request, h) => {
    const { response } = request;
    const isError = 'isBoom' in response;
    write(request, isError ? response.output.statusCode : response.statusCode);
    if (request.route.settings.app?.admin !== undefined) {
      const { headers } = isError ? response.output : response;
      headers['X-Request-Id'] ??= request.app.requestId;
    }
    return h.continue;
  });
  // A client that disconnects gets no response.
  server.events.on('response', (request) => write(request, DISCONNECTED));
}

/** As in the log of requests: no response was sent. */
const DISCONNECTED = 0;
