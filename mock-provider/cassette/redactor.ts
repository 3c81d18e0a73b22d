import { DAY_MS } from '../world/clock.ts';
import type { Json } from '../world/state.ts';
import type { CassetteBody, CassetteMessage, RecordedExchange } from './cassette.ts';
import { parseBody } from './parse-body.ts';
import { SecretPlaceholders } from './placeholders.ts';
import {
  CONTENT_FIELDS,
  DROPPED_HEADERS,
  FIELD_NAME,
  HEADER_NAME,
  hostOf,
  isGraphHost,
  JSON_FIELDS,
  KEPT_FIELDS,
  KEPT_HEADERS,
  KEPT_IN,
  PATH_VERSION,
  PATH_WORD,
  PATH_WORDS,
  ROOTS,
  USAGE_HEADERS,
} from './redaction-table.ts';
import { jsonIn, valuesOf } from './values.ts';

/**
 * Who wrote a value: the app requests, Meta responds, Meta calls back, the app acknowledges. `content` is JSON that the
 * app or a customer designed, such as the reply of a flow: its fields can have any meaning.
 */
export type Side = 'request' | 'response' | 'callback' | 'acknowledgement' | 'content';

/** An HTTP message before redaction. */
export interface RawMessage {
  headers: Record<string, string | string[] | undefined>;
  bytes: Uint8Array;
}

export interface RawExchange extends Pick<RecordedExchange, 'kind' | 'at' | 'took'> {
  request: RawMessage & { method: string; url: URL };
  response: (RawMessage & { status: number }) | null;
}

const MAX_KEPT_NUMBER = 9_999_999;
const NEAR_MS = 35 * DAY_MS;

/**
 * Returns whether a cassette keeps this value of a field, by the table of fields. Replay and diff use the same rule to
 * distinguish a value from a placeholder.
 */
export function isKept(name: string, value: string | number, side: Side, parent: string, now: number): boolean {
  if (side === 'content') {
    return false;
  }
  const inParent = Object.hasOwn(KEPT_IN, parent) ? KEPT_IN[parent] : undefined;
  if (inParent && Object.hasOwn(inParent, name)) {
    return inParent[name]?.test(String(value)) ?? false;
  }
  const kept = Object.hasOwn(KEPT_FIELDS, name) ? KEPT_FIELDS[name] : undefined;
  if (!kept || (kept.exceptInRequests && side === 'request')) {
    return false;
  }
  if (kept.time) {
    return isNear(value, now);
  }
  if (typeof value === 'string') {
    return kept.text?.test(value) ?? false;
  }
  return kept.number === true && Number.isInteger(value) && Math.abs(value) <= MAX_KEPT_NUMBER;
}

/** Returns the side of the values inside an object, a list, or a string of JSON. Replay and diff use the same rule. */
export function sideWithin(value: unknown, side: Side, name: string, parent: string): Side {
  if (CONTENT_FIELDS.has(name)) {
    return 'content';
  }
  const isOfForm = side === 'request' && parent === '' && JSON_FIELDS.has(name);
  return typeof value !== 'string' || isOfForm ? side : 'content';
}

/** A number far from the time of the recording could be a phone number. */
function isNear(value: string | number, now: number): boolean {
  if (!/^(\d{10}|\d{13})$/.test(String(value))) {
    return false;
  }
  const ms = String(value).length === 10 ? Number(value) * 1000 : Number(value);
  return Math.abs(ms - now) < NEAR_MS;
}

/** Redacts the HTTP messages of one cassette. It keeps only what the tables of fields and headers list. */
export class Redactor {
  readonly #placeholders = new SecretPlaceholders();
  readonly #now: number;

  /** @param now when the recording began, in milliseconds since the epoch */
  constructor(now: number) {
    this.#now = now;
  }

  async exchange({ kind, at, took, request, response }: RawExchange): Promise<RecordedExchange> {
    const { method, url } = request;
    const [ask, reply]: Side[] = kind === 'request' ? ['request', 'response'] : ['callback', 'acknowledgement'];
    const place = kind === 'callback' ? { host: '', path: '' } : { host: hostOf(url.hostname), path: this.path(url) };
    return {
      kind,
      at,
      took,
      request: {
        method: /^[A-Z]{3,7}$/.test(method) ? method : this.#placeholders.of(method),
        ...place,
        query: this.#query(url, ask as Side),
        ...(await this.#message(request, ask as Side)),
      },
      response: response && { status: response.status, ...(await this.#message(response, reply as Side)) },
    };
  }

  /** Redacts a JSON value of the field `name`. */
  value(value: unknown, side: Side, name = '', parent = ''): unknown {
    if (typeof value === 'string') {
      return this.#string(value, side, name, parent);
    }
    if (typeof value === 'number') {
      return isKept(name, value, side, parent, this.#now) ? value : this.#placeholders.number(value);
    }
    if (Array.isArray(value)) {
      return value.map((one) => this.value(one, side, name, parent));
    }
    if (typeof value !== 'object' || value === null) {
      return value;
    }
    const inside = sideWithin(value, side, name, parent);
    const entries = Object.entries(value).map(([key, one]) => [this.#name(key), this.value(one, inside, key, name)]);
    return Object.fromEntries(entries);
  }

  #string(value: string, side: Side, name: string, parent: string): string {
    if (isKept(name, value, side, parent, this.#now)) {
      return value;
    }
    const inner = jsonIn(value);
    if (inner === undefined) {
      return this.#placeholders.of(value);
    }
    return JSON.stringify(this.value(inner, sideWithin(value, side, name, parent), name, parent));
  }

  #name(key: string): string {
    if (Object.hasOwn(KEPT_FIELDS, key)) {
      return key;
    }
    // Names that are not in the table are also kept, so that a cassette shows new fields of Meta.
    return FIELD_NAME.test(key) && !this.#placeholders.has(key) ? key : this.#placeholders.of(key);
  }

  /** Redacts a path. A file's path comes from the placeholder of its URL, so that it matches the earlier response. */
  path(url: URL): string {
    if (!isGraphHost(url.hostname)) {
      return new URL(this.#placeholders.of(url.href)).pathname;
    }
    const segments = url.pathname.split('/').slice(1).map(decoded);
    const version = PATH_VERSION.test(segments[0] ?? '') ? segments.shift() : undefined;
    const redacted = segments.map((segment, index) => {
      const keeps = index === 0 ? ROOTS.has(segment) : index === 1 ? PATH_WORD.test(segment) : PATH_WORDS.has(segment);
      return keeps || segment === '' ? segment : encodeURIComponent(this.#placeholders.of(segment));
    });
    return `/${[...(version === undefined ? [] : [version]), ...redacted].join('/')}`;
  }

  #query(url: URL, side: Side): Json {
    return this.value(valuesOf(url.searchParams), side) as Json;
  }

  async #message({ headers, bytes }: RawMessage, side: Side): Promise<CassetteMessage> {
    const type = String(headers['content-type'] ?? '');
    const body = await parseBody(bytes, type);
    return { headers: this.#headers(headers), ...(body && { body: this.#body(body, side) }) };
  }

  #body(body: CassetteBody, side: Side): CassetteBody {
    if ('json' in body) {
      return { json: this.value(body.json, side) };
    }
    if ('form' in body) {
      return { form: this.value(body.form, side) as Json };
    }
    if ('text' in body) {
      return { text: this.#placeholders.of(body.text) };
    }
    if ('bytes' in body) {
      return body;
    }
    const parts = body.parts.map(({ name, value, type, bytes }) => ({
      name: this.#name(name),
      ...(value !== undefined && { value: this.value(value, side, name) }),
      ...(type !== undefined && { type: KEPT_HEADERS['content-type']?.test(type) ? type : '' }),
      ...(bytes !== undefined && { bytes }),
    }));
    return { parts };
  }

  #headers(headers: RawMessage['headers']): Record<string, string> {
    const entries = Object.entries(headers).flatMap(([name, given]) => {
      if (given === undefined || name.startsWith(':') || DROPPED_HEADERS.has(name)) {
        return [];
      }
      const value = withoutBoundary(Array.isArray(given) ? given.join(', ') : given);
      const kept = Object.hasOwn(KEPT_HEADERS, name) && KEPT_HEADERS[name]?.test(value);
      const shown = HEADER_NAME.test(name) && !this.#placeholders.has(name) ? name : this.#placeholders.of(name);
      return [[shown, kept ? value : this.#header(name, value)] as [string, string]];
    });
    return Object.fromEntries(entries);
  }

  /** Redacts a header, except for the scheme of a token or a signature. */
  #header(name: string, value: string): string {
    const usage = USAGE_HEADERS.has(name) ? jsonIn(value) : undefined;
    if (usage !== undefined) {
      return JSON.stringify(this.value(usage, 'response'));
    }
    const [, scheme = '', rest = value] = /^(Bearer |OAuth |sha1=|sha256=)(.*)$/s.exec(value) ?? [];
    return scheme + this.#string(rest, 'content', '', '');
  }
}

const withoutBoundary = (type: string) => type.replace(/; ?boundary=[^;]*/, '');

function decoded(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
}
