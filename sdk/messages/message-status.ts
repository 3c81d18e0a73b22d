import type { Schemas } from '../operation-types.ts';

/** How far a message has come (§3.1). */
export type MessageStatus = Schemas['MessageStatus'];

/** How far along each status is (§3.1). Nothing follows `failed` or `read`. */
export const RANKS: Record<MessageStatus, number> = { queued: 0, sent: 1, delivered: 2, read: 3, failed: 3 };

/** Whether a message may go from one status to another: only forward, however the news come in (§3.1). */
export const movesForward = (from: MessageStatus | undefined, to: MessageStatus): boolean =>
  from === undefined || RANKS[to] > RANKS[from];

/** Whether a message that is now at `status` has come as far as `until`. */
export const hasReached = (status: MessageStatus, until: MessageStatus): boolean =>
  status === until || (status !== 'failed' && until !== 'failed' && RANKS[status] >= RANKS[until]);
