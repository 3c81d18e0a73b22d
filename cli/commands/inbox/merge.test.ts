import { expect, test } from 'vitest';
import { keepOlder } from './merge.ts';

/** Parses names with the time of their latest message, such as `ada5`. */
const listed = (text: string) =>
  text.split(' ').flatMap((word) => {
    const [, key = '', at = ''] = /^([a-z]+)(\d+)$/.exec(word) ?? [];
    return key === '' ? [] : [{ key, at }];
  });

test.each([
  ['nothing new', 'd4 c3', 'd4 c3 b2 a1', 'b2 a1'],
  ['one moves up and pushes another off the page', 'a5 d4', 'd4 c3 b2 a1', 'c3 b2'],
  ['someone new', 'e5 d4', 'd4 c3 b2 a1', 'c3 b2 a1'],
  ['so many are new that some may be missing', 'f6 e5', 'd4 c3 b2 a1', ''],
  ['the last one on the page has moved, so some may be missing', 'f6 c5', 'd4 c3 b2 a1', ''],
  ['nothing was loaded before', 'b2 a1', '', ''],
  ['nothing is left', '', 'b2 a1', ''],
])('older records kept after a refresh: %s', (_, page, known, older) => {
  expect(keepOlder(listed(page), listed(known), (item) => item)).toEqual(listed(older));
});
