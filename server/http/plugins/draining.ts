import type { Socket } from 'node:net';
import { setImmediate } from 'node:timers/promises';
import type { Server } from '@hapi/hapi';

/** How long clients may take to finish after a stop begins, in milliseconds. After that, they are disconnected. */
export const STOP_GRACE = 5_000;

/** How many turns of the event loop it takes to accept what has arrived: a connection, then its data. */
const TURNS = 3;

/**
 * Closes connections so that the server never executes a request whose response it cannot send. hapi would half-close
 * connections without a running request, and would still execute a request that arrives on them. Here they are
 * destroyed, and data that arrives on them is never read. The server must therefore be created with `operations: {
 * cleanStop: false }`.
 */
export function addDraining(server: Server): void {
  const { listener } = server;
  const sockets = new Set<Socket>();
  let isStopping = false;
  let cutOff: NodeJS.Timeout | undefined;

  listener.on('connection', (socket: Socket) => {
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
  });
  server.ext('onPreResponse', (request, h) => {
    if (isStopping) {
      request.raw.res.shouldKeepAlive = false;
    }
    return h.continue;
  });
  // For a kept-alive connection whose response had already begun.
  server.events.on('response', () => {
    if (isStopping) {
      listener.closeIdleConnections();
    }
  });
  server.ext('onPreStop', async () => {
    isStopping = true;
    cutOff = setTimeout(() => listener.closeAllConnections(), STOP_GRACE);
    for (let turn = 0; turn < TURNS; turn += 1) {
      await setImmediate();
    }
    for (const socket of sockets) {
      if (socket.bytesRead === 0) {
        socket.destroy();
      }
    }
    // hapi itself closes connections that become idle after a response when it closes the listener.
  });
  server.ext('onPostStop', () => clearTimeout(cutOff));
}
