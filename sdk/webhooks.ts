export {
  type ConstructEventOptions,
  constructEvent,
  generateTestHeader,
  type WebhookHeaders,
  type WebhookSecret,
} from './construct-event.ts';
export { hasReached, type MessageStatus, movesForward } from './message-status.ts';
export { SignatureError, type SignatureProblem } from './signature-error.ts';
export { StatusTracker } from './status-tracker.ts';
export type { WebhookEvent } from './webhook-event.ts';
export { fetchHandler, hapiRoute, nodeHandler, type WebhookHandlerOptions } from './webhook-handlers.ts';
