import { createServer, type Server } from 'node:http';

/** How long a client may take to send the head of a request, one that was just opened included. In milliseconds. */
const HEAD_TIMEOUT = 10_000;
/** How long it may take for a whole request: an upload of 100 MB on a slow line. Bodies of JSON have less (late-bodies.ts). */
const REQUEST_TIMEOUT = 600_000;
/** How often those who are late are looked for. */
const CHECK_INTERVAL = 1_000;
/** How many connections there may be; each costs some ten kilobytes, used or not. */
const MAX_CONNECTIONS = 10_000;

/**
 * Node's server with bounds on how slow and how many its clients may be. It refuses no request with an empty answer: without a Host
 * header `addClientErrors` refuses, and an expectation other than 100-continue is ignored, as RFC 9110 (10.1.1) allows.
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

/** Where a server that listens is found; IPv6 addresses stand in brackets in a URL. */
export const originOf = ({ host, port }: { host: string; port: number | string }): string =>
  `http://${host.includes(':') ? `[${host}]` : host}:${port}`;
