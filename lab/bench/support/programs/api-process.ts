import { readConfig, startServer } from '@wigwag/server';

/** A server in a separate process, with the given database, role, provider and admin token. It prints its URL. */
const [databaseUrl = '', role = 'all', graphUrl = 'http://127.0.0.1:9', adminToken] = process.argv.slice(2);
const server = await startServer(
  readConfig(
    {},
    {
      databaseUrl,
      role: role as 'all' | 'api' | 'worker',
      graphUrl,
      adminToken,
      port: 0,
      secretKey: 'a secret key for benchmarks',
      logLevel: 'error',
      allowLoopback: true,
    },
  ),
  // Admin calls are logged at every level.
  { log: { write: (line) => line.includes('"admin call"') || process.stderr.write(line) } },
);
process.stdout.write(`${server.origin}\n`);
