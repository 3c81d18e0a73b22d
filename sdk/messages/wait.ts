import type { Resources } from '../generated/resources.ts';
import type { Message, SendMessageRequest } from '../generated/types.ts';
import type { pause } from '../request/pause.ts';
import type { withTimeout } from '../request/with-timeout.ts';
import type { hasReached, movesForward } from './message-status.ts';
import type { MessageStatusError } from './message-status-error.ts';
import type { SendAndWaitOptions } from './waiting.ts';

/** What the loaded code uses of the client. It gets this as an argument, so that bundlers need no shared file. */
interface Tools {
  withTimeout: typeof withTimeout;
  pause: typeof pause;
  hasReached: typeof hasReached;
  movesForward: typeof movesForward;
  MessageStatusError: typeof MessageStatusError;
}

/** Loaded with the first call. */
export function waitingWith(
  get: Resources['messages']['get'],
  { withTimeout, pause, hasReached, movesForward, MessageStatusError }: Tools,
) {
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
    return withTimeout(waitTimeout || Number.POSITIVE_INFINITY, late, signal, async (control) => {
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
    wait,
    sendAndWait: async (
      send: Resources['messages']['send'],
      message: SendMessageRequest,
      options: SendAndWaitOptions,
    ) => {
      const { until, waitTimeout, interval, onStatus, ...call } = options;
      const { id } = await send(message, call);
      return wait(id, options).catch((cause) => {
        // The message was accepted and must not be sent again by accident. Every error therefore has its ID.
        throw cause instanceof MessageStatusError
          ? cause
          : new MessageStatusError(id, `was accepted, but the wait failed: ${cause}`, undefined, true, { cause });
      });
    },
  };
}
