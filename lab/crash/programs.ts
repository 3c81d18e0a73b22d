import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { appendFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** A program of this folder, in a process that may be killed at any moment. */
export class Program {
  readonly child: ChildProcess;
  readonly ready: Promise<unknown>;
  readonly exited: Promise<unknown>;

  /** @param log the file for its output */
  constructor(program: string, args: readonly string[], env: Record<string, string>, log: string) {
    const path = fileURLToPath(new URL(program, import.meta.url));
    this.child = spawn(process.execPath, [...process.execArgv, path, ...args], {
      stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
      env: { PATH: process.env.PATH, ...env },
    });
    for (const stream of [this.child.stdout, this.child.stderr]) {
      stream?.on('data', (bytes) => appendFileSync(log, bytes));
    }
    this.exited = once(this.child, 'exit');
    const message = once(this.child, 'message').then(([first]) => first);
    this.ready = Promise.race([message, this.exited.then(() => undefined)]);
  }

  get isAlive(): boolean {
    return this.child.exitCode === null && this.child.signalCode === null;
  }

  jump(milliseconds: number): void {
    this.child.send(milliseconds);
  }

  async kill(): Promise<void> {
    this.child.kill('SIGKILL');
    await this.exited;
  }

  /** Stops it. Returns its exit code. */
  async stop(): Promise<number | null> {
    this.child.kill('SIGTERM');
    await this.exited;
    return this.child.exitCode;
  }
}

export const pause = (milliseconds: number): Promise<void> =>
  new Promise((resolve) => setTimeout(resolve, milliseconds));
