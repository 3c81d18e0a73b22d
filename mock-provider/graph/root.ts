import { getResponse, type HttpHandler } from 'msw';
import type { Json } from '../world/state.ts';
import type { World } from '../world/world.ts';
import { GraphError } from './graph-error.ts';
import { type GraphRequest, list, replyTrackers, text } from './graph-request.ts';
import { getNode } from './nodes.ts';
import { isObject } from './parameters.ts';

const MAX_BATCH = 50;

/** GET /?ids=a,b: several nodes, each under its ID. */
export async function getNodes(world: World, graph: GraphRequest): Promise<Json | Response> {
  const ids = graph.url.searchParams.get('ids')?.split(',');
  if (!ids) throw new GraphError('messenger', 100, { message: 'The parameter ids is required' });
  const nodes: Json = {};
  for (const id of ids) {
    const node = await getNode(world, { ...graph, id });
    if (node instanceof Response) return node;
    nodes[id] = node;
  }
  return nodes;
}

/**
 * POST / with `batch`: runs requests in order, each like a separate request. The result of an aborted request is null.
 */
export async function runBatch(graph: GraphRequest, handlers: HttpHandler[]): Promise<(Json | null)[]> {
  const requests = list(graph.body.batch);
  if (requests.length === 0 || requests.length > MAX_BATCH || !requests.every(isObject))
    throw new GraphError('messenger', 100, { message: `Param batch must be an array of 1 to ${MAX_BATCH} requests` });
  const replies: (Json | null)[] = [];
  for (const one of requests) replies.push(await replyTo(graph, one, handlers));
  return replies;
}

async function replyTo(graph: GraphRequest, one: Json, handlers: HttpHandler[]): Promise<Json | null> {
  const request = requestOf(graph, one);
  const response = await getResponse(handlers, request);
  if (response === undefined || response.type === 'error') return null;
  const headers = [...response.headers].map(([name, value]) => ({ name, value }));
  const withHeaders = String(graph.body.include_headers) !== 'false';
  return { code: response.status, ...(withHeaders ? { headers } : {}), body: await response.text() };
}

/** Returns one request of a batch. It has the token of the batch, unless it contains another one. */
function requestOf(graph: GraphRequest, { method, relative_url, body }: Json): Request {
  const path = String(relative_url).replace(/^\//, '');
  const url = new URL(/^v\d+\.\d+\//.test(path) ? `/${path}` : `/${graph.version}/${path}`, graph.url);
  const form = new URLSearchParams(text(body) ?? '');
  if (graph.token !== undefined && !url.searchParams.has('access_token') && !form.has('access_token'))
    url.searchParams.set('access_token', graph.token);
  const bare = method === undefined || String(method).toUpperCase() === 'GET';
  const request = new Request(url, { method: String(method ?? 'GET').toUpperCase(), ...(bare ? {} : { body: form }) });
  // Its effects start after the reply to the batch is sent.
  const { job, replied } = graph.door;
  replyTrackers.set(request, { job, replied, leave: () => {} });
  return request;
}
