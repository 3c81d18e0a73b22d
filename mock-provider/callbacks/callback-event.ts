import type { Business, Channel, Json } from '../world/state.ts';

/** One event, as one element of `entry[]`. */
export interface CallbackEvent {
  channel: Channel;
  business: Business;
  /** Phone number ID, page ID or Instagram account ID; the WABA's ID for templates. */
  business_id: string;
  /** A status, or `message`, `echo`, `template`. */
  event: string;
  external_id?: string;
  to?: string;
  entry: Json;
}
