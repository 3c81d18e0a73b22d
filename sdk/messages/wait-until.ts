import { checkOptions } from '#checks';
import type { Resources } from '../generated/resources.ts';
import type { Body, Schemas } from '../operation-types.ts';
import { pause } from '../request/pause.ts';
import type { CallOptions } from '../request/request.ts';
import type { SendOptions } from '../request/send-options.ts';
import { LONGEST_TIMER, withTimeout } from '../request/with-timeout.ts';
import { hasReached, type MessageStatus, movesForward } from './message-status.ts';

type Message = Schemas['Message'];

/** What to wait for, and how. */
export interface WaitOptions {
  /** The status to wait for; one further along will do. @default 'delivered' */
  until?: MessageStatus | undefined;
  /** Milliseconds to wait in all, look-ups and their retries included; with 0 it looks once. @default 60000 */
  waitTimeout?: number | undefined;
  /** Milliseconds between two looks. @default 500 */
  interval?: number | undefined;
  /** Called at each look. */
  onStatus?: ((message: Message) => void) | undefined;
}

/**
 * The message will not come to the status that was waited for, or did not in time; `details` say how it stands. From
 * `sendAndWait` also when it was accepted and the wait then broke off: `cause` says why. Do not send it again then.
 */
export class MessageStatusError extends Error {
  override name = 'MessageStatusError';
  /** Names the message. */
  declare readonly messageId: string;
  /** The message as it was seen last; undefined when it never was. */
  declare readonly details: Message | undefined;
  /** Whether it may still come to it: it took too long, or the wait broke off. */
  declare readonly timedOut: boolean;

  constructor(messageId: string, problem: string, details?: Message, timedOut = false, options?: ErrorOptions) {
    super(`${messageId} ${problem}`, options);
    Object.assign(this, { messageId, details, timedOut });
  }
}

/** Options of `sendAndWait`. */
export interface SendAndWaitOptions extends SendOptions, WaitOptions {}

/** What `messages` can do beside the document's operations. */
export interface Waiting {
  /**
   * Sends a message and looks it up until it has come as far as `until`.
   *
   * @throws {MessageStatusError} when it fails, takes longer than `waitTimeout`, or the wait breaks off: it has the id of
   * the message, which was accepted
   * @throws {ApiError} as `send`
   */
  sendAndWait(message: Body<'sendMessage'>, options?: SendAndWaitOptions): Promise<Message>;
  /**
   * Looks a message up until it has come as far as `until`.
   *
   * @throws {MessageStatusError} when it fails, or takes longer than `waitTimeout`
   * @throws {ApiError} as `get`
   */
  waitUntil(id: string, options?: WaitOptions & CallOptions): Promise<Message>;
}

/** How messages are waited for that are sent and looked up by these methods. */
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
      // Before anything is sent.
      checkOptions('sendAndWait', options);
      const own = { ...options };
      const { until, waitTimeout, interval, onStatus, ...call } = own;
      const { id } = await send(message, call);
      return wait(id, own).catch((cause) => {
        // It was accepted, so it must not be sent again unawares: whatever happens names it.
        throw cause instanceof MessageStatusError
          ? cause
          : new MessageStatusError(id, `was accepted, but then: ${cause}`, undefined, true, { cause });
      });
    },
  };
}
