import { VERSION } from './generated/version.ts';
import { requireBaseUrl, requireKey, type WigwagOptions } from './options.ts';
import type { LogEvent } from './request/log-event.ts';
import { mergedHeaders } from './request/merged-headers.ts';

/** The kinds of events that each level of WIGWAG_LOG prints. */
const LEVELS: Record<string, readonly LogEvent['type'][]> = {
  off: [],
  warn: ['retry'],
  info: ['retry', 'response'],
  debug: ['retry', 'response', 'request'],
};

/** A part of Deno: reading a variable would ask the user or throw, if the program has no permission for it. */
interface Deno {
  permissions: { querySync(what: { name: 'env'; variable: string }): { state: string } };
}

/**
 * Returns a variable of the environment; undefined if it is not set, empty or not accessible.
 *
 * @throws {TypeError} if `require` refuses the value
 */
function variable(name: string, require?: (name: string, value: string) => void): string | undefined {
  const { Deno, process } = globalThis as { Deno?: Deno; process?: { env?: Record<string, string> } };
  const isReadable = !Deno || Deno.permissions.querySync({ name: 'env', variable: name }).state === 'granted';
  const value = (isReadable && process?.env?.[name]) || undefined;
  if (value) {
    require?.(name, value);
  }
  return value;
}

/** @throws {TypeError} if WIGWAG_LOG is not a level */
function loggerOf(level: string | undefined): WigwagOptions['logger'] {
  if (!level) {
    return undefined;
  }
  if (!Object.hasOwn(LEVELS, level)) {
    throw new TypeError(`WIGWAG_LOG must be ${Object.keys(LEVELS).join(', ')}, not ${JSON.stringify(level)}.`);
  }
  return (event) => {
    if (LEVELS[level]?.includes(event.type)) {
      console.error(`wigwag: ${lineOf(event)}`);
    }
  };
}

function lineOf(event: LogEvent): string {
  const call = `${event.method} ${event.path}`;
  if (event.type === 'request') {
    return `${call}, attempt ${event.tries + 1}`;
  }
  return event.type === 'retry'
    ? `${call} is retried in ${Math.round(event.wait)} ms: ${event.error}`
    : `${call} ${event.status ?? 'no response'} in ${event.duration} ms ${event.requestId ?? ''}`.trimEnd();
}

/** The variables of the messaging API. */
const MESSAGING = { key: 'WIGWAG_API_KEY', url: 'WIGWAG_BASE_URL' };

/**
 * Returns the options with defaults from the environment, and with the header `User-Agent`.
 *
 * @throws {TypeError} if a variable is invalid
 */
export function withEnvironment(options: WigwagOptions, { key, url } = MESSAGING): WigwagOptions {
  const { apiKey, baseUrl, logger, app, headers } = options;
  // Such as Node.js/24, Bun/1.4.5, Deno/2.9.5 or Cloudflare-Workers.
  const versions = [app, `wigwag-sdk/${VERSION}`, globalThis.navigator?.userAgent];
  return {
    ...options,
    apiKey: apiKey ?? variable(key, requireKey),
    baseUrl: baseUrl ?? variable(url, requireBaseUrl),
    logger: logger ?? loggerOf(variable('WIGWAG_LOG')),
    headers: mergedHeaders({ 'user-agent': versions.filter(Boolean).join(' ') }, headers),
  };
}
