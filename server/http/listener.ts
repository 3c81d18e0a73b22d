import { createServer, type Server } from 'node:http';

/** Limit for the head of a request, including the first on a new connection. In milliseconds. */
const HEAD_TIMEOUT = 10_000;
/** Limit for a whole request: an upload of 100 MB on a slow connection. JSON bodies have less (late-bodies.ts). */
const REQUEST_TIMEOUT = 600_000;
/** The interval of the checks for late requests. */
const CHECK_INTERVAL = 1_000;
/** The largest number of connections; each costs some ten kilobytes, even if idle. */
const MAX_CONNECTIONS = 10_000;

/**
 * Returns Node's server with limits on the slowness and number of its clients. It refuses no request with an empty
 * answer: without a Host header `addClientErrors` refuses, and an expectation other than 100-continue is ignored, as
 * RFC 9110 (10.1.1) allows.
 */
export function createListener(): Server {
  const listener = createServer({
    headersTimeout: HEAD_TIMEOUT,
    requestTimeout: REQUEST_TIMEOUT,
    connectionsCheckingInterval: CHECK_INTERVAL,
    requireHostHeader: false,
  });
  listener.on('checkExpectation', (request, response) => listener.emit('request', request, response));
  listener.maxConnections = MAX_CONNECTIONS;
  return listener;
}

/** Returns the origin of a listening server; a URL puts IPv6 addresses in brackets. */
export const originOf = ({ host, port }: { host: string; port: number | string }): string =>
  `http://${host.includes(':') ? `[${host}]` : host}:${port}`;
