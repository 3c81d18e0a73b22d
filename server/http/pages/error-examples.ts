import {
  BODY_MAX_KIBIBYTES,
  DELIVERY_TIMEOUT_SECONDS,
  type ErrorCode,
  IDEMPOTENCY_HOURS,
  MEDIA_MAX_MEGABYTES,
  REQUESTS_PER_MINUTE,
  WINDOW_HOURS,
} from '@wigwag/openapi';
import { ApiError, type ErrorDetails, invalidFields } from '../../domain/api-error.ts';
import { burstOf } from '../../domain/rate-limit.ts';

const TO = '905551112233';
const MESSAGE = 'msg_17000000000000000001';
const limit = REQUESTS_PER_MINUTE;
const param = (name: string): ErrorDetails => ({ param: name });

/** An answer of each code as it may come, for the pages about them. */
export const ERROR_EXAMPLES: { [Code in ErrorCode]: ApiError<Code> } = {
  MISSING_API_KEY: new ApiError('MISSING_API_KEY', {}, { headers: { 'WWW-Authenticate': 'Bearer' } }),
  INVALID_API_KEY: new ApiError('INVALID_API_KEY', {}),
  API_KEY_REVOKED: new ApiError('API_KEY_REVOKED', {}),
  IP_NOT_ALLOWED: new ApiError('IP_NOT_ALLOWED', { address: '203.0.113.7' }),
  SCOPE_DENIED: new ApiError('SCOPE_DENIED', { scope: 'messages:send' }),
  MODULE_DISABLED: new ApiError('MODULE_DISABLED', {}),
  FLOW_MODULE_DISABLED: new ApiError('FLOW_MODULE_DISABLED', {}),
  WEBHOOK_MODULE_DISABLED: new ApiError('WEBHOOK_MODULE_DISABLED', {}),
  ACCOUNT_INACTIVE: new ApiError('ACCOUNT_INACTIVE', {}),
  LICENSE_EXPIRED: new ApiError('LICENSE_EXPIRED', {}),
  RATE_LIMITED: new ApiError('RATE_LIMITED', { limit, burst: burstOf(limit) }, { headers: { 'Retry-After': '1' } }),
  IDEMPOTENCY_CONFLICT: new ApiError('IDEMPOTENCY_CONFLICT', { hours: IDEMPOTENCY_HOURS }, param('Idempotency-Key')),
  INVALID_JSON: new ApiError('INVALID_JSON', { problem: 'Content-Type must be application/json' }),
  VALIDATION_FAILED: invalidFields([{ field: 'to', message: 'is required' }]) as ApiError<'VALIDATION_FAILED'>,
  PAYLOAD_TOO_LARGE: new ApiError('PAYLOAD_TOO_LARGE', { kibibytes: BODY_MAX_KIBIBYTES }),
  CHANNEL_UNSUPPORTED: new ApiError('CHANNEL_UNSUPPORTED', { channel: 'sms' }, param('channel')),
  CHANNEL_NOT_CONNECTED: new ApiError('CHANNEL_NOT_CONNECTED', { channel: 'instagram' }, param('channel')),
  CONNECTION_NOT_FOUND: new ApiError(
    'CONNECTION_NOT_FOUND',
    { connection_id: 'wa_7', channel: 'whatsapp' },
    param('connection_id'),
  ),
  CHANNEL_FEATURE_UNSUPPORTED: new ApiError(
    'CHANNEL_FEATURE_UNSUPPORTED',
    { channel: 'instagram', feature: 'template' },
    param('channel'),
  ),
  RECIPIENT_INVALID: new ApiError(
    'RECIPIENT_INVALID',
    { to: '12', expected: 'an international phone number' },
    param('to'),
  ),
  RECIPIENT_BLOCKED: new ApiError('RECIPIENT_BLOCKED', { to: TO }, param('to')),
  RECIPIENT_OPTED_OUT: new ApiError('RECIPIENT_OPTED_OUT', { to: TO }, param('to')),
  WINDOW_CLOSED: new ApiError(
    'WINDOW_CLOSED',
    { hours: WINDOW_HOURS, closed_at: '2026-05-05T12:00:00.000000+00:00', connection_id: 'wa_1', elsewhere: '' },
    param('to'),
  ),
  WINDOW_NEVER_OPENED: new ApiError(
    'WINDOW_NEVER_OPENED',
    { to: TO, connection_id: 'wa_1', elsewhere: '' },
    param('to'),
  ),
  TEMPLATE_NOT_FOUND: new ApiError('TEMPLATE_NOT_FOUND', { name: 'order_udpate' }, param('name')),
  TEMPLATE_NOT_APPROVED: new ApiError(
    'TEMPLATE_NOT_APPROVED',
    { name: 'order_update', status: 'PENDING' },
    param('name'),
  ),
  TEMPLATE_VARIABLES_MISSING: new ApiError(
    'TEMPLATE_VARIABLES_MISSING',
    { name: 'order_update', expected: 2, given: 1, missing: '{{2}}' },
    param('variables'),
  ),
  TEMPLATE_VARIABLES_FORMAT: new ApiError(
    'TEMPLATE_VARIABLES_FORMAT',
    { name: 'order_update', format: 'POSITIONAL', form: 'an array' },
    param('variables'),
  ),
  TEMPLATE_HEADER_MISSING: new ApiError(
    'TEMPLATE_HEADER_MISSING',
    { name: 'promo_spring', format: 'IMAGE' },
    param('header'),
  ),
  TEMPLATE_BUTTON_PARAM_MISSING: new ApiError(
    'TEMPLATE_BUTTON_PARAM_MISSING',
    { name: 'order_update', index: 0 },
    param('buttons'),
  ),
  MEDIA_REQUIRED: new ApiError('MEDIA_REQUIRED', { type: 'image' }, param('media')),
  MEDIA_TOO_LARGE: new ApiError(
    'MEDIA_TOO_LARGE',
    { megabytes: MEDIA_MAX_MEGABYTES.image, kind: 'image' },
    param('file'),
  ),
  MEDIA_TYPE_UNSUPPORTED: new ApiError(
    'MEDIA_TYPE_UNSUPPORTED',
    { problem: 'image/svg+xml is not a supported type' },
    param('file'),
  ),
  MEDIA_URL_INVALID: new ApiError(
    'MEDIA_URL_INVALID',
    { url: 'http://shop.example/a.jpg', problem: 'it must be https' },
    param('media.url'),
  ),
  MEDIA_UPLOAD_FAILED: new ApiError('MEDIA_UPLOAD_FAILED', { problem: '(#131053) Media upload error' }),
  MESSAGE_NOT_FOUND: new ApiError('MESSAGE_NOT_FOUND', { id: MESSAGE }, param('id')),
  WEBHOOK_NOT_CONFIGURED: new ApiError('WEBHOOK_NOT_CONFIGURED', {}),
  WEBHOOK_URL_INVALID: new ApiError('WEBHOOK_URL_INVALID', { problem: 'it must be https' }),
  WEBHOOK_UNREACHABLE: new ApiError('WEBHOOK_UNREACHABLE', {
    problem: `no answer within ${DELIVERY_TIMEOUT_SECONDS} s`,
  }),
  PROVIDER_REJECTED: new ApiError(
    'PROVIDER_REJECTED',
    { problem: 'Message undeliverable' },
    { provider_error: { code: 131026, message: 'Message undeliverable' } },
  ),
  PROVIDER_UNAVAILABLE: new ApiError('PROVIDER_UNAVAILABLE', { channel: 'whatsapp' }),
  NOT_FOUND: new ApiError('NOT_FOUND', { path: '/messages' }),
  METHOD_NOT_ALLOWED: new ApiError(
    'METHOD_NOT_ALLOWED',
    { method: 'PUT', allowed: 'POST' },
    { allowed_methods: ['POST'], headers: { Allow: 'POST' } },
  ),
  INTERNAL_ERROR: new ApiError('INTERNAL_ERROR', {}),
  CONTACT_NOT_FOUND: new ApiError('CONTACT_NOT_FOUND', { phone: TO }),
  CONVERSATION_NOT_FOUND: new ApiError('CONVERSATION_NOT_FOUND', { phone: TO }),
  FLOW_NOT_FOUND: new ApiError('FLOW_NOT_FOUND', { id: 7 }),
  FLOW_INVALID: new ApiError('FLOW_INVALID', { problem: 'the template promo_spring has no button "Buy"' }),
  FLOW_HAS_RUNS: new ApiError('FLOW_HAS_RUNS', { id: 7 }),
  MEDIA_GONE: new ApiError('MEDIA_GONE', { problem: 'the link is over' }),
  FLOW_NOT_TESTABLE: new ApiError('FLOW_NOT_TESTABLE', { problem: 'the flow has no steps' }),
};
