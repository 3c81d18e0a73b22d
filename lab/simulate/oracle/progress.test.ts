import { expect, test } from 'vitest';
import { DeliveryProgress } from './progress.ts';

const ofWhatsapp = (id: string, status: string) =>
  JSON.stringify({ entry: [{ changes: [{ value: { statuses: [{ id, status }] } }] }] });
const ofPage = (event: object) => JSON.stringify({ entry: [{ messaging: [event] }] });

test.each([
  ['sent on whatsapp', ofWhatsapp('one', 'sent')],
  ['delivered on messenger', ofPage({ delivery: { mids: ['one'] } })],
  ['read on instagram', ofPage({ read: { mid: 'one' } })],
])('progress is known after the first acknowledged callback: %s', (_, callback) => {
  const progress = new DeliveryProgress();
  progress.acknowledged(callback, 100);
  progress.acknowledged(callback, 200);
  expect(progress.isKnown([{ external_id: 'one' }], 100)).toBe(false);
  expect(progress.isKnown([{ external_id: 'one' }], 101)).toBe(true);
});

test('progress is known only if each part has a callback about it, and a failure does not count', () => {
  const progress = new DeliveryProgress();
  progress.acknowledged(ofWhatsapp('one', 'sent'), 100);
  progress.acknowledged(ofWhatsapp('two', 'failed'), 100);
  expect(progress.isKnown([{ external_id: 'one' }, { external_id: 'two' }], 1000)).toBe(false);
});
