import type { IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import type { Server } from '@hapi/hapi';

/** How long a refused client may continue to send before it is disconnected, in milliseconds. */
const TIMEOUT = 30_000;

/**
 * Lets a client that is refused while it still sends read the answer. Node would close the connection immediately after
 * the answer. Data still in transit would then cause a reset, which many clients report instead of the answer. This
 * plugin closes only our side and discards further data. Without it, client-error.test.ts and form.test.ts fail:
 * clients see a reset, not the refusal.
 */
export function addLingering(server: Server): void {
  server.ext('onRequest', (request, h) => {
    keepOpen(request.raw.req);
    return h.continue;
  });
  server.ext('onPreResponse', (request, h) => {
    const { req } = request.raw;
    if (!req.complete) {
      lingerBeforeClose(req);
    }
    return h.continue;
  });
}

/**
 * The reader of bodies destroys a request, and with it the connection, if a body is too long; the refusal could not be
 * sent.
 */
function keepOpen(request: IncomingMessage): void {
  const destroy = request.destroy.bind(request);
  request.destroy = (error) => {
    if (error || request.complete || request.socket.destroyed) {
      return destroy(error);
    }
    request.unpipe();
    return request;
  };
}

function lingerBeforeClose(request: IncomingMessage): void {
  const { socket } = request;
  // Called once the answer has been sent.
  socket.destroySoon = () => {
    cutOffLater(socket);
    request.once('end', () => socket.destroy());
    request.resume();
    socket.end();
  };
}

/** Disconnects the other side unless it closes the connection within the timeout. */
export function cutOffLater(socket: Socket): void {
  const timer = setTimeout(() => socket.destroy(), TIMEOUT);
  timer.unref();
  socket.once('close', () => clearTimeout(timer));
}
