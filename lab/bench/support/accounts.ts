import { type App, createDemoAccount, type DemoAccount, readConfig, startServer } from '@wigwag/server';
import { createKey } from '../../../server/domain/account/create-key.ts';
import { createProviderApp } from '../../../server/domain/connections/create-connection.ts';
import { customer, openWindows } from './customers.ts';

/** The number of customers of the account. */
export const RECIPIENTS = 500;

const bodies = Array.from({ length: RECIPIENTS }, (_, index) =>
  JSON.stringify({ to: customer(index), text: 'Your order is on its way.' }),
);

/** Returns the body of a send to one of them. */
export const someBody = (): string => bodies[Math.floor(Math.random() * RECIPIENTS)] ?? '';

/** Creates an account with a connection on each channel, but without a provider that accepts its sends. */
export async function createBenchAccount(app: App): Promise<DemoAccount> {
  const providerAppId = await app.store.transaction((tx) =>
    createProviderApp(app, tx, { appSecret: 'secret', verifyToken: 'token' }),
  );
  const ids = { whatsapp: '106540352242922', messenger: '1', instagram: '2' };
  const business = { providerAppId, accessToken: 'token', ids, wabaId: '102290129340398', templates: [] };
  return createDemoAccount(app, { name: 'Bench' }, business);
}

/** Creates an account whose customers have all just written. Returns its key. */
export async function prepareAccount(databaseUrl: string): Promise<string> {
  const secretKey = 'a secret key for benchmarks';
  const server = await startServer(readConfig({}, { databaseUrl, secretKey, port: 0, role: 'api', logLevel: 'error' }));
  const { app } = server;
  const { accountId, connections } = await createBenchAccount(app);
  const key = await app.store.transaction(async (tx) => {
    await openWindows(app, tx, { accountId, connectionId: connections.whatsapp ?? '' }, RECIPIENTS);
    return createKey(app, tx, { accountId, mode: 'live', requestsPerMinute: 1_000_000_000 });
  });
  await server.stop();
  return key;
}
