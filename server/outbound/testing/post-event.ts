import type { Dispatcher } from 'undici';
import { type Clock, VirtualClock } from '../../engine/clock.ts';
import { createBrokers } from '../brokers/brokers.ts';
import { postWebhook } from '../webhook.ts';

const EVENT = { event: 'message.received', deliveryId: 'whd_1', attempt: 1, rawBody: '{}' };

/** Posts an event to the first endpoint of an account, as the server does. */
export function postEvent(
  url: string,
  options: { dispatcher: Dispatcher; repeatOn?: Dispatcher; clock?: Clock; allowLoopback: boolean },
) {
  const clock = options.clock ?? new VirtualClock();
  const brokers = createBrokers({ clock, allowLoopback: options.allowLoopback });
  return postWebhook({ ...EVENT, secrets: ['s'], isFirst: true, url }, { brokers, ...options, clock });
}
