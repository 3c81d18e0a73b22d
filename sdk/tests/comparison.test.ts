// Not named after the README, because npm packs every file named README.
import { existsSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

const README = readFileSync(new URL('../README.md', import.meta.url), 'utf8');
const { homepage } = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8'));
const FILES = `${homepage.replace(/#.*/, '')}/blob/main/`;

test('each claim of the comparison links to an existing test', () => {
  const [, table = ''] = README.split('## Beside others');
  const ours = [...table.matchAll(/^\| [^|]+ \| ([^|]*\[[^|]+)\|/gm)].map(([, cell = '']) => cell);
  expect(ours).toHaveLength(26);
  for (const cell of ours) {
    const [, address = ''] = /\]\(([^)]+)\)/.exec(cell) ?? [];
    const [, path = ''] = address.split(FILES);
    expect([cell, path.endsWith('.test.ts') && existsSync(new URL(`../../${path}`, import.meta.url))]).toEqual([
      cell,
      true,
    ]);
  }
});
