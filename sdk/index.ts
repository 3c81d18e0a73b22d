export {
  ApiError,
  AuthenticationError,
  ConflictError,
  type ErrorCode,
  InvalidRequestError,
  isApiError,
  MediaError,
  NotFoundError,
  PermissionError,
  ProviderError,
  RateLimitError,
  RecipientError,
  ServerError,
  TemplateError,
  WindowError,
} from './api-error.ts';
export { ConnectionError, isConnectionError, TimeoutError, UnexpectedAnswerError } from './connection-error.ts';
export type { components, operations, paths } from './generated/types.ts';
export type { List } from './list.ts';
export type { LogEvent } from './log-event.ts';
export { hasReached, type MessageStatus, movesForward } from './message-status.ts';
export type { SendOptions } from './methods.ts';
export type { Body, Data, OperationId, Query, Schemas } from './operation-types.ts';
export type { Answer, RateLimit, Reply } from './reply.ts';
export type { CallOptions } from './request.ts';
export type { TailOptions, TailState } from './tail.ts';
export type { Upload, UploadOptions, UploadSource } from './upload.ts';
export { MessageStatusError, type SendAndWaitOptions, type WaitOptions } from './wait-until.ts';
export type { WebhookEvent } from './webhook-event.ts';
export { Wigwag, type WigwagOptions } from './wigwag.ts';
