import { type ChildProcess, execFile } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { onTestFinished } from 'vitest';

export const MAIN = fileURLToPath(new URL('main.ts', import.meta.url));
export const MINUTE = 60_000;
/** Without a small young generation, V8 would collect garbage nearly all the time to stay within the limit. */
export const SMALL_HEAP = '--max-old-space-size=96 --max-semi-space-size=8';

interface CommandResult {
  code: number;
  output: string;
  folder: string;
}

export function emptyFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'wigwag-simulate-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** Starts the simulator in an empty folder. */
export function start(...flags: string[]): { child: ChildProcess; ended: Promise<CommandResult> } {
  const folder = emptyFolder();
  const { promise: ended, resolve } = Promise.withResolvers<CommandResult>();
  const child = execFile(
    process.execPath,
    ['--conditions=wigwag-source', MAIN, ...flags],
    { cwd: folder, maxBuffer: 2 ** 28 },
    (error, stdout, stderr) => resolve({ code: Number(error?.code ?? 0), output: stdout + stderr, folder }),
  );
  return { child, ended };
}

/** Runs the simulator to its end. */
export const simulate = (...flags: string[]): Promise<CommandResult> => start(...flags).ended;
