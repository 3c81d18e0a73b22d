import { createServer, type Server } from 'node:http';
import { HEAD_MAX_KIBIBYTES } from '@wigwag/openapi';

/**
 * How long the head of a request may take to arrive, in milliseconds; it includes the first head on a new connection.
 */
const HEAD_TIMEOUT = 10_000;
/**
 * How long a whole request may take to arrive, in milliseconds: enough for an upload of 100 MB on a slow connection.
 * JSON bodies have less time (late-bodies.ts).
 */
const REQUEST_TIMEOUT = 600_000;
/**
 * How long a connection may be idle, in milliseconds. This is longer than proxies keep idle connections (nginx, HAProxy
 * and load balancers of clouds: 60 s), so that the proxy closes them. If the server closed one at the moment at which a
 * request is sent on it, the request would fail: Node's default of 5 s causes responses of 502 behind proxies.
 */
const IDLE_TIMEOUT = 75_000;
/** How often to check for late requests. */
const CHECK_INTERVAL = 1_000;
/** The maximum number of connections. Each takes about ten kilobytes, even if it is idle. */
const MAX_CONNECTIONS = 10_000;

/**
 * Returns Node's server with limits on slow clients and on the number of clients. It refuses no request with an empty
 * response. `addClientErrors` refuses requests without a Host header. An expectation other than 100-continue is
 * ignored, as RFC 9110 (10.1.1) allows.
 */
export function createListener(): Server {
  const listener = createServer({
    maxHeaderSize: HEAD_MAX_KIBIBYTES * 1024,
    headersTimeout: HEAD_TIMEOUT,
    requestTimeout: REQUEST_TIMEOUT,
    keepAliveTimeout: IDLE_TIMEOUT,
    connectionsCheckingInterval: CHECK_INTERVAL,
    requireHostHeader: false,
  });
  listener.on('checkExpectation', (request, response) => listener.emit('request', request, response));
  listener.maxConnections = MAX_CONNECTIONS;
  return listener;
}
