import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:net';

/**
 * Below the ports that the system assigns to clients and to servers that listen on port 0 (32768 and above on Linux, 49152
 * and above elsewhere): none of them can take a port between its choice and its use.
 */
const LOWEST = 20_000;
const BELOW = 32_768;

/** Returns a port that is free at the moment and that the system assigns to no other process. */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = randomInt(LOWEST, BELOW);
    const server = createServer().listen(port, '127.0.0.1');
    try {
      await once(server, 'listening');
    } catch {
      continue; // in use
    }
    server.close();
    await once(server, 'close');
    return port;
  }
}
