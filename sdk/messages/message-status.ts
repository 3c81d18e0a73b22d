import type { Schemas } from '../operation-types.ts';

/** The status of a message. */
export type MessageStatus = Schemas['MessageStatus'];

/** The rank of each status. Nothing follows `failed` or `read`. */
export const RANKS: Record<MessageStatus, number> = { queued: 0, sent: 1, delivered: 2, read: 3, failed: 3 };

/**
 * Returns whether a message can change from one status to another. A status only moves forward, in whatever order
 * events arrive.
 */
export const movesForward = (from: MessageStatus | undefined, to: MessageStatus): boolean =>
  from === undefined || RANKS[to] > RANKS[from];

/** Returns whether a message with `status` has reached `until`. */
export const hasReached = (status: MessageStatus, until: MessageStatus): boolean =>
  status === until || (status !== 'failed' && until !== 'failed' && RANKS[status] >= RANKS[until]);
