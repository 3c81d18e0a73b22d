import type { App } from '../app.ts';
import { ConfigError } from './config.ts';

/**
 * What was sealed with another key cannot be opened: better said at start than with every send.
 *
 * @throws {ConfigError} when WIGWAG_SECRET_KEY is not the one that this database was written with
 */
export async function requireSecretKey(app: App): Promise<void> {
  for (const sealed of await app.store.read.sealed.ends()) {
    try {
      app.vault.open(sealed);
    } catch {
      throw new ConfigError([
        'WIGWAG_SECRET_KEY does not open the secrets in this database: give the key that they were stored with, as WIGWAG_SECRET_KEY_PREVIOUS if it is being changed',
      ]);
    }
  }
}
