import type { App } from '../../app/app.ts';
import type { Account } from '../../store/account/accounts.ts';
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

/** @throws {ApiError} ACCOUNT_INACTIVE or LICENSE_EXPIRED (§5.6) */
export function requireLicensed(app: App, account: Account): void {
  const problem = licenseProblem(app, account);
  if (problem !== undefined) {
    throw new ApiError(problem, {});
  }
}
