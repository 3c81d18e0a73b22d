import { FIXES } from 'virtual:facts';

/** An error of the API, of the admin API or of the network, in the form in which pages show it. */
export class Problem extends Error {
  readonly status: number;
  /** An error code of section 7; undefined for the admin API and the network. */
  readonly code: string | undefined;
  /** What the person can do. */
  readonly fix: string | undefined;
  /** The field that is wrong. */
  readonly field: string | undefined;
  readonly requestId: string | undefined;
  /** When the request can be made again, in seconds from now; undefined if the server named no time. */
  readonly retryAfter: number | undefined;
  /** The other members of the error, such as the findings of a flow. */
  readonly details: Readonly<Record<string, unknown>>;

  constructor(
    message: string,
    about: {
      status: number;
      code?: string | undefined;
      fix?: string | undefined;
      field?: string | undefined;
      requestId?: string | undefined;
      retryAfter?: number | undefined;
      details?: Record<string, unknown>;
    },
  ) {
    super(message);
    this.status = about.status;
    this.code = about.code;
    this.fix = about.fix;
    this.field = about.field;
    this.requestId = about.requestId;
    this.retryAfter = about.retryAfter;
    this.details = about.details ?? {};
  }
}

const textOf = (value: unknown): string | undefined => (typeof value === 'string' && value !== '' ? value : undefined);

/** Returns a text of the admin API as a sentence: the command line prints it in the middle of one. */
export const sentenceOf = (text: string): string =>
  // An ID or an address at the beginning stays as it is.
  `${text.replace(/^[a-z](?=[a-z]*[\s,])/, (letter) => letter.toUpperCase())}${/[.!?]$/.test(text) ? '' : '.'}`;

/** Returns a field in words, such as `requests per minute`. */
const wordsOf = (field: string): string => field.replaceAll('_', ' ');

const PLAIN: readonly (readonly [schema: RegExp, words: string])[] = [
  [/^must NOT have fewer than (\d+)/, 'must have at least $1'],
  [/^must NOT have more than (\d+)/, 'must have at most $1'],
  [/^must be >= /, 'must be at least '],
  [/^must be <= /, 'must be at most '],
  [/^must match (pattern|format) .*/s, 'has the wrong format'],
];

/** Returns the field and the words of a refusal of the admin API that is about one field of the body. */
function refusedField(message: string, named: string | undefined): { field: string; message: string } | undefined {
  const [, field, rule = ''] = /^body\/([a-z_]+)(?:\/\S+)? (.+)$/s.exec(message) ?? [];
  if (field !== undefined && !/, (body|query)\//.test(rule)) {
    const plain = PLAIN.reduce((text, [schema, words]) => text.replace(schema, words), rule);
    return { field, message: `${wordsOf(field)} ${plain}` };
  }
  return named !== undefined && message.startsWith(`${named} `)
    ? { field: named, message: wordsOf(named) + message.slice(named.length) }
    : undefined;
}

/** Returns whether a response says that the session has ended. A login that fails has the same status. */
export const saysSessionEnded = ({ status, url }: Response): boolean => status === 401 && !/\/session(?!s)/.test(url);

/** Reads the body of a failed response: an envelope of the API, or an error of the admin API. */
export function problemOf(response: Response, body: unknown): Problem {
  const { error, request_id } = (body ?? {}) as { error?: Record<string, unknown>; request_id?: unknown };
  if (saysSessionEnded(response)) {
    // The page shows it also after the person has logged in again.
    return new Problem('Your session had ended, so the server refused this.', {
      status: response.status,
      fix: 'Log in, then try again.',
    });
  }
  const about = error ?? {};
  const code = textOf(about.code);
  const inSentences = (text: string | undefined) =>
    text === undefined || code !== undefined ? text : sentenceOf(text);
  const message = textOf(about.message);
  const named = textOf(about.param) ?? textOf(about.field);
  const refused = code === undefined && message !== undefined ? refusedField(message, named) : undefined;
  return new Problem(
    inSentences(refused?.message ?? message) ?? `The server responded with status ${response.status}.`,
    {
      status: response.status,
      code,
      fix: textOf(about.fix) ?? inSentences(textOf(about.hint)) ?? (code === undefined ? undefined : FIXES[code]),
      field: named ?? refused?.field,
      requestId: textOf(request_id) ?? response.headers.get('x-request-id') ?? undefined,
      retryAfter: Number(response.headers.get('retry-after')) || undefined,
      details: about,
    },
  );
}

/** The server could not be reached. Pages try again automatically. */
export const isOffline = (error: unknown): boolean => error instanceof Problem && error.status === 0;

/** The login has sent too many requests at once. The limit counts seconds, so pages try again soon. */
export const isTooFast = (error: unknown): boolean => error instanceof Problem && error.status === 429;

/**
 * When a page repeats a request that only reads: refused requests stay refused, a lost connection heals. Waits are in
 * milliseconds.
 */
export const READ_RETRIES = {
  retry: (attempt: number, error: unknown): boolean => isOffline(error) || (isTooFast(error) && attempt < 3),
  retryDelay: (attempt: number, error: unknown): number =>
    isTooFast(error) ? 1_500 : Math.min(15_000, 500 * 2 ** attempt),
};

/** @param isRepeated whether the page sends the request again */
export const offline = (isRepeated: boolean): Problem =>
  new Problem('The server cannot be reached.', {
    status: 0,
    fix: `Check your connection. ${isRepeated ? 'The page tries again automatically.' : 'Then try again.'}`,
  });

/** Returns the field that a refusal names; undefined for other errors. */
export const fieldOf = (error: unknown): string | undefined => (error instanceof Problem ? error.field : undefined);

/** Returns the message of a refusal that names this field, to show at the field. */
export const messageAt = (error: unknown, field: string): string | undefined =>
  error instanceof Problem && error.field === field ? error.message : undefined;
