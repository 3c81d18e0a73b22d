import { CHANNELS } from '@wigwag/openapi';
import type { Connection } from '../store/connections.ts';
import type { Tx } from '../store/index.ts';
import { isoOf, MICROSECONDS } from '../time.ts';
import { ApiError } from './api-error.ts';

/** When a window that `lastInboundAt` opened closes, in microseconds; null where the channel has no limit. */
export function windowCloses(hours: number | null, lastInboundAt: number): number | null {
  return hours === null ? null : lastInboundAt + hours * MICROSECONDS.hour;
}

/**
 * Free-form messages need the customer's last message to be less than 24 hours old (§1).
 *
 * @param now microseconds since the epoch
 * @throws {ApiError} WINDOW_NEVER_OPENED or WINDOW_CLOSED
 */
export async function requireOpenWindow(tx: Tx, connection: Connection, person: string, now: number): Promise<void> {
  const hours = CHANNELS[connection.channel].windowHours;
  if (hours === null) {
    return;
  }
  const conversation = await tx.conversations.find({
    accountId: connection.accountId,
    connectionId: connection.id,
    channel: connection.channel,
    person,
  });
  if (!conversation || conversation.lastInboundAt === null) {
    throw new ApiError('WINDOW_NEVER_OPENED', { to: person }, { param: 'to' });
  }
  const closesAt = windowCloses(hours, conversation.lastInboundAt);
  if (closesAt !== null && now >= closesAt) {
    throw new ApiError('WINDOW_CLOSED', { hours, closed_at: isoOf(closesAt) }, { param: 'to' });
  }
}
