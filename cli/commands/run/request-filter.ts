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
}

/** Parses one status and adds it to the previous ones. */
export function statuses(value: string, before: readonly string[] = []): string[] {
  const status = value.toLowerCase();
  if (!/^[1-5](xx|\d\d)$/.test(status)) {
    throw new InvalidArgumentError('It must be a status such as 404, or 4xx.');
  }
  return [...before, status];
}

/** Returns whether to show a request: it must match all filters. */
export function requestFilter({ status, method, path, code, requestId, key }: RequestFilters) {
  return (served: ServedRequest): boolean =>
    (status?.some((one) => String(served.status).startsWith(one.replace('xx', ''))) ?? true) &&
    (method === undefined || served.method === method.toUpperCase()) &&
    (path === undefined || served.path.includes(path)) &&
    (code === undefined || served.error === code.toUpperCase()) &&
    (requestId === undefined || served.request_id === requestId) &&
    (key === undefined || served.key === key);
}

/** Returns the filters as parameters of the admin API. */
export const queryOf = ({ status, method, path, code, requestId, key }: RequestFilters) => ({
  ...(status && { status: [...status] }),
  ...(method !== undefined && { method: method.toUpperCase() }),
  ...(path !== undefined && { path }),
  ...(code !== undefined && { code: code.toUpperCase() }),
  ...(requestId !== undefined && { request_id: requestId }),
  ...(key !== undefined && { key }),
});
