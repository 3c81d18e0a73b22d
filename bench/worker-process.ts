import { readConfig, startServer } from '@wigwag/server';

/** A worker in a process of its own, on the database whose URL is given. */
await startServer(
  readConfig(
    {},
    {
      databaseUrl: process.argv[2] ?? '',
      secretKey: 'a secret key for benchmarks',
      graphUrl: 'http://127.0.0.1:9',
      logLevel: 'warn',
      role: 'worker',
    },
  ),
);
process.send?.('ready');
