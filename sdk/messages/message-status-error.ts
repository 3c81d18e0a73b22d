import type { Message } from '../generated/types.ts';

/**
 * Thrown if the message cannot reach the awaited status, or did not reach it in time; `details` has its latest state.
 * `sendAndWait` also throws this if the message was accepted and the wait then failed: `cause` is the reason. In that
 * case, do not send the message again.
 */
export class MessageStatusError extends Error {
  override name = 'MessageStatusError';
  /** ID of the message. */
  declare readonly messageId: string;
  /** The latest state of the message; undefined if no lookup succeeded. */
  declare readonly details: Message | undefined;
  /** Whether the message may still reach the status: the wait took too long or failed. */
  declare readonly timedOut: boolean;

  constructor(messageId: string, problem: string, details?: Message, timedOut = false, options?: ErrorOptions) {
    super(`${messageId} ${problem}`, options);
    Object.assign(this, { messageId, details, timedOut });
  }
}
