import { checkOptions } from '../checks.ts';
import type { WebhookEvent } from '../events/webhook-event.ts';
import { type MessageStatus, movesForward } from './message-status.ts';

type StatusEvent = Extract<WebhookEvent, { event: 'message.status' }>;

/**
 * Tracks the status of each message for receivers of message.status. Events arrive at least once and in any order, and
 * a status only moves forward. The tracker keeps the latest messages in memory. If you have a database,
 * apply the same rule with `movesForward`.
 */
export class StatusTracker {
  readonly #statuses = new Map<string, MessageStatus>();
  readonly #capacity: number;

  /** @param options.capacity how many messages to remember; the least recently updated are forgotten. @default 10000 */
  constructor(options: { capacity?: number | undefined } = {}) {
    checkOptions('StatusTracker', options);
    this.#capacity = options.capacity ?? 10_000;
  }

  /**
   * Applies an event. Returns false if it is a duplicate, or a status that the message has already passed.
   *
   * @throws {TypeError}
   */
  apply(event: StatusEvent): boolean {
    const { id, status } = event?.data?.message ?? {};
    if (!id || !status) {
      throw new TypeError("event must be a webhook event whose `event` is 'message.status'.");
    }
    if (!movesForward(this.#statuses.get(id), status)) {
      return false;
    }
    this.#statuses.delete(id);
    this.#statuses.set(id, status);
    if (this.#statuses.size > this.#capacity) {
      this.#statuses.delete(this.#statuses.keys().next().value as string);
    }
    return true;
  }

  /** Returns the status of a message, if the tracker remembers it. */
  statusOf(id: string): MessageStatus | undefined {
    return this.#statuses.get(id);
  }
}
