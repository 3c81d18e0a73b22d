import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
// biome-ignore lint/style/noRestrictedImports: only types; the simulator starts no proxy.
import type { Http2ServerRequest, Http2ServerResponse } from 'node:http2';
import type { AddressInfo } from 'node:net';
import { getResponse, type HttpHandler } from 'msw';
import { replyTrackers, trackReply } from './graph/graph-request.ts';
import type { World } from './world/world.ts';

export interface ListenOptions {
  /** @default any free port */
  port?: number;
  /** @default '127.0.0.1' */
  host?: string;
}

/** Serves the MSW handlers with `node:http`. `handlersFor` selects the few that can match a path. */
export async function listen(
  world: World,
  handlersFor: (pathname: string) => HttpHandler[],
  { port = 0, host = '127.0.0.1' }: ListenOptions = {},
): Promise<{ url: string; close(): Promise<void> }> {
  const server = createServer(listenerOf(world, handlersFor, 'http'));
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, resolve);
  });
  const address = server.address() as AddressInfo;
  const url = `http://${address.family === 'IPv6' ? `[${address.address}]` : address.address}:${address.port}`;
  world.origin = url;
  return {
    url,
    close: () =>
      new Promise((resolve, reject) => {
        if (world.origin === url) world.origin = undefined;
        server.close((error) => (error ? reject(error) : resolve()));
        // Clients keep connections open, and close() alone would wait for them.
        server.closeAllConnections();
      }),
  };
}

export type Incoming = IncomingMessage | Http2ServerRequest;
export type Outgoing = ServerResponse | Http2ServerResponse;

/** Returns the listener of a server, over HTTP/1.1 or HTTP/2. */
export function listenerOf(
  world: World,
  handlersFor: (pathname: string) => HttpHandler[],
  scheme: 'http' | 'https',
): (incoming: Incoming, outgoing: Outgoing) => void {
  return (incoming, outgoing) => {
    void serveRequest(world, handlersFor, scheme, incoming, outgoing).catch(() => breakOff(outgoing));
  };
}

/** Ends the connection, or with HTTP/2 the stream, without a response. */
export function breakOff(outgoing: Outgoing): void {
  if ('stream' in outgoing) outgoing.stream.close(INTERNAL_ERROR);
  else outgoing.destroy();
}

/** RFC 9113, section 7: the error code of a stream. */
const INTERNAL_ERROR = 2;

/**
 * A path that begins with Instagram's host, where `me` is the account: fetch does not allow setting the header Host.
 */
const INSTAGRAM = /^\/(graph\.instagram\.com)(\/.*)$/;

async function serveRequest(
  world: World,
  handlersFor: (pathname: string) => HttpHandler[],
  scheme: 'http' | 'https',
  incoming: Incoming,
  outgoing: Outgoing,
): Promise<void> {
  const chunks: Buffer<ArrayBuffer>[] = [];
  for await (const chunk of incoming) chunks.push(chunk);
  const door = trackReply(world.work, Buffer.concat(chunks));
  outgoing.on('close', () => door.leave());
  try {
    const named = incoming.headers[':authority'] ?? incoming.headers.host ?? 'localhost';
    const [, host = named, path = incoming.url ?? '/'] = INSTAGRAM.exec(incoming.url ?? '') ?? [];
    // A client that does not tunnel sends the whole URL to a proxy.
    const url = path.startsWith('/') ? new URL(`${scheme}://${host}${path}`) : new URL(path);
    // The body is passed separately: MSW clones requests, and cloning a body costs more than the rest of the response.
    const request = new Request(url, { method: incoming.method, headers: headersOf(incoming) });
    replyTrackers.set(request, door);
    const response = await getResponse(handlersFor(url.pathname), request);
    if (door.reply) answer(outgoing, door.reply.status, door.reply.headers, door.reply.body);
    else await send(response ?? Response.error(), outgoing);
  } catch (error) {
    await send(Response.json({ error: String(error) }, { status: 500 }), outgoing);
  }
}

/** The two kinds of responses have the same methods, but their types are not compatible. */
function answer(outgoing: Outgoing, status: number, headers: Record<string, string>, body: string | Buffer): void {
  const http = outgoing as ServerResponse;
  // With the length, Node sends the head and the body in one write, which is one record of TLS.
  http.writeHead(status, { ...headers, 'content-length': Buffer.byteLength(body) });
  http.end(body);
}

/** HTTP/2 has the method and URL in headers that begin with a colon. */
function headersOf(incoming: Incoming): [string, string][] {
  return Object.entries(incoming.headers).flatMap(([name, value]) =>
    value === undefined || name.startsWith(':')
      ? []
      : [[name, Array.isArray(value) ? value.join(', ') : value] as [string, string]],
  );
}

async function send(response: Response, outgoing: Outgoing): Promise<void> {
  // A network error of fetch: the connection breaks without a response.
  if (response.type === 'error') {
    breakOff(outgoing);
    return;
  }
  answer(outgoing, response.status, Object.fromEntries(response.headers), Buffer.from(await response.arrayBuffer()));
}
