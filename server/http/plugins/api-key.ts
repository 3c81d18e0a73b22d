import type { Request, Server } from '@hapi/hapi';
import { ERRORS, KEY_PARAMETER } from '@wigwag/openapi';
import { LRUCache } from 'lru-cache';
import type { App } from '../../app/app.ts';
import { type PrecountedRequest, requestOf } from '../../app/key-rates.ts';
import { hashOf } from '../../base/secrets.ts';
import { parseNetwork } from '../../config/config.ts';
import { type Caller, requireLicensed } from '../../domain/account/caller.ts';
import { ApiError, type ErrorDetails } from '../../domain/api-error.ts';
import type { Account } from '../../store/account/accounts.ts';
import { forward } from '../request/forward.ts';
import { inNetworks, sourceAddress } from '../request/source-address.ts';

/** §5.2: `ww_live_` or `ww_test_`, then 41 letters and digits; 49 characters in all. */
const KEY_FORM = /^ww_(live|test)_[0-9A-Za-z]{41}$/;
/** The texts of the error for an Authorization header without a key. */
const NO_KEY = {
  message: 'The Authorization header has no API key.',
  reason: 'The header is not of the form "Bearer <API_KEY>".',
  fix: ERRORS.MISSING_API_KEY.fix,
};
/** The size of the cache of keys and their last known callers. */
const MAX_KNOWN = 1_000;

/**
 * Adds the `api-key` auth scheme. It makes all checks that depend on the key before the body is read, in the order of
 * §5: key, source address, account, license, module, rate, scope.
 */
export function addApiKeyAuth(server: Server, app: App): void {
  const known = new LRUCache<string, Caller>({ max: MAX_KNOWN });
  server.auth.scheme('api-key', () => ({
    async authenticate(request, h) {
      const { caller, precounted } = await requireKey(app, request, known);
      // From here on, all responses show the mode (§5.7: X-Service-Mode), including errors.
      request.app.caller = caller;
      const { move } = caller.account;
      if (move?.state === 'moved') {
        return (await forward(app, { request, h, to: move.url })).takeover();
      }
      requireAdmitted(app, request, caller);
      app.lastUses.noteKey(caller.key.accountId, caller.key.id);
      await countRequest(app, request, caller, precounted);
      requireScopes(request, caller);
      return h.authenticated({ credentials: { caller } });
    },
  }));
  server.auth.strategy('api-key', 'api-key');
}

/** Returns the caller of a route that requires a key or a session. */
export function callerOf(request: Request): Caller {
  const { caller } = request.app;
  if (!caller) {
    throw new Error('a route was reached without a caller');
  }
  return caller;
}

/**
 * Checks during a long response that the key would still be admitted. This does not count as a request.
 *
 * @throws {ApiError} the error that a new request would get
 */
export async function requireStillAllowed(app: App, request: Request): Promise<Caller> {
  const { caller } = await requireKey(app, request);
  requireAdmitted(app, request, caller);
  requireScopes(request, caller);
  return caller;
}

/**
 * Returns the keys in all Authorization headers, since Node exposes only the first header. A header without a key
 * yields an empty text.
 */
function keysInHeaders({ raw: { req } }: Request): string[] {
  const given: string[] = [];
  for (let at = 0; at < req.rawHeaders.length; at += 2) {
    const value = req.rawHeaders[at + 1]?.trim();
    if (value && req.rawHeaders[at]?.toLowerCase() === 'authorization') {
      given.push(value);
    }
  }
  return given.map((value) => {
    const [scheme, key, ...rest] = value.split(/ +/);
    return scheme?.toLowerCase() === 'bearer' && rest.length === 0 ? (key ?? '') : '';
  });
}

/** Returns all keys of the request, from every place in which its operation accepts a key (§5.1, §5.4). */
function givenKeys(request: Request): unknown[] {
  const { keyIn = ['header'] } = request.route.settings.app?.operation ?? {};
  const params = request.params as Record<string, unknown>;
  const query = request.query as Record<string, unknown>;
  const inLink = [
    keyIn.includes('query') ? query[KEY_PARAMETER] || undefined : undefined,
    keyIn.includes('path') ? params[KEY_PARAMETER] : undefined,
  ].filter((key) => key !== undefined);
  const inHeaders = keysInHeaders(request);
  // Callers that use links cannot always prevent a header for a proxy or another service (two-keys).
  return inLink.length > 0 ? [...inLink, ...inHeaders.filter((key) => KEY_FORM.test(key))] : inHeaders;
}

/**
 * Returns the caller. Refuses a request with two different keys, because one of them would act for an account that the
 * sender does not intend.
 *
 * @param known the last known callers of keys. If the database counts requests and the known caller would be admitted,
 * the lookup of the key also counts the request
 * @throws {ApiError} MISSING_API_KEY, INVALID_API_KEY or API_KEY_REVOKED
 */
async function requireKey(
  app: App,
  request: Request,
  known?: LRUCache<string, Caller>,
): Promise<{ caller: Caller; precounted?: PrecountedRequest | undefined }> {
  const [key, ...others] = givenKeys(request);
  if (key === undefined) {
    throw new ApiError('MISSING_API_KEY', {}, { headers: { 'WWW-Authenticate': 'Bearer' } });
  }
  const isInvalid = { headers: { 'WWW-Authenticate': 'Bearer error="invalid_token"' } };
  if (key === '') {
    throw new ApiError('INVALID_API_KEY', {}, { ...isInvalid, ...NO_KEY });
  }
  if (typeof key !== 'string' || !KEY_FORM.test(key) || others.some((other) => other !== key)) {
    throw new ApiError('INVALID_API_KEY', {}, isInvalid);
  }
  const hash = hashOf(key);
  const before = known?.get(hash);
  const precounted =
    before && isAdmitted(app, request, before)
      ? requestOf(before.key, rateOf(request, before), app.clock.now(), before.version)
      : undefined;
  const found = await app.store.callers.find(hash, precounted);
  if (!found) {
    throw new ApiError('INVALID_API_KEY', {}, isInvalid);
  }
  const { count, ...caller } = found;
  if (caller.version !== undefined) {
    known?.set(hash, caller);
  }
  if (isRevoked(app, caller)) {
    throw new ApiError('API_KEY_REVOKED', {}, isInvalid);
  }
  return { caller, precounted: precounted && count && { request: precounted, count } };
}

/**
 * Makes the checks that come before the rate limit, so that refused requests are not counted.
 *
 * @throws {ApiError} IP_NOT_ALLOWED, or the error of the account
 */
function requireAdmitted(app: App, request: Request, caller: Caller): void {
  requireAllowedAddress(app, request, caller);
  requireUsableAccount(app, request, caller);
}

/** Returns whether the key has stopped working. A rotation revokes the old key at a time in the future. */
const isRevoked = (app: App, { key: { revokedAt } }: Caller): boolean =>
  revokedAt !== null && revokedAt <= app.monotonicNow();

/** Returns whether a request would be counted if the key still had the same caller. */
function isAdmitted(app: App, request: Request, before: Caller): boolean {
  try {
    requireAdmitted(app, request, before);
    return !isRevoked(app, before);
  } catch {
    return false;
  }
}

/** @throws {ApiError} IP_NOT_ALLOWED (§5.3) */
function requireAllowedAddress(app: App, request: Request, { key }: Caller): void {
  if (key.allowedIps === null) {
    return;
  }
  const address = sourceAddress(request, app.config.trustProxy);
  const allowed = key.allowedIps.map(parseNetwork).filter((network) => network !== undefined);
  if (!inNetworks(address, allowed)) {
    throw new ApiError('IP_NOT_ALLOWED', { address });
  }
}

/**
 * @throws {ApiError} ACCOUNT_INACTIVE, LICENSE_EXPIRED, MODULE_DISABLED, or the error of a disabled module that the
 * operation needs (§5.6)
 */
function requireUsableAccount(app: App, request: Request, { account }: Caller): void {
  requireLicensed(app, account);
  if (!account.modules.api) {
    throw new ApiError('MODULE_DISABLED', {});
  }
  requireModules(request, account);
}

/** @throws {ApiError} the error of a disabled module that the operation needs (§5.6) */
export function requireModules(request: Request, account: Account): void {
  // The API document lists the module of each operation in its errors.
  const errors = request.route.settings.app?.operation?.errors ?? [];
  for (const [module, code] of OF_MODULES) {
    if (!account.modules[module] && errors.includes(code)) {
      throw new ApiError(code, {});
    }
  }
}

/** The errors of operations whose module is disabled. */
const OF_MODULES = [
  ['flows', 'FLOW_MODULE_DISABLED'],
  ['webhook', 'WEBHOOK_MODULE_DISABLED'],
] as const;

/** Returns the rate limit of the key, in requests per minute. */
const rateOf = (request: Request, { key }: Caller): number => key.requestsPerMinute ?? request.server.app.defaultRate;

/** @throws {ApiError} RATE_LIMITED (§8) */
export async function countRequest(
  app: App,
  request: Request,
  caller: Caller,
  precounted?: PrecountedRequest,
): Promise<void> {
  const rate = await app.keyRates.count(caller.key, rateOf(request, caller), precounted);
  request.app.rate = rate;
  if (rate.retryAfter !== undefined) {
    throw new ApiError(
      'RATE_LIMITED',
      { limit: rate.limit, burst: rate.burst },
      { headers: { 'Retry-After': String(rate.retryAfter) } },
    );
  }
}

/** @throws {ApiError} SCOPE_DENIED (§5.5), with other texts if `details` has them */
export function requireScopes(request: Request, { key }: Caller, details: ErrorDetails = {}): void {
  const { operation, keyed } = request.route.settings.app ?? {};
  const missing = (operation ?? keyed)?.scopes.find((scope) => key.scopes !== null && !key.scopes.includes(scope));
  if (missing !== undefined) {
    throw new ApiError('SCOPE_DENIED', { scope: missing }, details);
  }
}
