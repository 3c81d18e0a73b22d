import { checkDelivery, checkOptions } from '../checks.ts';
import type { WebhookEvent } from '../events/webhook-event.ts';
import { hexOf, hmacKey, signedBytes } from './signature.ts';
import { diagnose, SignatureError } from './signature-error.ts';

/** Headers of a request in any of their usual forms, or only the value of `X-Service-Signature`. */
export type WebhookHeaders =
  | string
  | { get(name: string): string | null }
  | Readonly<Record<string, string | string[] | undefined>>;

/** How strictly `constructEvent` checks. */
export interface ConstructEventOptions {
  /** Maximum age of a signature in seconds. Also the limit for a time in the future. @default 300 */
  tolerance?: number | undefined;
  /** Current time in milliseconds since the epoch. @default Date.now() */
  now?: number | undefined;
}

/** The signing secret; during a rotation, both. Undefined and empty values are ignored, but one must be set. */
export type WebhookSecret = string | readonly (string | undefined)[] | undefined;

const TOLERANCE_SECONDS = 300;

/**
 * Verifies a delivery and returns its event (§6). Works wherever Web Crypto does.
 *
 * @param rawBody the body exactly as received, as bytes or text: parsing and re-serializing it changes the bytes
 * @param headers of the request; with all of them the error message is more precise
 * @param secret the signing secret; during a rotation, both
 * @throws {SignatureError} whose `problem` names the failed check
 * @throws {TypeError} if an argument is of another kind, or an option is unknown or invalid
 */
export async function constructEvent(
  rawBody: string | Uint8Array,
  headers: WebhookHeaders | undefined,
  secret: WebhookSecret,
  options: ConstructEventOptions = {},
): Promise<WebhookEvent> {
  checkOptions('constructEvent', options);
  checkDelivery(rawBody, headers, secret);
  const { tolerance = TOLERANCE_SECONDS, now = Date.now() } = options;
  const secrets = [secret].flat().filter((each) => typeof each === 'string' && each !== '') as string[];
  if (secrets.length === 0) {
    throw new SignatureError('no_secret');
  }
  if (typeof rawBody !== 'string' && !(rawBody instanceof Uint8Array)) {
    throw new SignatureError('body_parsed');
  }
  const signature = headerOf(headers, 'x-service-signature');
  if (!signature) {
    throw new SignatureError('header_missing');
  }
  const [, t, v1] = /^t=(\d+),v1=([0-9a-f]{64})$/.exec(signature) ?? [];
  if (t === undefined || v1 === undefined || signature.endsWith('\n')) {
    throw new SignatureError('header_malformed');
  }
  const age = now / 1000 - Number(t);
  if (Math.abs(age) > tolerance) {
    const difference = `${Math.round(Math.abs(age))} s away from this clock; ${tolerance} s are allowed.`;
    throw new SignatureError(age > 0 ? 'timestamp_too_old' : 'timestamp_in_future', difference);
  }
  const body = typeof rawBody === 'string' ? new TextEncoder().encode(rawBody) : rawBody;
  const holds = async (bytes: Uint8Array) => {
    const checks = secrets.map(async (each) =>
      // Web Crypto compares in constant time.
      crypto.subtle.verify('HMAC', await hmacKey(each), fromHex(v1), signedBytes(t, bytes)),
    );
    return (await Promise.all(checks)).includes(true);
  };
  if (!(await holds(body))) {
    throw new SignatureError(await diagnose(body, headerOf(headers, 'content-length'), holds));
  }
  try {
    return JSON.parse(new TextDecoder().decode(body)) as WebhookEvent;
  } catch {
    throw new SignatureError('body_not_json');
  }
}

/**
 * Returns a value of `X-Service-Signature` that `constructEvent` accepts, for tests of your receiver.
 *
 * @param options.timestamp Unix time in seconds. @default now
 * @throws {TypeError} if the arguments cannot be signed
 */
export async function generateTestHeader(
  rawBody: string | Uint8Array,
  secret: string,
  options: { timestamp?: number | undefined } = {},
): Promise<string> {
  checkOptions('generateTestHeader', options);
  const { timestamp = Math.floor(Date.now() / 1000) } = options;
  if (typeof rawBody !== 'string' && !(rawBody instanceof Uint8Array)) {
    throw new TypeError('rawBody must be a string or bytes: the body as it is sent, not the parsed object.');
  }
  if (typeof secret !== 'string' || secret === '') {
    throw new TypeError('secret must be a non-empty string.');
  }
  const body = typeof rawBody === 'string' ? new TextEncoder().encode(rawBody) : rawBody;
  const mac = await crypto.subtle.sign('HMAC', await hmacKey(secret), signedBytes(String(timestamp), body));
  return `t=${timestamp},v1=${hexOf(mac)}`;
}

const fromHex = (hex: string) => Uint8Array.from(hex.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16));

function headerOf(headers: WebhookHeaders | undefined, name: string): string | undefined {
  if (!headers || typeof headers === 'string') {
    return (name === 'x-service-signature' && headers) || undefined;
  }
  if (typeof headers.get === 'function') {
    return headers.get(name) ?? undefined;
  }
  const found = Object.entries(headers).find(([key]) => key.toLowerCase() === name)?.[1];
  return found === undefined ? undefined : String(found);
}
