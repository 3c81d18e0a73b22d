import type { Asset, Send } from '../world/state.ts';

/** What to tell the app about one accepted send, in this order. */
export interface Report {
  asset: Asset;
  send: Send;
  /** The person, by the name their window has. */
  user: string;
  statuses: readonly string[];
  /** Of a `failed` among them. */
  code?: number;
  details?: string;
  /** Category of the template, lowercase; `service` for free-form messages. */
  category?: string;
}
