import { type HttpHandler, http } from 'msw';
import type { FindRoute, HttpRequest } from './route.ts';

/** Returns one MSW handler for all routes, because MSW tries handlers one by one. */
export function mswHandler(find: FindRoute): HttpHandler {
  return http.all(
    ({ request }) => find(requestOf(request)) !== undefined,
    async ({ request }) => {
      const asked = requestOf(request);
      const reply = await find(asked)?.run(asked);
      if (reply instanceof Response && (request.method !== 'HEAD' || reply.type === 'error')) {
        return reply;
      }
      // MSW 2 forwards the body of a HEAD response.
      return reply && new Response(request.method === 'HEAD' ? null : reply.body, reply);
    },
  );
}

function requestOf(request: Request): HttpRequest {
  return {
    method: request.method,
    url: new URL(request.url),
    header: (name) => request.headers.get(name) ?? undefined,
    bytes: async () => new Uint8Array(await request.arrayBuffer()),
  };
}
