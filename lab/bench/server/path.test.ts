import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { traceMessages } from '../support/trace-message.ts';

const GUIDE = new URL('../../../docs/architecture.md', import.meta.url);

interface Step {
  /** Path in the repository. */
  file: string;
  /** Other files that the step names, without their folder if it is the same. */
  others: string[];
}

function stepsOf(section: string): Step[] {
  const [, text = ''] = readFileSync(GUIDE, 'utf8').split(`## ${section}\n`);
  const [own = ''] = text.split('\n## ');
  return [...own.matchAll(/^\| \d+ \| `([^`]+)` \| (.*) \|$/gm)].map(([, file = '', what = '']) => ({
    file: `server/${file}`,
    others: [...what.matchAll(/`([a-z/-]+\.ts)`/g)].map(([, name = '']) => name),
  }));
}

/** Files that run when the server starts, or only on a busy server. */
const NOT_ON_THE_PATH = ['server/worker/worker.ts', 'server/worker/callbacks/process-callback.ts'];

test('a message runs the files that the guide lists as its path and those that the steps name', async () => {
  const steps = stepsOf('The path of a send');
  expect(steps.length).toBeGreaterThan(15);
  const [trace] = await traceMessages(1, 1);
  const ran = new Set(trace?.calls.map(({ file }) => file));
  const named = steps.flatMap(({ file, others }) => [
    file,
    ...others.map((other) => (other.includes('/') ? `server/${other}` : join(dirname(file), other))),
  ]);
  expect(named.filter((file) => !ran.has(file))).toEqual(NOT_ON_THE_PATH);
});
