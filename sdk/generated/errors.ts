/* Made by `npm run generate` from the document. Do not edit. */

/** Waits before the tries of a code whose retry is `backoff` or `same-key`, in seconds (§7). */
export const RETRY_DELAYS_SECONDS = [30,120,300] as const;

/** Every error code with its HTTP status and how it may be retried (`x-retry` of the document). */
export const ERROR_CODES = {
  MISSING_API_KEY: { http: 401, retry: 'never' },
  INVALID_API_KEY: { http: 401, retry: 'never' },
  API_KEY_REVOKED: { http: 401, retry: 'never' },
  IP_NOT_ALLOWED: { http: 403, retry: 'never' },
  SCOPE_DENIED: { http: 403, retry: 'never' },
  MODULE_DISABLED: { http: 403, retry: 'never' },
  FLOW_MODULE_DISABLED: { http: 403, retry: 'never' },
  WEBHOOK_MODULE_DISABLED: { http: 403, retry: 'never' },
  ACCOUNT_INACTIVE: { http: 403, retry: 'never' },
  LICENSE_EXPIRED: { http: 402, retry: 'never' },
  RATE_LIMITED: { http: 429, retry: 'after' },
  IDEMPOTENCY_CONFLICT: { http: 409, retry: 'never' },
  INVALID_JSON: { http: 400, retry: 'never' },
  VALIDATION_FAILED: { http: 422, retry: 'never' },
  PAYLOAD_TOO_LARGE: { http: 413, retry: 'never' },
  CHANNEL_UNSUPPORTED: { http: 422, retry: 'never' },
  CHANNEL_NOT_CONNECTED: { http: 409, retry: 'never' },
  CONNECTION_NOT_FOUND: { http: 404, retry: 'never' },
  CHANNEL_FEATURE_UNSUPPORTED: { http: 422, retry: 'never' },
  RECIPIENT_INVALID: { http: 422, retry: 'never' },
  RECIPIENT_BLOCKED: { http: 403, retry: 'never' },
  RECIPIENT_OPTED_OUT: { http: 403, retry: 'never' },
  WINDOW_CLOSED: { http: 409, retry: 'never' },
  WINDOW_NEVER_OPENED: { http: 409, retry: 'never' },
  TEMPLATE_NOT_FOUND: { http: 404, retry: 'never' },
  TEMPLATE_NOT_APPROVED: { http: 422, retry: 'never' },
  TEMPLATE_VARIABLES_MISSING: { http: 422, retry: 'never' },
  TEMPLATE_VARIABLES_FORMAT: { http: 422, retry: 'never' },
  TEMPLATE_HEADER_MISSING: { http: 422, retry: 'never' },
  TEMPLATE_BUTTON_PARAM_MISSING: { http: 422, retry: 'never' },
  MEDIA_REQUIRED: { http: 422, retry: 'never' },
  MEDIA_TOO_LARGE: { http: 413, retry: 'never' },
  MEDIA_TYPE_UNSUPPORTED: { http: 415, retry: 'never' },
  MEDIA_URL_INVALID: { http: 422, retry: 'never' },
  MEDIA_UPLOAD_FAILED: { http: 502, retry: 'backoff' },
  MESSAGE_NOT_FOUND: { http: 404, retry: 'never' },
  WEBHOOK_NOT_CONFIGURED: { http: 409, retry: 'never' },
  WEBHOOK_URL_INVALID: { http: 422, retry: 'never' },
  WEBHOOK_UNREACHABLE: { http: 502, retry: 'never' },
  PROVIDER_REJECTED: { http: 502, retry: 'never' },
  PROVIDER_UNAVAILABLE: { http: 503, retry: 'same-key' },
  NOT_FOUND: { http: 404, retry: 'never' },
  METHOD_NOT_ALLOWED: { http: 405, retry: 'never' },
  INTERNAL_ERROR: { http: 500, retry: 'same-key' },
  CONTACT_NOT_FOUND: { http: 404, retry: 'never' },
  CONVERSATION_NOT_FOUND: { http: 404, retry: 'never' },
  FLOW_NOT_FOUND: { http: 404, retry: 'never' },
  FLOW_INVALID: { http: 422, retry: 'never' },
  FLOW_HAS_RUNS: { http: 422, retry: 'never' },
  FLOW_NOT_TESTABLE: { http: 422, retry: 'never' },
  MEDIA_GONE: { http: 410, retry: 'never' },
} as const;

/** The codes that may be retried, and how. */
export const RETRIES: Partial<Record<string, string>> = {
  // Lookups must not find inherited properties.
  __proto__: null as never,
  RATE_LIMITED: 'after',
  MEDIA_UPLOAD_FAILED: 'backoff',
  PROVIDER_UNAVAILABLE: 'same-key',
  INTERNAL_ERROR: 'same-key',
};
