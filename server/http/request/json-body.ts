import { isUtf8 } from 'node:buffer';
import { ApiError, invalidField } from '../../domain/api-error.ts';

const NOT_UTF8 = 'is not UTF-8';

/** Returns the bytes of a part of a query; a `%` that is not followed by a hexadecimal number is literal. */
const bytesOf = (part: string): Buffer =>
  Buffer.from(
    part.replace(/%([0-9a-f]{2})/gi, (_, code) => String.fromCharCode(Number.parseInt(code, 16))),
    'latin1',
  );

/**
 * Returns the JSON of a body, which must be UTF-8 (§1); null if the body is empty. Text in another encoding would reach
 * customers garbled.
 *
 * @throws {ApiError} INVALID_JSON
 */
export function readJson(body: Buffer): unknown {
  if (body.length === 0) {
    return null;
  }
  if (!isUtf8(body)) {
    throw new ApiError('INVALID_JSON', { problem: `it ${NOT_UTF8}` });
  }
  try {
    return JSON.parse(withoutMark(body.toString()));
  } catch {
    throw new ApiError('INVALID_JSON', { problem: 'it is not JSON' });
  }
}

/** Returns a text without the byte order mark that editors on Windows write, and that JSON.parse refuses. */
export const withoutMark = (text: string): string => text.replace(/^\ufeff/, '');

/**
 * @param search the raw query, starting with its question mark
 * @throws {ApiError} VALIDATION_FAILED naming a parameter that is not UTF-8
 */
export function requireUtf8(search: string): void {
  for (const pair of search.includes('%') ? search.slice(1).split('&') : []) {
    if (!isUtf8(bytesOf(pair))) {
      const [name = ''] = pair.split('=');
      throw invalidField(bytesOf(name).toString(), `${NOT_UTF8}: encode it in UTF-8, for example ü as %C3%BC`);
    }
  }
}
