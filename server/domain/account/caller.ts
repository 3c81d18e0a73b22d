import type { App } from '../../app/app.ts';
import type { Account, AccountMove } from '../../store/account/accounts.ts';
import type { Owned } from '../../store/account/keys.ts';
import { ApiError } from '../api-error.ts';

/** The account and the key of a request. */
export type Caller = Owned;

/**
 * Returns the caller for sends that the server itself starts, for campaigns. It has no real key, so no key limits
 * apply.
 */
export const internalCaller = (account: Account): Caller => ({
  account,
  key: {
    id: 0,
    accountId: account.id,
    mode: 'live',
    scopes: null,
    allowedIps: null,
    requestsPerMinute: null,
    revokedAt: null,
  },
});

/** Returns why every operation of an account is refused, if it is (§5.6). */
export const licenseProblem = (app: App, { isActive, licenseExpiresAt }: Account) => {
  if (!isActive) {
    return 'ACCOUNT_INACTIVE';
  }
  return licenseExpiresAt !== null && licenseExpiresAt <= app.now() ? 'LICENSE_EXPIRED' : undefined;
};

export const isLicensed = (app: App, account: Account): boolean => licenseProblem(app, account) === undefined;

/** How long clients wait before they try an account again that moves, in seconds. */
const MOVE_RETRY_AFTER = 2;

/** Returns the error for an account that moves or has moved to another installation (account-moves). */
export const movingError = ({ url, state }: AccountMove): ApiError =>
  new ApiError(
    'RATE_LIMITED',
    { limit: 0, burst: 0 },
    {
      message:
        state === 'moved'
          ? `The account was moved to ${url}, which does not respond.`
          : 'The account is moving to another server, and accepts no requests for some seconds.',
      reason: 'The operator moves the account. Nothing was done.',
      fix:
        state === 'moved'
          ? `Send requests to ${url}.`
          : 'Wait for the number of seconds in Retry-After, then retry. Retrying with the same Idempotency-Key is safe.',
      headers: { 'Retry-After': String(MOVE_RETRY_AFTER) },
    },
  );

/** @throws {ApiError} ACCOUNT_INACTIVE or LICENSE_EXPIRED (§5.6), RATE_LIMITED while the account moves */
export function requireLicensed(app: App, account: Account): void {
  if (account.move) {
    throw movingError(account.move);
  }
  const problem = licenseProblem(app, account);
  if (problem !== undefined) {
    throw new ApiError(problem, {});
  }
}
