import type { Client } from 'openapi-fetch';
import type { paths } from '../generated/types.ts';
import type { ExtraHeaders, FetchOptions } from '../options.ts';
import { ApiError } from './api-error.ts';
import { ConnectionError, lost, TimeoutError, UnexpectedAnswerError } from './connection-error.ts';
import type { LogEvent } from './log-event.ts';
import { pause } from './pause.ts';
import { type Answer, answerOf } from './reply.ts';
import { waitBeforeRetry } from './retry.ts';
import { withTimeout } from './with-timeout.ts';

/** Options for one call. By default, those of the client apply. */
export interface CallOptions {
  /**
   * Milliseconds for one attempt, until its whole response is read; Infinity for no limit.
   * @default that of the client
   */
  timeout?: number | undefined;
  /** How often to retry a failed call. @default that of the client */
  maxRetries?: number | undefined;
  /** Ends the call, including its waits; the call then throws the signal's reason. */
  signal?: AbortSignal | undefined;
  /** Headers of this call; each replaces the client's header of that name. @default those of the client */
  headers?: ExtraHeaders | undefined;
  /** Options for `fetch` in this call; each replaces the client's option of that name. @default those of the client */
  fetchOptions?: FetchOptions | undefined;
}

/** Shared by all calls of a client. */
export interface RequestSettings {
  client: Client<paths>;
  fetch: (request: Request, options?: FetchOptions) => Promise<Response>;
  fetchOptions: FetchOptions | undefined;
  timeout: number;
  maxRetries: number;
  /** Never throws. */
  log: (event: LogEvent) => void;
  /** Returns the data of a parsed response. @throws {ApiError} if it is a refusal */
  dataOf: (body: unknown, response: Response) => unknown;
}

/** One API call. */
export interface OperationCall {
  method: string;
  path: string;
  /** Returns the options for openapi-fetch, new for each attempt. `fail` ends the call with the caller's own error. */
  init: (fail: (error: unknown) => void) => object;
  /** Whether a repeat has no further effect if the first attempt succeeded after all. */
  repeatable: boolean;
}

/** For openapi-fetch: the body is already serialized. */
export const asItIs = (body: unknown) => body;

/** openapi-fetch with any path. The callers check that the path is allowed. */
export type AnyRequest = (
  method: string,
  path: string,
  init: object,
) => Promise<{ data?: unknown; error?: unknown; response: Response }>;

/**
 * Makes a call, and retries it as the document's retry table and `maxRetries` allow.
 *
 * @throws {ApiError} if the API refuses it
 * @throws {ConnectionError} if the API does not respond
 */
export async function request<Data>(
  settings: RequestSettings,
  call: OperationCall,
  { timeout = settings.timeout, maxRetries = settings.maxRetries, signal, fetchOptions }: CallOptions = {},
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
        () => new TimeoutError(`${method} ${path} got no response within ${timeout} ms.`),
        signal,
        (control) => tryOnce<Data>(settings, call, control, seen, { ...settings.fetchOptions, ...fetchOptions }),
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

/** The part of the response that arrived in one attempt. */
interface Seen {
  response: Response | undefined;
}

async function tryOnce<Data>(
  { client, fetch, dataOf }: RequestSettings,
  { method, path, init }: OperationCall,
  control: AbortController,
  seen: Seen,
  fetchOptions: FetchOptions,
): Promise<Answer<Data>> {
  try {
    const {
      data: content,
      error,
      response,
    } = await (client.request as unknown as AnyRequest)(method, path, {
      ...init((problem) => control.abort(problem)),
      parseAs: 'text',
      signal: control.signal,
      fetch: async (made: Request) => {
        try {
          seen.response = await fetch(made, fetchOptions);
        } catch (problem) {
          throw lost('The server cannot be reached', problem);
        }
        return seen.response;
      },
    });
    const text = content ?? error;
    const data = dataOf(typeof text === 'string' ? JSON.parse(text) : text, response);
    // Every operation returns an object.
    if (!(data instanceof Object)) {
      throw new UnexpectedAnswerError(response);
    }
    return answerOf(data as Data, response);
  } catch (error) {
    const { response } = seen;
    // Without a response, this is a connection problem or a mistake of the caller that has its own error.
    if (!response || error instanceof ApiError || error instanceof ConnectionError) {
      throw error;
    }
    const isJson = /\bjson\b/.test(String(response.headers.get('content-type')));
    throw error instanceof SyntaxError && !isJson
      ? new UnexpectedAnswerError(response)
      : lost('The response broke off', error);
  }
}
