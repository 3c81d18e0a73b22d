import type { Json } from '../world/state.ts';
import { type GraphParameters, isObject, readParameters } from './parameters.ts';
import type { HttpRequest, ReplyTracker } from './route.ts';

/** A parsed request to the Graph API. */
export interface GraphRequest {
  request: HttpRequest;
  url: URL;
  method: string;
  version: string;
  /** The node: an ID, or `me`. */
  id: string;
  /** The edge after the node, as in `/{id}/messages`. */
  edge: string;
  /** What follows the edge, as in `/{id}/message_qrdls/{code}`. */
  part?: string;
  token?: string;
  /** `appsecret_proof`, and its `appsecret_time`. */
  proof?: { value: string; time?: string };
  /** The parameters of a request that changes state, from its body and query. */
  body: Json;
  files: Record<string, File>;
  /** The unparsed body of an upload. */
  bytes?: Uint8Array;
  replyTracker: ReplyTracker;
}

const PATH = /^\/(?:(v\d+\.\d+)(?:\/|$))?(?:([\w.|:=-]+)(?:\/([a-z_]+)(?:\/([\w-]+))?)?)?\/?$/;

/** `/{version}/{id}/{edge}/{part}`. Each part is optional. */
export function graphPath(pathname: string): Pick<GraphRequest, 'version' | 'id' | 'edge' | 'part'> | undefined {
  const match = PATH.exec(pathname);
  if (!match) {
    return undefined;
  }
  const [, version = 'v25.0', id = '', edge = '', part] = match;
  return { version, id, edge, ...(part === undefined ? {} : { part }) };
}

/**
 * POST may name another method in its query, for clients that only support POST: `?method=delete`. HEAD is handled as
 * GET, and the sender of the response omits its body.
 */
export function methodOf({ method, url }: HttpRequest): string {
  if (method === 'HEAD') {
    return 'GET';
  }
  if (method !== 'POST' || url.search === '') {
    return method;
  }
  return url.searchParams.get('method')?.toUpperCase() ?? 'POST';
}

/** Reads the parameters, and the token from the header, query or body. */
export async function readGraphRequest(request: HttpRequest, replyTracker: ReplyTracker): Promise<GraphRequest> {
  const { url } = request;
  const path = graphPath(url.pathname) ?? { version: 'v25.0', id: '', edge: '' };
  const bytes = path.id.startsWith('upload:') ? await request.bytes() : undefined;
  const { body, files } = bytes ? { body: {} as Json, files: {} } : await parametersOf(request);
  const bearer = /^(?:bearer|oauth)\s+(.+)$/i.exec(request.header('authorization') ?? '')?.[1]?.trim();
  // These parameters authenticate the request and are not part of its content.
  const taken = (name: string) => {
    const value = url.searchParams.get(name) ?? text(body[name]);
    delete body[name];
    return value;
  };
  const [named, proof, time] = [taken('access_token'), taken('appsecret_proof'), taken('appsecret_time')];
  delete body.method;
  return {
    request,
    url,
    method: methodOf(request),
    ...path,
    token: (bearer ?? named) || undefined,
    proof: proof === undefined ? undefined : { value: proof, time },
    body,
    files,
    ...(bytes ? { bytes } : {}),
    replyTracker,
  };
}

/** Returns the parameters, except for GET: its endpoints read the query themselves. */
async function parametersOf(request: HttpRequest): Promise<GraphParameters> {
  if (request.method === 'GET' || request.method === 'HEAD') {
    return { body: {}, files: {} };
  }
  return readParameters(request.header('content-type') ?? '', await request.bytes(), request.url.search);
}

/** Returns the value if it is an object, otherwise an empty object, so that callers report its missing fields. */
export function object(value: unknown): Json {
  return isObject(value) ? value : {};
}

/** Returns the value as text, if it is text or a number. */
export function text(value: unknown): string | undefined {
  return typeof value === 'string' ? value : typeof value === 'number' ? String(value) : undefined;
}

export function list(value: unknown): unknown[] {
  return Array.isArray(value) ? value : value === undefined || value === null ? [] : [value];
}
