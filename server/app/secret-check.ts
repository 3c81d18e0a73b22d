import { ConfigError } from '../config/config.ts';
import type { App } from './app.ts';

/**
 * Checks the secret key at the start, because every send would fail with another key.
 *
 * @throws {ConfigError} if WIGWAG_SECRET_KEY is not the key with which this database was written
 */
export async function requireSecretKey(app: App): Promise<void> {
  for (const sealed of await app.store.read.sealed.ends()) {
    try {
      app.vault.open(sealed);
    } catch {
      throw new ConfigError([
        'WIGWAG_SECRET_KEY cannot decrypt the secrets in this database: set it to the key that encrypted them; during a key change, set WIGWAG_SECRET_KEY_PREVIOUS to that key',
      ]);
    }
  }
}
