import fc from 'fast-check';
import { expect, test } from 'vitest';
import { movesForward } from './message-status.ts';

const STATUSES = ['queued', 'sent', 'delivered', 'read', 'failed'] as const;

/**
 * The transitions of §3.1, including skipped steps, because events arrive out of order. All other pairs are refused.
 */
const ALLOWED = [
  'queued sent',
  'queued delivered',
  'queued read',
  'queued failed',
  'sent delivered',
  'sent read',
  'sent failed',
  'delivered read',
  'delivered failed',
];

test.each(STATUSES.flatMap((from) => STATUSES.map((to) => [from, to] as const)))('%s to %s', (from, to) => {
  expect(movesForward(from, to)).toBe(ALLOWED.includes(`${from} ${to}`));
});

test('in any order of events, a status never goes back and a final status does not change', () => {
  fc.assert(
    fc.property(fc.array(fc.constantFrom(...STATUSES), { maxLength: 12 }), (events) => {
      const passed = ['queued'];
      for (const event of events) {
        const now = passed.at(-1) as (typeof STATUSES)[number];
        if (movesForward(now, event)) {
          passed.push(event);
        }
      }
      const order = passed.map((status) => ['queued', 'sent', 'delivered', 'read', 'failed'].indexOf(status));
      expect(order).toEqual([...new Set(order)].sort());
      expect(passed.includes('read') && passed.includes('failed')).toBe(false);
      if (events.includes('read') && !events.includes('failed')) {
        expect(passed.at(-1)).toBe('read');
      }
    }),
  );
});
