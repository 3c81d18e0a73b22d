import type { Endpoint } from '../graph/endpoint.ts';
import { GraphError } from '../graph/graph-error.ts';
import type { GraphRequest } from '../graph/graph-request.ts';
import { invalid, param, requireParam } from '../graph/require.ts';
import { partOf } from '../world/part-of.ts';
import type { Business, Json } from '../world/state.ts';
import type { World } from '../world/world.ts';

/** Seconds that a long-lived token lasts: 60 days. */
export const LONG_LIFETIME = 60 * 24 * 60 * 60;

const usedCodes = partOf(() => new Set<string>());

/**
 * GET and POST /oauth/access_token: exchanges a code, or a short-lived token, for a token of the first business. Any
 * code is valid, once. `grant_type=client_credentials` returns the app access token.
 */
export const oauthAccessToken: Endpoint = (world, graph) => {
  const { appId, appSecret } = world.settings;
  if (requireParam(graph, 'client_id') !== appId) {
    throw new GraphError('messenger', 101, {
      message: 'Error validating application. Cannot get application info due to a system error.',
      type: 'OAuthException',
    });
  }
  if (requireParam(graph, 'client_secret') !== appSecret) {
    throw new GraphError('messenger', 1, { message: 'Error validating client secret.', http: 400 });
  }
  const grant = param(graph, 'grant_type');
  if (grant === 'client_credentials') {
    return { access_token: `${appId}|${appSecret}`, token_type: 'bearer' };
  }
  if (grant === 'fb_exchange_token') {
    return exchange(world, graph, 'fb_exchange_token');
  }
  const code = requireParam(graph, 'code');
  if (usedCodes(world.state).has(code)) {
    throw invalid('This authorization code has been used.', 36009);
  }
  usedCodes(world.state).add(code);
  const [business] = world.state.businesses;
  if (!business) {
    throw invalid('Invalid verification code format.');
  }
  return tokenFor(world, business);
};

/** Returns a new token for the business of the token in a parameter. The earlier token stays valid. */
export function exchange(world: World, graph: GraphRequest, name: string): Json {
  const business = world.state.tokens.get(requireParam(graph, name));
  if (!business) {
    throw new GraphError('messenger', 190);
  }
  return tokenFor(world, business);
}

function tokenFor(world: World, business: Business): Json {
  const access_token = world.state.ids.token('EAA', business.id);
  world.state.tokens.set(access_token, business);
  return { access_token, token_type: 'bearer', expires_in: LONG_LIFETIME };
}
