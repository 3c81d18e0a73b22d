import type { App } from './app.ts';
import { ConfigError } from './config.ts';

/**
 * What was sealed with another key cannot be opened: better said at start than with every send.
 *
 * @throws {ConfigError} when WIGWAG_SECRET_KEY is not the one that this database was written with
 */
export async function requireSecretKey(app: App): Promise<void> {
  const sealed = await app.store.read.webhooks.anySecret();
  try {
    if (sealed !== undefined) {
      app.vault.open(sealed);
    }
  } catch {
    throw new ConfigError([
      'WIGWAG_SECRET_KEY does not open the secrets in this database; it must be the one that they were stored with',
    ]);
  }
}
