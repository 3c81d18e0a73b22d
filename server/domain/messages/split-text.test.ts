import fc from 'fast-check';
import { expect, test } from 'vitest';
import { splitText } from './split-text.ts';

const bytes = (text: string) => new TextEncoder().encode(text).length;
const characters = (text: string) => [...text].length;
const words = (text: string) => text.split(/\s+/).join('');

test('a text that fits is not split', () => {
  expect(splitText('x'.repeat(2000), 2000, 'characters')).toEqual(['x'.repeat(2000)]);
  expect(splitText('ä'.repeat(500), 1000, 'bytes')).toEqual(['ä'.repeat(500)]);
});

test('a longer text is split between words', () => {
  expect(splitText('one two three', 8, 'characters')).toEqual(['one two', 'three']);
});

test('a word that is too long is split, but never inside a grapheme', () => {
  expect(splitText('abcdef', 4, 'characters')).toEqual(['abcd', 'ef']);
  expect(splitText('👩‍👩‍👧👩‍👩‍👧', 18, 'bytes')).toEqual(['👩‍👩‍👧', '👩‍👩‍👧']);
});

test('no part is too long or empty, and only white space is lost', () => {
  fc.assert(
    fc.property(
      fc.string({
        unit: fc.oneof(
          fc.constantFrom('a', ' ', '\n', 'ä', '👩‍👩‍👧', '🇩🇪', 'é'),
          fc.string({ unit: 'grapheme', maxLength: 3 }),
        ),
        maxLength: 200,
      }),
      fc.integer({ min: 4, max: 60 }),
      fc.constantFrom('bytes' as const, 'characters' as const),
      (text, max, unit) => {
        const parts = splitText(text, max, unit);
        const measure = unit === 'bytes' ? bytes : characters;
        expect(parts.filter((part) => measure(part) > max || part === '')).toEqual([]);
        expect(words(parts.join(''))).toBe(words(text));
      },
    ),
    { numRuns: 500 },
  );
});
