import { ApiError, ConnectionError } from '@wigwag/sdk';
import { ERROR_CODES } from '@wigwag/sdk/errors';
import { onOneLine, sanitizeTerminal } from '../output/sanitize-terminal.ts';
import { InterruptedError, KeyError, NotFoundError, OutcomeError, RefusedError, UsageError } from './errors.ts';

/** What each exit code means; `conformance` has its own. */
export const EXIT_CODES = {
  ok: 0,
  fault: 1,
  usage: 2,
  key: 3,
  notFound: 4,
  refused: 5,
  rateLimited: 6,
  unavailable: 7,
  interrupted: 130,
} as const;

const BY_STATUS: Record<number, number> = {
  401: EXIT_CODES.key,
  402: EXIT_CODES.key,
  403: EXIT_CODES.key,
  404: EXIT_CODES.notFound,
  429: EXIT_CODES.rateLimited,
};

/** 403s that tell of the recipient, not of the key. */
const REFUSED_BY_RULE = ['RECIPIENT_BLOCKED', 'RECIPIENT_OPTED_OUT'];

/** Errors of starting up: something on this machine must be put right first. */
const START_ERRORS = [
  'BackupError',
  'ConfigError',
  'DatabaseError',
  'ListenError',
  'LockedError',
  'MoveError',
  'TargetError',
];

/** A server that was told to stop and could not: what it hangs on keeps the process alive, too. */
export const isStopError = (error: unknown): boolean => error instanceof Error && error.name === 'StopError';

/** The exit code for something thrown. */
export function exitCodeOf(error: unknown): number {
  if (error instanceof ApiError) {
    const http = ERROR_CODES[error.code]?.http ?? error.http;
    const byStatus = http >= 500 ? EXIT_CODES.unavailable : (BY_STATUS[http] ?? EXIT_CODES.refused);
    return REFUSED_BY_RULE.includes(error.code) ? EXIT_CODES.refused : byStatus;
  }
  if (error instanceof InterruptedError) {
    return EXIT_CODES.interrupted;
  }
  if (error instanceof KeyError) {
    return EXIT_CODES.key;
  }
  if (error instanceof RefusedError) {
    return EXIT_CODES.refused;
  }
  if (error instanceof NotFoundError) {
    return EXIT_CODES.notFound;
  }
  if (error instanceof ConnectionError) {
    return EXIT_CODES.unavailable;
  }
  const isUsage = error instanceof UsageError || START_ERRORS.includes((error as Error | undefined)?.name ?? '');
  return isUsage ? EXIT_CODES.usage : EXIT_CODES.fault;
}

/** Whether the same call, with the same idempotency key, may succeed later: the document's table of errors says so. */
export function isWorthRepeating(error: unknown): boolean {
  return error instanceof ApiError
    ? (ERROR_CODES[error.code]?.retry ?? 'never') !== 'never'
    : error instanceof ConnectionError && !isDryRun(error);
}

/** Whether the request was only printed: that is no fault, however deep it lies. */
export const isDryRun = (error: unknown): boolean =>
  error instanceof Error && (error.name === 'DryRunDone' || isDryRun(error.cause));

/** What a person reads about something thrown: what and why, how to go on, where to read on. Harmless to a terminal. */
export function describe(error: unknown): string {
  if (error instanceof ApiError) {
    const { code, problem, reason, fix, docs, requestId } = error;
    const more = [docs, requestId].filter((part) => part !== '').join('  ');
    return [`${code}: ${problem} ${reason}`, `  fix: ${fix}`, ...(more === '' ? [] : [`  ${more}`])]
      .map(onOneLine)
      .join('\n');
  }
  if (exitCodeOf(error) === EXIT_CODES.fault && !(error instanceof OutcomeError) && !isStopError(error)) {
    return sanitizeTerminal((error as Error | undefined)?.stack ?? String(error));
  }
  const { message } = error as Error;
  // What a server says is one line; what we say may be several.
  return error instanceof ConnectionError ? onOneLine(message) : sanitizeTerminal(message);
}
