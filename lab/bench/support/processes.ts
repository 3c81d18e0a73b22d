import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import type { Readable } from 'node:stream';
import { fileURLToPath } from 'node:url';

/** A running program of `programs/`, and the line it printed when it was ready. */
export interface RunningProgram {
  line: string;
  process: ChildProcess;
  stop(): Promise<void>;
}

/** Starts a program. @throws if it ends before it is ready */
export async function run(program: string, ...args: string[]): Promise<RunningProgram> {
  const path = fileURLToPath(new URL(`programs/${program}`, import.meta.url));
  const child = spawn(process.execPath, ['--conditions=wigwag-source', path, ...args], {
    stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
  });
  const exited = once(child, 'exit');
  const [line] = await Promise.race([
    once(child.stdout as Readable, 'data'),
    exited.then(([code]) => {
      throw new Error(`${program} ended with ${code}`);
    }),
  ]);
  return {
    line: String(line).trim(),
    process: child,
    async stop() {
      child.kill('SIGKILL');
      await exited;
    },
  };
}
