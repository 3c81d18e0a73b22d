import { createHmac, timingSafeEqual } from 'node:crypto';

/**
 * Verifies a delivery by the specification alone (§6), without the server's signing code or the SDK's verifier. If
 * both are wrong in the same way, the demo detects it.
 */
export function signatureHolds(rawBody: Buffer, header: string, secret: string, nowSeconds: number): boolean {
  const fields = new Map(header.split(',').map((field) => field.split('=', 2) as [string, string]));
  const t = fields.get('t') ?? '';
  const given = Buffer.from(fields.get('v1') ?? '', 'hex');
  const expected = createHmac('sha256', secret).update(`${t}.`).update(rawBody).digest();
  return (
    Math.abs(nowSeconds - Number(t)) <= 300 && given.length === expected.length && timingSafeEqual(given, expected)
  );
}
