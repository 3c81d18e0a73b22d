import {
  createCipheriv,
  createDecipheriv,
  createHmac,
  createSecretKey,
  hash,
  hkdfSync,
  type KeyObject,
  randomBytes,
  timingSafeEqual,
} from 'node:crypto';
import { LRUCache } from 'lru-cache';

const BASE62 = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';

/** Returns random letters and digits, without bias. */
export function randomText(length: number): string {
  let text = '';
  while (text.length < length) {
    // 248 is the largest multiple of 62 that fits in a byte; higher values would favor the first letters.
    text += [...randomBytes(length)]
      .filter((byte) => byte < 248)
      .map((byte) => BASE62[byte % 62])
      .join('');
  }
  return text.slice(0, length);
}

/**
 * Returns the hash under which keys and large random tokens are stored (§5.2). They have 244 bits of entropy, so a fast
 * hash is enough.
 */
export const hashOf = (text: string): string => hash('sha256', text);

/**
 * Returns a text with its API keys masked. A URL can contain a key (§5.4), which must not leak when the URL is quoted.
 */
export const withoutKeys = (text: string): string => text.replace(/ww_(live|test)_\w+/g, 'ww_$1_***');

/** Returns the HMAC-SHA256 of `content` in hex. */
export const hmacOf = (secret: string, content: string | Buffer): string =>
  createHmac('sha256', secret).update(content).digest('hex');

/** Compares in constant time, so that the duration does not reveal how many characters match. */
export function equalSecrets(left: string, right: string): boolean {
  return timingSafeEqual(hash('sha256', left, 'buffer'), hash('sha256', right, 'buffer'));
}

/** Encrypts secrets for the database, and signs texts that clients send back to us. */
export interface Vault {
  seal(text: string): string;
  /** @throws {Error} if the text was changed, or sealed with an unknown key */
  open(sealed: string): string;
  /** Returns whether the current key sealed the text. Texts of the previous key can still be opened. */
  isCurrent(sealed: string): boolean;
  /** Returns the signature that proves that this server issued a text: 43 characters of base64url. */
  sign(text: string): string;
  /** Returns whether `signature` is valid for the text, under the current or the previous key. */
  verifies(text: string, signature: string): boolean;
}

const derivedFrom = (secretKey: string, purpose: string): Buffer =>
  Buffer.from(hkdfSync('sha256', secretKey, '', purpose, 32));

const SIGNING = 'wigwag texts given out';

const signWith = (key: KeyObject | Buffer, text: string): string =>
  createHmac('sha256', key).update(text).digest('base64url');

/** Returns the key of an installation's signatures in base64, for the installation to which an account moves. */
export const signingKeyOf = (secretKey: string): string => derivedFrom(secretKey, SIGNING).toString('base64');

/** Returns whether `signature` is that of the installation with this signing key. */
export const isSignedWith = (signingKey: string, text: string, signature: string): boolean =>
  equalSecrets(signature, signWith(Buffer.from(signingKey, 'base64'), text));

/** AES-256-GCM and HMAC-SHA256, each with a key derived from `secretKey`. */
function createKeyring(secretKey: string) {
  // Node uses a key object several times faster than a buffer.
  const key = createSecretKey(derivedFrom(secretKey, 'wigwag secrets at rest'));
  const signingKey = createSecretKey(derivedFrom(secretKey, SIGNING));
  return {
    seal(text: string): string {
      const nonce = randomBytes(12);
      const cipher = createCipheriv('aes-256-gcm', key, nonce);
      const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
      return `v1.${Buffer.concat([nonce, cipher.getAuthTag(), sealed]).toString('base64')}`;
    },
    open(text: string): string {
      const bytes = Buffer.from(text.slice('v1.'.length), 'base64');
      const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, 12));
      decipher.setAuthTag(bytes.subarray(12, 28));
      return Buffer.concat([decipher.update(bytes.subarray(28)), decipher.final()]).toString('utf8');
    },
    sign: (text: string): string => signWith(signingKey, text),
  };
}

/**
 * The size of the cache of opened secrets. Each delivery and each send needs one, and opening a secret costs as much as
 * signing.
 */
const MAX_OPENED = 1_000;

/** @param previousKey the key before the last change; texts that it sealed or signed stay valid */
export function createVault(secretKey: string, previousKey?: string): Vault {
  const current = createKeyring(secretKey);
  const previous = previousKey === undefined ? undefined : createKeyring(previousKey);
  const opens = (sealed: string): boolean => {
    try {
      current.open(sealed);
      return true;
    } catch {
      return false;
    }
  };
  const opened = new LRUCache<string, string>({
    max: MAX_OPENED,
    memoMethod: (sealed) => (previous && !opens(sealed) ? previous : current).open(sealed),
  });
  return {
    seal: current.seal,
    open: (sealed) => opened.memo(sealed),
    isCurrent: opens,
    sign: current.sign,
    verifies: (text, signature) =>
      [current, previous].some((keyring) => keyring !== undefined && equalSecrets(signature, keyring.sign(text))),
  };
}
