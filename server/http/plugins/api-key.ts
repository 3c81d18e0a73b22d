import type { Request, Server } from '@hapi/hapi';
import type { Operation } from '@wigwag/openapi';
import ipaddr from 'ipaddr.js';
import type { App } from '../../app.ts';
import { type Network, parseNetwork } from '../../config.ts';
import { ApiError } from '../../domain/api-error.ts';
import type { Caller } from '../../domain/caller.ts';
import type { RateLimiter } from '../../domain/rate-limit.ts';
import { hashOf } from '../../secrets.ts';

/** §5.2: `ww_live_` or `ww_test_` and 41 letters and digits, 49 characters in all. */
const KEY_FORM = /^ww_(live|test)_[0-9A-Za-z]{41}$/;

/**
 * The `api-key` auth scheme. It decides all that a key decides before the body is read, in the order of §5: key, source
 * address, account, licence, module, rate, scope.
 */
export function addApiKeyAuth(server: Server, app: App, limiter: RateLimiter): void {
  server.auth.scheme('api-key', () => ({
    async authenticate(request, h) {
      const caller = await requireKey(app, request);
      requireAllowedAddress(app, request, caller);
      requireUsableAccount(app, caller);
      countRequest(app, request, limiter, caller);
      requireScopes(request.route.settings.app?.operation, caller);
      request.app.caller = caller;
      return h.authenticated({ credentials: { caller } });
    },
  }));
  server.auth.strategy('api-key', 'api-key');
}

/** @throws {ApiError} MISSING_API_KEY, INVALID_API_KEY or API_KEY_REVOKED */
async function requireKey(app: App, request: Request): Promise<Caller> {
  const { authorization } = request.headers;
  if (!authorization) {
    throw new ApiError('MISSING_API_KEY', {}, { headers: { 'WWW-Authenticate': 'Bearer' } });
  }
  const [scheme, key, ...rest] = String(authorization).trim().split(/ +/);
  const wellFormed = scheme?.toLowerCase() === 'bearer' && key !== undefined && rest.length === 0 && KEY_FORM.test(key);
  const found = wellFormed ? await app.store.read.keys.findByHash(hashOf(key)) : undefined;
  if (!found) {
    throw new ApiError('INVALID_API_KEY', {}, { headers: { 'WWW-Authenticate': 'Bearer error="invalid_token"' } });
  }
  if (found.key.revoked) {
    throw new ApiError('API_KEY_REVOKED', {}, { headers: { 'WWW-Authenticate': 'Bearer error="invalid_token"' } });
  }
  return found;
}

const inNetworks = (address: string, networks: readonly Network[]): boolean => {
  if (!ipaddr.isValid(address)) {
    return false;
  }
  const parsed = ipaddr.process(address);
  return networks.some(([range, bits]) => range.kind() === parsed.kind() && parsed.match(range, bits));
};

/** An address as proxies write it: bare, with a port, or in brackets. */
function hopAddress(text: string): string {
  const [, bracketed, v4] = /^(?:\[([^\]]+)\](?::\d+)?|([\d.]+):\d+)$/.exec(text) ?? [];
  return bracketed ?? v4 ?? text;
}

/**
 * The address that the request came from; behind a trusted proxy, the last one that no trusted proxy wrote. What a proxy wrote
 * and we cannot read is nobody's address: believing the entry before it would believe the client.
 */
export function sourceAddress(request: Request, trusted: readonly Network[]): string {
  const forwarded = String(request.headers['x-forwarded-for'] ?? '')
    .split(',')
    .map((part) => hopAddress(part.trim()))
    .filter((part) => part !== '');
  let address = request.info.remoteAddress;
  while (inNetworks(address, trusted)) {
    const next = forwarded.pop();
    if (next === undefined) {
      break;
    }
    address = next;
  }
  return ipaddr.isValid(address) ? ipaddr.process(address).toString() : address;
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

/** @throws {ApiError} ACCOUNT_INACTIVE, LICENSE_EXPIRED or MODULE_DISABLED (§5.6) */
function requireUsableAccount(app: App, { account }: Caller): void {
  if (!account.isActive) {
    throw new ApiError('ACCOUNT_INACTIVE', {});
  }
  if (account.licenseExpiresAt !== null && account.licenseExpiresAt <= app.clock.now() * 1000) {
    throw new ApiError('LICENSE_EXPIRED', {});
  }
  if (!account.modules.api) {
    throw new ApiError('MODULE_DISABLED', {});
  }
}

/** @throws {ApiError} RATE_LIMITED (§8) */
function countRequest(app: App, request: Request, limiter: RateLimiter, { key }: Caller): void {
  const perMinute = key.requestsPerMinute ?? request.server.app.defaultRate;
  const rate = limiter.count(key.id, perMinute, app.clock.now());
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
function requireScopes(operation: Operation | undefined, { key }: Caller): void {
  const missing = operation?.scopes.find((scope) => key.scopes !== null && !key.scopes.includes(scope));
  if (missing !== undefined) {
    throw new ApiError('SCOPE_DENIED', { scope: missing });
  }
}
