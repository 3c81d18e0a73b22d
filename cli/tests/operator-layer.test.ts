import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const CLI = join(import.meta.dirname, '..');

test('no CLI source reads or writes the store: the rules are in server/admin', () => {
  const sources = globSync('**/*.{ts,tsx}', {
    cwd: CLI,
    exclude: ['dist', 'node_modules', '**/testing/**', '**/*.test.*'],
  });
  expect(sources.length).toBeGreaterThan(100);
  const found = sources.flatMap((source) =>
    readFileSync(join(CLI, source), 'utf8')
      .split('\n')
      .flatMap((line, index) => (/\bapp\.store\b|\.transaction\(|\btx\b/.test(line) ? [`${source}:${index + 1}`] : [])),
  );
  expect(found).toEqual([]);
});

test('the control port also calls server/admin', () => {
  const handlers = readFileSync(join(CLI, '../server/control/handlers.ts'), 'utf8');
  expect(handlers.match(/\.store\.(read|transaction)|\btx\b/g)).toBeNull();
});
