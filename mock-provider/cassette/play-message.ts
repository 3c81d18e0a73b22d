import type { Bindings } from './bindings.ts';
import type { CassetteBody, RecordedExchange } from './cassette.ts';
import { KEPT_FIELDS } from './redaction-table.ts';
import type { RawResponse } from './wire.ts';

/** Headers that describe how the recorded bytes were sent, or that apply only to Meta's host. */
const NOT_PLAYED = new Set(['content-encoding', 'set-cookie', 'strict-transport-security', 'alt-svc']);

/** Returns the response of an exchange, with the values of this run instead of the recorded ones. */
export function responseOf({ response }: RecordedExchange, bindings: Bindings): RawResponse {
  // Meta closed the connection without a response. A gateway returns 502 for this.
  if (!response) {
    return { status: 502, headers: {}, bytes: new Uint8Array() };
  }
  const headers = Object.fromEntries(Object.entries(response.headers).filter(([name]) => !NOT_PLAYED.has(name)));
  return { status: response.status, headers, bytes: bytesOf(response.body, bindings) };
}

function bytesOf(body: CassetteBody | undefined, bindings: Bindings): Uint8Array {
  if (body === undefined) {
    return new Uint8Array();
  }
  if ('json' in body) {
    return Buffer.from(JSON.stringify(bindings.substitute(body.json)));
  }
  if ('text' in body) {
    return Buffer.from(bindings.actual(body.text));
  }
  return 'bytes' in body ? new Uint8Array(body.bytes) : new Uint8Array();
}

/** The response to a request that the cassette does not have: Graph's error for an unknown path. */
export function unknownRequest(): RawResponse {
  const error = { message: 'The cassette has no such request.', type: 'OAuthException', code: 2500 };
  return {
    status: 400,
    headers: { 'content-type': 'application/json' },
    bytes: Buffer.from(JSON.stringify({ error })),
  };
}

/**
 * Returns the body of a callback, with the values of this run.
 *
 * @param laterMs how much later than recorded it is sent, in milliseconds. Its times move by the same amount.
 */
export function callbackBody({ request }: RecordedExchange, bindings: Bindings, laterMs: number): unknown {
  const { body } = request;
  return body && 'json' in body ? moved(bindings.substitute(body.json), laterMs) : undefined;
}

/** Moves the Unix times of a body, so that an app does not refuse them as too old. */
function moved(value: unknown, laterMs: number, name = ''): unknown {
  if (Array.isArray(value)) {
    return value.map((one) => moved(one, laterMs, name));
  }
  if (typeof value === 'object' && value !== null) {
    return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, moved(one, laterMs, key)]));
  }
  if (!Object.hasOwn(KEPT_FIELDS, name) || !KEPT_FIELDS[name]?.time || !/^(\d{10}|\d{13})$/.test(String(value))) {
    return value;
  }
  const later = Number(value) + Math.round(String(value).length === 10 ? laterMs / 1000 : laterMs);
  return typeof value === 'string' ? String(later) : later;
}

/** Returns the request to Meta for an exchange of a cassette, with the values of this run. */
export function requestOf({ request }: RecordedExchange, bindings: Bindings): Request {
  const path = request.path.split('/').map((segment) => bindings.actual(segment));
  const url = new URL(`https://${request.host}${path.join('/')}`);
  for (const [name, value] of Object.entries(request.query)) {
    for (const one of [value].flat()) {
      url.searchParams.append(name, bindings.actual(String(one)));
    }
  }
  const { authorization } = request.headers;
  const [, scheme = '', token = ''] = /^(\w+ )?(.*)$/.exec(authorization ?? '') ?? [];
  const body = sentBody(request.body, bindings);
  const headers = {
    ...(authorization !== undefined && { authorization: scheme + bindings.actual(token) }),
    // FormData sets its content type, because the boundary is new.
    ...(typeof body === 'string' && { 'content-type': request.headers['content-type'] ?? 'application/json' }),
  };
  return new Request(url, { method: request.method, headers, ...(body !== undefined && { body }) });
}

function sentBody(
  body: CassetteBody | undefined,
  bindings: Bindings,
): string | Uint8Array<ArrayBuffer> | FormData | undefined {
  if (body === undefined) {
    return undefined;
  }
  if ('json' in body) {
    return JSON.stringify(bindings.substitute(body.json));
  }
  if ('form' in body) {
    return new URLSearchParams(textsOf(bindings.substitute(body.form) as object)).toString();
  }
  if ('text' in body) {
    return bindings.actual(body.text);
  }
  if ('bytes' in body) {
    return new Uint8Array(body.bytes);
  }
  const form = new FormData();
  for (const { name, value, type, bytes = 0 } of body.parts) {
    if (value !== undefined) {
      form.set(name, String(bindings.substitute(value)));
    } else {
      form.set(name, new File([new Uint8Array(bytes)], 'file', { type }));
    }
  }
  return form;
}

const textsOf = (values: object): Record<string, string> =>
  Object.fromEntries(Object.entries(values).map(([name, value]) => [name, String(value)]));
