import { hasReached, type MessageStatus, movesForward } from './message-status.ts';
import type { SendOptions } from './methods.ts';
import type { Schemas } from './operation-types.ts';
import { pause } from './pause.ts';
import type { CallOptions } from './request.ts';

type Message = Schemas['Message'];

/** What to wait for, and how. */
export interface WaitOptions {
  /** The status to wait for; one further along will do. @default 'delivered' */
  until?: MessageStatus;
  /** Milliseconds to wait in all, beside the options of each call. @default 60000 */
  patience?: number;
  /** Milliseconds between two looks. @default 500 */
  interval?: number;
  /** Called at each look. */
  onStatus?: (message: Message) => void;
}

/** The message will not come to the status that was waited for, or did not in time; `details` say how it stands. */
export class MessageStatusError extends Error {
  override name = 'MessageStatusError';
  /** The message as it was seen last. */
  readonly details: Message;
  /** Whether it may still come to it: it took too long. */
  readonly timedOut: boolean;

  constructor(details: Message, problem: string, timedOut = false) {
    super(`${details.id} ${problem}`);
    this.details = details;
    this.timedOut = timedOut;
  }
}

/** Looks a message up until it has come as far as it should. @throws {MessageStatusError} */
export async function waitUntil(
  get: (options: CallOptions) => Promise<Message>,
  { until = 'delivered', patience = 60_000, interval = 500, onStatus, ...options }: WaitOptions & CallOptions,
): Promise<Message> {
  const deadline = Date.now() + patience;
  for (;;) {
    const message = await get(options);
    const { status, error } = message;
    onStatus?.(message);
    if (hasReached(status, until)) {
      return message;
    }
    if (status === 'failed') {
      throw new MessageStatusError(message, `failed: ${error?.title ?? error?.code} ${error?.detail ?? ''}`.trim());
    }
    if (!movesForward(status, until)) {
      throw new MessageStatusError(message, `is ${status}, so it can no longer become ${until}`);
    }
    if (Date.now() >= deadline) {
      throw new MessageStatusError(message, `is still ${status} after ${patience / 1_000} s`, true);
    }
    await pause(interval, options.signal);
  }
}

/** Options of `sendAndWait`. */
export interface SendAndWaitOptions extends SendOptions, WaitOptions {}
