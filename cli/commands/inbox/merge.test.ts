import { expect, test } from 'vitest';
import { keepOlder } from './merge.ts';

/** Names with the time of their latest message: `ada5`. */
const listed = (text: string) =>
  text.split(' ').flatMap((word) => {
    const [, key = '', at = ''] = /^([a-z]+)(\d+)$/.exec(word) ?? [];
    return key === '' ? [] : [{ key, at }];
  });

test.each([
  ['nothing new', 'd4 c3', 'd4 c3 b2 a1', 'b2 a1'],
  ['one moves up, and pushes another out of the page', 'a5 d4', 'd4 c3 b2 a1', 'c3 b2'],
  ['somebody new', 'e5 d4', 'd4 c3 b2 a1', 'c3 b2 a1'],
  ['so much is new that some may be missing', 'f6 e5', 'd4 c3 b2 a1', ''],
  ['the last one of the page has moved, so some may be missing', 'f6 c5', 'd4 c3 b2 a1', ''],
  ['nothing was known', 'b2 a1', '', ''],
  ['nothing is left', '', 'b2 a1', ''],
])('what follows the newest page: %s', (_, page, known, older) => {
  expect(keepOlder(listed(page), listed(known), (item) => item)).toEqual(listed(older));
});
