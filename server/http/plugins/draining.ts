import type { Socket } from 'node:net';
import { setImmediate } from 'node:timers/promises';
import type { Server } from '@hapi/hapi';

/** The time that clients have to finish after a stop begins, in milliseconds. After that they are disconnected. */
export const STOP_GRACE = 5_000;

/** The number of turns of the event loop that accept what has arrived: a connection, then its data. */
const TURNS = 3;

/**
 * Closes connections so that no request is executed whose answer cannot be sent. hapi would half-close connections
 * without a running request, and still execute a request that arrives on them. Here they are destroyed, and incoming
 * data on them is never read. The server must therefore be created with `operations: { cleanStop: false }`.
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
  // A kept-alive connection whose answer had already begun.
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
    // hapi closes connections that are idle after an answer when it closes the listener.
  });
  server.ext('onPostStop', () => clearTimeout(cutOff));
}
