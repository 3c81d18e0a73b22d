import type { Server } from '@hapi/hapi';

/** Limit for a JSON body, in milliseconds; files have the time of the whole request (listener.ts). */
const BODY_TIMEOUT = 10_000;

/**
 * Refuses bodies that do not arrive in time, as Node does with heads. hapi also detects them, but reads to the end
 * before it answers, and the end never arrives.
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
