import { boomify } from '@hapi/boom';
import { ERRORS, type ErrorCode, type ErrorValues } from '@wigwag/openapi';

/** What an error may carry beside its row of the table. */
export interface ErrorDetails {
  param?: string;
  errors?: { field: string; message: string }[];
  provider_error?: { code: number | string; message: string };
  available_languages?: string[];
  allowed_methods?: string[];
  /** Instead of the row's words, where those would mislead; the code is what counts. */
  message?: string;
  reason?: string;
  fix?: string;
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
    const given = values as Record<string, string | number>;
    super(details.message ?? ERRORS[code].message.replace(/\{(\w+)\}/g, (_, name: string) => String(given[name])));
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
