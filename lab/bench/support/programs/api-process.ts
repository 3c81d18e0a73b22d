import { readConfig, startServer } from '@wigwag/server';

/** A server in a separate process, with the given database, role and provider. It prints its URL. */
const [databaseUrl = '', role = 'all', graphUrl = 'http://127.0.0.1:9'] = process.argv.slice(2);
const server = await startServer(
  readConfig(
    {},
    {
      databaseUrl,
      role: role as 'all' | 'api' | 'worker',
      graphUrl,
      port: 0,
      secretKey: 'a secret key for benchmarks',
      logLevel: 'error',
      allowLoopback: true,
    },
  ),
);
process.stdout.write(`${server.origin}\n`);
