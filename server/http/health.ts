import type { Server } from '@hapi/hapi';

/** Returns the problems that keep this process from working, in texts without secrets; empty if it is ready. */
export type Readiness = () => Promise<string[]>;

/**
 * Adds the health routes. `/healthz` reports that the process is alive. `/readyz` reports that it can work; if it
 * cannot, it returns 503 with the reason.
 */
export function addHealthRoutes(server: Server, readiness: Readiness): void {
  server.route({
    method: 'GET',
    path: '/healthz',
    options: { auth: false },
    handler: () => ({ status: 'ok' }),
  });

  server.route({
    method: 'GET',
    path: '/readyz',
    options: { auth: false },
    handler: async (_request, h) => {
      const problems = await readiness();
      return problems.length === 0 ? { status: 'ready' } : h.response({ status: 'not ready', problems }).code(503);
    },
  });
}
