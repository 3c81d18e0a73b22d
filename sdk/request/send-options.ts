import type { CallOptions } from './request.ts';

/** Options of a send. */
export interface SendOptions extends CallOptions {
  /**
   * Names this send: the same key with the same body within 24 h sends once, also over retries and restarts.
   * @default a fresh one for each call, the same over all its tries
   */
  idempotencyKey?: string | undefined;
}
