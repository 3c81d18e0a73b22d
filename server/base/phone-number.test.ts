import { expect, test } from 'vitest';
import { comparableNumber } from './phone-number.ts';

test.each([
  ['+55 11 1111-2222', '5511911112222'],
  ['\u202a0055 11 91111 2222\u202c', '5511911112222'],
  ['tel:+90-555-111-22-33', '905551112233'],
  ['TR.13491208655302741918', 'TR.13491208655302741918'],
  ['web_a1B2', 'web_a1B2'],
  ['6042731925', '6042731925'],
])('%s is compared as %s', (text, comparable) => {
  expect(comparableNumber(text)).toBe(comparable);
});
