export { ApiError, ConnectionError, type ErrorCode, isApiError } from './api-error.ts';
export { ERROR_CODES, RETRY_DELAYS_SECONDS } from './generated/errors.ts';
export type { components, operations, paths } from './generated/types.ts';
export type { TailOptions, TailState } from './tail.ts';
export { type ConstructEventOptions, constructEvent, SignatureError, type WebhookEvent } from './webhooks.ts';
export { type SendOptions, Wigwag, type WigwagOptions } from './wigwag.ts';
