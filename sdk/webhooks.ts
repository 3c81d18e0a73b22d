import type { components } from './generated/types.ts';

type Schemas = components['schemas'];

/** An event, told apart by `event` (§6). */
export type WebhookEvent =
  | (Schemas['MessageReceivedEvent'] & { event: 'message.received' })
  | (Schemas['MessageStatusEvent'] & { event: 'message.status' })
  | (Schemas['TemplateStatusEvent'] & { event: 'template.status' });

/** The delivery does not prove that it comes from the server. The message says which check failed. */
export class SignatureError extends Error {
  override name = 'SignatureError';
}

export interface ConstructEventOptions {
  /** Seconds that a signature may be old. @default 300 */
  tolerance?: number;
  /** Milliseconds since the epoch. @default Date.now() */
  now?: number;
}

const TOLERANCE_SECONDS = 300;
const encoder = new TextEncoder();

function fromHex(hex: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(hex.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16));
}

/**
 * Verifies a delivery and gives its event (§6). Works wherever Web Crypto does.
 *
 * @param rawBody the body exactly as it came: parsing and writing it again changes the bytes
 * @param signature the header `X-Service-Signature`
 * @throws {SignatureError} when the header is malformed, the time is too far off, or the signature does not match
 */
export async function constructEvent(
  rawBody: string | Uint8Array,
  signature: string | string[] | undefined,
  secret: string | undefined,
  { tolerance = TOLERANCE_SECONDS, now = Date.now() }: ConstructEventOptions = {},
): Promise<WebhookEvent> {
  if (!secret) {
    throw new SignatureError('There is no secret to verify with: pass the signing secret of the webhook.');
  }
  if (signature === undefined || signature === '') {
    throw new SignatureError('The header X-Service-Signature is missing.');
  }
  const [, t, v1] = /^t=(\d+),v1=([0-9a-f]{64})$/.exec(String(signature)) ?? [];
  if (t === undefined || v1 === undefined) {
    throw new SignatureError('The header is malformed: X-Service-Signature must be t=<unix_seconds>,v1=<hex>.');
  }
  const age = Math.abs(now / 1000 - Number(t));
  if (age > tolerance) {
    throw new SignatureError(
      `The timestamp is ${Math.round(age)} s away from this clock; ${tolerance} s are tolerated.`,
    );
  }
  const bytes = typeof rawBody === 'string' ? encoder.encode(rawBody) : rawBody;
  const prefix = encoder.encode(`${t}.`);
  const signed = new Uint8Array(prefix.length + bytes.length);
  signed.set(prefix);
  signed.set(bytes, prefix.length);
  const key = await crypto.subtle.importKey('raw', encoder.encode(secret), { name: 'HMAC', hash: 'SHA-256' }, false, [
    'verify',
  ]);
  // Web Crypto compares in constant time.
  if (!(await crypto.subtle.verify('HMAC', key, fromHex(v1), signed))) {
    throw new SignatureError(
      'The signature does not match: the secret is another one, or the body was changed on its way.',
    );
  }
  return JSON.parse(new TextDecoder().decode(bytes)) as WebhookEvent;
}
