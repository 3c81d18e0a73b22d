import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { appendFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { type ParseArgsConfig, parseArgs } from 'node:util';

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

/** Kills a process, and waits for its end. */
export async function kill(child: ChildProcess): Promise<void> {
  const ended = once(child, 'exit');
  if (child.exitCode === null && child.kill('SIGKILL')) {
    await ended;
  }
}

/** Lets Ctrl-C and SIGTERM end what a run has started, before the process exits with 130. */
export function onInterrupt(end: () => unknown): void {
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.once(signal, async () => {
      await end();
      process.exit(130);
    });
  }
}

type Flags = NonNullable<ParseArgsConfig['options']>;

/** Returns the flags of a run. Exits with 2 on an unknown one. */
export function readFlags<const Options extends Flags>(command: string, options: Options) {
  try {
    return parseArgs({ options }).values;
  } catch (error) {
    console.error(`${command}: ${(error as Error).message}`);
    process.exit(2);
  }
}
