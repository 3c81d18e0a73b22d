export type { StreamOptions, WaitForReplyOptions } from './conversations/following.ts';
export { NoReplyError } from './conversations/no-reply-error.ts';
export type { TailOptions, TailState } from './events/tail.ts';
export type { WebhookEvent } from './events/webhook-event.ts';
export type * from './generated/types.ts';
export type { List } from './lists/list.ts';
export { hasReached, type MessageStatus, movesForward } from './messages/message-status.ts';
export { MessageStatusError, type SendAndWaitOptions, type WaitOptions } from './messages/wait-until.ts';
export type { Body, Data, OperationId, Query, Schemas } from './operation-types.ts';
export type { FetchOptions, WigwagOptions } from './options.ts';
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
} from './request/api-error.ts';
export { ConnectionError, isConnectionError, TimeoutError, UnexpectedAnswerError } from './request/connection-error.ts';
export type { LogEvent } from './request/log-event.ts';
export type { RawRequest, RawRequestOptions } from './request/raw-request.ts';
export type { Answer, RateLimit, Reply } from './request/reply.ts';
export type { CallOptions } from './request/request.ts';
export type { SendOptions } from './request/send-options.ts';
export type { Upload, UploadOptions, UploadSource } from './request/upload.ts';
export { Wigwag } from './wigwag.ts';
