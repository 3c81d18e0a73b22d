export type { WebhookEvent } from './events/webhook-event.ts';
export type { MessageReceivedEvent, MessageStatusEvent, TemplateStatusEvent } from './generated/types.ts';
export { hasReached, type MessageStatus, movesForward } from './messages/message-status.ts';
export { StatusTracker } from './messages/status-tracker.ts';
export {
  type ConstructEventOptions,
  constructEvent,
  generateTestHeader,
  type WebhookHeaders,
  type WebhookSecret,
} from './webhooks/construct-event.ts';
export { SignatureError, type SignatureProblem } from './webhooks/signature-error.ts';
export {
  type FastifyPluginOptions,
  fastifyPlugin,
  fetchHandler,
  hapiRoute,
  nodeHandler,
  type WebhookHandlerOptions,
} from './webhooks/webhook-handlers.ts';
