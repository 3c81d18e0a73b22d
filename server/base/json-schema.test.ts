import { expect, test } from 'vitest';
import { createTestServer } from '../testing/server.ts';
import { createCompiler } from './json-schema.ts';

const compile = createCompiler('root', { $defs: { word: { type: 'string' } } });
const checkWords = compile({ type: 'array', items: { $ref: 'root#/$defs/word' } });
const numbers = (length: number) => Array.from({ length }, () => 1);

test('for a value with up to 500 values all errors are reported, and for a larger value only the first', () => {
  expect(checkWords(['a'])).toEqual([]);
  // The list itself also counts as a value.
  expect(checkWords(numbers(499)).filter(({ keyword }) => keyword === 'type')).toHaveLength(499);
  expect(checkWords(numbers(500)).map(({ instancePath }) => instancePath)).toEqual(['/0']);
});

test('values in nested objects count', () => {
  const nested = Object.fromEntries(numbers(300).map((value, index) => [`name${index}`, { value }]));
  const check = compile({ type: 'object', additionalProperties: { $ref: 'root#/$defs/word' } });
  expect(check({ a: 1, b: 1 })).toHaveLength(2);
  expect(check(nested)).toHaveLength(1);
});

test('errors do not depend on inherited properties or on undefined members', () => {
  expect(checkWords([undefined, 1]).map(({ instancePath }) => instancePath)).toEqual(['/0', '/1']);
});

// These once took 127 s and 202 s.
test.each([
  ['steps', { steps: numbers(100_000) }, 'steps', 'must have at most 10 entries'],
  [
    'buttons',
    { steps: [{ delay: '0', text: 'Hi', buttons: numbers(120_000) }] },
    'steps.0.buttons',
    'must have at most 3 entries',
  ],
])('a flow with a hundred thousand %s is refused immediately', async (_, fields, param, message) => {
  const { api } = await createTestServer();
  const refused = await api('POST', '/flows', { body: { name: 'Spring', template_id: 1, button_index: 0, ...fields } });
  expect(refused.body.error).toMatchObject({ code: 'VALIDATION_FAILED', param, errors: [{ field: param, message }] });
});
