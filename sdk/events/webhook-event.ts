import type { EventName } from '../generated/names.ts';
import type { webhooks } from '../generated/types.ts';

/** An event, discriminated by `event`. Newer servers may send other kinds: ignore those that you do not know. */
export type WebhookEvent = {
  [Name in EventName]: webhooks[Name]['post']['requestBody']['content']['application/json'] & { event: Name };
}[EventName];
