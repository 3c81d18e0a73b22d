import type { Server } from '@hapi/hapi';

/**
 * How long a JSON body may take to arrive, in milliseconds. Files may take as long as the whole request (listener.ts).
 */
const BODY_TIMEOUT = 10_000;

/**
 * Refuses bodies that do not arrive in time, as Node does with heads. hapi also detects late bodies, but reads them to
 * the end before it responds, and that end never arrives.
 */
export function addLateBodies(server: Server): void {
  server.ext('onPreAuth', (request, h) => {
    const { req } = request.raw;
    if (request.route.settings.payload?.output === 'data' && !req.complete) {
      const timer = setTimeout(() => {
        const late = Object.assign(new Error('The body did not arrive in time.'), { code: 'ERR_HTTP_REQUEST_TIMEOUT' });
        server.listener.emit('clientError', late, req.socket);
      }, BODY_TIMEOUT);
      for (const over of ['end', 'close']) {
        req.once(over, () => clearTimeout(timer));
      }
    }
    return h.continue;
  });
}
