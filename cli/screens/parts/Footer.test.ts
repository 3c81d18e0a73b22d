import { expect, test } from 'vitest';
import { type Hint, hintsThatFit } from './Footer.tsx';

test('a footer loses its least important hints first, and never the most important one', () => {
  const hints: Hint[] = [
    ['arrows choose', 3],
    ['c close', 4],
    ['? help', 1],
    ['q quit', 2],
  ];
  expect(hintsThatFit(hints, 38)).toBe('arrows choose  c close  ? help  q quit');
  expect(hintsThatFit(hints, 37)).toBe('arrows choose  ? help  q quit');
  expect(hintsThatFit(hints, 20)).toBe('? help  q quit');
  expect(hintsThatFit(hints, 3)).toBe('? help');
});
