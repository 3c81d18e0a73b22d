import { spawn } from 'node:child_process';
import { constants } from 'node:os';
import { delimiter, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const ROOT = fileURLToPath(new URL('..', import.meta.url));

/** A program with its arguments. */
export type Step = readonly string[];

interface RunOptions {
  env?: Record<string, string> | undefined;
  /** Gets the output once the program has ended. @default it goes to the terminal as it is written */
  report?: ((output: string) => void) | undefined;
}

/** Runs a program until it ends, and returns its exit code. A signal from the terminal reaches the program directly. */
async function runStep([program = '', ...args]: Step, { env, report }: RunOptions): Promise<number> {
  const programs = ['node_modules/.bin', 'lab/lint/node_modules/.bin'].map((folder) => join(ROOT, folder));
  const path = [...programs, process.env.PATH].join(delimiter);
  const child = spawn(program, args, {
    cwd: ROOT,
    stdio: report ? ['ignore', 'pipe', 'pipe'] : 'inherit',
    env: { ...process.env, ...env, PATH: path },
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream?.setEncoding('utf8').on('data', (text: string) => {
      output += text;
    });
  }
  const forward = () => child.kill('SIGTERM');
  process.on('SIGTERM', forward);
  const code = await new Promise<number>((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (code, signal) => {
      process.off('SIGTERM', forward);
      resolve(signal === null ? (code ?? 1) : 128 + constants.signals[signal]);
    });
  });
  report?.(output);
  return code;
}

/** Runs programs one after another until one fails, and returns its exit code. */
export async function runSteps(steps: readonly Step[], options: RunOptions): Promise<number> {
  for (const step of steps) {
    const code = await runStep(step, options);
    if (code !== 0) {
      return code;
    }
  }
  return 0;
}

/**
 * Runs all checks one after another, while other programs use the terminal. Shows the output of each when it has ended.
 * Returns those that failed.
 */
export async function runBeside(checks: readonly Step[], write: (text: string) => void): Promise<Step[]> {
  const failed: Step[] = [];
  for (const check of checks) {
    const code = await runStep(check, { report: write });
    if (code !== 0) {
      failed.push(check);
    }
    if (code > 128) {
      break; // a signal ends everything
    }
  }
  return failed;
}
