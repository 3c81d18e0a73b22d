import { randomUUID } from 'node:crypto';
import type { Server } from '@hapi/hapi';

/** Returns a new request ID (§2.1). */
export const newRequestId = (): string => `req_${randomUUID().replaceAll('-', '')}`;

/** Adds a `req_…` ID to each request (§2.1). */
export function addRequestIds(server: Server): void {
  server.ext('onRequest', (request, h) => {
    request.app.requestId = newRequestId();
    return h.continue;
  });
}
