import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

/** The long run is `npm run crash`. */
test('killed six times in the midst of its work, the server loses nothing and does nothing twice', async () => {
  const program = fileURLToPath(new URL('main.ts', import.meta.url));
  const run = spawn(process.execPath, [program, '--kills', '6', '--seed', '1'], { stdio: ['ignore', 'pipe', 'pipe'] });
  let printed = '';
  let told = '';
  run.stdout.on('data', (text) => {
    printed += text;
  });
  run.stderr.on('data', (text) => {
    told += text;
  });
  await once(run, 'close');
  expect(run.exitCode, told).toBe(0);
  const result = JSON.parse(printed);
  expect(result).toMatchObject({ kills: 6, lost: 0, doubled: 0, backwards: 0 });
  expect(result.promised).toBeGreaterThan(0);
}, 300_000);
