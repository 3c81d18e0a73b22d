import type { Asset, Send } from '../world/state.ts';

/** The statuses to report to the app for one accepted send, in order. */
export interface StatusReport {
  asset: Asset;
  send: Send;
  /** The key of the person's window. */
  user: string;
  statuses: readonly string[];
  /** The error of a `failed` status. */
  code?: number;
  details?: string;
  /** Category of the template, lowercase; `service` for free-form messages. */
  category?: string;
}
