import { boomify } from '@hapi/boom';
import { ERRORS, type ErrorCode, type ErrorValues, messageOf, type ErrorDetails as Written } from '@wigwag/openapi';

/** Additions to an error's row in the table of errors. */
export interface ErrorDetails extends Written {
  /** Response headers, such as Retry-After or Allow. */
  headers?: Record<string, string>;
}

/**
 * An error from the table (§7) with its placeholders filled. It is boomified, so that hapi uses its status and does not
 * treat it as a fault. It does not extend Boom, whose constructor returns an object of another class.
 */
export class ApiError<Code extends ErrorCode = ErrorCode> extends Error {
  override name = 'ApiError';
  readonly code: Code;
  readonly details: ErrorDetails;

  constructor(code: Code, values: ErrorValues<Code>, details: ErrorDetails = {}) {
    super(details.message ?? messageOf(code, values));
    this.code = code;
    this.details = details;
    boomify(this, { statusCode: ERRORS[code].http });
  }
}

/** Returns what `require` returns; undefined if it throws an `ApiError`. */
export function orUndefinedIfRefused<T>(require: () => T): T | undefined {
  try {
    return require();
  } catch (error) {
    if (error instanceof ApiError) {
      return undefined;
    }
    throw error;
  }
}

/** Returns VALIDATION_FAILED for several fields. Each message completes a sentence that begins with its field. */
export const invalidFields = (errors: { field: string; message: string }[]): ApiError =>
  new ApiError(
    'VALIDATION_FAILED',
    { problem: errors.map(({ field, message }) => `${field} ${message}`).join('; ') },
    { ...(errors[0] && { param: errors[0].field }), errors },
  );

/** Returns VALIDATION_FAILED for one field. */
export const invalidField = (field: string, message: string): ApiError => invalidFields([{ field, message }]);
