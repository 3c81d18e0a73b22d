const encoder = new TextEncoder();

/** Returns the bytes that a signature covers: the raw body after a text and a point. */
export function signedBytes(before: string, body: Uint8Array): Uint8Array<ArrayBuffer> {
  const prefix = encoder.encode(`${before}.`);
  const signed = new Uint8Array(prefix.length + body.length);
  signed.set(prefix);
  signed.set(body, prefix.length);
  return signed;
}

/** Returns the key of `X-Service-Signature`: the secret's text. */
export const textKey = (secret: string): Uint8Array<ArrayBuffer> => encoder.encode(secret);

/** Returns the key of Standard Webhooks: the bytes that the secret has in base64 after `whsec_`, otherwise its text. */
export function standardKey(secret: string): Uint8Array<ArrayBuffer> {
  const base64 = secret.replace(/^whsec_/, '');
  return secret !== base64 && base64 && isBase64(base64) ? bytesOf(base64) : textKey(secret);
}

export const isBase64 = (text: string): boolean => text.length % 4 === 0 && /^[\w+/-]*={0,2}$/.test(text);

/** Returns the bytes of a base64 text, which may have the letters of base64url. */
export const bytesOf = (base64: string): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(atob(base64.replaceAll('-', '+').replaceAll('_', '/')), (letter) => letter.charCodeAt(0));

export const hmacKey = (key: Uint8Array<ArrayBuffer>) =>
  crypto.subtle.importKey('raw', key, { name: 'HMAC', hash: 'SHA-256' }, false, ['sign', 'verify']);

export const hexOf = (bytes: ArrayBuffer): string =>
  Array.from(new Uint8Array(bytes), (byte) => byte.toString(16).padStart(2, '0')).join('');
