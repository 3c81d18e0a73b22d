import type { Bindings } from './bindings.ts';
import type { CassetteBody, RecordedExchange } from './cassette.ts';
import { type CassetteComparison, compare, type FoundDifference } from './compare.ts';
import { parseBody } from './parse-body.ts';
import { PATH_VERSION } from './redaction-table.ts';
import { valuesOf } from './values.ts';
import type { RawRequest } from './wire.ts';

/** Not compared, because clients can send tokens in a header, in the query or in the body. */
const CREDENTIALS = ['access_token', 'appsecret_proof'];

/** A request of the app, parsed once. */
export interface AppRequest {
  method: string;
  segments: string[];
  version: string | undefined;
  query: Record<string, unknown>;
  body: CassetteBody | undefined;
}

export async function parseRequest({ method, url, headers, bytes }: RawRequest): Promise<AppRequest> {
  const body = await parseBody(bytes, String(headers['content-type'] ?? ''));
  return { method, ...pathOf(url.pathname), query: valuesOf(url.searchParams), body };
}

function pathOf(path: string) {
  const segments = path.split('/').slice(1);
  const version = PATH_VERSION.test(segments[0] ?? '') ? segments.shift() : undefined;
  return { segments, version };
}

/** Returns whether a request has the method and path of a recorded one, and binds the IDs in the path. */
export function hasPath(recorded: RecordedExchange['request'], request: AppRequest, bindings: Bindings): boolean {
  const { segments } = pathOf(recorded.path);
  return (
    recorded.method === request.method &&
    segments.length === request.segments.length &&
    segments.every((segment, index) => {
      const actual = request.segments[index] ?? '';
      return isWord(segment) || isWord(actual) ? segment === actual : bindings.bind(segment, actual);
    })
  );
}

/** IDs and placeholders have digits; the words of a path do not. */
const isWord = (segment: string) => !/\d/.test(segment);

/** Returns how a request with the path of a recorded one differs from it. */
export function requestDifferences(
  recorded: RecordedExchange['request'],
  request: AppRequest,
  { now, bindings }: { now: number; bindings: Bindings },
): FoundDifference[] {
  const how: CassetteComparison = {
    side: 'request',
    now,
    bindings,
    comparesValue: () => true,
    isStrict: true,
  };
  const { version } = pathOf(recorded.path);
  const [query, asked] = [recorded.query, request.query].map((one) => withoutCredentials(one));
  return [
    ...(version === request.version
      ? []
      : [{ what: 'shape' as const, at: 'version', recorded: version ?? 'none', found: request.version ?? 'none' }]),
    ...compare(query, asked, how, 'query'),
    ...bodyDifferences(recorded.body, request.body, how),
  ];
}

function withoutCredentials(values: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(values).filter(([name]) => !CREDENTIALS.includes(name)));
}

/** Returns how two bodies differ: in kind, or in their fields. */
export function bodyDifferences(
  recorded: CassetteBody | undefined,
  actual: CassetteBody | undefined,
  how: CassetteComparison,
): FoundDifference[] {
  const [before, now] = [recorded, actual].map((body) => (body ? (Object.keys(body)[0] ?? '') : 'nothing'));
  if (before !== now) {
    return [{ what: 'shape', at: 'body', recorded: before ?? '', found: now ?? '' }];
  }
  if (recorded === undefined || actual === undefined) {
    return [];
  }
  if ('json' in recorded && 'json' in actual) {
    return compare(recorded.json, actual.json, how, 'body');
  }
  if ('form' in recorded && 'form' in actual) {
    return compare(withoutCredentials(recorded.form), withoutCredentials(actual.form), how, 'body');
  }
  return 'parts' in recorded && 'parts' in actual ? compare(byName(recorded), byName(actual), how, 'body') : [];
}

/** Parts can be in any order, and the bytes of a file may differ. */
const byName = ({ parts }: { parts: { name: string; value?: unknown; type?: string }[] }) =>
  Object.fromEntries(parts.map(({ name, value, type }) => [name, value ?? { mime_type: type }]));
