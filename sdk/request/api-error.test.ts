import { expect, expectTypeOf, test } from 'vitest';
import { createObservedClient, refusal, success, thrownBy } from '../testing.ts';
import * as errors from './api-error.ts';

/** The expected class of each code. */
const FAMILIES: Partial<Record<errors.ErrorCode, typeof errors.ApiError>> = {
  MISSING_API_KEY: errors.AuthenticationError,
  INVALID_API_KEY: errors.AuthenticationError,
  API_KEY_REVOKED: errors.AuthenticationError,
  LICENSE_EXPIRED: errors.PermissionError,
  IP_NOT_ALLOWED: errors.PermissionError,
  SCOPE_DENIED: errors.PermissionError,
  FLOW_MODULE_DISABLED: errors.PermissionError,
  CONNECTION_NOT_FOUND: errors.NotFoundError,
  MESSAGE_NOT_FOUND: errors.NotFoundError,
  CONTACT_NOT_FOUND: errors.NotFoundError,
  IDEMPOTENCY_CONFLICT: errors.ConflictError,
  CHANNEL_NOT_CONNECTED: errors.ConflictError,
  INVALID_JSON: errors.InvalidRequestError,
  VALIDATION_FAILED: errors.InvalidRequestError,
  PAYLOAD_TOO_LARGE: errors.InvalidRequestError,
  METHOD_NOT_ALLOWED: errors.InvalidRequestError,
  FLOW_INVALID: errors.InvalidRequestError,
  RATE_LIMITED: errors.RateLimitError,
  PROVIDER_REJECTED: errors.ProviderError,
  PROVIDER_UNAVAILABLE: errors.ProviderError,
  WEBHOOK_UNREACHABLE: errors.ProviderError,
  INTERNAL_ERROR: errors.ServerError,
  WINDOW_CLOSED: errors.WindowError,
  WINDOW_NEVER_OPENED: errors.WindowError,
  RECIPIENT_INVALID: errors.RecipientError,
  RECIPIENT_BLOCKED: errors.RecipientError,
  RECIPIENT_OPTED_OUT: errors.RecipientError,
  TEMPLATE_NOT_FOUND: errors.TemplateError,
  TEMPLATE_VARIABLES_MISSING: errors.TemplateError,
  MEDIA_REQUIRED: errors.MediaError,
  MEDIA_TOO_LARGE: errors.MediaError,
  MEDIA_UPLOAD_FAILED: errors.MediaError,
};

test('each family of codes has its own class, a subclass of ApiError', async () => {
  for (const [code, family] of Object.entries(FAMILIES) as [errors.ErrorCode, typeof errors.ApiError][]) {
    const { wigwag } = await createObservedClient(refusal(code), { maxRetries: 0 });
    const error = await thrownBy(wigwag.account.me());
    expect([code, (error as Error).name]).toEqual([code, family.name]);
    expect(error).toBeInstanceOf(family);
    expect(error).toBeInstanceOf(errors.ApiError);
  }
});

test('an unknown code gets the class of its status', async () => {
  for (const [status, family] of [
    [404, 'NotFoundError'],
    [418, 'InvalidRequestError'],
    [507, 'ServerError'],
  ] as const) {
    const { body } = refusal('NOT_FOUND') as { body: { error: object } };
    const unknown = { status, body: { ...body, error: { ...body.error, code: 'NEW_THING', http: status } } };
    const { wigwag, requests } = await createObservedClient(unknown);
    expect(await thrownBy(wigwag.account.me())).toMatchObject({ name: family, code: 'NEW_THING', http: status });
    expect(requests).toHaveLength(1);
  }
});

test('the message says what happened and what to do, and Retry-After is a number', async () => {
  const { wigwag } = await createObservedClient(refusal('RATE_LIMITED', { 'retry-after': '4' }), { maxRetries: 0 });
  expect(await thrownBy(wigwag.account.me())).toMatchObject({
    message: 'RATE_LIMITED: The test refuses this. Do something else.',
    problem: 'The test refuses this.',
    fix: 'Do something else.',
    retryAfter: 4,
    requestId: 'req_42',
  });
});

test("the provider's error is on the error", async () => {
  const { body } = refusal('PROVIDER_REJECTED') as { body: { error: object } };
  const provider_error = { code: 131049, message: 'Not delivered to maintain healthy ecosystem engagement' };
  const { wigwag } = await createObservedClient({ status: 502, body: { error: { ...body.error, provider_error } } });
  expect(await thrownBy(wigwag.account.me())).toMatchObject({ providerError: provider_error });
});

test('isApiError narrows the code, also for the compiler', async () => {
  const { wigwag } = await createObservedClient(refusal('WINDOW_CLOSED'));
  const error = await thrownBy(wigwag.account.me());
  expect(errors.isApiError(error)).toBe(true);
  expect(errors.isApiError(error, 'RATE_LIMITED', 'WINDOW_CLOSED')).toBe(true);
  expect(errors.isApiError(error, 'RATE_LIMITED')).toBe(false);
  expect(errors.isApiError(new Error('WINDOW_CLOSED'))).toBe(false);
  if (errors.isApiError(error, 'WINDOW_CLOSED')) {
    expectTypeOf(error.code).toEqualTypeOf<'WINDOW_CLOSED'>();
  }
  if (error instanceof errors.WindowError) {
    expectTypeOf(error.code).toEqualTypeOf<'WINDOW_CLOSED' | 'WINDOW_NEVER_OPENED'>();
  }
  if (error instanceof errors.ApiError) {
    expectTypeOf(error.code).toEqualTypeOf<errors.ErrorCode>();
    // @ts-expect-error no such code
    expect(error.code === 'NO_SUCH_CODE').toBe(false);
  }
});

test('withResponse() returns the headers, the request ID and the state of the rate limit', async () => {
  const headers = {
    'x-request-id': 'req_8',
    'idempotent-replayed': 'true',
    'x-ratelimit-limit': '1800',
    'x-ratelimit-remaining': '0',
    'x-ratelimit-burst': '60',
  };
  const { wigwag } = await createObservedClient(success(202, { id: 'msg_1', status: 'queued' }, headers));
  const whole = await wigwag.messages.send({ to: '905551112233', text: 'Hello' }).withResponse();
  expect(whole).toMatchObject({
    data: { id: 'msg_1', status: 'queued' },
    requestId: 'req_8',
    rateLimit: { limit: 1800, remaining: 0, burst: 60 },
  });
  expect(whole.response.headers.get('idempotent-replayed')).toBe('true');
});

test('withResponse() returns no rate limit if the server sends no such headers', async () => {
  const { wigwag } = await createObservedClient(success(200, { channels: [] }));
  expect((await wigwag.account.channels().withResponse()).rateLimit).toBeUndefined();
});

test('an error is raised only once, where the call is awaited', async () => {
  const unheard: unknown[] = [];
  const hear = (error: unknown) => unheard.push(error);
  process.on('unhandledRejection', hear);
  const { wigwag } = await createObservedClient(refusal('SCOPE_DENIED'));
  await expect(wigwag.account.me().withResponse()).rejects.toThrow('SCOPE_DENIED');
  await expect(wigwag.account.me()).rejects.toThrow('SCOPE_DENIED');
  await new Promise((resolve) => setImmediate(resolve));
  process.off('unhandledRejection', hear);
  expect(unheard).toEqual([]);
});
