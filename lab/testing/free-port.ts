import type { ChildProcess } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { connect, createServer } from 'node:net';

/**
 * The range is below the ports that the system assigns to clients and to servers that listen on port 0 (32768 and above on
 * Linux, 49152 and above elsewhere), so none of them can take the port before the caller uses it.
 */
const LOWEST = 20_000;
const BELOW = 32_768;

/** Returns a port that is currently free and that the system assigns to no other process. */
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

/** Waits until a process accepts connections at a port of this machine. @throws if the process has exited */
export async function untilListening(port: number, server: ChildProcess, name: string): Promise<void> {
  while (server.exitCode === null) {
    const socket = connect(port, '127.0.0.1');
    const isOpen = await new Promise<boolean>((resolve) => {
      socket.once('connect', () => resolve(true)).once('error', () => resolve(false));
    });
    socket.destroy();
    if (isOpen) {
      return;
    }
  }
  throw new Error(`${name} exited with ${server.exitCode}`);
}
