import { ApiError, ConnectionError, UnexpectedAnswerError } from '@wigwag/sdk';
import { ERROR_CODES } from '@wigwag/sdk/errors';
import { CommanderError } from 'commander';
import { onOneLine, sanitizeTerminal } from '../../output/sanitize-terminal.ts';
import { InterruptedError, KeyError, NothingFoundError, OutcomeError, RefusedError, UsageError } from './errors.ts';
import { CHECK_ADDRESS, CHECK_PROXY, fixOf, START_SERVER } from './fixes.ts';

/** The meaning of each exit code; `conformance` has different ones. */
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

/** Errors with status 403 that are about the recipient, not the key. */
const REFUSED_BY_RULE = ['RECIPIENT_BLOCKED', 'RECIPIENT_OPTED_OUT'];

/** Start-up errors: something on this machine must be fixed first. */
const START_ERRORS = [
  'AuthorityError',
  'BackupError',
  'ConfigError',
  'DatabaseError',
  'ListenError',
  'LockedError',
  'MoveError',
  'TargetError',
];

/** Returns whether a server failed to stop on a signal. The work that blocks it also keeps the process alive. */
export const isStopError = (error: unknown): boolean => error instanceof Error && error.name === 'StopError';

/** Returns the exit code of an error. */
export function exitCodeOf(error: unknown): number {
  if (error instanceof ApiError) {
    const http = ERROR_CODES[error.code]?.http ?? error.http;
    const byStatus = http >= 500 ? EXIT_CODES.unavailable : (BY_STATUS[http] ?? EXIT_CODES.refused);
    return REFUSED_BY_RULE.includes(error.code) ? EXIT_CODES.refused : byStatus;
  }
  if (error instanceof CommanderError) {
    return EXIT_CODES.usage;
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
  if (error instanceof NothingFoundError) {
    return EXIT_CODES.notFound;
  }
  if (error instanceof ConnectionError) {
    return EXIT_CODES.unavailable;
  }
  const isUsage = error instanceof UsageError || START_ERRORS.includes((error as Error | undefined)?.name ?? '');
  return isUsage ? EXIT_CODES.usage : EXIT_CODES.fault;
}

/** Returns whether the document's error table says that the same call, with the same key, may succeed later. */
export function isWorthRepeating(error: unknown): boolean {
  return error instanceof ApiError
    ? (ERROR_CODES[error.code]?.retry ?? 'never') !== 'never'
    : error instanceof ConnectionError && !isDryRun(error);
}

/** Returns whether the request was only printed, which is not an error. Also checks the causes of an error. */
export const isDryRun = (error: unknown): boolean =>
  error instanceof Error && (error.name === 'DryRunDone' || isDryRun(error.cause));

/** Returns an error as readable text: what happened and why, the fix, and the page to read. Safe for a terminal. */
export function describe(error: unknown): string {
  // Errors of the admin API have no code.
  if (error instanceof ApiError && error.code !== undefined) {
    const { code, problem, reason, docs, requestId } = error;
    const more = [docs, requestId].filter((part) => part !== '').join('  ');
    return [`${code}: ${problem} ${reason}`, `  fix: ${fixOf(error)}`, ...(more === '' ? [] : [`  ${more}`])]
      .map(onOneLine)
      .join('\n');
  }
  if (exitCodeOf(error) === EXIT_CODES.fault && !(error instanceof OutcomeError) && !isStopError(error)) {
    return sanitizeTerminal((error as Error | undefined)?.stack ?? String(error));
  }
  const { message } = error as Error;
  // A server's message is one line; ours can be several.
  return error instanceof ConnectionError ? describeConnection(error) : sanitizeTerminal(message);
}

/** Codes of errors that do not come from the API, by exit code. */
const CODES: Record<number, string> = {
  [EXIT_CODES.fault]: 'FAILED',
  [EXIT_CODES.usage]: 'USAGE',
  [EXIT_CODES.key]: 'MISSING_API_KEY',
  [EXIT_CODES.notFound]: 'NOT_FOUND',
  [EXIT_CODES.refused]: 'REFUSED',
  [EXIT_CODES.unavailable]: 'UNREACHABLE',
  [EXIT_CODES.interrupted]: 'INTERRUPTED',
};

/** Returns an error as the record that `--json` prints. Errors of the API keep their fields, with our fix. */
export function recordOf(error: unknown): Record<string, unknown> {
  const exit_code = exitCodeOf(error);
  if (error instanceof ApiError) {
    const { code, http, problem, reason, param, errors, providerError, docs, requestId, retryAfter } = error;
    return {
      code,
      message: problem,
      reason,
      fix: fixOf(error),
      exit_code,
      http,
      ...(param !== undefined && { param }),
      ...(errors !== undefined && { errors }),
      ...(providerError !== undefined && { provider_error: providerError }),
      ...(retryAfter !== undefined && { retry_after: retryAfter }),
      docs,
      request_id: requestId,
    };
  }
  const text = error instanceof CommanderError ? error.message.replace(/^error: /, '') : describe(error);
  const [message = '', ...more] = text.split('\n');
  const fix = more
    .join('\n')
    .replace(/^ *fix: /, '')
    .replace(/^\((.*)\)$/, '$1');
  return { code: CODES[exit_code], message, ...(fix !== '' && { fix }), exit_code };
}

function describeConnection(error: ConnectionError): string {
  const message = onOneLine(error.message);
  if (error instanceof UnexpectedAnswerError && error.temporary) {
    return `${message.replace(' Try again.', '')}\n  fix: ${CHECK_PROXY}`;
  }
  if (error instanceof UnexpectedAnswerError) {
    // The command line has already checked the end of the base URL.
    return `${message.replace(': baseUrl must end in /api/v1.', '.')}\n  fix: ${CHECK_ADDRESS}`;
  }
  return message.startsWith('The server cannot be reached') ? `${message}\n  fix: ${START_SERVER}` : message;
}
