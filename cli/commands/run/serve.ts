import { readConfig, startServer } from '@wigwag/server';
import { untilStopped } from '../../program/signals.ts';

/** `wigwag serve`: the server as the environment describes it, until it is told to stop. */
export async function runServe(): Promise<void> {
  const stopped = untilStopped();
  const config = readConfig(process.env);
  const server = await Promise.race([startServer(config), stopped.then(() => undefined)]);
  if (server === undefined) {
    // What was begun is begun again by the next start; it may wait for another process for long.
    process.exit(0);
  }
  const does = config.role === 'worker' ? 'wigwag works off the outbox' : `wigwag serves ${server.origin}/api/v1`;
  process.stderr.write(`${does}\n`);
  if (server.operatorOrigin !== undefined) {
    process.stderr.write(`metrics are at ${server.operatorOrigin}/metrics\n`);
  }
  await stopped;
  await server.stop();
}
