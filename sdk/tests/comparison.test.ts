import { existsSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

const PAGE = readFileSync(new URL('../../docs/sdk.md', import.meta.url), 'utf8');

test('each claim of the comparison links to a test that exists', () => {
  const [, table = ''] = PAGE.split('## Comparison');
  const ours = [...table.matchAll(/^\| [^|]+ \| ([^|]*\[[^|]+)\|/gm)].map(([, cell = '']) => cell);
  expect(ours).toHaveLength(33);
  for (const cell of ours) {
    const [, address = ''] = /\]\(([^)]+)\)/.exec(cell) ?? [];
    const [, path = ''] = address.split('../');
    expect([cell, path.endsWith('.test.ts') && existsSync(new URL(`../../${path}`, import.meta.url))]).toEqual([
      cell,
      true,
    ]);
  }
});
