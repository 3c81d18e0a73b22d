import { checkOptions } from '#checks';
import type { Resources } from '../generated/resources.ts';
import type { Body, Schemas } from '../operation-types.ts';
import { pause } from '../request/pause.ts';
import type { CallOptions } from '../request/request.ts';
import type { SendOptions } from '../request/send-options.ts';
import { LONGEST_TIMER, withTimeout } from '../request/with-timeout.ts';
import { hasReached, type MessageStatus, movesForward } from './message-status.ts';

type Message = Schemas['Message'];

/** Options for waiting. */
export interface WaitOptions {
  /** The status to wait for; a later one also ends the wait. @default 'delivered' */
  until?: MessageStatus | undefined;
  /** Milliseconds to wait in total, including lookups and their retries; 0 allows one lookup. @default 60000 */
  waitTimeout?: number | undefined;
  /** Milliseconds between two lookups. @default 500 */
  interval?: number | undefined;
  /** Called at each lookup. */
  onStatus?: ((message: Message) => void) | undefined;
}

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

/** Options for `sendAndWait`. */
export interface SendAndWaitOptions extends SendOptions, WaitOptions {}

/** Methods of `messages` that are not operations of the document. */
export interface Waiting {
  /**
   * Sends a message and polls it until it has reached `until`.
   *
   * @throws {MessageStatusError} if the message fails, if it takes longer than `waitTimeout`, or if the wait fails; the
   * error has the ID of the accepted message
   * @throws {ApiError} like `send`
   */
  sendAndWait(message: Body<'sendMessage'>, options?: SendAndWaitOptions): Promise<Message>;
  /**
   * Polls a message until it has reached `until`.
   *
   * @throws {MessageStatusError} if it fails, or takes longer than `waitTimeout`
   * @throws {ApiError} like `get`
   */
  waitUntil(id: string, options?: WaitOptions & CallOptions): Promise<Message>;
}

/** Returns the methods that send and wait, based on these two. */
export function waitingFor({ send, get }: Pick<Resources['messages'], 'send' | 'get'>): Waiting {
  const wait = async (
    id: string,
    {
      until = 'delivered',
      waitTimeout = 60_000,
      interval = 500,
      onStatus,
      signal,
      idempotencyKey,
      ...call
    }: SendAndWaitOptions,
  ): Promise<Message> => {
    let seen: Message | undefined;
    const late = () =>
      new MessageStatusError(id, `is still ${seen?.status ?? 'unseen'} after ${waitTimeout / 1_000} s`, seen, true);
    return withTimeout(waitTimeout || LONGEST_TIMER, late, signal, async (control) => {
      for (;;) {
        seen = await get(id, { ...call, signal: control.signal });
        const { status, error } = seen;
        onStatus?.(seen);
        if (hasReached(status, until)) {
          return seen;
        }
        if (status === 'failed') {
          throw new MessageStatusError(
            id,
            `failed: ${error?.title ?? error?.code} ${error?.detail ?? ''}`.trim(),
            seen,
          );
        }
        if (!movesForward(status, until)) {
          throw new MessageStatusError(id, `is ${status}, so it cannot become ${until}`, seen);
        }
        if (!waitTimeout) {
          throw late();
        }
        await pause(interval, control.signal);
      }
    });
  };
  return {
    waitUntil: async (id, options = {}) => {
      checkOptions('waitUntil', options);
      return wait(id, options);
    },
    sendAndWait: async (message, options = {}) => {
      // Check the options before anything is sent.
      checkOptions('sendAndWait', options);
      const own = { ...options };
      const { until, waitTimeout, interval, onStatus, ...call } = own;
      const { id } = await send(message, call);
      return wait(id, own).catch((cause) => {
        // The message was accepted and must not be sent again by accident. Every error therefore has its ID.
        throw cause instanceof MessageStatusError
          ? cause
          : new MessageStatusError(id, `was accepted, but the wait failed: ${cause}`, undefined, true, { cause });
      });
    },
  };
}
