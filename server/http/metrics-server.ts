import hapi, { type Server } from '@hapi/hapi';
import type { Metrics } from '../app/metrics.ts';
import { addHealthRoutes, type Readiness } from './health.ts';
import { createListener } from './listener.ts';
import { addClientErrors, plainRefusals } from './plugins/client-error.ts';
import { addLingering } from './plugins/linger.ts';

/** The operator's port is reachable only from this machine. */
const HOST = '127.0.0.1';

/**
 * Creates the server for the operator's tools: `/metrics` for Prometheus, and the health routes, which a worker serves
 * only here.
 */
export function createOperatorServer(port: number, metrics: Metrics, readiness: Readiness): Server {
  const server = hapi.server({
    listener: createListener(),
    host: HOST,
    port,
    debug: false,
    routes: { cache: { otherwise: 'no-store' } },
  });
  addClientErrors(
    server,
    plainRefusals(({ output }) => output.payload),
  );
  addLingering(server);
  metrics.watchProcess();
  addHealthRoutes(server, readiness);
  server.route({
    method: 'GET',
    path: '/metrics',
    handler: async (_request, h) => {
      const { type, text } = await metrics.text();
      return h.response(text).header('Content-Type', type);
    },
  });
  return server;
}
