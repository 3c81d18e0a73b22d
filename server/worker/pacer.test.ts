import fc from 'fast-check';
import { expect, test } from 'vitest';
import { Pacer } from './pacer.ts';

test('eighty may leave at once, the next one a second after the first', () => {
  const pacer = new Pacer();
  const slots = Array.from({ length: 82 }, () => pacer.slot('wa_1', 80, 5000));
  expect(slots.slice(0, 80)).toEqual(Array(80).fill(5000));
  expect(slots.slice(80)).toEqual([6000, 6000]);
});

test('lines do not wait for each other', () => {
  const pacer = new Pacer();
  for (let count = 0; count < 80; count += 1) {
    pacer.slot('wa_1', 80, 0);
  }
  expect(pacer.slot('wa_2', 80, 0)).toBe(0);
});

test('no second ever has more than the ceiling, whenever sends come', () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 0, max: 300 }), { maxLength: 200 }), (pauses) => {
      const pacer = new Pacer();
      let now = 0;
      const slots = pauses.map((pause) => {
        now += pause;
        return pacer.slot('line', 5, now);
      });
      for (const start of slots) {
        expect(slots.filter((slot) => slot >= start && slot < start + 1000).length).toBeLessThanOrEqual(5);
      }
    }),
  );
});
