import type { Json } from '../world/state.ts';

/** The first line of a cassette. */
export interface CassetteHeader {
  /** The version of the format. */
  cassette: 1;
  /** When the recording began, as ISO 8601. */
  recorded_at: string;
}

/** A body in the format in which it could be parsed. All values are redacted. */
export type CassetteBody =
  | { json: unknown }
  | { form: Json }
  /** The parts of a multipart body; a file has a size instead of a value. */
  | { parts: { name: string; value?: unknown; type?: string; bytes?: number }[] }
  | { text: string }
  /** The size of a body in any other format. */
  | { bytes: number };

export interface CassetteMessage {
  /** Lowercase names. */
  headers: Record<string, string>;
  /** Missing if the body is empty. */
  body?: CassetteBody;
}

/** One request and its response: a line of a cassette. */
export interface RecordedExchange {
  /** `request`: from the app to Meta. `callback`: from Meta to the app. */
  kind: 'request' | 'callback';
  /** When it began, in milliseconds after the recording began. */
  at: number;
  /** Milliseconds until the response was complete. */
  took: number;
  /** `host` and `path` of a callback are empty, because they belong to the app. */
  request: CassetteMessage & { method: string; host: string; path: string; query: Json };
  /** Null if there was no response. */
  response: (CassetteMessage & { status: number }) | null;
}

export interface Cassette {
  recorded_at: string;
  /** In the order in which they began. */
  exchanges: RecordedExchange[];
}

/** Returns the fields of a body in any format. */
export function fieldsOf(body: CassetteMessage['body']): Json {
  if (!body) {
    return {};
  }
  if ('json' in body) {
    return (body.json ?? {}) as Json;
  }
  if ('form' in body) {
    return body.form;
  }
  return 'parts' in body ? Object.fromEntries(body.parts.map(({ name, value }) => [name, value])) : {};
}

/** Returns an entry as a line of a cassette. */
export const lineOf = (entry: CassetteHeader | RecordedExchange): string => `${JSON.stringify(entry)}\n`;

/**
 * Reads a cassette: JSON lines, a header and then one exchange per line.
 *
 * @throws if a line is invalid; the message contains its number
 */
export function parseCassette(source: string): Cassette {
  const lines = source.split('\n').flatMap((line, index) => (line.trim() === '' ? [] : [{ line, number: index + 1 }]));
  const entries = lines.map(({ line, number }) => ({ number, entry: parsed(line, number) }));
  const header = entries.shift()?.entry;
  if (header?.cassette !== 1 || Number.isNaN(Date.parse(String(header.recorded_at)))) {
    throw new Error('This is not a cassette: its first line must be {"cassette":1,"recorded_at":"..."}.');
  }
  for (const { entry, number } of entries) {
    if (!isExchange(entry)) {
      throw new Error(`Line ${number} is not an exchange of a cassette.`);
    }
  }
  const exchanges = entries.map(({ entry }) => entry as unknown as RecordedExchange).toSorted((a, b) => a.at - b.at);
  return { recorded_at: String(header.recorded_at), exchanges };
}

function parsed(line: string, number: number): Json {
  try {
    return JSON.parse(line) as Json;
  } catch {
    throw new Error(`Line ${number} is not JSON.`);
  }
}

function isExchange(entry: Json): boolean {
  const { kind, at, took, request, response } = entry as unknown as RecordedExchange;
  const isMessage = (one: CassetteMessage | undefined) => typeof one?.headers === 'object' && one.headers !== null;
  return (
    (kind === 'request' || kind === 'callback') &&
    typeof at === 'number' &&
    typeof took === 'number' &&
    isMessage(request) &&
    typeof request.method === 'string' &&
    typeof request.path === 'string' &&
    typeof request.query === 'object' &&
    (response === null || (isMessage(response) && typeof response.status === 'number'))
  );
}
