import type { App } from '../../app.ts';
import type { Finding } from '../../providers/provider.ts';
import type { Connection } from '../../store/connections/connections.ts';
import { accessTokenOf } from './connection.ts';

/** Checks a connection with the provider: the token, the number or page, and the subscription to callbacks. */
export async function checkConnection(app: App, connection: Connection): Promise<Finding[]> {
  return app.providers[connection.channel].check(connection, accessTokenOf(app, connection));
}
