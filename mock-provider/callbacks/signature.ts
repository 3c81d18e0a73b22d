import { createHmac } from 'node:crypto';

/**
 * Returns JSON as Meta sends it: non-ASCII characters are escaped as `\uXXXX` in lowercase. The signature then matches
 * whether a receiver hashes the raw bytes or escapes them again first.
 */
export function escapedJson(body: unknown): string {
  return JSON.stringify(body).replace(
    /[\u0080-\uffff]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}

/** Returns both signature headers of a callback: SHA-256, and the older SHA-1 that Meta's Instagram sample checks. */
export function signatureHeaders(appSecret: string, bytes: string) {
  const sign = (algorithm: string) => createHmac(algorithm, appSecret).update(bytes).digest('hex');
  return { 'x-hub-signature': `sha1=${sign('sha1')}`, 'x-hub-signature-256': `sha256=${sign('sha256')}` };
}
