// Not named after the README: npm packs every file that is.
import { existsSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

const README = readFileSync(new URL('README.md', import.meta.url), 'utf8');

test('each promise of the comparison leads to a test that is there', () => {
  const [, table = ''] = README.split('## Beside others');
  const ours = [...table.matchAll(/^\| [^|]+ \| ([^|]*\[[^|]+)\|/gm)].map(([, cell = '']) => cell);
  expect(ours).toHaveLength(26);
  for (const cell of ours) {
    const [, path = ''] = /\]\(([^)]+)\)/.exec(cell) ?? [];
    expect([cell, path.endsWith('.test.ts') && existsSync(new URL(path, import.meta.url))]).toEqual([cell, true]);
  }
});

test('each link leads somewhere', () => {
  const paths = [...README.matchAll(/\]\(([^)#:]+)\)/g)].map(([, path = '']) => path);
  expect(paths.filter((path) => !existsSync(new URL(path, import.meta.url)))).toEqual([]);
});
