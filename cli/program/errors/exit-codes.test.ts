import { ApiError, ConnectionError } from '@wigwag/sdk';
import { ERROR_CODES } from '@wigwag/sdk/errors';
import { expect, test } from 'vitest';
import { InterruptedError, KeyError, NothingFoundError, OutcomeError, RefusedError, UsageError } from './errors.ts';
import { exitCodeOf } from './exit-codes.ts';

const apiError = (code: string, http: number) =>
  new ApiError({
    code: code as keyof typeof ERROR_CODES,
    http,
    message: 'm',
    reason: 'r',
    fix: 'f',
    docs: '',
    request_id: '',
  });

test('every code of the error table has the exit code of its kind', () => {
  const exits: Record<number, string[]> = {};
  for (const [code, { http }] of Object.entries(ERROR_CODES)) {
    const exit = exitCodeOf(apiError(code, http));
    exits[exit] = [...(exits[exit] ?? []), code];
  }
  expect(Object.keys(exits)).toEqual(['3', '4', '5', '6', '7']);
  expect(exits[3]).toEqual(
    expect.arrayContaining(['MISSING_API_KEY', 'SCOPE_DENIED', 'LICENSE_EXPIRED', 'IP_NOT_ALLOWED']),
  );
  expect(exits[4]).toEqual(expect.arrayContaining(['TEMPLATE_NOT_FOUND', 'MESSAGE_NOT_FOUND', 'NOT_FOUND']));
  expect(exits[5]).toEqual(expect.arrayContaining(['WINDOW_CLOSED', 'VALIDATION_FAILED', 'PAYLOAD_TOO_LARGE']));
  // These errors are about the recipient, although their status is that of key errors.
  expect(exits[5]).toEqual(expect.arrayContaining(['RECIPIENT_BLOCKED', 'RECIPIENT_OPTED_OUT']));
  expect(exits[6]).toEqual(['RATE_LIMITED']);
  expect(exits[7]).toEqual(expect.arrayContaining(['PROVIDER_UNAVAILABLE', 'INTERNAL_ERROR', 'WEBHOOK_UNREACHABLE']));
});

test('an unknown code maps by its status, and other errors by their kind', () => {
  expect([401, 404, 409, 422, 429, 500, 503].map((http) => exitCodeOf(apiError('NEW', http)))).toEqual([
    3, 4, 5, 5, 6, 7, 7,
  ]);
  const errors = [
    new UsageError(''),
    new KeyError(''),
    new NothingFoundError(''),
    new RefusedError(''),
    new OutcomeError(''),
    new InterruptedError(''),
    new ConnectionError('away'),
    new TypeError('a fault of ours'),
  ];
  expect(errors.map(exitCodeOf)).toEqual([2, 3, 4, 5, 1, 130, 7, 1]);
});
