import { expect, test } from 'vitest';
import { gzippedBundle } from '../../lab/bench/support/bundle.ts';

test('a bundle of everything that a client can do is at most 8.15 kB, minified and compressed, without Node modules', async () => {
  const { size, later, outputs, externals, packages } = await gzippedBundle("export { Wigwag } from './index.ts'");
  expect(size).toBeLessThanOrEqual(8_150);
  // Methods that wait are loaded with their first call.
  expect(later).toBeLessThanOrEqual(2_000);
  expect(outputs).toBe(1);
  expect(externals).toEqual([]);
  expect(packages).toEqual(['openapi-fetch']);
});

test('with every error class and every guard exported by name it is not much larger', async () => {
  expect((await gzippedBundle("export * from './index.ts'")).size).toBeLessThanOrEqual(8_300);
});
