import type { LogEvent } from './request/log-event.ts';

/** Headers to send in addition to those that the SDK sets. */
export type ExtraHeaders = Headers | Readonly<Record<string, string | undefined>>;

type OwnFetchOption = 'method' | 'headers' | 'body' | 'signal' | 'redirect' | 'duplex';

/**
 * Options of the runtime's fetch, such as Node's `dispatcher` or Bun's `proxy`. The SDK sets the method, the headers, the
 * body, the signal and the redirect mode itself.
 */
export type FetchOptions = Omit<RequestInit, OwnFetchOption> &
  Partial<Record<OwnFetchOption, never>> & { readonly [extension: string]: unknown };

/** Options for a client. */
export interface WigwagOptions {
  /**
   * `ww_live_...` or `ww_test_...`; without a key the constructor throws.
   * @default the environment variable WIGWAG_API_KEY, in runtimes that have one
   */
  apiKey?: string | undefined;
  /**
   * Ends in `/api/v1`.
   * @default WIGWAG_BASE_URL, otherwise 'http://127.0.0.1:3000/api/v1'
   */
  baseUrl?: string | undefined;
  /**
   * Milliseconds for one attempt of a call, from its start until the whole response is read; Infinity for no limit.
   * @default 60000
   */
  timeout?: number | undefined;
  /**
   * How often to retry a failed call, if the document's retry table allows it. The client waits a few seconds after a
   * lost connection or a proxy's 502, 503 or 504. At the rate limit, it waits for the time in Retry-After. If a provider
   * or the server is down, it waits 30 and then 120 s. `signal` limits the total.
   * @default 2
   */
  maxRetries?: number | undefined;
  /** Sends the requests. Gets `fetchOptions` as its second argument. @default the global fetch */
  fetch?: ((request: Request, options?: FetchOptions) => Promise<Response>) | undefined;
  /** Options for `fetch` in every request, for example a proxy. @default none */
  fetchOptions?: FetchOptions | undefined;
  /**
   * Called with each attempt and each wait, without key and body. Its errors are ignored.
   * @default lines on stderr as WIGWAG_LOG says: `debug` for attempts, responses and retries, `info` for the last two,
   * `warn` for retries, `off`
   */
  logger?: ((event: LogEvent) => void) | undefined;
  /**
   * Name and version of your app, such as `shop/1.2`. It comes first in the header `User-Agent`, followed by the versions
   * of the SDK and the runtime. Bundles for browsers ignore it, because browsers send their own `User-Agent`.
   * @default none
   */
  app?: string | undefined;
  /**
   * Headers of every request, for a proxy or a gateway. The SDK sets `authorization`, `content-type`, `content-length`,
   * `idempotency-key` and `last-event-id`, so these are refused here.
   * @default none
   */
  headers?: ExtraHeaders | undefined;
}

/** The message never contains the value, because it may be a key. @throws {TypeError} */
export function requireHeaderValue(name: string, value: unknown): void {
  if (typeof value !== 'string' || !/^[\x20-\x7e]+$/.test(value)) {
    throw new TypeError(`${name} must be printable ASCII on one line.`);
  }
}

/** Accepts a line break at the end, which files and shells often add. A missing key is reported later. @throws {TypeError} */
export function requireKey(name: string, value: string): void {
  const key = value.trim();
  if (key) {
    requireHeaderValue(name, key);
  }
}

/**
 * A query or a fragment would hide the path of each call, and a password would be logged. The error therefore does not show
 * the URL.
 *
 * @throws {TypeError}
 */
export function requireBaseUrl(name: string, value: string): void {
  if (!URL.canParse(value) || !/^https?:\/\/[^/@]+(\/[^?#]*)?$/i.test(value)) {
    throw new TypeError(`${name} must be like http://127.0.0.1:3000/api/v1, no user or query.`);
  }
}
