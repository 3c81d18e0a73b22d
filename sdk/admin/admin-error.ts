import type { Refusal } from '../generated/admin-types.ts';
import { ApiError } from '../request/api-error.ts';
import { retryAfterIn } from '../request/retry-after.ts';

type Refused = Refusal['error'];

/** The admin API refused the request, and nothing was changed. It has no codes: check `http`. */
export class AdminError extends ApiError {
  override name = 'AdminError';
  declare readonly code: never;
  /** The rule that the field `param` breaks, if there is one. */
  declare readonly rule: Refused['rule'];
  /** What a check with the provider found, if there was one. */
  declare readonly findings: Refused['findings'];

  constructor({ message, hint = '', field, rule, findings }: Refused, { status, headers }: Response) {
    const details = { message, fix: hint, http: status, request_id: headers.get('x-request-id') ?? '' };
    super(details as never, retryAfterIn(headers));
    // The admin API writes sentences without a period, for terminals.
    Object.assign(this, { param: field, rule, findings });
    this.message = hint ? `${message}: ${hint}` : message;
  }
}
