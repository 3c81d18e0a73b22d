import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { FAULTS } from './faults/faults.ts';
import { MINUTE, simulate } from './testing.ts';

const REGRESSIONS = fileURLToPath(new URL('regressions/', import.meta.url));

/** The plans of failures that were mended, without the extension. Some have the name of the fault that they found. */
const kept = readdirSync(REGRESSIONS).map((file) => file.replace('.json', ''));
const planOf = (name: string): string => join(REGRESSIONS, `${name}.json`);

test('the plans of fixed failures pass every check', { timeout: 5 * MINUTE }, async () => {
  const { code, output } = await simulate(...kept.flatMap((name) => ['--plan', planOf(name)]));
  expect(output).toMatch(/lost 0, doubled 0, backwards 0, stuck 0\n$/);
  expect(output.match(/^seed /gm)).toHaveLength(kept.length);
  expect(code).toBe(0);
});

test.each(kept.filter((name) => name in FAULTS))('the fault %s is found again by its plan', async (name) => {
  const { code, output } = await simulate('--plan', planOf(name), '--fault', name, '--no-shrink');
  expect(output).toContain('Problems:');
  expect(code).toBe(1);
});
