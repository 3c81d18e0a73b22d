import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
// biome-ignore lint/style/noRestrictedImports: only types; the simulator starts no proxy.
import type { Http2ServerRequest, Http2ServerResponse } from 'node:http2';
import type { AddressInfo } from 'node:net';
import { type FindRoute, type Reply, trackReply } from './graph/route.ts';
import type { World } from './world/world.ts';

export interface ListenOptions {
  /** @default any free port */
  port?: number;
  /** @default '127.0.0.1' */
  host?: string;
}

/** Serves the routes with `node:http`. */
export async function listen(
  world: World,
  find: FindRoute,
  { port = 0, host = '127.0.0.1' }: ListenOptions = {},
): Promise<{ url: string; close(): Promise<void> }> {
  const server = createServer(listenerOf(world, find, 'http'));
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
  find: FindRoute,
  scheme: 'http' | 'https',
): (incoming: Incoming, outgoing: Outgoing) => void {
  return (incoming, outgoing) => {
    void serveRequest(world, find, scheme, incoming, outgoing).catch(() => breakOff(outgoing));
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
  find: FindRoute,
  scheme: 'http' | 'https',
  incoming: Incoming,
  outgoing: Outgoing,
): Promise<void> {
  const bytes = await bytesOf(incoming);
  const door = trackReply(world.work);
  outgoing.on('close', () => door.leave());
  try {
    const named = incoming.headers[':authority'] ?? incoming.headers.host ?? 'localhost';
    const [, host = named, path = incoming.url ?? '/'] = INSTAGRAM.exec(incoming.url ?? '') ?? [];
    // A client that does not tunnel sends the whole URL to a proxy.
    const url = path.startsWith('/') ? new URL(`${scheme}://${host}${path}`) : new URL(path);
    const { method = 'GET', headers } = incoming;
    const request = {
      method,
      url,
      header: (name: string) => headers[name]?.toString(),
      bytes: async () => bytes,
      door,
    };
    await send((await find(request)?.run(request)) ?? Response.error(), outgoing);
  } catch (error) {
    await send(Response.json({ error: String(error) }, { status: 500 }), outgoing);
  }
}

/** Reading by events costs less than with `for await`. */
function bytesOf(incoming: Incoming): Promise<Buffer<ArrayBuffer>> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    incoming.on('data', (chunk) => chunks.push(chunk));
    incoming.on('end', () => resolve(Buffer.concat(chunks)));
    incoming.on('error', reject);
    incoming.on('close', () => incoming.readableEnded || reject(new Error('The client closed the connection')));
  });
}

/** The two kinds of responses have the same methods, but their types are not compatible. */
function answer(outgoing: Outgoing, status: number, headers: Record<string, string>, body: string | Buffer): void {
  const http = outgoing as ServerResponse;
  // With the length, Node sends the head and the body in one write, which is one record of TLS.
  http.writeHead(status, { ...headers, 'content-length': Buffer.byteLength(body) });
  http.end(body);
}

async function send(reply: Reply | Response, outgoing: Outgoing): Promise<void> {
  if (!(reply instanceof Response)) answer(outgoing, reply.status, reply.headers, reply.body);
  // A network error of fetch: the connection breaks without a response.
  else if (reply.type === 'error') breakOff(outgoing);
  else answer(outgoing, reply.status, Object.fromEntries(reply.headers), Buffer.from(await reply.arrayBuffer()));
}
