import type { IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import type { Server } from '@hapi/hapi';

/** How long a refused client may continue to send before it is disconnected, in milliseconds. */
const TIMEOUT = 30_000;

/**
 * Lets a client that is refused while it is still sending read the response. Node would close the connection
 * immediately after the response. Data still in transit would then cause a reset, which many clients report instead of
 * the response. This plugin closes only our side of the connection and discards further data. Without it,
 * client-error.test.ts and form.test.ts fail, because clients see a reset instead of the error.
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
 * Keeps the connection open if a body is too long. The reader of bodies would otherwise destroy the request and its
 * connection, and the error could not be sent.
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
  // Node calls this after the response has been sent.
  socket.destroySoon = () => {
    cutOffLater(socket);
    request.once('end', () => socket.destroy());
    request.resume();
    socket.end();
  };
}

/** Disconnects the other side if it does not close the connection within the timeout. */
export function cutOffLater(socket: Socket): void {
  const timer = setTimeout(() => socket.destroy(), TIMEOUT);
  timer.unref();
  socket.once('close', () => clearTimeout(timer));
}
