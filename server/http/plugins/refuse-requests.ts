import type { IncomingMessage } from 'node:http';
import type { Server } from '@hapi/hapi';

/** Returns why a request is refused; undefined if it is not. */
export type ProblemOf = (request: IncomingMessage) => string | undefined;

/** Refuses requests with status 403, before anything else reads them. */
export function refuseRequests(server: Server, problemOf: ProblemOf): void {
  server.ext('onRequest', ({ raw: { req } }, h) => {
    const problem = problemOf(req);
    return problem === undefined ? h.continue : h.response({ error: problem }).code(403).takeover();
  });
}
