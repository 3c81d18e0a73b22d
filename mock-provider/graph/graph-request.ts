import type { Json } from '../world/state.ts';
import type { Job, Work } from '../world/work.ts';
import { isObject, type Parameters, readParameters } from './parameters.ts';

/** Tracks the reply to a request. Over HTTP, the server creates it. In process, it is created when it is needed. */
export interface ReplyTracker {
  job: Job;
  /** Resolves when the reply is sent. */
  replied: Promise<void>;
  leave(): void;
  /** The body, if the HTTP server has already read it. */
  bytes?: Uint8Array<ArrayBuffer>;
  /** The reply for the HTTP server, because reading it back from a `Response` costs as much as creating one. */
  reply?: { status: number; headers: Record<string, string>; body: string };
}

/** The trackers of requests that arrived over HTTP. */
export const replyTrackers = new WeakMap<Request, ReplyTracker>();

export function trackReply(work: Work, bytes?: Uint8Array<ArrayBuffer>): ReplyTracker {
  const { promise, resolve } = Promise.withResolvers<void>();
  const job = work.begin();
  return {
    job,
    replied: promise,
    leave: () => {
      resolve();
      job.end();
    },
    bytes,
  };
}

/** A parsed request to the Graph API. */
export interface GraphRequest {
  request: Request;
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
  door: ReplyTracker;
}

const PATH = /^\/(?:(v\d+\.\d+)(?:\/|$))?(?:([\w.|:=-]+)(?:\/([a-z_]+)(?:\/([\w-]+))?)?)?\/?$/;

/** `/{version}/{id}/{edge}/{part}`. Each part is optional. */
export function graphPath(pathname: string): Pick<GraphRequest, 'version' | 'id' | 'edge' | 'part'> | undefined {
  const match = PATH.exec(pathname);
  if (!match) return undefined;
  const [, version = 'v25.0', id = '', edge = '', part] = match;
  return { version, id, edge, ...(part === undefined ? {} : { part }) };
}

/**
 * POST may name another method in its query, for clients that only support POST: `?method=delete`. HEAD is handled as
 * GET, and the sender of the response omits its body.
 */
export function methodOf(request: Request, url: URL): string {
  if (request.method === 'HEAD') return 'GET';
  if (request.method !== 'POST' || url.search === '') return request.method;
  return url.searchParams.get('method')?.toUpperCase() ?? 'POST';
}

/** Reads the parameters, and the token from the header, query or body. */
export async function readGraphRequest(request: Request, door: ReplyTracker): Promise<GraphRequest> {
  const url = new URL(request.url);
  const path = graphPath(url.pathname) ?? { version: 'v25.0', id: '', edge: '' };
  const bytes = path.id.startsWith('upload:') ? await bytesOf(request, door) : undefined;
  const { body, files } = bytes ? { body: {} as Json, files: {} } : await parametersOf(request, url, door);
  const bearer = /^(?:bearer|oauth)\s+(.+)$/i.exec(request.headers.get('authorization') ?? '')?.[1]?.trim();
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
    method: methodOf(request, url),
    ...path,
    token: (bearer ?? named) || undefined,
    proof: proof === undefined ? undefined : { value: proof, time },
    body,
    files,
    ...(bytes ? { bytes } : {}),
    door,
  };
}

async function bytesOf(request: Request, door: ReplyTracker): Promise<Uint8Array<ArrayBuffer>> {
  return door.bytes ?? new Uint8Array(await request.arrayBuffer());
}

/** Returns the parameters, except for GET: its endpoints read the query themselves. */
async function parametersOf(request: Request, url: URL, door: ReplyTracker): Promise<Parameters> {
  if (request.method === 'GET' || request.method === 'HEAD') return { body: {}, files: {} };
  return readParameters(request.headers.get('content-type') ?? '', await bytesOf(request, door), url.search);
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
