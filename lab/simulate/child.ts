import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import type { Figures } from './report.ts';

const MAIN = fileURLToPath(new URL('main.ts', import.meta.url));

/**
 * Simulates seeds in another process until they end or `onSeed` returns false.
 *
 * @throws if the process could not run them, or died before it had run all. Node also exits with 1 after an uncaught
 *   error, so this code means that checks failed only if a seed reported problems.
 */
export async function simulateInChild(
  flags: readonly string[],
  onSeed: (figures: Figures) => boolean,
  stop?: AbortSignal,
): Promise<void> {
  const child = spawn(process.execPath, ['--conditions=wigwag-source', MAIN, ...flags, '--json'], {
    stdio: ['ignore', 'pipe', 'inherit'],
    ...(stop && { signal: stop }),
  });
  const ended = new Promise<number | null>((resolve, reject) => {
    child.on('error', (error) => (stop?.aborted ? resolve(null) : reject(error)));
    child.on('close', resolve);
  });
  let isEnough = false;
  let hasProblems = false;
  for await (const line of createInterface({ input: child.stdout })) {
    const figures: Figures = JSON.parse(line);
    hasProblems ||= figures.problems.length > 0;
    isEnough = !onSeed(figures);
    if (isEnough) {
      child.kill();
      break;
    }
  }
  const code = await ended;
  const hasRunAll = code === 0 || (code === 1 && hasProblems);
  if (!hasRunAll && !isEnough && !stop?.aborted) {
    throw new Error(`the simulator did not run to the end with ${flags.join(' ')}: ${code ?? child.signalCode}`);
  }
}
