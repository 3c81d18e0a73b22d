import type { App } from '../app/app.ts';
import { createApp } from '../app/create-app.ts';
import { requireSecretKey } from '../app/secret-check.ts';
import type { Config } from '../config/config.ts';
import { realClock } from '../engine/clock.ts';
import type { Access } from '../store/database.ts';
import { openStore } from '../store/index.ts';
import { requireDatabaseNotMoved } from './database/moved-to-postgres.ts';

/**
 * Opens the database for the operator; a server may be running. The result neither listens nor runs tasks.
 *
 * @param access what opening may do to the database
 * @throws {ConfigError | DatabaseError | MoveError} if the database cannot be opened, or not with this secret key
 */
export async function openAdmin(
  config: Config,
  access: Access = 'create',
): Promise<{ app: App; close(): Promise<void> }> {
  requireDatabaseNotMoved(config.databaseUrl);
  const store = await openStore(config.databaseDirectUrl ?? config.databaseUrl, { access });
  const { app } = createApp(config, store, { clock: realClock, origin: () => undefined });
  const close = async () => {
    await app.outbound.close();
    await store.close();
  };
  try {
    await requireSecretKey(app);
  } catch (error) {
    await close();
    throw error;
  }
  return { app, close };
}
