import { isIP, SocketAddress } from 'node:net';
import type { ServedRequest } from '@wigwag/server';
import { InvalidArgumentError } from 'commander';

/** Which requests to show. */
export interface RequestFilters {
  /** Statuses such as `404` or `4xx`. */
  status?: readonly string[];
  method?: string;
  path?: string;
  code?: string;
  requestId?: string;
  /** The ID of a key. */
  key?: number;
  ip?: string;
}

/** Parses one status and adds it to the previous ones. */
export function statuses(value: string, before: readonly string[] = []): string[] {
  const status = value.toLowerCase();
  if (!/^[1-5](xx|\d\d)$/.test(status)) {
    throw new InvalidArgumentError('It must be a status such as 404, or 4xx.');
  }
  return [...before, status];
}

/** Parses an IP address and returns it as the log writes it, such as `2001:db8::1`. */
export function ipAddress(value: string): string {
  const version = isIP(value);
  if (version === 0) {
    throw new InvalidArgumentError('It must be an IP address such as 203.0.113.7 or 2001:db8::1.');
  }
  const { address } = new SocketAddress({ address: value, family: version === 4 ? 'ipv4' : 'ipv6' });
  // An IPv4 address in the form of IPv6 counts as IPv4, as in the log.
  return address.replace(/^::ffff:(?=\d+\.)/, '');
}

/** Returns whether to show a request: it must match all filters. */
export function requestFilter({ status, method, path, code, requestId, key, ip }: RequestFilters) {
  return (served: ServedRequest): boolean =>
    (status?.some((one) => String(served.status).startsWith(one.replace('xx', ''))) ?? true) &&
    (method === undefined || served.method === method.toUpperCase()) &&
    (path === undefined || served.path.includes(path)) &&
    (code === undefined || served.error === code.toUpperCase()) &&
    (requestId === undefined || served.request_id === requestId) &&
    (key === undefined || served.key === key) &&
    (ip === undefined || served.ip === ip);
}

/** Returns the filters as parameters of the admin API. */
export const queryOf = ({ status, method, path, code, requestId, key, ip }: RequestFilters) => ({
  ...(status && { status: [...status] }),
  ...(method !== undefined && { method: method.toUpperCase() }),
  ...(path !== undefined && { path }),
  ...(code !== undefined && { code: code.toUpperCase() }),
  ...(requestId !== undefined && { request_id: requestId }),
  ...(key !== undefined && { key }),
  ...(ip !== undefined && { ip }),
});
