import { randomBytes } from 'node:crypto';
import type { Server } from '@hapi/hapi';

/** Gives each request its `req_…` id (§2.1). */
export function addRequestIds(server: Server): void {
  server.ext('onRequest', (request, h) => {
    request.app.requestId = `req_${randomBytes(12).toString('base64url')}`;
    return h.continue;
  });
}
