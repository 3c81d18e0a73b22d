import type { Json } from './state.ts';
import type { Job } from './work.ts';
import type { World } from './world.ts';

/** The way a request came in: over HTTP the server notes it, in process it is made on the spot. */
export interface Door {
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
export const doors = new WeakMap<Request, Door>();

export function openDoor(world: World, bytes?: Uint8Array<ArrayBuffer>): Door {
  const { promise, resolve } = Promise.withResolvers<void>();
  const job = world.work.begin();
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
  body: Json;
  files: Record<string, File>;
  door: Door;
}

const PATH = /^\/(?:(v\d+\.\d+)\/)?([\w.|-]+)(?:\/([a-z_]+))?\/?$/;

/** `/{version}/{id}/{edge}`; the version may be left out. */
export function graphPath(pathname: string): { version: string; id: string; edge: string } | undefined {
  const match = PATH.exec(pathname);
  return match?.[2] === undefined ? undefined : { version: match[1] ?? 'v25.0', id: match[2], edge: match[3] ?? '' };
}

/** Reads the body (JSON, urlencoded or multipart) and the token from any of its three places. */
export async function readGraphRequest(request: Request, door: Door): Promise<GraphRequest> {
  const url = new URL(request.url);
  const path = graphPath(url.pathname) ?? { version: 'v25.0', id: '', edge: '' };
  const { body, files } = await readBody(request, door);
  const bearer = /^(?:bearer|oauth)\s+(.+)$/i.exec(request.headers.get('authorization') ?? '')?.[1]?.trim();
  const token = bearer ?? url.searchParams.get('access_token') ?? text(body.access_token);
  delete body.access_token;
  return { request, url, method: request.method, ...path, token: token || undefined, body, files, door };
}

async function readBody(request: Request, door: Door): Promise<{ body: Json; files: Record<string, File> }> {
  if (request.method === 'GET' || request.method === 'HEAD') return { body: {}, files: {} };
  const bytes = door.bytes ?? new Uint8Array(await request.arrayBuffer());
  const type = request.headers.get('content-type') ?? '';
  if (type.includes('multipart/form-data')) return readForm(await parseForm(bytes, type));
  const source = new TextDecoder().decode(bytes);
  if (type.includes('application/x-www-form-urlencoded')) return readForm(new URLSearchParams(source));
  return { body: parseJson(source), files: {} };
}

async function parseForm(bytes: Uint8Array<ArrayBuffer>, type: string): Promise<FormData> {
  try {
    return await new Response(bytes, { headers: { 'content-type': type } }).formData();
  } catch {
    // A form that cannot be read is a form without fields: the endpoint then names the first one it misses.
    return new FormData();
  }
}

function readForm(form: FormData | URLSearchParams): { body: Json; files: Record<string, File> } {
  const body: Json = {};
  const files: Record<string, File> = {};
  for (const [name, value] of form.entries()) {
    if (typeof value !== 'string') files[name] = value;
    else body[name] = value;
  }
  return { body: decodeFields(body), files };
}

/** What an app gives us to hand back stays as it is, even where it looks like JSON. */
const OPAQUE = 'biz_opaque_callback_data';

/** Graph takes JSON inside text for any parameter: forms need it, and some clients do it in JSON bodies too. */
function decodeFields(body: Json): Json {
  for (const [name, value] of Object.entries(body)) {
    if (name !== OPAQUE && typeof value === 'string' && /^\s*[[{]/.test(value)) body[name] = tryJson(value) ?? value;
  }
  return body;
}

/** A body that is no JSON object counts as empty, as on Graph: the answer then names the first missing parameter. */
function parseJson(source: string): Json {
  const value = tryJson(source);
  return isObject(value) ? decodeFields(value) : {};
}

function tryJson(source: string): unknown {
  try {
    return JSON.parse(source);
  } catch {
    return undefined;
  }
}

export function isObject(value: unknown): value is Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
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
