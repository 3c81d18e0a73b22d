import type { Client } from 'openapi-fetch';
import { ApiError, apiErrorOf, refusalIn } from './api-error.ts';
import { ConnectionError, problemOf, TimeoutError, UnexpectedAnswerError } from './connection-error.ts';
import type { paths } from './generated/types.ts';
import type { LogEvent } from './log-event.ts';
import { pause } from './pause.ts';
import { type Answer, answerOf } from './reply.ts';
import { waitBeforeRetry } from './retry.ts';

/** Options of one call; those of the client apply where they are left out. */
export interface CallOptions {
  /** Milliseconds for one try, until its whole answer is read. @default that of the client */
  timeout?: number;
  /** How often a call that failed is tried again. @default that of the client */
  maxRetries?: number;
  /** Ends the call, its waits included; it then throws the signal's reason. */
  signal?: AbortSignal;
}

/** What all calls of a client share. */
export interface Settings {
  client: Client<paths>;
  fetch: (request: Request) => Promise<Response>;
  timeout: number;
  maxRetries: number;
  logger: ((event: LogEvent) => void) | undefined;
}

/** One call of the API. */
export interface Call {
  method: string;
  path: string;
  /** What openapi-fetch takes, made anew for each try. */
  init: () => object;
  /** Whether a repeat has no further effect when the first try had its effect after all. */
  repeatable: boolean;
}

/** As openapi-fetch takes any path; which one is allowed is checked where the call is made. */
type AnyRequest = (
  method: string,
  path: string,
  init: object,
) => Promise<{ data?: { data?: unknown }; error?: unknown; response: Response }>;

/**
 * Makes a call, as often as the retry table of the document and `maxRetries` allow.
 *
 * @throws {ApiError} what the API refuses
 * @throws {ConnectionError} when no answer of the API comes
 */
export async function request<Data>(settings: Settings, call: Call, options: CallOptions = {}): Promise<Answer<Data>> {
  const { maxRetries = settings.maxRetries, signal } = options;
  for (let tries = 0; ; tries += 1) {
    signal?.throwIfAborted();
    try {
      return await tryOnce<Data>(settings, call, options, tries);
    } catch (error) {
      const wait = tries < maxRetries ? waitBeforeRetry(error, tries, call.repeatable) : undefined;
      if (wait === undefined || signal?.aborted) {
        throw error;
      }
      settings.logger?.({ type: 'retry', method: call.method, path: call.path, tries: tries + 1, wait, error });
      await pause(wait, signal);
    }
  }
}

async function tryOnce<Data>(
  settings: Settings,
  { method, path, init }: Call,
  { timeout = settings.timeout, signal }: CallOptions,
  tries: number,
): Promise<Answer<Data>> {
  const { client, logger } = settings;
  const what = { method, path, tries };
  const control = new AbortController();
  const abort = () => control.abort(signal?.reason);
  signal?.addEventListener('abort', abort);
  const timer = setTimeout(
    () => control.abort(new TimeoutError(`${method} ${path} was not answered within ${timeout} ms.`)),
    timeout,
  );
  const begun = Date.now();
  let seen: Response | undefined;
  try {
    logger?.({ type: 'request', ...what });
    const { data, error, response } = await (client.request as unknown as AnyRequest)(method, path, {
      ...init(),
      signal: control.signal,
      fetch: async (made: Request) => {
        seen = await settings.fetch(made);
        return seen;
      },
    });
    const refusal = refusalIn(error);
    if (refusal) {
      throw apiErrorOf(refusal, response.headers);
    }
    if (data?.data === undefined) {
      throw saysJson(response) && typeof error === 'string' ? brokenOff() : new UnexpectedAnswerError(response);
    }
    return answerOf(data.data as Data, response);
  } catch (error) {
    throw control.signal.aborted ? control.signal.reason : failureOf(error, seen);
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener('abort', abort);
    logger?.({
      type: 'response',
      ...what,
      status: seen?.status,
      requestId: seen?.headers.get('x-request-id') ?? undefined,
      duration: Date.now() - begun,
    });
  }
}

const saysJson = ({ headers }: Response) => /\bjson\b/.test(headers.get('content-type') ?? '');

const brokenOff = (cause?: unknown) => new ConnectionError('The answer broke off: its JSON is not whole.', { cause });

/** What was thrown, as an error of ours. */
function failureOf(error: unknown, seen: Response | undefined): unknown {
  if (error instanceof SyntaxError && seen) {
    return saysJson(seen) ? brokenOff(error) : new UnexpectedAnswerError(seen);
  }
  if (error instanceof ApiError || error instanceof ConnectionError) {
    return error;
  }
  const what = seen ? 'The answer broke off' : 'The server cannot be reached';
  return new ConnectionError(`${what}: ${problemOf(error)}`, { cause: error });
}
