import type { Reply } from './reply.ts';
import type { SendOptions } from './send-options.ts';

/** Options for `request`. */
export interface RawRequestOptions extends SendOptions {
  /** The values of the path's `{names}`. They are escaped, and are not in the log. @default none */
  params?: Readonly<Record<string, unknown>> | undefined;
  /** The values of the query. @default none */
  query?: Readonly<Record<string, unknown>> | undefined;
  /** The body, which is sent as JSON. @default none */
  body?: unknown;
  /**
   * Idempotency key of this call. A POST without one is not repeated after a lost connection, because the first attempt may
   * have succeeded.
   * @default none
   */
  idempotencyKey?: string | undefined;
}

/**
 * Calls a path below `baseUrl`.
 *
 * @param path starts with a slash, such as `/messages/{id}`
 */
export type RawRequest = <Data = unknown>(
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE',
  path: string,
  options?: RawRequestOptions,
) => Reply<Data>;
