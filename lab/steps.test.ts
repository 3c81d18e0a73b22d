import { expect, test } from 'vitest';
import { runBeside, runSteps, type Step } from './steps.ts';

const program = (code: string): Step => [process.execPath, '--eval', code];

test('steps end with the first that fails, and with its exit code', async () => {
  const written: string[] = [];
  const steps = [program('console.log("one")'), program('process.exit(3)'), program('console.log("three")')];
  expect(await runSteps(steps, { report: (output) => written.push(output) })).toBe(3);
  expect(written).toEqual(['one\n', '']);
});

test('a step that a signal ends has the exit code of a shell', async () => {
  expect(await runSteps([program('process.kill(process.pid, "SIGTERM")')], { report: () => {} })).toBe(143);
});

test('checks all run, each shows its whole output, and those that failed are returned', async () => {
  const written: string[] = [];
  const failing = program('console.log("problem"); console.error("detail"); process.exitCode = 1');
  const last = program('console.log("fine")');
  expect(await runBeside([failing, last], (text) => written.push(text))).toEqual([failing]);
  expect(written.map((text) => text.split('\n').sort())).toEqual([
    ['', 'detail', 'problem'],
    ['', 'fine'],
  ]);
});
