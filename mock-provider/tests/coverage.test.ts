import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { EDGES, SINGLE_PATHS } from '../graph/edges.ts';
import { GRAPH_ERRORS } from '../graph/graph-errors.ts';
import { coveragePage, PUBLISHED } from '../testing/coverage/coverage.ts';

const read = (path: string) => readFileSync(new URL(path, import.meta.url), 'utf8');

test("COVERAGE.md says what the mock answers of Meta's published operations", async () => {
  expect(PUBLISHED.operations).toHaveLength(113);
  expect(new Set(PUBLISHED.operations.map((one) => one.split(' ')[1])).size).toBe(78);
  const page = read('../COVERAGE.md');
  // `node --conditions=wigwag-source mock-provider/testing/coverage/main.ts` updates it.
  expect(page).toBe(await coveragePage());
  const [, all, answered] = /Of (\d+) operations on \d+ paths, the mock answers (\d+)/.exec(page) ?? [];
  expect(read('../README.md')).toContain(`The mock answers ${answered} of the ${all} operations`);
  expect(read('../../docs/mock-provider.md')).toContain(`${answered} of ${all} operations`);
});

test('the README lists every edge, and the source of every subcode', () => {
  const readme = read('../README.md');
  for (const name of [...Object.keys(EDGES), ...Object.keys(SINGLE_PATHS)]) {
    expect(readme).toContain(name);
  }
  const subcodes = Object.values(GRAPH_ERRORS).flatMap((rows) => rows.flatMap(({ subcode }) => subcode ?? []));
  for (const subcode of [33, 2018145, 2018300, ...subcodes]) {
    expect(readme).toMatch(new RegExp(`\\b${subcode}\\b`));
  }
});
