import type { World } from '../world/world.ts';
import { answer, authorize, type Endpoint, isGraphHost } from './endpoint.ts';
import { GraphError } from './graph-error.ts';
import type { HttpRequest, Route } from './route.ts';

/**
 * Graph's response to paths that no other route matches, after checking the token. In process, it applies only to
 * Graph's hosts, because the request and its token would otherwise be sent to Meta.
 */
export function unknownPathRoute(world: World): Route {
  return {
    matches: ({ replyTracker, url }) => replyTracker !== undefined || isGraphHost(url),
    run: (request) => (request.method === 'OPTIONS' ? preflight(request) : answer(world, request, unknownPath)),
  };
}

const unknownPath: Endpoint = (world, graph) => {
  authorize(world, graph, 'messenger');
  const path = graph.url.pathname.replace(/^\/v\d+\.\d+(?=\/)/, '').replace(/^\/[^/]+(?=\/)/, '');
  throw new GraphError('messenger', 2500, { message: `Unknown path components: ${path}` });
};

/** Responds to a CORS preflight for a token or JSON. Graph allows every origin. */
function preflight(request: HttpRequest): Response {
  return new Response(null, {
    headers: {
      'access-control-allow-origin': '*',
      'access-control-allow-methods': 'GET, POST, DELETE, OPTIONS',
      'access-control-allow-headers': request.header('access-control-request-headers') ?? '*',
    },
  });
}
