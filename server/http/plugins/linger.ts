import type { IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import type { Server } from '@hapi/hapi';

/** How long a refused client may continue to send before it is disconnected, in milliseconds. */
const TIMEOUT = 60_000;
/** How much a refused client may continue to send before it is disconnected, in bytes. */
const MAX_DROPPED = 256 * 1024 * 1024;

/**
 * Lets a client that is refused while it is still sending read the response. Node would close the connection
 * immediately after the response. Data still in transit would then cause a reset, which many clients report instead of
 * the response. Node's clients report an error even if only our side ends. This plugin discards further data, and closes the
 * connection when the client has sent its request, or too much, or for too long. Without it,
 * linger.test.ts, client-error.test.ts and form.test.ts fail, because clients see a reset instead of the error.
 */
export function addLingering(server: Server): void {
  server.ext('onRequest', (request, h) => {
    keepOpen(request.raw.req);
    return h.continue;
  });
  server.ext('onPreAuth', (request, h) => {
    if (request.route.settings.payload?.output === 'data') {
      respondBeforeEnd(request.raw.req);
    }
    return h.continue;
  });
  server.ext('onPreResponse', (request, h) => {
    const { req, res } = request.raw;
    if (!req.complete) {
      res.shouldKeepAlive = false;
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

/**
 * Makes hapi respond as soon as it has refused a body. By default, hapi first reads the whole body. On a slow
 * connection, the time limit of bodies would end first, and the client would get the error for a late body. hapi waits
 * until there is nothing more to read, or until the request closes.
 */
function respondBeforeEnd(request: IncomingMessage): void {
  request.on('newListener', (event) => {
    if (event === 'readable') {
      setImmediate(() => request.emit('close'));
    }
  });
}

function lingerBeforeClose(request: IncomingMessage): void {
  const { socket } = request;
  // Node calls this after the response has been sent.
  socket.destroySoon = () => {
    cutOffLater(socket);
    request.once('end', () => socket.destroy());
    let dropped = 0;
    request.on('data', ({ length }: Buffer) => {
      dropped += length;
      if (dropped > MAX_DROPPED) {
        socket.destroy();
      }
    });
    request.resume();
  };
}

/** Disconnects the other side if it does not close the connection within the timeout. */
export function cutOffLater(socket: Socket): void {
  const timer = setTimeout(() => socket.destroy(), TIMEOUT);
  timer.unref();
  socket.once('close', () => clearTimeout(timer));
}
