import JSON5 from 'json5';
import qs from 'qs';
import type { Json } from '../world/state.ts';

/** What a request says: its parameters, and the files beside them. */
export interface Parameters {
  body: Json;
  files: Record<string, File>;
}

/**
 * Reads a body of JSON, of a form, or of parts, and the query with it: Graph takes each parameter from either. Where both
 * have it, the body's counts.
 */
export async function readParameters(type: string, bytes: Uint8Array<ArrayBuffer>, query: string): Promise<Parameters> {
  const { body, files } = await readBody(type, bytes);
  return { body: query === '' ? body : { ...readForm(new URLSearchParams(query)).body, ...body }, files };
}

async function readBody(type: string, bytes: Uint8Array<ArrayBuffer>): Promise<Parameters> {
  if (type.includes('multipart/form-data')) return readForm(await parseParts(bytes, type));
  const source = new TextDecoder().decode(bytes);
  if (type.includes('application/x-www-form-urlencoded')) return readForm(new URLSearchParams(source));
  const value = tryParse(JSON.parse, source);
  if (isObject(value)) return { body: decodeFields(value), files: {} };
  // A body of JSON that is no object counts as empty, as on Graph: the answer then names the first missing parameter.
  return type.includes('json') ? { body: {}, files: {} } : readForm(new URLSearchParams(source));
}

async function parseParts(bytes: Uint8Array<ArrayBuffer>, type: string): Promise<FormData> {
  try {
    return await new Response(bytes, { headers: { 'content-type': type } }).formData();
  } catch {
    // A form that cannot be read is a form without fields: the endpoint then names the first one it misses.
    return new FormData();
  }
}

/** Deep enough for any message; qs itself stops at 5. */
const DEPTH = { depth: 20, arrayLimit: 1000 };

function readForm(form: FormData | URLSearchParams): Parameters {
  const fields: Record<string, string | string[]> = {};
  const files: Record<string, File> = {};
  for (const [name, value] of form.entries()) {
    if (typeof value !== 'string') files[name] = value;
    else if (name.endsWith('[]')) fields[name] = [...(fields[name] ?? []), value];
    else fields[name] = value;
  }
  // `recipient[id]=1`: objects spelled out in the names, as PHP has them.
  const nested = Object.keys(fields).some((name) => name.includes('['));
  const body: Json = nested ? qs.parse(fields as Record<string, string>, DEPTH) : fields;
  return { body: decodeFields(body), files };
}

/** What an app gives us to hand back stays as it is, even where it looks like JSON. */
const OPAQUE = 'biz_opaque_callback_data';

/**
 * Graph takes JSON inside text for any parameter: forms need it, and some clients do it in JSON bodies too. There it also
 * takes `{'id':'1'}` and `{id:'1'}`, which is how Meta's reference of the Send API writes its calls.
 */
function decodeFields(body: Json): Json {
  for (const [name, value] of Object.entries(body)) {
    if (name !== OPAQUE && typeof value === 'string' && /^\s*[[{]/.test(value))
      body[name] = tryParse(JSON.parse, value) ?? tryParse(JSON5.parse, value) ?? value;
  }
  return body;
}

function tryParse(parse: (source: string) => unknown, source: string): unknown {
  try {
    return parse(source);
  } catch {
    return undefined;
  }
}

export function isObject(value: unknown): value is Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
