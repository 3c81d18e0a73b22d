import { readConfig, startServer } from '@wigwag/server';
import { clockOfParent } from './jumping-clock.ts';

/** The server as its environment describes it, but that this machine counts as the world; its parent may move its time. */
const stopped = new Promise((resolve) => process.once('SIGTERM', resolve));
const server = await startServer(readConfig(process.env, { allowLoopback: true }), { clock: clockOfParent() });
process.send?.('ready');
await stopped;
await server.stop();
process.exit(0);
