import fc from 'fast-check';
import { expect, test } from 'vitest';
import { phoneDigits } from './phone.ts';

/** Country, local format, digits with country code. */
const NUMBERS = [
  ['TR', '05551112233', '905551112233'],
  ['TR', '02121234567', '902121234567'],
  ['DE', '015123456789', '4915123456789'],
  ['GB', '07400123456', '447400123456'],
  ['FR', '0612345678', '33612345678'],
  ['IT', '0612345678', '390612345678'], // Italy keeps its 0
  ['JP', '09012345678', '819012345678'],
  ['ZA', '0821234567', '27821234567'],
] as const;

test.each(NUMBERS)('parses the local, the + and the bare format of a number in %s', (country, local, digits) => {
  expect(phoneDigits(local, country)).toBe(digits);
  expect(phoneDigits(`+${digits}`, country)).toBe(digits);
  expect(phoneDigits(digits, country)).toBe(digits);
  expect(phoneDigits(`00${digits}`, country)).toBe(digits);
});

test('a number gives the same digits in any format, with any separators', () => {
  const separator = fc.constantFrom('', '', '', ' ', '-', '.', '/', '  ', '\u00a0', ' - ');
  const spelling = fc
    .tuple(fc.constantFrom(...NUMBERS), fc.constantFrom('local', '+', '', '00'), fc.array(separator, { minLength: 20 }))
    .map(([[country, local, digits], form, separators]) => {
      const plain = form === 'local' ? local : form + digits;
      const [first = '', ...rest] = plain;
      return { country, digits, text: first + rest.map((digit, at) => (separators[at % 20] ?? '') + digit).join('') };
    });
  fc.assert(
    fc.property(spelling, fc.constantFrom('', ' ', '\t'), ({ country, digits, text }, space) => {
      expect(phoneDigits(space + text + space, country)).toBe(digits);
    }),
    { numRuns: 500 },
  );
});

test('a foreign number with + is not parsed as a number of the account’s country', () => {
  expect(phoneDigits('+1 (202) 555-0123', 'TR')).toBe('12025550123');
  expect(phoneDigits('+44 7400 123456', 'TR')).toBe('447400123456');
});

test('the same local number is a different number in another country', () => {
  expect(phoneDigits('0612345678', 'FR')).toBe('33612345678');
  expect(phoneDigits('0612345678', 'NL')).toBe('31612345678');
});

test.each(['+90 (0) 555 111 22 33', '0 (555) 111 22 33', '(0555) 111-2233', '+90-(555)-1112233'])(
  'parses %s as people write it',
  (text) => {
    expect(phoneDigits(text, 'TR')).toBe('905551112233');
  },
);

test.each([
  '',
  ' ',
  '+',
  '0',
  '1',
  '12345',
  '0555',
  '+999999999999',
  'ada',
  '1-800-FLOWERS',
  '0555111223a',
  '905551112233905551112233',
  '9'.repeat(128),
  '٠٥٥٥١١١٢٢٣٣',
  '+90555+1112233',
  '90555;ext=1',
  'tel:+905551112233',
  '905551112233\0',
])('refuses %j', (text) => {
  expect(phoneDigits(text, 'TR')).toBeUndefined();
});

test('never throws, and returns digits or undefined', () => {
  fc.assert(
    fc.property(fc.oneof(fc.string(), fc.string({ unit: fc.constantFrom(...'0123456789+-() ./') })), (text) => {
      expect(phoneDigits(text, 'TR') ?? '90').toMatch(/^[1-9]\d+$/);
    }),
    { numRuns: 1000 },
  );
});

test('the old format of a Mexican mobile number, which WhatsApp uses, is converted to the new one', () => {
  for (const text of ['5215512345678', '+52 1 55 1234 5678', '00525512345678', '0052 1 55 1234 5678', '525512345678']) {
    expect(phoneDigits(text, 'TR')).toBe('525512345678');
  }
  expect(phoneDigits('52155123456789', 'TR')).toBeUndefined();
});
