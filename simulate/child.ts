import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import type { Figures } from './report.ts';

const MAIN = fileURLToPath(new URL('main.ts', import.meta.url));

/**
 * Simulates seeds in another process until they end or `onSeed` returns false.
 *
 * @throws if the process could not run them
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
  for await (const line of createInterface({ input: child.stdout })) {
    if (!onSeed(JSON.parse(line))) {
      child.kill();
      break;
    }
  }
  const code = await ended;
  if (code === 2) {
    throw new Error(`the simulator could not run with ${flags.join(' ')}`);
  }
}
