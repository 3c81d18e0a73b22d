import { readState } from './dev/state.ts';
import { UsageError } from './errors.ts';

/** Which server, with which key. */
export interface Settings {
  baseUrl: string;
  apiKey: string;
}

/** Where `wigwag dev` keeps its data when it is not told. */
export const DEFAULT_DATA = '.wigwag';

/**
 * From the flag, the environment (WIGWAG_BASE_URL, WIGWAG_API_KEY), or the `wigwag dev` that was last started in this folder.
 *
 * @throws {UsageError} when there is no key anywhere
 */
export function readSettings(flags: { baseUrl?: string }, environment: Record<string, string | undefined>): Settings {
  const dev = readState(DEFAULT_DATA);
  const baseUrl = flags.baseUrl ?? environment.WIGWAG_BASE_URL ?? dev?.baseUrl ?? 'http://127.0.0.1:3000/api/v1';
  if (!URL.canParse(baseUrl)) {
    throw new UsageError(`the base URL must be a URL that ends in /api/v1; it is "${baseUrl}"`);
  }
  const trimmed = baseUrl.replace(/\/+$/, '');
  // The key of a local `dev` is only for the local `dev`.
  const isDev = trimmed === dev?.baseUrl;
  const apiKey = environment.WIGWAG_API_KEY || (isDev ? dev.account?.liveKey : undefined);
  if (!apiKey) {
    throw new UsageError(
      dev?.baseUrl === undefined
        ? 'no API key: set WIGWAG_API_KEY, or run `wigwag dev` in this folder first'
        : `no API key for ${trimmed}: set WIGWAG_API_KEY (the key in ${DEFAULT_DATA} is for ${dev.baseUrl})`,
    );
  }
  return { baseUrl: trimmed, apiKey };
}
