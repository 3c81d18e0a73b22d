import { randomUUID } from 'node:crypto';
import type { Server } from '@hapi/hapi';

/** A fresh id (§2.1). */
export const newRequestId = (): string => `req_${randomUUID().replaceAll('-', '')}`;

/** Gives each request its `req_…` id (§2.1). */
export function addRequestIds(server: Server): void {
  server.ext('onRequest', (request, h) => {
    request.app.requestId = newRequestId();
    return h.continue;
  });
}
