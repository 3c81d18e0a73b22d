import type { Endpoint } from '../graph/endpoint.ts';
import { authorize } from '../graph/endpoint.ts';
import { requireParam, requireWord } from '../graph/require.ts';
import { exchange, LONG_LIFETIME } from './oauth-access-token.ts';

/** GET /refresh_access_token on graph.instagram.com: extends a long-lived token by 60 days. The token stays the same. */
export const refreshAccessToken: Endpoint = (world, graph) => {
  authorize(world, graph, 'instagram');
  requireWord(graph, 'grant_type', ['ig_refresh_token']);
  return { access_token: graph.token, token_type: 'bearer', expires_in: LONG_LIFETIME };
};

/** GET /access_token on graph.instagram.com: exchanges a short-lived token for a long-lived one. */
export const longLivedToken: Endpoint = (world, graph) => {
  requireWord(graph, 'grant_type', ['ig_exchange_token']);
  requireParam(graph, 'client_secret');
  authorize(world, graph, 'instagram');
  graph.url.searchParams.set('access_token', graph.token ?? '');
  return exchange(world, graph, 'access_token');
};
