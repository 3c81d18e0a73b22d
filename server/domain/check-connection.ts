import type { App } from '../app.ts';
import type { Finding } from '../outbound/providers/provider.ts';
import type { Connection } from '../store/connections.ts';

/** Looks at a connection from the provider's side: the token, the number or page, and the subscription to callbacks. */
export async function checkConnection(app: App, connection: Connection): Promise<Finding[]> {
  const provider = app.outbound.providers[connection.channel];
  if (!provider || connection.accessToken === null) {
    return [
      { ok: false, what: `${connection.id} has no provider behind it`, fix: 'Connect a number, page or account.' },
    ];
  }
  return provider.check(connection, app.vault.open(connection.accessToken));
}
