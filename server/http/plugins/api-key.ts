import type { Request, Server } from '@hapi/hapi';
import { KEY_PARAMETER } from '@wigwag/openapi';
import type { App } from '../../app.ts';
import { parseNetwork } from '../../config.ts';
import { ApiError } from '../../domain/api-error.ts';
import { type Caller, requireLicensed } from '../../domain/caller.ts';
import { hashOf } from '../../secrets.ts';
import { inNetworks, sourceAddress } from '../source-address.ts';

/** §5.2: `ww_live_` or `ww_test_` and 41 letters and digits, 49 characters in all. */
const KEY_FORM = /^ww_(live|test)_[0-9A-Za-z]{41}$/;

/**
 * The `api-key` auth scheme. It decides all that a key decides before the body is read, in the order of §5: key, source
 * address, account, licence, module, rate, scope.
 */
export function addApiKeyAuth(server: Server, app: App): void {
  server.auth.scheme('api-key', () => ({
    async authenticate(request, h) {
      const caller = await requireKey(app, request);
      // From here on the answer says whose it is (§5.7: X-Service-Mode), refusals too.
      request.app.caller = caller;
      requireAllowedAddress(app, request, caller);
      requireUsableAccount(app, request, caller);
      await countRequest(app, request, caller);
      requireScopes(request, caller);
      return h.authenticated({ credentials: { caller } });
    },
  }));
  server.auth.strategy('api-key', 'api-key');
}

/**
 * Whether what the key was let in by still holds, for an answer that takes long; it counts as no further request.
 *
 * @throws {ApiError} what a new request would be refused with
 */
export async function requireStillAllowed(app: App, request: Request): Promise<Caller> {
  const caller = await requireKey(app, request);
  requireAllowedAddress(app, request, caller);
  requireUsableAccount(app, request, caller);
  requireScopes(request, caller);
  return caller;
}

/** The key in the Authorization header; an empty text for a header that holds none. */
function keyInHeader(request: Request): string | undefined {
  const { authorization } = request.headers;
  if (!authorization) {
    return undefined;
  }
  const [scheme, key, ...rest] = String(authorization).trim().split(/ +/);
  return scheme?.toLowerCase() === 'bearer' && rest.length === 0 ? (key ?? '') : '';
}

/** What the request gives as its key, wherever its operation takes one (§5.1, §5.4). */
function givenKeys(request: Request): unknown[] {
  const { keyIn = ['header'] } = request.route.settings.app?.operation ?? {};
  const params = request.params as Record<string, unknown>;
  const query = request.query as Record<string, unknown>;
  return [
    keyInHeader(request),
    keyIn.includes('query') ? query[KEY_PARAMETER] || undefined : undefined,
    keyIn.includes('path') ? params[KEY_PARAMETER] : undefined,
  ].filter((key) => key !== undefined);
}

/**
 * Two different keys in one request are nobody's: one of them would act for an account that its sender does not mean.
 *
 * @throws {ApiError} MISSING_API_KEY, INVALID_API_KEY or API_KEY_REVOKED
 */
async function requireKey(app: App, request: Request): Promise<Caller> {
  const [key, ...others] = givenKeys(request);
  if (key === undefined) {
    throw new ApiError('MISSING_API_KEY', {}, { headers: { 'WWW-Authenticate': 'Bearer' } });
  }
  const isOneKey = typeof key === 'string' && KEY_FORM.test(key) && others.every((other) => other === key);
  const found = isOneKey ? await app.store.findCaller(hashOf(key)) : undefined;
  if (!found) {
    throw new ApiError('INVALID_API_KEY', {}, { headers: { 'WWW-Authenticate': 'Bearer error="invalid_token"' } });
  }
  if (found.key.revoked) {
    throw new ApiError('API_KEY_REVOKED', {}, { headers: { 'WWW-Authenticate': 'Bearer error="invalid_token"' } });
  }
  return found;
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

/** @throws {ApiError} ACCOUNT_INACTIVE, LICENSE_EXPIRED, MODULE_DISABLED or FLOW_MODULE_DISABLED (§5.6) */
function requireUsableAccount(app: App, request: Request, { account }: Caller): void {
  requireLicensed(app, account);
  if (!account.modules.api) {
    throw new ApiError('MODULE_DISABLED', {});
  }
  // §4.8: the document says which operations need the module.
  if (!account.modules.flows && request.route.settings.app?.operation?.errors.includes('FLOW_MODULE_DISABLED')) {
    throw new ApiError('FLOW_MODULE_DISABLED', {});
  }
}

/** @throws {ApiError} RATE_LIMITED (§8) */
async function countRequest(app: App, request: Request, { key }: Caller): Promise<void> {
  const perMinute = key.requestsPerMinute ?? request.server.app.defaultRate;
  const rate = await app.keyRates.count(key, perMinute);
  request.app.rate = rate;
  if (rate.retryAfter !== undefined) {
    throw new ApiError(
      'RATE_LIMITED',
      { limit: rate.limit, burst: rate.burst },
      { headers: { 'Retry-After': String(rate.retryAfter) } },
    );
  }
}

/** @throws {ApiError} SCOPE_DENIED (§5.5) */
function requireScopes(request: Request, { key }: Caller): void {
  const { operation, undocumented } = request.route.settings.app ?? {};
  const missing = (operation ?? undocumented)?.scopes.find(
    (scope) => key.scopes !== null && !key.scopes.includes(scope),
  );
  if (missing !== undefined) {
    throw new ApiError('SCOPE_DENIED', { scope: missing });
  }
}
