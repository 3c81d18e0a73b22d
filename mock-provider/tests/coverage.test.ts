import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { coveragePage, PUBLISHED } from '../testing/coverage/coverage.ts';

test("COVERAGE.md says what the mock answers of Meta's published operations", async () => {
  expect(PUBLISHED.operations).toHaveLength(113);
  expect(new Set(PUBLISHED.operations.map((one) => one.split(' ')[1])).size).toBe(78);
  const page = readFileSync(new URL('../COVERAGE.md', import.meta.url), 'utf8');
  // `node --conditions=wigwag-source mock-provider/testing/coverage/main.ts` updates it.
  expect(page).toBe(await coveragePage());
});
