import { hmacOf } from '../secrets.ts';

/**
 * Returns the value of `X-Service-Signature` (§6): `t=<unix_seconds>,v1=<hex>`, the HMAC-SHA256 of `<t>.<raw body>`.
 *
 * @param now milliseconds since the epoch
 */
export function signatureOf(secret: string, rawBody: string, now: number): string {
  const t = Math.floor(now / 1000);
  return `t=${t},v1=${hmacOf(secret, `${t}.${rawBody}`)}`;
}
