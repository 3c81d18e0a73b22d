import type { MessageStatus } from '../../store/messages/messages.ts';

/** §3.1 as a table: from which statuses each one may be reached. Steps may be skipped, since events come out of order. */
export const REACHED_FROM: Record<MessageStatus, readonly MessageStatus[]> = {
  queued: [],
  sent: ['queued'],
  delivered: ['queued', 'sent'],
  read: ['queued', 'sent', 'delivered'],
  failed: ['queued', 'sent', 'delivered'],
};

/** Whether a message may go from one status to another: only forward (§3.1). */
export const moves = (from: MessageStatus, to: MessageStatus): boolean => REACHED_FROM[to].includes(from);

/** Whether a move leaves out a step of which there may still be word; what failed had none. */
export const skips = (from: MessageStatus, to: MessageStatus): boolean =>
  to !== 'failed' && REACHED_FROM[to].some((step) => moves(from, step));
