import { hasReached, type MessageStatus, movesForward } from './message-status.ts';
import type { SendOptions } from './methods.ts';
import type { Schemas } from './operation-types.ts';
import { pause } from './pause.ts';
import type { CallOptions } from './request.ts';
import { requireNumber } from './require-number.ts';
import { within } from './within.ts';

type Message = Schemas['Message'];

/** What to wait for, and how. */
export interface WaitOptions {
  /** The status to wait for; one further along will do. @default 'delivered' */
  until?: MessageStatus | undefined;
  /** Milliseconds to wait in all, look-ups and their retries included; with 0 it looks once. @default 60000 */
  patience?: number | undefined;
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
  readonly messageId: string;
  /** The message as it was seen last; undefined when it never was. */
  readonly details: Message | undefined;
  /** Whether it may still come to it: it took too long, or the wait broke off. */
  readonly timedOut: boolean;

  constructor(messageId: string, problem: string, details?: Message, timedOut = false, options?: ErrorOptions) {
    super(`${messageId} ${problem}`, options);
    this.messageId = messageId;
    this.details = details;
    this.timedOut = timedOut;
  }
}

/** Looks a message up until it has come as far as it should. @throws {MessageStatusError} @throws {TypeError} */
export async function waitUntil(
  id: string,
  get: (options: CallOptions) => Promise<Message>,
  { until = 'delivered', patience = 60_000, interval = 500, onStatus, signal, ...options }: WaitOptions & CallOptions,
): Promise<Message> {
  requireWait({ patience, interval });
  let seen: Message | undefined;
  const late = () =>
    new MessageStatusError(id, `is still ${seen?.status ?? 'unseen'} after ${patience / 1_000} s`, seen, true);
  return within(patience || Number.POSITIVE_INFINITY, late, signal, async (control) => {
    for (;;) {
      seen = await get({ ...options, signal: control.signal });
      const { status, error } = seen;
      onStatus?.(seen);
      if (hasReached(status, until)) {
        return seen;
      }
      if (status === 'failed') {
        throw new MessageStatusError(id, `failed: ${error?.title ?? error?.code} ${error?.detail ?? ''}`.trim(), seen);
      }
      if (!movesForward(status, until)) {
        throw new MessageStatusError(id, `is ${status}, so it can no longer become ${until}`, seen);
      }
      if (!patience) {
        throw late();
      }
      await pause(interval, control.signal);
    }
  });
}

/** @throws {TypeError} */
export function requireWait({ patience = 0, interval = 0 }: WaitOptions): void {
  requireNumber('patience', patience);
  requireNumber('interval', interval);
}

/** An error of a wait, as one that carries the message: it was accepted, so it must not be sent again unawares. */
export const afterAccepted =
  (id: string) =>
  (error: unknown): never => {
    throw error instanceof MessageStatusError
      ? error
      : new MessageStatusError(id, `was accepted, but waiting for it broke off: ${error}`, undefined, true, {
          cause: error,
        });
  };

/** Options of `sendAndWait`. */
export interface SendAndWaitOptions extends SendOptions, WaitOptions {}
