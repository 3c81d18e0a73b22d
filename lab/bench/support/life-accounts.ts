import { readConfig, startServer } from '@wigwag/server';
import { createAccount } from '../../../server/domain/account/accounts.ts';
import { createKey } from '../../../server/domain/account/create-key.ts';
import { createConnection, createProviderApp } from '../../../server/domain/connections/create-connection.ts';
import { addWebhook, setWebhook } from '../../../server/domain/webhooks/set-webhook.ts';
import { META_CALLBACKS } from '../../../server/providers/meta/callback.ts';
import { customer, openWindows } from './customers.ts';
import { APP_SECRET } from './life-load.ts';

const ACCOUNTS = 40;
/** The number of customers of each account. */
const CUSTOMERS = 25;

/**
 * Creates accounts with a WhatsApp connection and webhook endpoints each. Their customers have all just written. The
 * address of each endpoint ends in its number, except that of the first. Returns the path for callbacks, and each account's key with each of its customers.
 */
export async function prepareLives(databaseUrl: string, webhookUrl: string, endpoints = 1) {
  const secretKey = 'a secret key for benchmarks';
  const overrides = { databaseUrl, secretKey, port: 0, role: 'api', logLevel: 'error', allowLoopback: true } as const;
  const server = await startServer(readConfig({}, overrides));
  const { app } = server;
  const providerAppId = await app.store.transaction((tx) =>
    createProviderApp(app, tx, { appSecret: APP_SECRET, verifyToken: 'token' }),
  );
  const keys: string[] = [];
  for (let index = 0; index < ACCOUNTS; index += 1) {
    const key = await app.store.transaction(async (tx) => {
      const { id: accountId } = await createAccount(app, tx, { name: `Bench ${index}` });
      const providerId = String(106_540_352_242_922 + index);
      const line = { accountId, channel: 'whatsapp', name: 'Shop', providerAppId, providerId } as const;
      const connectionId = await createConnection(app, tx, { ...line, accessToken: 'token' });
      await openWindows(app, tx, { accountId, connectionId }, CUSTOMERS);
      await setWebhook(app, tx, accountId, webhookUrl, ['message.status']);
      for (let number = 2; number <= endpoints; number += 1) {
        await addWebhook(app, tx, accountId, { url: `${webhookUrl}/${number}`, events: ['message.status'] });
      }
      return createKey(app, tx, { accountId, mode: 'live', requestsPerMinute: 1_000_000_000 });
    });
    keys.push(key);
  }
  await server.stop();
  const senders = Array.from({ length: CUSTOMERS }, (_, index) =>
    keys.map((key) => ({ key, to: customer(index) })),
  ).flat();
  return { callbackPath: META_CALLBACKS.path(providerAppId), senders };
}
