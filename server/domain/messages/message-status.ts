import type { MessageStatus } from '../../store/messages/messages.ts';

/**
 * The statuses from which each status can be reached (§3.1). Steps may be skipped, since events arrive out of order.
 */
export const REACHED_FROM: Record<MessageStatus, readonly MessageStatus[]> = {
  queued: [],
  sent: ['queued'],
  delivered: ['queued', 'sent'],
  read: ['queued', 'sent', 'delivered'],
  failed: ['queued', 'sent', 'delivered'],
};

/** Returns whether a message may change from one status to another: only forward (§3.1). */
export const movesForward = (from: MessageStatus, to: MessageStatus): boolean => REACHED_FROM[to].includes(from);

/** Returns whether a change skips a status that a later event may still report. A failed message skips none. */
export const skips = (from: MessageStatus, to: MessageStatus): boolean =>
  to !== 'failed' && REACHED_FROM[to].some((step) => movesForward(from, step));
