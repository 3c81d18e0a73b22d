import type { Finding } from '../providers/provider.ts';

/**
 * 404 for something that does not exist, 422 for something that is not allowed, 429 after too many attempts or too many
 * at once. The others are only for logins: 401 without a session, 402 after the license of the account has expired,
 * 403 for what the role does not allow or while the account is inactive.
 */
export type AdminStatus = 401 | 402 | 403 | 404 | 422 | 429;

/** Thrown if the rules refuse an operator's request. The CLI and the control port each print it in their own format. */
export class AdminError extends Error {
  override name = 'AdminError';
  readonly status: AdminStatus;
  /** What to do instead: a clause that can follow the message after a semicolon. */
  readonly hint: string | undefined;
  /** The field that the message is about, in snake_case. */
  readonly field: string | undefined;
  /**
   * Completes a sentence that begins with the field, such as "must not be empty". The message is the whole sentence.
   */
  readonly rule: string | undefined;
  /** What a check with the provider found. */
  findings: readonly Finding[] | undefined;
  /** When to try again, in seconds. */
  readonly retryAfter: number | undefined;

  constructor(
    message: string,
    {
      status = 422,
      hint,
      field,
      rule,
      findings,
      retryAfter,
    }: {
      status?: AdminStatus;
      hint?: string;
      field?: string;
      rule?: string;
      findings?: readonly Finding[];
      retryAfter?: number;
    } = {},
  ) {
    super(message);
    this.status = status;
    this.hint = hint;
    this.field = field;
    this.rule = rule;
    this.findings = findings;
    this.retryAfter = retryAfter;
  }
}

/**
 * Returns the error for a field whose value breaks a rule. @param rule completes a sentence that begins with the field
 */
export const invalidField = (field: string, rule: string): AdminError =>
  new AdminError(`${field} ${rule}`, { field, rule });

/** Returns the error for something that does not exist. */
export const missing = (message: string, hint?: string): AdminError =>
  new AdminError(message, { status: 404, ...(hint !== undefined && { hint }) });

/** @throws {AdminError} for a name that is empty or consists of spaces */
export function requireName(name: string): void {
  if (name.trim() === '') {
    throw invalidField('name', 'must not be empty');
  }
}
