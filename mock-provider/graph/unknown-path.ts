import { type HttpHandler, http } from 'msw';
import type { World } from '../world/world.ts';
import { answer, authorize, isGraphHost } from './endpoint.ts';
import { GraphError } from './graph-error.ts';
import { replyTrackers } from './graph-request.ts';

/**
 * Graph's answer to what no other handler takes, once the token is good. In process only for Graph's own hosts, where
 * such a request would otherwise leave for Meta with its token.
 */
export function unknownPathHandler(world: World): HttpHandler {
  return http.all(
    ({ request }) => replyTrackers.has(request) || isGraphHost(new URL(request.url)),
    ({ request }) =>
      request.method === 'OPTIONS'
        ? preflight(request)
        : answer(world, request, (_, graph) => {
            authorize(world, graph, 'messenger');
            const path = graph.url.pathname.replace(/^\/v\d+\.\d+(?=\/)/, '').replace(/^\/[^/]+(?=\/)/, '');
            throw new GraphError('messenger', 2500, { message: `Unknown path components: ${path}` });
          }),
  );
}

/** A browser asks first whether it may send a token or JSON; Graph lets every origin. */
function preflight(request: Request): Response {
  return new Response(null, {
    headers: {
      'access-control-allow-origin': '*',
      'access-control-allow-methods': 'GET, POST, DELETE, OPTIONS',
      'access-control-allow-headers': request.headers.get('access-control-request-headers') ?? '*',
    },
  });
}
