import { isDeepStrictEqual } from 'node:util';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { canonical } from './idempotency.ts';

/** Returns a value as it arrives over the network, because JSON has no -0. */
const json = (value: unknown): unknown => JSON.parse(JSON.stringify(value));

/** Returns the same JSON with the keys of every object in a different order. */
function shuffled(value: unknown): unknown {
  if (Array.isArray(value)) {
    return value.map(shuffled);
  }
  if (value === null || typeof value !== 'object') {
    return value;
  }
  return Object.fromEntries(
    Object.entries(value)
      .reverse()
      .map(([key, node]) => [key, shuffled(node)]),
  );
}

test('bodies that differ only in the order of keys are the same', () => {
  fc.assert(
    fc.property(fc.jsonValue(), (body) => {
      expect(canonical(shuffled(body))).toBe(canonical(body));
    }),
  );
});

test('bodies that differ in any other way are not the same', () => {
  fc.assert(
    fc.property(fc.jsonValue(), fc.jsonValue(), (left, right) => {
      expect(canonical(left) === canonical(right)).toBe(isDeepStrictEqual(json(left), json(right)));
    }),
  );
  const pairs = [
    [{ a: [1, 2] }, { a: [2, 1] }],
    [{ a: '1' }, { a: 1 }],
    [{ a: null }, {}],
    [{ a: { b: 1 } }, { 'a.b': 1 }],
    [{ text: 'Hello' }, { text: 'Hello ' }],
  ];
  for (const [left, right] of pairs) {
    expect(canonical(left)).not.toBe(canonical(right));
  }
});
