import JSON5 from 'json5';
import qs from 'qs';
import type { Json } from '../world/state.ts';

/** The content of a request: its parameters and files. */
export interface GraphParameters {
  body: Json;
  files: Record<string, File>;
}

/**
 * Reads a body (JSON, form or multipart) and the query: Graph accepts each parameter from either. If both have it, the
 * body's value is used.
 */
export async function readParameters(
  type: string,
  bytes: Uint8Array<ArrayBuffer>,
  query: string,
): Promise<GraphParameters> {
  const { body, files } = await readBody(type, bytes);
  return { body: query === '' ? body : { ...readForm(new URLSearchParams(query)).body, ...body }, files };
}

async function readBody(type: string, bytes: Uint8Array<ArrayBuffer>): Promise<GraphParameters> {
  if (type.includes('multipart/form-data')) {
    return readForm(await parseParts(bytes, type));
  }
  const source = new TextDecoder().decode(bytes);
  if (type.includes('application/x-www-form-urlencoded')) {
    return readForm(new URLSearchParams(source));
  }
  const value = tryParse(JSON.parse, source);
  if (isObject(value)) {
    return { body: decodeFields(value), files: {} };
  }
  // As on Graph, a JSON body that is not an object counts as empty: the response then names the first missing
  // parameter.
  return type.includes('json') ? { body: {}, files: {} } : readForm(new URLSearchParams(source));
}

async function parseParts(bytes: Uint8Array<ArrayBuffer>, type: string): Promise<FormData> {
  try {
    return await new Response(bytes, { headers: { 'content-type': type } }).formData();
  } catch {
    // An unreadable form counts as empty: the endpoint then names the first missing field.
    return new FormData();
  }
}

/** Deep enough for any message. By default, qs stops at a depth of 5. */
const DEPTH = { depth: 20, arrayLimit: 1000 };

function readForm(form: FormData | URLSearchParams): GraphParameters {
  const fields: Record<string, string | string[]> = {};
  const files: Record<string, File> = {};
  for (const [name, value] of form.entries()) {
    if (typeof value !== 'string') {
      files[name] = value;
    } else if (name.endsWith('[]')) {
      fields[name] = [...(fields[name] ?? []), value];
    } else {
      fields[name] = value;
    }
  }
  // `recipient[id]=1`: nested names, as in PHP.
  const nested = Object.keys(fields).some((name) => name.includes('['));
  const body: Json = nested ? qs.parse(fields as Record<string, string>, DEPTH) : fields;
  return { body: decodeFields(body), files };
}

/** Opaque data of the app is returned unchanged, even if it looks like JSON. */
const OPAQUE = 'biz_opaque_callback_data';

/**
 * Graph accepts JSON as text for any parameter: forms need it, and some clients also do it in JSON bodies. Such text
 * may also be `{'id':'1'}` and `{id:'1'}`, as in the examples of Meta's Send API reference.
 */
function decodeFields(body: Json): Json {
  for (const [name, value] of Object.entries(body)) {
    if (name !== OPAQUE && typeof value === 'string' && /^\s*[[{]/.test(value)) {
      body[name] = tryParse(JSON.parse, value) ?? tryParse(JSON5.parse, value) ?? value;
    }
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
