import fc from 'fast-check';
import { expect, test } from 'vitest';
import { phoneDigits, unusableIn } from './phone.ts';

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
  '+90555+1112233',
  '90555;ext=1',
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

/** The marks that address books and messengers put around a number, by name. */
const PASTED = {
  'left-to-right embedding': '\u202a+90 555 111 22 33\u202c',
  'right-to-left override': '\u202e905551112233',
  isolates: '\u2066+905551112233\u2069',
  'direction marks': '\u200e+90\u200f 555 111 22 33',
  'zero-width space': '0555\u200b111\u200b2233',
  'byte order mark': '\ufeff05551112233',
  'no-break spaces': '+90\u00a0555\u202f111\u200922\u300033',
  'non-breaking hyphens': '+90\u2011555\u2011111\u20112233',
  'en dashes': '0555\u2013111\u20132233',
  'minus signs': '0555\u2212111\u22122233',
  'tel link': 'tel:+90-555-111-2233',
  'TEL link with marks': '\u202aTEL: +905551112233\u202c',
  'plus in parentheses': '(+90) 555 111 22 33',
  'full-width digits': '＋９０（５５５）１１１２２３３',
  'Arabic-Indic digits': '٠٥٥٥١١١٢٢٣٣',
  'Extended Arabic-Indic digits': '+۹۰ ۵۵۵ ۱۱۱ ۲۲ ۳۳',
  'Devanagari digits': '०५५५१११२२३३',
  'mathematical digits': '𝟘𝟝𝟝𝟝𝟙𝟙𝟙𝟚𝟚𝟛𝟛',
};

test.each(Object.entries(PASTED))('parses a number pasted with %s', (_name, text) => {
  expect(phoneDigits(text, 'TR')).toBe('905551112233');
});

test.each([
  ['0555111223x', 'contains the letter "x" (U+0078)'],
  ['0555111223\u0445', 'contains the letter "х" (U+0445)'],
  ['90555;ext=1', 'contains the character ";" (U+003B)'],
  ['905551112233\0', 'contains the character U+0000'],
  ['905551112233\u0301', 'contains the character U+0301'],
  ['905551112233😀', 'contains the character "😀" (U+1F600)'],
  ['90555²', 'contains the character "²" (U+00B2)'],
  ['+90555+1112233', 'contains a plus that is not at its beginning'],
  ['++905551112233', 'contains a plus that is not at its beginning'],
  ['', undefined],
  ['ada', undefined],
  ['9'.repeat(5000), 'is longer than 1000 characters'],
  ['905551112233905551112233', undefined],
  ['+905551112233', undefined],
])('says what is wrong with %j: %s', (text, problem) => {
  expect(unusableIn(text, 'TR')).toBe(problem);
});

test('reads the longest text of separators in a moment', () => {
  const started = performance.now();
  for (let at = 0; at < 100; at += 1) {
    phoneDigits(`${'1 '.repeat(499)}x${at}`, 'TR');
    phoneDigits(`${'\u202a'.repeat(998)}${at}`, 'TR');
  }
  expect(performance.now() - started).toBeLessThan(2_000);
});

/** Country, the current form, and how the number is written besides. */
const TWO_FORMS = [
  ['MX', '525512345678', ['5215512345678', '+52 1 55 1234 5678', '00525512345678', '0052 1 55 1234 5678']],
  [
    'AR',
    '541112345678',
    ['5491112345678', '+54 9 11 1234-5678', '+54 11 15 1234 5678', '0 11 15 1234-5678', '011 1234 5678'],
  ],
  ['AR', '542644472542', ['5492644472542', '0264 15 447 2542']],
  [
    'BR',
    '5511911112222',
    ['551111112222', '+55 11 1111-2222', '011 91111-2222', '011 1111 2222', '0055 11 91111 2222'],
  ],
  ['BR', '5531988887777', ['553188887777', '5531988887777']],
] as const;

test.each(TWO_FORMS)('in %s, %s has one form, however it is written', (country, current, spellings) => {
  for (const text of [current, `+${current}`, ...spellings]) {
    expect([text, phoneDigits(text, country)]).toEqual([text, current]);
  }
  expect(phoneDigits(spellings[0], 'TR')).toBe(current);
});

test.each([
  '551123456789', // a landline of São Paulo
  '551151234567',
  '558001234567', // a service number
  '541143211234', // a landline of Buenos Aires
  '52155123456789'.slice(0, 12),
])('%s, which has one form, does not change', (digits) => {
  expect(phoneDigits(digits, 'TR') ?? digits).toBe(digits);
});

test('a Mexican number that is too long is refused', () => {
  expect(phoneDigits('52155123456789', 'TR')).toBeUndefined();
});
