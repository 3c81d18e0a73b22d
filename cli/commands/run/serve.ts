import { readConfig, startServer } from '@wigwag/server';
import { logLineOf } from '../../dev/log-line.ts';
import { untilStopped } from '../../program/process/signals.ts';

/** `wigwag serve`: runs the server that the environment describes until a signal stops it. */
export async function runServe(): Promise<void> {
  const stopped = untilStopped();
  const config = readConfig(process.env);
  // Programs read the log as JSON, and people as text.
  const log = process.stderr.isTTY
    ? { write: (line: string) => process.stderr.write(`${logLineOf(line)}\n`) }
    : undefined;
  const server = await Promise.race([startServer(config, { ...(log && { log }) }), stopped.then(() => undefined)]);
  if (server === undefined) {
    // Unfinished work could wait for another process for a long time. The next start repeats it.
    process.exit(0);
  }
  const does =
    config.role === 'worker' ? 'wigwag is running the outbox worker' : `wigwag serves ${server.origin}/api/v1`;
  process.stderr.write(`${does}\n`);
  if (server.operatorOrigin !== undefined) {
    process.stderr.write(`metrics are at ${server.operatorOrigin}/metrics\n`);
  }
  await stopped;
  await server.stop();
}
