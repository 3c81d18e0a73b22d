import type { TailOptions } from '../events/tail.ts';
import type { WebhookEvent } from '../events/webhook-event.ts';
import type { HistoryMessage } from '../generated/types.ts';

/** The event stream of the account. */
export type Listen = (options?: TailOptions) => AsyncGenerator<WebhookEvent, void, undefined>;

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
