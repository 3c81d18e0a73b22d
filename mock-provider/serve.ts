import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
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
  const server = createServer((incoming, outgoing) => {
    void serveRequest(world, handlersFor, incoming, outgoing).catch(() => outgoing.destroy());
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
        if (world.origin === url) world.origin = undefined;
        server.close((error) => (error ? reject(error) : resolve()));
        // Clients keep connections open, and close() alone would wait for them.
        server.closeAllConnections();
      }),
  };
}

/**
 * A path that begins with Instagram's host, where `me` is the account: fetch does not allow setting the header Host.
 */
const INSTAGRAM = /^\/(graph\.instagram\.com)(\/.*)$/;

async function serveRequest(
  world: World,
  handlersFor: (pathname: string) => HttpHandler[],
  incoming: IncomingMessage,
  outgoing: ServerResponse,
): Promise<void> {
  const chunks: Buffer<ArrayBuffer>[] = [];
  for await (const chunk of incoming) chunks.push(chunk);
  const door = trackReply(world.work, Buffer.concat(chunks));
  outgoing.on('close', () => door.leave());
  try {
    const [, host = incoming.headers.host ?? 'localhost', path = incoming.url ?? '/'] =
      INSTAGRAM.exec(incoming.url ?? '') ?? [];
    const url = new URL(`http://${host}${path}`);
    // The body is passed separately: MSW clones requests, and cloning a body costs more than the rest of the response.
    const request = new Request(url, { method: incoming.method, headers: headersOf(incoming) });
    replyTrackers.set(request, door);
    const response = await getResponse(handlersFor(url.pathname), request);
    if (door.reply) outgoing.writeHead(door.reply.status, door.reply.headers).end(door.reply.body);
    else await send(response ?? Response.error(), outgoing);
  } catch (error) {
    await send(Response.json({ error: String(error) }, { status: 500 }), outgoing);
  }
}

function headersOf(incoming: IncomingMessage): [string, string][] {
  return Object.entries(incoming.headers).flatMap(([name, value]) =>
    value === undefined ? [] : [[name, Array.isArray(value) ? value.join(', ') : value] as [string, string]],
  );
}

async function send(response: Response, outgoing: ServerResponse): Promise<void> {
  // A network error of fetch: the connection breaks without a response.
  if (response.type === 'error') {
    outgoing.destroy();
    return;
  }
  outgoing.writeHead(response.status, Object.fromEntries(response.headers));
  outgoing.end(Buffer.from(await response.arrayBuffer()));
}
