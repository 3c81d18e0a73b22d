import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Random } from '../../testing/random.ts';
import type { StepCounts, StepOrder } from './steps.ts';

/** How a command ended. */
export interface CommandResult {
  wasKilled: boolean;
  code: number | null;
  stdout: string;
  stderr: string;
  milliseconds: number;
  /** Its steps; undefined if it was killed. */
  steps: StepCounts | undefined;
}

/** When to kill a command: after a time, or at a step. */
export type KillMoment = { kind: 'time'; milliseconds: number } | NonNullable<StepOrder['kill']>;

const BIN = fileURLToPath(new URL('../../../cli/bin/wigwag.js', import.meta.url));
const STEPS = new URL('steps.ts', import.meta.url).href;

/** Runs `wigwag` as a process in a separate folder, and kills it at that moment. */
export async function runCommand(
  args: readonly string[],
  { env, folder, moment }: { env: Record<string, string>; folder: string; moment?: KillMoment | undefined },
): Promise<CommandResult> {
  const report = join(folder, 'steps.json');
  const order: StepOrder = { report, ...(moment !== undefined && moment.kind !== 'time' && { kill: moment }) };
  const begun = performance.now();
  const child = spawn(process.execPath, ['--import', STEPS, BIN, ...args], {
    cwd: folder,
    env: { PATH: process.env.PATH, HOME: folder, TMPDIR: tmpdir(), CRASH_STEPS: JSON.stringify(order), ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const printed = { stdout: '', stderr: '' };
  for (const name of ['stdout', 'stderr'] as const) {
    child[name].setEncoding('utf8').on('data', (text: string) => {
      printed[name] += text;
    });
  }
  const timer = moment?.kind === 'time' ? setTimeout(() => child.kill('SIGKILL'), moment.milliseconds) : undefined;
  await once(child, 'close');
  clearTimeout(timer);
  const wasKilled = child.signalCode === 'SIGKILL';
  return {
    wasKilled,
    code: child.exitCode,
    ...printed,
    milliseconds: performance.now() - begun,
    steps: wasKilled ? undefined : JSON.parse(readFileSync(report, 'utf8')),
  };
}

/** The decisive steps come last. Half of all kills at a step are at one of these last steps. */
const LAST_STEPS = 15;

/** Returns a random moment in a run of this duration with these steps. */
export function momentOf(random: Random, { milliseconds, steps }: CommandResult): KillMoment {
  const kind = random.weighted({ time: 1, file: Math.min(1, steps?.file ?? 0), statement: 1 });
  if (kind === 'time') {
    return { kind, milliseconds: milliseconds * random.next() };
  }
  const all = steps?.[kind] ?? 0;
  const some = random.next() < 0.5 ? all : Math.min(all, LAST_STEPS);
  return { kind, step: all - random.below(Math.max(some, 1)), isAfter: random.next() < 0.5 };
}
