import createClient from 'openapi-fetch';
import type { paths } from '../generated/types.ts';
import type { WigwagOptions } from '../options.ts';
import type { LogEvent } from './log-event.ts';
import { mergedHeaders } from './merged-headers.ts';
import type { RequestSettings } from './request.ts';

/**
 * Returns what all calls of a client share.
 *
 * @param missing what a client without a key lacks, and how to pass it
 * @throws {TypeError} if there is no key
 */
export function settingsOf(
  {
    apiKey,
    baseUrl: address = 'http://127.0.0.1:3000/api/v1',
    timeout = 60_000,
    maxRetries = 2,
    fetch = (request, init) => globalThis.fetch(request, init),
    fetchOptions,
    logger,
    headers,
  }: WigwagOptions,
  missing: string,
  dataOf: RequestSettings['dataOf'],
): { settings: RequestSettings; baseUrl: string } {
  // Files and shells often add a line break at the end.
  const key = apiKey?.trim();
  const baseUrl = address.trim();
  if (!key) {
    throw new TypeError(`No ${missing}.`);
  }
  const log = (event: LogEvent) => {
    try {
      logger?.(event);
    } catch {
      // A broken log must not decide whether a message is sent.
    }
  };
  const client = createClient<paths>({
    baseUrl,
    fetch: (request) => fetch(request, fetchOptions),
    // A followed redirect would send key and body to its target.
    redirect: 'manual',
    headers: mergedHeaders(headers, { authorization: `Bearer ${key}` }),
  });
  return { settings: { client, fetch, fetchOptions, timeout, maxRetries, log, dataOf }, baseUrl };
}
