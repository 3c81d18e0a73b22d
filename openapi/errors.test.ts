import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { document } from './document.ts';
import { ERRORS, type ErrorRow } from './errors.ts';

/** Section 7 of the specification, code by code. */
const SPECIFIED: Record<string, number> = {
  MISSING_API_KEY: 401,
  INVALID_API_KEY: 401,
  API_KEY_REVOKED: 401,
  IP_NOT_ALLOWED: 403,
  SCOPE_DENIED: 403,
  MODULE_DISABLED: 403,
  FLOW_MODULE_DISABLED: 403,
  WEBHOOK_MODULE_DISABLED: 403,
  ACCOUNT_INACTIVE: 403,
  LICENSE_EXPIRED: 402,
  RATE_LIMITED: 429,
  IDEMPOTENCY_CONFLICT: 409,
  INVALID_JSON: 400,
  VALIDATION_FAILED: 422,
  PAYLOAD_TOO_LARGE: 413,
  CHANNEL_UNSUPPORTED: 422,
  CHANNEL_NOT_CONNECTED: 409,
  CONNECTION_NOT_FOUND: 404,
  CHANNEL_FEATURE_UNSUPPORTED: 422,
  RECIPIENT_INVALID: 422,
  RECIPIENT_BLOCKED: 403,
  RECIPIENT_OPTED_OUT: 403,
  WINDOW_CLOSED: 409,
  WINDOW_NEVER_OPENED: 409,
  TEMPLATE_NOT_FOUND: 404,
  TEMPLATE_NOT_APPROVED: 422,
  TEMPLATE_VARIABLES_MISSING: 422,
  TEMPLATE_VARIABLES_FORMAT: 422,
  TEMPLATE_HEADER_MISSING: 422,
  TEMPLATE_BUTTON_PARAM_MISSING: 422,
  MEDIA_REQUIRED: 422,
  MEDIA_TOO_LARGE: 413,
  MEDIA_TYPE_UNSUPPORTED: 415,
  MEDIA_URL_INVALID: 422,
  MEDIA_UPLOAD_FAILED: 502,
  MESSAGE_NOT_FOUND: 404,
  WEBHOOK_NOT_CONFIGURED: 409,
  WEBHOOK_URL_INVALID: 422,
  WEBHOOK_UNREACHABLE: 502,
  PROVIDER_REJECTED: 502,
  PROVIDER_UNAVAILABLE: 503,
  NOT_FOUND: 404,
  METHOD_NOT_ALLOWED: 405,
  INTERNAL_ERROR: 500,
};

/** Our additional codes, with the statuses that section 7 requires. */
const DECIDED: Record<string, number> = {
  CONTACT_NOT_FOUND: 404,
  CONVERSATION_NOT_FOUND: 404,
  FLOW_NOT_FOUND: 404,
  FLOW_INVALID: 422,
  FLOW_HAS_RUNS: 422,
  FLOW_NOT_TESTABLE: 422,
  MEDIA_GONE: 410,
  URL_TOO_LONG: 414,
  HEADERS_TOO_LARGE: 431,
};

const { schemas } = document.components;

test('the table has the 44 codes of the specification and 9 of ours, with their statuses', () => {
  expect(Object.keys(SPECIFIED)).toHaveLength(44);
  const statuses = Object.fromEntries(Object.entries(ERRORS).map(([code, { http }]) => [code, http]));
  expect(statuses).toEqual({ ...SPECIFIED, ...DECIDED });
});

test('the document distinguishes codes of the specification from ours', () => {
  expect(schemas.SpecErrorCode.enum).toEqual(Object.keys(SPECIFIED));
  expect(schemas.DecidedErrorCode.enum).toEqual(Object.keys(DECIDED));
});

test('the document defines how each code may be retried', () => {
  const retry: Record<string, string> = schemas.ErrorCode['x-retry'];
  expect(Object.keys(retry)).toEqual([...Object.keys(SPECIFIED), ...Object.keys(DECIDED)]);
  const retried = Object.entries(retry).filter(([, how]) => how !== 'never');
  expect(Object.fromEntries(retried)).toEqual({
    RATE_LIMITED: 'after',
    MEDIA_UPLOAD_FAILED: 'backoff',
    PROVIDER_UNAVAILABLE: 'same-key',
    INTERNAL_ERROR: 'same-key',
  });
  // §7: 30 s, 2 min, 5 min.
  expect(schemas.ErrorCode['x-retry-delays-seconds']).toEqual([30, 120, 300]);
});

test('each code explains in full sentences what happened, why, and what to do', () => {
  for (const [code, { message, reason, fix }] of Object.entries<ErrorRow>(ERRORS)) {
    for (const text of [message, reason, fix]) {
      expect([code, text]).toEqual([code, expect.stringMatching(/^[A-Z{].*\.$/)]);
    }
    expect([code, reason === fix]).toEqual([code, false]);
    // Reason and fix are the same in every response, so they have no placeholders.
    expect([code, `${reason}${fix}`.match(/\{(?!index, text\})/)]).toEqual([code, null]);
  }
});

test('the errors page lists each code with its status and how it may be retried', () => {
  const page = readFileSync(new URL('../docs/errors.md', import.meta.url), 'utf8');
  const rows = page.matchAll(/^\| `([A-Z_]+)` \| (\d+) \| ([a-z ]+) \|/gm);
  const listed = Object.fromEntries([...rows].map(([, code, http, retry]) => [code, [Number(http), retry]]));
  const words: Record<string, string> = { never: 'no', after: 'after', backoff: 'backoff', 'same-key': 'same key' };
  const retries: Record<string, string> = schemas.ErrorCode['x-retry'];
  const expected = Object.entries(ERRORS).map(([code, { http }]) => [code, [http, words[retries[code] ?? '']]]);
  expect(listed).toEqual(Object.fromEntries(expected));
});
