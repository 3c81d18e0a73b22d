import type { IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import type { Server } from '@hapi/hapi';

/** How long a client that was refused may go on sending before it is cut off, in milliseconds. */
const TIMEOUT = 30_000;

/**
 * Lets a client that is refused while it still sends read why. Node would close the connection right behind the answer, and
 * what is still on its way would be met by a reset, which many clients see in place of the answer. Here only our side is closed;
 * what still comes is thrown away. Without it, client-error.test.ts and form.test.ts fail: clients see a reset, not the refusal.
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

/** The reader of bodies destroys a request, and with it the connection, when a body is too long; the refusal could not leave. */
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
  // Called when the answer has left.
  socket.destroySoon = () => {
    cutOffLater(socket);
    request.once('end', () => socket.destroy());
    request.resume();
    socket.end();
  };
}

/** Gives the other side so long to close the connection. */
export function cutOffLater(socket: Socket): void {
  const timer = setTimeout(() => socket.destroy(), TIMEOUT);
  timer.unref();
  socket.once('close', () => clearTimeout(timer));
}
