import type { Channel } from '@wigwag/openapi';
import type { App } from '../../app/app.ts';
import { randomText } from '../../base/secrets.ts';
import type { Tx } from '../../store/index.ts';

export interface NewConnection {
  accountId: number;
  channel: Channel;
  name: string;
  /** The provider's app; web chat is our own channel and has none. */
  providerAppId?: string | undefined;
  providerId?: string | undefined;
  wabaId?: string | undefined;
  accessToken?: string | undefined;
  /** The sites that may embed a web chat. @default none */
  origins?: readonly string[] | undefined;
}

/** Connects a number or page and returns the ID of the connection (`wa_1`). */
export async function createConnection(app: App, tx: Tx, connection: NewConnection): Promise<string> {
  for (;;) {
    const id = await tx.connections.nextId(connection.channel);
    const row = {
      accountId: connection.accountId,
      id,
      channel: connection.channel,
      name: connection.name,
      isActive: true,
      providerAppId: connection.providerAppId ?? null,
      providerId: connection.providerId ?? null,
      wabaId: connection.wabaId ?? null,
      accessToken: connection.accessToken === undefined ? null : app.vault.seal(connection.accessToken),
      origins: connection.origins ?? [],
    };
    // Another process may take the same ID at the same time. The next iteration then uses the next free one.
    if (await tx.connections.insert(row, app.monotonicNow())) {
      return id;
    }
  }
}

/** Registers a provider app, whose secret signs callbacks. Returns its ID, which is part of the callback URL. */
export async function createProviderApp(
  app: App,
  tx: Tx,
  secrets: { appSecret: string; verifyToken: string },
): Promise<string> {
  const id = randomText(16);
  await tx.connections.insertProviderApp({
    id,
    app_secret: app.vault.seal(secrets.appSecret),
    verify_token: app.vault.seal(secrets.verifyToken),
    created_at: app.monotonicNow(),
  });
  return id;
}
