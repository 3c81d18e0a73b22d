// @ts-check
/**
 * Reads responses. Some do not come from our server: proxies refuse requests, gateways time out, and
 * captive portals return 200 for everything.
 */
import { backOff } from './page.js';

/** Longer than any wait that our server requests, in milliseconds. */
const LONGEST_WAIT = 300_000;

/** Returns the JSON object of a response; undefined if it has none. @param {Response} response @returns {Promise<any>} */
export async function bodyOf(response) {
  const body = await response.json().catch(() => undefined);
  return typeof body === 'object' && body !== null ? body : undefined;
}

/** Returns why our server refused; undefined if another server responded. @param {any} body @returns {{code: string, message: string} | undefined} */
export function refusalOf(body) {
  const error = body?.error;
  return typeof error?.code === 'string' && typeof error.message === 'string' ? error : undefined;
}

/** Returns how long to wait before the next try: Retry-After, in seconds or as a date, but at least our own minimum. @param {Response} response @param {number} tries */
export function waitOf(response, tries) {
  const text = response.headers.get('retry-after') ?? '';
  const wait = /^\d+$/.test(text) ? Number(text) * 1000 : Date.parse(text) - Date.now();
  return Math.min(LONGEST_WAIT, Math.max(wait || 0, backOff(tries)));
}
