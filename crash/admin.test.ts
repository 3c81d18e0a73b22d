import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { expect, inject, test } from 'vitest';

/** The long run is `npm run crash -- --admin`. */
test('commands that change a whole database, killed in their midst, break nothing and are finished by the next call', async () => {
  const program = fileURLToPath(new URL('main.ts', import.meta.url));
  const args = ['--admin', '--kills', '2', '--seed', '4', '--postgres', inject('postgresUrl')];
  const run = spawn(process.execPath, [program, ...args], { stdio: ['ignore', 'pipe', 'pipe'] });
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
  const { commands } = JSON.parse(printed);
  expect(Object.keys(commands)).toEqual(['restore', 'move-database', 'secrets rotate', 'people erase']);
  for (const { kills, problems } of Object.values<{ kills: number; problems: string[] }>(commands)) {
    expect(kills).toBeGreaterThanOrEqual(2);
    expect(problems).toEqual([]);
  }
});
