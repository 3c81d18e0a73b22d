import type { App } from '../app.ts';
import { ConfigError } from './config.ts';

/**
 * Checks the secret key at start; with another key, every send would fail.
 *
 * @throws {ConfigError} if WIGWAG_SECRET_KEY is not the key that this database was written with
 */
export async function requireSecretKey(app: App): Promise<void> {
  for (const sealed of await app.store.read.sealed.ends()) {
    try {
      app.vault.open(sealed);
    } catch {
      throw new ConfigError([
        'WIGWAG_SECRET_KEY does not open the secrets in this database: set the key that they were stored with, as WIGWAG_SECRET_KEY_PREVIOUS during a key change',
      ]);
    }
  }
}
