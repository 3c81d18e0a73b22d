import { type ChildProcess, fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const HOST = fileURLToPath(new URL('command-host.ts', import.meta.url));

/** Processes that have run a command and wait for the next one. They end with this process. */
const idle: ChildProcess[] = [];

/** Returns a process that runs a command if it is sent one, and then waits for the next. */
export const takeHost = (): ChildProcess =>
  idle.pop() ?? fork(HOST, { stdio: ['ignore', 'pipe', 'pipe', 'ipc'], execArgv: [] });

/** Keeps a process for the next command. */
export const returnHost = (host: ChildProcess): void => void idle.push(host);
