import type { Json } from '../world/state.ts';
import type { Job, Work } from '../world/work.ts';
import { isObject, type Parameters, readParameters } from './parameters.ts';

/** The way a request came in: over HTTP the server notes it, in process it is made on the spot. */
export interface ReplyTracker {
  job: Job;
  /** Resolves once the reply has left. */
  replied: Promise<void>;
  leave(): void;
  /** The body, where the HTTP server has read it already. */
  bytes?: Uint8Array<ArrayBuffer>;
  /** The reply, put here for the HTTP server: taking a `Response` apart again costs as much as making it. */
  reply?: { status: number; headers: Record<string, string>; body: string };
}

/** Doors of requests that came over HTTP. */
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

/** A request to the Graph API, taken apart. */
export interface GraphRequest {
  request: Request;
  url: URL;
  method: string;
  version: string;
  /** The node: an id, or `me`. */
  id: string;
  /** The edge after the node, as in `/{id}/messages`. */
  edge: string;
  token?: string;
  /** `appsecret_proof`, and the `appsecret_time` that it was made at. */
  proof?: { value: string; time?: string };
  /** The parameters of a request that changes something: its body, and its query with it. */
  body: Json;
  files: Record<string, File>;
  door: ReplyTracker;
}

const PATH = /^\/(?:(v\d+\.\d+)(?:\/|$))?(?:([\w.|-]+)(?:\/([a-z_]+))?)?\/?$/;

/** `/{version}/{id}/{edge}`; the version may be left out, and so may the rest. */
export function graphPath(pathname: string): { version: string; id: string; edge: string } | undefined {
  const match = PATH.exec(pathname);
  return match ? { version: match[1] ?? 'v25.0', id: match[2] ?? '', edge: match[3] ?? '' } : undefined;
}

/**
 * POST may name another method in its query, for clients that can do no other: `?method=delete`. HEAD is answered as GET;
 * whoever sends the answer leaves its body out.
 */
export function methodOf(request: Request, url: URL): string {
  if (request.method === 'HEAD') return 'GET';
  if (request.method !== 'POST' || url.search === '') return request.method;
  return url.searchParams.get('method')?.toUpperCase() ?? 'POST';
}

/** Reads the parameters, and the token from any of its three places. */
export async function readGraphRequest(request: Request, door: ReplyTracker): Promise<GraphRequest> {
  const url = new URL(request.url);
  const path = graphPath(url.pathname) ?? { version: 'v25.0', id: '', edge: '' };
  const { body, files } = await parametersOf(request, url, door);
  const bearer = /^(?:bearer|oauth)\s+(.+)$/i.exec(request.headers.get('authorization') ?? '')?.[1]?.trim();
  // These speak for the request and are no part of what is sent.
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
    door,
  };
}

/** GET has its parameters in the query alone, where its endpoints look for them. */
async function parametersOf(request: Request, url: URL, door: ReplyTracker): Promise<Parameters> {
  if (request.method === 'GET' || request.method === 'HEAD') return { body: {}, files: {} };
  const bytes = door.bytes ?? new Uint8Array(await request.arrayBuffer());
  return readParameters(request.headers.get('content-type') ?? '', bytes, url.search);
}

/** The value as an object, empty when it is none: callers ask it for fields and report those that miss. */
export function object(value: unknown): Json {
  return isObject(value) ? value : {};
}

/** The value as text, if it is text or a number. */
export function text(value: unknown): string | undefined {
  return typeof value === 'string' ? value : typeof value === 'number' ? String(value) : undefined;
}

export function list(value: unknown): unknown[] {
  return Array.isArray(value) ? value : value === undefined || value === null ? [] : [value];
}
