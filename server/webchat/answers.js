// @ts-check
/**
 * What came back for a request. Not everything that answers is our server: proxies refuse, gateways time out, and the portal of a
 * hotel says 200 to all.
 */
import { backOff } from './page.js';

/** Longer than a server of ours ever asks; milliseconds. */
const LONGEST_WAIT = 300_000;

/** The JSON object of an answer; undefined when it has none. @param {Response} response @returns {Promise<any>} */
export async function bodyOf(response) {
  const body = await response.json().catch(() => undefined);
  return typeof body === 'object' && body !== null ? body : undefined;
}

/** Why we refused; undefined when it was not we who answered. @param {any} body @returns {{code: string, message: string} | undefined} */
export function refusalOf(body) {
  const error = body?.error;
  return typeof error?.code === 'string' && typeof error.message === 'string' ? error : undefined;
}

/** How long to wait before the next try: what Retry-After says, as seconds or as a date, and never less than our own. @param {Response} response @param {number} tries */
export function waitOf(response, tries) {
  const text = response.headers.get('retry-after') ?? '';
  const wait = /^\d+$/.test(text) ? Number(text) * 1000 : Date.parse(text) - Date.now();
  return Math.min(LONGEST_WAIT, Math.max(wait || 0, backOff(tries)));
}
