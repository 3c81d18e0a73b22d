import { once } from 'node:events';
import { request as ask, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http';
import { createSecureServer, type Http2ServerRequest, type Http2ServerResponse } from 'node:http2';
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net';
import { listening } from './servers.ts';

/** A running reverse proxy of a server. */
export interface ReverseProxy {
  /** The origin. */
  url: string;
  close(): Promise<void>;
}

/** Listens on a free port. */
async function started(server: Server, scheme: string, host = '127.0.0.1'): Promise<ReverseProxy> {
  const sockets = new Set<Socket>();
  server.on('connection', (socket) => {
    sockets.add(socket.on('close', () => sockets.delete(socket)));
  });
  server.listen(0, host);
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    url: `${scheme}://${host.includes(':') ? `[${host}]` : host}:${port}`,
    async close() {
      for (const socket of sockets) {
        socket.destroy();
      }
      server.close();
      await once(server, 'close');
    },
  };
}

/**
 * Starts a proxy that forwards connections to an origin.
 *
 * @param host where to listen
 * @param milliseconds the latency that it adds to responses
 */
export function relay(origin: string, { host = '127.0.0.1', milliseconds = 0 } = {}): Promise<ReverseProxy> {
  const { hostname, port } = new URL(origin);
  const server = createServer((client) => {
    const upstream = connect(Number(port), hostname);
    client.on('error', () => upstream.destroy()).on('close', () => upstream.destroy());
    upstream.on('error', () => client.destroy()).on('close', () => setTimeout(() => client.destroy(), milliseconds));
    client.pipe(upstream);
    upstream.on('data', (chunk) => setTimeout(() => client.destroyed || client.write(chunk), milliseconds));
    upstream.on('end', () => setTimeout(() => client.end(), milliseconds));
  });
  return started(server, 'http', host);
}

/** Removes headers that belong to a connection, and pseudo-headers of HTTP/2. */
const passedOn = (headers: IncomingHttpHeaders): IncomingHttpHeaders =>
  Object.fromEntries(
    Object.entries(headers).filter(
      ([name]) => !name.startsWith(':') && !['connection', 'keep-alive', 'transfer-encoding'].includes(name),
    ),
  );

type Incoming = IncomingMessage | Http2ServerRequest;
type Outgoing = ServerResponse | Http2ServerResponse;

function forward(origin: string, request: Incoming, response: Outgoing): void {
  const { method, headers } = request;
  const passed = ask(origin + request.url, { method, headers: passedOn(headers) }, (answer) => {
    (response as ServerResponse).writeHead(answer.statusCode ?? 502, passedOn(answer.headers));
    answer.pipe(response as ServerResponse);
  });
  passed.on('error', () => response.destroy());
  request.pipe(passed);
}

/** Starts a proxy with TLS, for HTTP/2 and HTTP/1.1 or for HTTP/2 only. */
export function tlsProxy(
  origin: string,
  pair: { cert: string; key: string },
  allowHTTP1 = true,
): Promise<ReverseProxy> {
  const server = createSecureServer({ ...pair, allowHTTP1 }, (request, response) => forward(origin, request, response));
  return started(server, 'https');
}

const LIMIT = 25;
const LIMITED_MILLISECONDS = 1000;

/** Forwards `LIMIT` requests, then returns 429 with this body to all clients for a second, and repeats this. */
export async function limitingProxy(origin: string, body: string): Promise<ReverseProxy & { refused(): number }> {
  let left = LIMIT;
  let refused = 0;
  const proxy = await listening((request, response) => {
    if (left > 0) {
      left--;
      if (left === 0) {
        setTimeout(() => {
          left = LIMIT;
        }, LIMITED_MILLISECONDS);
      }
      forward(origin, request, response);
      return;
    }
    refused++;
    request.resume();
    response.writeHead(429, {
      'retry-after': '1',
      'content-type': body.startsWith('{') ? 'application/json' : 'text/plain',
    });
    response.end(body);
  });
  return { ...proxy, refused: () => refused };
}
