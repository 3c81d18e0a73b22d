import fc from 'fast-check';
import { expect, test } from 'vitest';
import { StatusTracker, type WebhookEvent } from '../webhooks.ts';
import type { MessageStatus } from './message-status.ts';

type StatusEvent = Extract<WebhookEvent, { event: 'message.status' }>;
const statusOf = (id: string, status: string) =>
  ({ event: 'message.status', data: { message: { id, status } } }) as unknown as StatusEvent;

test('drops duplicates and late events', () => {
  const tracker = new StatusTracker();
  const news = ['sent', 'sent', 'read', 'delivered', 'read', 'failed'].map((status) =>
    tracker.apply(statusOf('msg_1', status)),
  );
  expect(news).toEqual([true, false, true, false, false, false]);
  expect(tracker.statusOf('msg_1')).toBe('read');
  expect(tracker.statusOf('msg_2')).toBeUndefined();
});

test('in whatever order and however often events arrive, a status never goes back', () => {
  const ORDER: MessageStatus[] = ['sent', 'delivered', 'read'];
  const events = fc.array(fc.tuple(fc.constantFrom('msg_1', 'msg_2'), fc.constantFrom(...ORDER)), { maxLength: 40 });
  fc.assert(
    fc.property(events, (each) => {
      const tracker = new StatusTracker();
      const furthest: Record<string, number> = {};
      for (const [id, status] of each) {
        const isNews = ORDER.indexOf(status) > (furthest[id] ?? -1);
        expect(tracker.apply(statusOf(id, status))).toBe(isNews);
        furthest[id] = Math.max(furthest[id] ?? -1, ORDER.indexOf(status));
        expect(tracker.statusOf(id)).toBe(ORDER[furthest[id]]);
      }
    }),
    { seed: 20261121, numRuns: 300 },
  );
});

test('forgets only the least recently updated messages', () => {
  const tracker = new StatusTracker({ capacity: 2 });
  tracker.apply(statusOf('msg_1', 'sent'));
  tracker.apply(statusOf('msg_2', 'sent'));
  tracker.apply(statusOf('msg_1', 'delivered'));
  tracker.apply(statusOf('msg_3', 'sent'));
  expect(['msg_1', 'msg_2', 'msg_3'].map((id) => tracker.statusOf(id))).toEqual(['delivered', undefined, 'sent']);
});
