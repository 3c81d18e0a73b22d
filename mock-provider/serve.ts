import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { hostProblem, isOriginHere, pageProblem } from './foreign-request.ts';
import { type FindRoute, type GraphReply, trackReply } from './graph/route.ts';
import { breakOff, type Incoming, type Outgoing, readRequest } from './http.ts';
import { ANSWERED } from './proxy/hosts.ts';
import type { World } from './world/world.ts';

export interface ListenOptions {
  /** @default any free port */
  port?: number;
  /** @default '127.0.0.1' */
  host?: string;
  /** Names of this machine that clients may use, such as that of a container. @default localhost and IP addresses */
  allowedHosts?: readonly string[];
}

/** Serves the routes with `node:http`. */
export async function listen(
  world: World,
  find: FindRoute,
  { port = 0, host = '127.0.0.1', allowedHosts = [] }: ListenOptions = {},
): Promise<{ url: string; close(): Promise<void> }> {
  const serve = listenerOf(world, find, 'http');
  // Some apps reach the mock under Meta's names.
  const hosts = [...allowedHosts, host, ...ANSWERED];
  const server = createServer((incoming, outgoing) => {
    const problem = problemOf(incoming, hosts);
    if (problem === undefined) {
      serve(incoming, outgoing);
    } else {
      answer(outgoing, 403, { 'content-type': 'application/json' }, JSON.stringify({ error: problem }));
    }
  });
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
        if (world.origin === url) {
          world.origin = undefined;
        }
        server.close((error) => (error ? reject(error) : resolve()));
        // Clients keep connections open, and close() alone would wait for them.
        server.closeAllConnections();
      }),
  };
}

/** The page and the control API, and not the calls of Graph. */
const OWN_PATH = /^\/($|\?|_mock\/)/;

/**
 * Returns why a request is refused; undefined if it is not. Graph allows every origin, but the mock only those of apps on
 * this machine, because its token is public. Pages may show its media.
 */
function problemOf(incoming: IncomingMessage, hosts: readonly string[]): string | undefined {
  const { url = '/', headers } = incoming;
  const isOfApp = headers.origin === undefined ? !/[?&]method=/i.test(url) : isOriginHere(headers.origin);
  return hostProblem(incoming, hosts) ?? (isOfApp && !OWN_PATH.test(url) ? undefined : pageProblem(incoming, hosts));
}

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

/**
 * A path that begins with Instagram's host, where `me` is the account: fetch does not allow setting the header Host.
 */
const INSTAGRAM = /^\/(graph\.instagram\.com)(\/.*)$/;

function withNamedHost(url: URL): URL {
  const [, host, path] = INSTAGRAM.exec(url.pathname) ?? [];
  return host === undefined ? url : new URL(`${url.protocol}//${host}${path}${url.search}`);
}

async function serveRequest(
  world: World,
  find: FindRoute,
  scheme: 'http' | 'https',
  incoming: Incoming,
  outgoing: Outgoing,
): Promise<void> {
  try {
    const { method, url, headers, bytes } = await readRequest(incoming, scheme);
    const replyTracker = trackReply(world.work);
    outgoing.on('close', () => replyTracker.leave());
    const request = {
      method,
      url: withNamedHost(url),
      header: (name: string) => headers[name]?.toString(),
      bytes: async () => bytes,
      replyTracker,
    };
    await send((await find(request)?.run(request)) ?? Response.error(), outgoing);
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

async function send(reply: GraphReply | Response, outgoing: Outgoing): Promise<void> {
  if (!(reply instanceof Response)) {
    answer(outgoing, reply.status, reply.headers, reply.body);
  }
  // A network error of fetch: the connection breaks without a response.
  else if (reply.type === 'error') {
    breakOff(outgoing);
  } else {
    answer(outgoing, reply.status, Object.fromEntries(reply.headers), Buffer.from(await reply.arrayBuffer()));
  }
}
