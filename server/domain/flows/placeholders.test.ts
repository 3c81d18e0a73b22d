import fc from 'fast-check';
import { expect, test } from 'vitest';
import { cutText, fillPlaceholders, fillUrl } from './placeholders.ts';

const ADA = { variables: { 1: 'Spring', 2: '', first_name: 'Augusta' }, name: 'Ada' };

test.each([
  ['Hi {{ad}}, {{isim}} and {{name}}', 'Hi Ada, Ada and Ada'],
  ['{{1}}: {{ 1 }} {{first_name}}', 'Spring: Spring Augusta'],
  ['[{{2}}][{{3}}][{{surname}}][{{constructor}}]', '[][][][]'],
  ['{{NAME}} {1} {{}} }}{{', 'Ada {1}  }}{{'],
])('%s becomes %s', (text, filled) => {
  expect(fillPlaceholders(text, ADA)).toBe(filled);
});

test('a missing name becomes empty, unless there is a variable of that name', () => {
  expect(fillPlaceholders('Hi {{name}}!', { variables: {}, name: null })).toBe('Hi !');
  expect(fillPlaceholders('Hi {{name}}!', { variables: { name: 'Ada' }, name: null })).toBe('Hi Ada!');
});

test('a placeholder inside a value is not filled', () => {
  expect(fillPlaceholders('{{1}}', { variables: { 1: '{{name}} $& $1' }, name: 'Ada' })).toBe('{{name}} $& $1');
});

test('all values in URLs are URL-encoded', () => {
  expect(fillUrl('https://a.example/{{1}}?n={{name}}', { variables: { 1: 'a/b?c' }, name: 'Işıl & Ö' })).toBe(
    'https://a.example/a%2Fb%3Fc?n=I%C5%9F%C4%B1l%20%26%20%C3%96',
  );
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (value) => {
      const url = fillUrl('https://a.example/?x={{1}}&y=1', { variables: { 1: value }, name: null });
      expect([...new URL(url).searchParams]).toEqual([
        ['x', value.toWellFormed()],
        ['y', '1'],
      ]);
    }),
    { numRuns: 500, seed: 20_261_121 },
  );
});

test('a text is cut to the maximum number of characters, but never inside a grapheme', () => {
  expect(cutText('x'.repeat(21), 20)).toBe('x'.repeat(20));
  expect(cutText(`${'x'.repeat(19)}ğ`.normalize('NFD'), 20)).toBe('x'.repeat(19));
  expect(cutText('👍🏽'.repeat(11), 20)).toBe('👍🏽'.repeat(10));
  expect(cutText(`${'x'.repeat(16)}👩‍👩‍👧‍👦`, 20)).toBe('x'.repeat(16));
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), fc.nat(40), (text, limit) => {
      const cut = cutText(text, limit);
      expect(text.startsWith(cut)).toBe(true);
      expect([...cut].length).toBeLessThanOrEqual(limit);
      expect(cut === text || [...text].length > limit).toBe(true);
    }),
    { numRuns: 500, seed: 20_261_121 },
  );
});
