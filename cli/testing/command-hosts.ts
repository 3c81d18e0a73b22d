import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { afterAll } from 'vitest';

const HOST = fileURLToPath(new URL('command-host.ts', import.meta.url));

/** Processes that have run a command and wait for the next one. Each file of tests has separate processes. */
const idle: ChildProcess[] = [];

afterAll(async () => {
  await Promise.all(
    idle.splice(0).map(async (host) => {
      host.disconnect();
      await once(host, 'exit');
    }),
  );
});

/** Returns a process that runs a command if it is sent one, and then waits for the next. */
export const takeHost = (): ChildProcess =>
  idle.pop() ?? fork(HOST, { stdio: ['ignore', 'pipe', 'pipe', 'ipc'], execArgv: [] });

/** Keeps a process for the next command. */
export const returnHost = (host: ChildProcess): void => void idle.push(host);
