// @ts-check
/**
 * Reads responses. Not every response is our server's: proxies refuse requests, gateways time out, and hotel portals answer 200 to
 * everything.
 */
import { backOff } from './page.js';

/** Longer than our server ever requests, in milliseconds. */
const LONGEST_WAIT = 300_000;

/** Returns the JSON object of a response, undefined if it has none. @param {Response} response @returns {Promise<any>} */
export async function bodyOf(response) {
  const body = await response.json().catch(() => undefined);
  return typeof body === 'object' && body !== null ? body : undefined;
}

/** Returns why our server refused, undefined if another server answered. @param {any} body @returns {{code: string, message: string} | undefined} */
export function refusalOf(body) {
  const error = body?.error;
  return typeof error?.code === 'string' && typeof error.message === 'string' ? error : undefined;
}

/** Returns the wait before the next try: Retry-After in seconds or as a date, but never less than our own. @param {Response} response @param {number} tries */
export function waitOf(response, tries) {
  const text = response.headers.get('retry-after') ?? '';
  const wait = /^\d+$/.test(text) ? Number(text) * 1000 : Date.parse(text) - Date.now();
  return Math.min(LONGEST_WAIT, Math.max(wait || 0, backOff(tries)));
}
