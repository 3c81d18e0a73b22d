import type { CallOptions } from './request.ts';

/** Options for a send. */
export interface SendOptions extends CallOptions {
  /**
   * Idempotency key of this send: the same key with the same body sends once within 24 h, also across retries and
   * restarts.
   * @default a new one for each call, shared by all its attempts
   */
  idempotencyKey?: string | undefined;
}
