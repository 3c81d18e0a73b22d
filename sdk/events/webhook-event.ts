import type { Schemas } from '../operation-types.ts';

/** An event, told apart by `event` (§6). Newer servers may send other ones: pass over what you do not know. */
export type WebhookEvent =
  | (Schemas['MessageReceivedEvent'] & { event: 'message.received' })
  | (Schemas['MessageStatusEvent'] & { event: 'message.status' })
  | (Schemas['TemplateStatusEvent'] & { event: 'template.status' });
