import { boomify } from '@hapi/boom';
import { ERRORS, type ErrorCode, type ErrorValues, messageOf, type ErrorDetails as Written } from '@wigwag/openapi';

/** What an error may carry beside its row of the table. */
export interface ErrorDetails extends Written {
  /** Response headers, as Retry-After or Allow. */
  headers?: Record<string, string>;
}

/**
 * An error that carries a row of the table (§7), its placeholders filled. It is boomified, so that hapi knows its status and does
 * not take it for a fault; it does not extend Boom, whose constructor gives an object of another class.
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

/** VALIDATION_FAILED for several fields; each message completes the sentence that its field begins. */
export const invalidFields = (errors: { field: string; message: string }[]): ApiError =>
  new ApiError(
    'VALIDATION_FAILED',
    { problem: errors.map(({ field, message }) => `${field} ${message}`).join('; ') },
    { ...(errors[0] && { param: errors[0].field }), errors },
  );

/** VALIDATION_FAILED for one field. */
export const invalidField = (field: string, message: string): ApiError => invalidFields([{ field, message }]);
