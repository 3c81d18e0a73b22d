import { checkOptions } from '#checks';
import { stoppable } from '../events/stoppable.ts';
import type { TailOptions } from '../events/tail.ts';
import type { Resources } from '../generated/resources.ts';
import type { HistoryMessage } from '../generated/types.ts';
import { withTimeout } from '../request/with-timeout.ts';
import type { Wigwag } from '../wigwag.ts';
import { NoReplyError } from './no-reply-error.ts';

/** Options for `conversations.stream`. */
export interface StreamOptions extends Omit<TailOptions, 'events' | 'lastEventId'> {
  /**
   * Start with the messages after the one with this `id`, such as the last one that you have shown.
   * @default the newest message at the time of the call
   */
  after?: string | undefined;
}

/** Options for `messages.waitForReply`. */
export interface WaitForReplyOptions extends StreamOptions {
  /** Milliseconds to wait in total. @default 60000 */
  waitTimeout?: number | undefined;
}

type Messages = AsyncGenerator<HistoryMessage, void, undefined>;

/** Methods of `conversations` that are not operations of the document. */
export interface Streaming {
  /**
   * Yields the messages of a conversation after `after`, oldest first, then each new one as it arrives. A message is
   * yielded again when it changes, such as its status or its text, so store it by `id`. No message is lost between
   * `after` and the stream, or while the connection is lost. `signal` ends the iteration, without an error.
   *
   * @throws {ConnectionError} if the first connection fails, or if the history cannot be loaded
   * @throws {ApiError} if the server refuses
   * @throws {TypeError} if the conversation does not have the message `after`
   */
  stream(phone: string, options?: StreamOptions): Messages;
}

/** Methods of `messages` that wait for the other side. */
export interface WaitingForReply {
  /**
   * Waits for the next message of a person. Pass the `id` of your message as `after`, so that a reply that arrives
   * before this call is also found.
   *
   * @throws {NoReplyError} if none arrives within `waitTimeout`
   * @throws {ApiError | ConnectionError | TypeError} like `conversations.stream`
   */
  waitForReply(to: string, options?: WaitForReplyOptions): Promise<HistoryMessage>;
}

/**
 * Returns the methods that follow a conversation. Their code is loaded with the first call, so that apps without them do
 * not load it.
 */
export function conversationMethods(
  conversations: Resources['conversations'],
  events: Wigwag['events'],
): Streaming & WaitingForReply {
  const code = () => import('./stream.ts');
  const stream = (phone: string, options: StreamOptions = {}) => {
    checkOptions('stream', options);
    return stoppable(options.signal, async function* (signal) {
      yield* (await code()).stream(conversations, events, phone, { ...options, signal });
    });
  };
  return {
    stream,
    async waitForReply(to, options = {}) {
      checkOptions('waitForReply', options);
      return (await code()).waitForReply(stream, { withTimeout, NoReplyError }, to, options);
    },
  };
}
