import type { Json } from '../world/state.ts';
import type { World } from '../world/world.ts';
import { GraphError } from './graph-error.ts';
import { type GraphRequest, list, text } from './graph-request.ts';
import { getNode } from './nodes.ts';
import { isObject } from './parameters.ts';
import type { HttpRequest, Route } from './route.ts';

const MAX_BATCH = 50;

/** GET /?ids=a,b: several nodes, each under its ID. */
export async function getNodes(world: World, graph: GraphRequest): Promise<Json | Response> {
  const ids = graph.url.searchParams.get('ids')?.split(',');
  if (!ids) {
    throw new GraphError('messenger', 100, { message: 'The parameter ids is required' });
  }
  const nodes: Json = {};
  for (const id of ids) {
    const node = await getNode(world, { ...graph, id });
    if (node instanceof Response) {
      return node;
    }
    nodes[id] = node;
  }
  return nodes;
}

/**
 * POST / with `batch`: runs requests in order, each like a separate request. The result of an aborted request is null.
 */
export async function runBatch(graph: GraphRequest, routes: readonly Route[]): Promise<(Json | null)[]> {
  const requests = list(graph.body.batch);
  if (requests.length === 0 || requests.length > MAX_BATCH || !requests.every(isObject)) {
    throw new GraphError('messenger', 100, { message: `Param batch must be an array of 1 to ${MAX_BATCH} requests` });
  }
  const replies: (Json | null)[] = [];
  for (const one of requests) {
    replies.push(await replyTo(graph, one, routes));
  }
  return replies;
}

async function replyTo(graph: GraphRequest, one: Json, routes: readonly Route[]): Promise<Json | null> {
  const request = requestOf(graph, one);
  const reply = await routes.find((route) => route.matches(request))?.run(request);
  if (reply === undefined || (reply instanceof Response && reply.type === 'error')) {
    return null;
  }
  const headers = [...new Headers(reply.headers)].map(([name, value]) => ({ name, value }));
  const withHeaders = String(graph.body.include_headers) !== 'false';
  const body = reply instanceof Response ? await reply.text() : reply.body;
  return { code: reply.status, ...(withHeaders ? { headers } : {}), body };
}

/** Returns one request of a batch. It has the token and proof of the batch, unless it contains another token. */
function requestOf(graph: GraphRequest, { method, relative_url, body }: Json): HttpRequest {
  const path = String(relative_url).replace(/^\//, '');
  const url = new URL(/^v\d+\.\d+\//.test(path) ? `/${path}` : `/${graph.version}/${path}`, graph.url);
  const form = new URLSearchParams(text(body) ?? '');
  if (graph.token !== undefined && !url.searchParams.has('access_token') && !form.has('access_token')) {
    url.searchParams.set('access_token', graph.token);
    if (graph.proof) {
      url.searchParams.set('appsecret_proof', graph.proof.value);
    }
    if (graph.proof?.time !== undefined) {
      url.searchParams.set('appsecret_time', graph.proof.time);
    }
  }
  const { job, replied } = graph.replyTracker;
  return {
    method: String(method ?? 'GET').toUpperCase(),
    url,
    header: (name) => (name === 'content-type' ? 'application/x-www-form-urlencoded' : undefined),
    bytes: async () => new TextEncoder().encode(form.toString()),
    // Its effects start after the reply to the batch is sent.
    replyTracker: { job, replied, leave: () => {} },
  };
}
