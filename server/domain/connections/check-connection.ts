import type { App } from '../../app/app.ts';
import type { Finding } from '../../providers/provider.ts';
import type { Connection } from '../../store/connections/connections.ts';
import { accessTokenOf } from './connection.ts';

/**
 * Checks with the provider that a connection works: its token, its number or page, and its subscription to callbacks.
 */
export async function checkConnection(app: App, connection: Connection): Promise<Finding[]> {
  return app.providers[connection.channel].check(connection, accessTokenOf(app, connection));
}
