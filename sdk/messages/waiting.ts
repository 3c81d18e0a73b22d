import type { Message, SendMessageRequest } from '../generated/types.ts';
import type { CallOptions } from '../request/request.ts';
import type { SendOptions } from '../request/send-options.ts';
import type { MessageStatus } from './message-status.ts';

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
  sendAndWait(message: SendMessageRequest, options?: SendAndWaitOptions): Promise<Message>;
  /**
   * Polls a message until it has reached `until`.
   *
   * @throws {MessageStatusError} if it fails, or takes longer than `waitTimeout`
   * @throws {ApiError} like `get`
   */
  waitUntil(id: string, options?: WaitOptions & CallOptions): Promise<Message>;
}
