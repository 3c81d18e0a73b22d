import type { EventName } from '../generated/names.ts';
import type { webhooks } from '../generated/types.ts';

/** An event, told apart by `event` (§6). Newer servers may send other ones: pass over what you do not know. */
export type WebhookEvent = {
  [Name in EventName]: webhooks[Name]['post']['requestBody']['content']['application/json'] & { event: Name };
}[EventName];
