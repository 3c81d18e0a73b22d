import type { Client } from 'openapi-fetch';
import type { paths } from '../generated/types.ts';
import type { ExtraHeaders } from '../options.ts';
import { ApiError, throwRefusal } from './api-error.ts';
import { ConnectionError, lost, TimeoutError, UnexpectedAnswerError } from './connection-error.ts';
import type { LogEvent } from './log-event.ts';
import { pause } from './pause.ts';
import { type Answer, answerOf } from './reply.ts';
import { waitBeforeRetry } from './retry.ts';
import { withTimeout } from './with-timeout.ts';

/** Options of one call; those of the client apply where they are left out. */
export interface CallOptions {
  /** Milliseconds for one try, until its whole answer is read; Infinity for no bound. @default that of the client */
  timeout?: number | undefined;
  /** How often a call that failed is tried again. @default that of the client */
  maxRetries?: number | undefined;
  /** Ends the call, its waits included; it then throws the signal's reason. */
  signal?: AbortSignal | undefined;
  /** Headers of this call; each replaces the client's header of that name. @default those of the client */
  headers?: ExtraHeaders | undefined;
}

/** What all calls of a client share. */
export interface Settings {
  client: Client<paths>;
  fetch: (request: Request) => Promise<Response>;
  timeout: number;
  maxRetries: number;
  /** Never throws. */
  log: (event: LogEvent) => void;
}

/** One call of the API. */
export interface Call {
  method: string;
  path: string;
  /** What openapi-fetch takes, made anew for each try; `fail` ends the call with an error that is the caller's own. */
  init: (fail: (error: unknown) => void) => object;
  /** Whether a repeat has no further effect when the first try had its effect after all. */
  repeatable: boolean;
}

/** For openapi-fetch: the body is written already. */
export const asItIs = (body: unknown) => body;

/** As openapi-fetch takes any path; which one is allowed is checked where the call is made. */
export type AnyRequest = (
  method: string,
  path: string,
  init: object,
) => Promise<{ data?: unknown; error?: unknown; response: Response }>;

/**
 * Makes a call, as often as the retry table of the document and `maxRetries` allow.
 *
 * @throws {ApiError} what the API refuses
 * @throws {ConnectionError} when no answer of the API comes
 */
export async function request<Data>(
  settings: Settings,
  call: Call,
  { timeout = settings.timeout, maxRetries = settings.maxRetries, signal }: CallOptions = {},
): Promise<Answer<Data>> {
  const { method, path } = call;
  for (let tries = 0; ; tries += 1) {
    const what = { method, path, tries };
    const begun = Date.now();
    const seen: Seen = { response: undefined };
    settings.log({ type: 'request', ...what });
    try {
      return await withTimeout(
        timeout,
        () => new TimeoutError(`${method} ${path} was not answered within ${timeout} ms.`),
        signal,
        (control) => tryOnce<Data>(settings, call, control, seen),
      ).finally(() => {
        const { response } = seen;
        settings.log({
          type: 'response',
          ...what,
          status: response?.status,
          requestId: response?.headers.get('x-request-id') ?? undefined,
          duration: Date.now() - begun,
        });
      });
    } catch (error) {
      const wait = tries < maxRetries ? waitBeforeRetry(error, tries, call.repeatable) : undefined;
      if (wait === undefined || signal?.aborted) {
        throw error;
      }
      settings.log({ type: 'retry', ...what, tries: tries + 1, wait, error });
      await pause(wait, signal);
    }
  }
}

/** What came in one try, as far as it came. */
interface Seen {
  response: Response | undefined;
}

async function tryOnce<Data>(
  { client, fetch }: Settings,
  { method, path, init }: Call,
  control: AbortController,
  seen: Seen,
): Promise<Answer<Data>> {
  try {
    const { data, error, response } = await (client.request as unknown as AnyRequest)(method, path, {
      ...init((problem) => control.abort(problem)),
      parseAs: 'text',
      signal: control.signal,
      fetch: async (made: Request) => {
        try {
          seen.response = await fetch(made);
        } catch (problem) {
          throw lost('The server cannot be reached', problem);
        }
        return seen.response;
      },
    });
    const text = data ?? error;
    const body = typeof text === 'string' ? JSON.parse(text) : text;
    throwRefusal(body, response);
    // Objects are what every operation gives.
    if (!(body?.data instanceof Object)) {
      throw new UnexpectedAnswerError(response);
    }
    return answerOf(body.data, response);
  } catch (error) {
    const { response } = seen;
    // Without an answer it is lost, or a mistake of the caller that nothing can be said of here.
    if (!response || error instanceof ApiError || error instanceof ConnectionError) {
      throw error;
    }
    const isJson = /\bjson\b/.test(String(response.headers.get('content-type')));
    throw error instanceof SyntaxError && !isJson
      ? new UnexpectedAnswerError(response)
      : lost('The answer broke off', error);
  }
}
