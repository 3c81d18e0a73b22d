import { Secret, TOTP } from 'otpauth';
import { hashOf } from '../../base/secrets.ts';

/** The length of a code's period, in seconds (RFC 6238, the value that all apps use). */
const PERIOD = 30;
/** Codes of the previous and the next period are also accepted, because clocks differ. */
const WINDOW = 1;

/** Returns a new secret, in base32. */
export const newTotpSecret = (): string => new Secret({ size: 20 }).base32;

const totpOf = (secret: string, label?: string): TOTP =>
  new TOTP({ issuer: 'wigwag', secret: Secret.fromBase32(secret), period: PERIOD, ...(label && { label }) });

/** Returns the address that an app for one-time codes reads from a QR code. */
export const totpUrl = (secret: string, email: string): string => totpOf(secret, email).toString();

/**
 * Returns the period of a code if it is valid now; undefined otherwise. The caller must accept each period only once.
 *
 * @param now in milliseconds since the epoch
 */
export function stepOfCode(secret: string, code: string, now: number): number | undefined {
  const delta = totpOf(secret).validate({ token: code.replaceAll(/\s/g, ''), timestamp: now, window: WINDOW });
  return delta === null ? undefined : Math.floor(now / 1000 / PERIOD) + delta;
}

/** How many recovery codes a login gets. */
const RECOVERY_CODES = 10;
/** The bytes of a recovery code. So many cannot be guessed from their hash. */
const RECOVERY_BYTES = 10;
const RECOVERY_TEXT = /^[a-z2-7]{16}$/;

/** Returns new recovery codes, in base32 as groups of four. */
export const newRecoveryCodes = (): string[] =>
  Array.from({ length: RECOVERY_CODES }, () =>
    new Secret({ size: RECOVERY_BYTES }).base32.toLowerCase().replaceAll(/(.{4})(?=.)/g, '$1-'),
  );

/** Returns the hash under which a recovery code is stored; undefined for a text that cannot be one. */
export function hashOfRecoveryCode(code: string): string | undefined {
  const text = code.toLowerCase().replaceAll(/[\s-]/g, '');
  return RECOVERY_TEXT.test(text) ? hashOf(text) : undefined;
}
