import { createHmac } from 'node:crypto';
import type { Asset, Business, Channel, Json } from '../world/state.ts';
import type { World } from '../world/world.ts';
import { GraphError } from './graph-error.ts';
import { type GraphRequest, graphPath, methodOf, readGraphRequest } from './graph-request.ts';
import { type GraphReply, type HttpRequest, type Route, trackReply } from './route.ts';

type EndpointResult = Json | (Json | null)[] | Response;
export type Endpoint = (world: World, graph: GraphRequest) => EndpointResult | Promise<EndpointResult>;

/**
 * IDs of nodes: digits, `me`, IDs of people, conversations, messages and uploads. In process, this excludes paths of
 * other hosts.
 */
const NODE = /^(?:me|\d+|[\w-]*\d{6,}[\w-]*|(?:t_|m_|aWdf)[\w-]+|upload:[\w-]+)$/;

interface Match {
  /** The IDs that the path may have. @default all */
  node?: RegExp;
  /** Whether the path has a part after the edge: never, or optionally. @default never */
  part?: 'optional';
  /** Whether, in process, paths of other servers may also have the edge's name. */
  common?: boolean;
}

/**
 * Returns the route for one method and edge of the Graph API, on any host, with or without a version. On hosts
 * other than Meta's, it matches a bare `/{id}` and common names of edges only with a version or over HTTP, because in
 * process such a path could belong to any server.
 */
export function graphRoute(
  world: World,
  method: 'get' | 'post' | 'delete',
  edge: string,
  run: Endpoint,
  { node = NODE, part, common = edge === '' }: Match = {},
): Route {
  const wanted = method.toUpperCase();
  return {
    matches(request) {
      if (methodOf(request) !== wanted) {
        return false;
      }
      const { pathname } = request.url;
      const path = graphPath(pathname);
      if (path?.edge !== edge || !node.test(path.id)) {
        return false;
      }
      if (path.part !== undefined && part === undefined) {
        return false;
      }
      return (
        !common ||
        request.replyTracker !== undefined ||
        isMetaHost(request.url) ||
        (path.id !== '' && /^\/v\d/.test(pathname))
      );
    },
    run: (request) => answer(world, request, run),
  };
}

/** Runs an endpoint and returns its response or error in Graph's format. */
export async function answer(world: World, request: HttpRequest, run: Endpoint): Promise<GraphReply | Response> {
  const replyTracker = request.replyTracker ?? trackReply(world.work);
  let version = 'v25.0';
  try {
    const graph = await readGraphRequest(request, replyTracker);
    version = graph.version;
    const result = await run(world, graph);
    return result instanceof Response ? result : graphReply(world, 200, result, version, usage(world, graph));
  } catch (error) {
    if (!(error instanceof GraphError)) {
      throw error;
    }
    const body = error.body(world.state.ids.trace());
    return graphReply(world, error.row.http, body, version, headersOf(error, String(body.error.message)));
  } finally {
    // In process, the reply is sent one turn of the event loop later. Over HTTP, the server reports when it is sent.
    if (!request.replyTracker) {
      setImmediate(() => replyTracker.leave());
    }
  }
}

/**
 * Returns the headers of an error. In captured responses, Graph sends `www-authenticate` with every error of the
 * request, not only with errors of the token. Errors are never cached.
 */
function headersOf({ row }: GraphError, message: string): Record<string, string> {
  const store = { 'cache-control': 'no-store' };
  if (row.http >= 500) {
    return store;
  }
  const kind = row.http === 401 && row.code !== 104 ? 'invalid_token' : 'invalid_request';
  // A header cannot have line breaks or characters beyond Latin-1.
  const text = message.replace(/[^\x20-\x7e]/g, '?');
  return { ...store, 'www-authenticate': `OAuth "Facebook Platform" "${kind}" "${text}"` };
}

/** `x-business-use-case-usage`: the share of its hourly calls that a WhatsApp account has used. */
function usage(world: World, { id }: GraphRequest): Record<string, string> | undefined {
  const waba = world.state.wabas.has(id) ? id : world.state.assets.get(id)?.waba_id;
  if (waba === undefined) {
    return undefined;
  }
  const use = { type: 'whatsapp', call_count: 1, total_cputime: 1, total_time: 1, estimated_time_to_regain_access: 0 };
  return { 'x-business-use-case-usage': JSON.stringify({ [waba]: [use] }) };
}

const HEADERS = {
  'content-type': 'application/json; charset=UTF-8',
  'cache-control': 'private, no-cache, no-store, must-revalidate',
  pragma: 'no-cache',
  expires: 'Sat, 01 Jan 2000 00:00:00 GMT',
  'access-control-allow-origin': '*',
  'strict-transport-security': 'max-age=15552000; preload',
  vary: 'Origin, Accept-Encoding',
  'x-fb-rev': '1030000000',
  'x-app-usage': '{"call_count":0,"total_cputime":0,"total_time":0}',
};

function graphReply(
  world: World,
  status: number,
  body: Exclude<EndpointResult, Response>,
  version: string,
  extra?: Record<string, string>,
): GraphReply {
  const trace = world.state.ids.trace();
  const headers = {
    ...HEADERS,
    'facebook-api-version': version,
    'x-fb-request-id': trace,
    'x-fb-trace-id': trace,
    'x-fb-debug': trace,
    ...extra,
  };
  return { status, headers, body: JSON.stringify(body) };
}

/** Returns whether an in-process request was addressed to Meta, rather than to this mock. */
export function isMetaHost({ hostname }: URL): boolean {
  return /(^|\.)(facebook|instagram)\.com$/.test(hostname);
}

/** Hosts that serve only Graph. */
export function isGraphHost({ hostname }: URL): boolean {
  return /^graph[\w.-]*\.(facebook|instagram)\.com$/.test(hostname);
}

/** "App access tokens": the app's ID and secret, with `|` between them. */
export function isAppToken({ settings }: World, token: string | undefined): boolean {
  return token === `${settings.appId}|${settings.appSecret}`;
}

/** Returns the business of the request's token, whose proof may be required. */
export function authorize(world: World, graph: GraphRequest, channel: Channel = 'whatsapp'): Business {
  const business = requireToken(world, graph, channel);
  requireProof(world, graph);
  return business;
}

/** Returns the business of the request's token. Only Graph requires a proof, not the hosts of files. */
export function requireToken(world: World, graph: GraphRequest, channel: Channel = 'whatsapp'): Business {
  if (graph.token === undefined) {
    throw new GraphError(channel, 104);
  }
  const business = world.state.tokens.get(graph.token);
  if (business) {
    return business;
  }
  // The app's token is valid, but belongs to no business.
  if (isAppToken(world, graph.token)) {
    throw new GraphError(channel, 200);
  }
  const subcode = world.state.deadTokens.get(graph.token);
  throw new GraphError(channel, 190, subcode === undefined ? {} : { subcode });
}

/**
 * "Securing Graph API Requests": a proof requires the app secret, and may be valid only for a short time. Without the
 * setting of the app, a proof is optional.
 */
function requireProof({ settings }: World, { proof, token = '' }: GraphRequest): void {
  if (!proof) {
    if (settings.requireAppSecretProof) {
      throw noProof('API calls from the server require an appsecret_proof argument');
    }
    return;
  }
  const signed = proof.time === undefined ? token : `${token}|${proof.time}`;
  if (proof.value === createHmac('sha256', settings.appSecret).update(signed).digest('hex')) {
    return;
  }
  throw noProof('Invalid appsecret_proof provided in the API argument');
}

function noProof(message: string): GraphError {
  return new GraphError('messenger', 100, { message, type: 'GraphMethodException' });
}

/** Returns the number, page or account in the path, if the token has access to it. */
export function requireAsset(world: World, graph: GraphRequest): Asset {
  const named = world.state.assets.get(graph.id);
  const business = authorize(world, graph, named?.channel ?? 'messenger');
  if (named?.business === business) {
    return named;
  }
  // `me` is the owner of the token: the account on Instagram's host, the page elsewhere.
  if (graph.id === 'me') {
    const channel = graph.url.hostname === 'graph.instagram.com' ? 'instagram' : 'messenger';
    for (const asset of world.state.assets.values()) {
      if (asset.business === business && asset.channel === channel) {
        return asset;
      }
    }
  }
  throw unknownObject(graph);
}

/** Graph returns the same error if the object does not exist and if the token has no access. */
export function unknownObject(graph: GraphRequest): GraphError {
  return new GraphError('messenger', 100, {
    subcode: 33,
    message: `Unsupported ${graph.method.toLowerCase()} request. Object with ID '${graph.id}' does not exist, cannot be loaded due to missing permissions, or does not support this operation. Please read the Graph API documentation at https://developers.facebook.com/docs/graph-api`,
  });
}
