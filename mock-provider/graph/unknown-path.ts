import { type HttpHandler, http } from 'msw';
import type { World } from '../world/world.ts';
import { answer, authorize, isGraphHost } from './endpoint.ts';
import { GraphError } from './graph-error.ts';
import { replyTrackers } from './graph-request.ts';

/**
 * Graph's response to paths that no other handler matches, after checking the token. In process, it applies only to
 * Graph's hosts, because the request and its token would otherwise be sent to Meta.
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

/** Responds to a CORS preflight for a token or JSON. Graph allows every origin. */
function preflight(request: Request): Response {
  return new Response(null, {
    headers: {
      'access-control-allow-origin': '*',
      'access-control-allow-methods': 'GET, POST, DELETE, OPTIONS',
      'access-control-allow-headers': request.headers.get('access-control-request-headers') ?? '*',
    },
  });
}
