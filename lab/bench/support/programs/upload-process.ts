import { createDemoAccount, readConfig, startServer } from '@wigwag/server';
import { createProviderApp } from '../../../../server/domain/connections/create-connection.ts';

/** A server in a separate process with the provider at the given URL. It reports its peak memory on request. */
const server = await startServer(
  readConfig(
    {},
    {
      databaseUrl: 'sqlite::memory:',
      port: 0,
      secretKey: 'a secret key for benchmarks',
      graphUrl: process.argv[2] ?? '',
      logLevel: 'warn',
      role: 'api',
    },
  ),
);
const { app } = server;
const providerAppId = await app.store.transaction((tx) =>
  createProviderApp(app, tx, { appSecret: 'secret', verifyToken: 'token' }),
);
const { liveKey } = await createDemoAccount(
  app,
  { name: 'Bench' },
  {
    providerAppId,
    accessToken: 'token',
    ids: { whatsapp: '106540352242922', messenger: '1', instagram: '2' },
    wabaId: '102290129340398',
    templates: [],
  },
);
process.on('message', () => process.send?.({ peakKibibytes: process.resourceUsage().maxRSS }));
process.send?.({ origin: server.origin, key: liveKey });
