import { checkDelivery, checkOptions } from '../checks.ts';
import type { WebhookEvent } from '../events/webhook-event.ts';
import { kindOf } from '../kind-of.ts';
import { bytesOf, hexOf, hmacKey, isBase64, signedBytes, standardKey, textKey } from './signature.ts';
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
 * Verifies a delivery and returns its event. Works wherever Web Crypto does. It accepts a delivery if
 * `X-Service-Signature` is valid, or the headers of Standard Webhooks: `webhook-id`, `webhook-timestamp` and
 * `webhook-signature`. During the overlap of a rotation, only the latter are made with the new secret.
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
  if (typeof rawBody !== 'string' && kindOf(rawBody) !== 'Uint8Array') {
    throw new SignatureError('body_parsed');
  }
  const signatures = signaturesIn(headers);
  const [{ t }] = signatures;
  const age = now / 1000 - Number(t);
  if (Math.abs(age) > tolerance) {
    const difference = `${Math.round(Math.abs(age))} s away from this clock; ${tolerance} s are allowed.`;
    throw new SignatureError(age > 0 ? 'timestamp_too_old' : 'timestamp_in_future', difference);
  }
  const body = typeof rawBody === 'string' ? new TextEncoder().encode(rawBody) : rawBody;
  const holds = async (bytes: Uint8Array) => {
    const checks = signatures.flatMap(({ before, macs, keyOf }) =>
      secrets.flatMap((each) =>
        macs.map(async (mac) =>
          // Web Crypto compares in constant time.
          crypto.subtle.verify('HMAC', await hmacKey(keyOf(each)), mac, signedBytes(before, bytes)),
        ),
      ),
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
  if (typeof rawBody !== 'string' && kindOf(rawBody) !== 'Uint8Array') {
    throw new TypeError('rawBody must be a string or bytes: the body as it is sent, not the parsed object.');
  }
  if (typeof secret !== 'string' || secret === '') {
    throw new TypeError('secret must be a non-empty string.');
  }
  const body = typeof rawBody === 'string' ? new TextEncoder().encode(rawBody) : rawBody;
  const mac = await crypto.subtle.sign('HMAC', await hmacKey(textKey(secret)), signedBytes(String(timestamp), body));
  return `t=${timestamp},v1=${hexOf(mac)}`;
}

/** What the headers say about the signature. */
interface Signature {
  /** Unix time in seconds. */
  t: string;
  /** The signed text before the body. */
  before: string;
  /** The HMACs, of which one must be valid. */
  macs: Uint8Array<ArrayBuffer>[];
  keyOf: (secret: string) => Uint8Array<ArrayBuffer>;
}

/**
 * Returns the signatures of both kinds, if they have the same time: the age of only one is checked.
 *
 * @throws {SignatureError} if there is no signature, or if `X-Service-Signature` is malformed
 */
function signaturesIn(headers: WebhookHeaders | undefined): [Signature, ...Signature[]] {
  const own = headerOf(headers, 'x-service-signature');
  const standard = standardSignature(headers);
  if (own) {
    const [, t, v1] = /^t=(\d+),v1=([0-9a-f]{64})$/.exec(own) ?? [];
    if (t !== undefined && v1 !== undefined && !own.endsWith('\n')) {
      const signature = { t, before: t, macs: [fromHex(v1)], keyOf: textKey };
      return standard?.t === t ? [signature, standard] : [signature];
    }
  } else if (standard) {
    return [standard];
  }
  throw new SignatureError(own || headerOf(headers, 'webhook-signature') ? 'header_malformed' : 'header_missing');
}

/** Returns the signatures of Standard Webhooks; undefined if they are missing or malformed. */
function standardSignature(headers: WebhookHeaders | undefined): Signature | undefined {
  // During a rotation of the secret, the header has several signatures. Other versions than v1 are ignored.
  const texts = (headerOf(headers, 'webhook-signature') ?? '')
    .split(' ')
    .flatMap((each) => (each.startsWith('v1,') ? each.slice('v1,'.length) : []));
  const macs = texts.filter(isBase64).map(bytesOf);
  const id = headerOf(headers, 'webhook-id');
  const t = headerOf(headers, 'webhook-timestamp') ?? '';
  return id && /^\d+$/.test(t) && macs.length > 0 ? { t, before: `${id}.${t}`, macs, keyOf: standardKey } : undefined;
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
