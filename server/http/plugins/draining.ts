import type { Socket } from 'node:net';
import { setImmediate } from 'node:timers/promises';
import type { Server } from '@hapi/hapi';

/** What clients do not end within this time after a stop began is cut off, in milliseconds. */
export const STOP_GRACE = 5_000;

/** So many turns of the event loop take in what has arrived: a connection, then what came over it. */
const TURNS = 3;

/**
 * Ends connections so that nothing is carried out whose answer cannot leave. hapi would close its own side of those over which no
 * request runs yet, and still run the one that comes: here they are cut off whole, and what is on its way over them is never read.
 * So the server must be made with `operations: { cleanStop: false }`.
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
  // A connection that is kept after an answer that had begun before.
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
    // What is idle after an answer goes when hapi closes the listener.
  });
  server.ext('onPostStop', () => clearTimeout(cutOff));
}
