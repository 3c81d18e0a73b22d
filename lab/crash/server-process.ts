import { readConfig, startServer } from '@wigwag/server';
import { clockOfParent } from './jumping-clock.ts';

/**
 * The server as configured by its environment, except that calls to this machine are allowed. The parent process can
 * move its clock.
 */
const stopped = new Promise((resolve) => process.once('SIGTERM', resolve));
const server = await startServer(readConfig(process.env, { allowLoopback: true }), { clock: clockOfParent() });
process.send?.('ready');
await stopped;
await server.stop();
process.exit(0);
