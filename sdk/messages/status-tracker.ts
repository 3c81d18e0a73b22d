import { checkOptions } from '../checks.ts';
import type { WebhookEvent } from '../events/webhook-event.ts';
import { type MessageStatus, movesForward } from './message-status.ts';

type StatusEvent = Extract<WebhookEvent, { event: 'message.status' }>;

/**
 * Keeps how far each message has come, for receivers of message.status: events come at least once and in any order, and
 * a status only moves forward (§3.1, §6). It remembers the latest messages in memory; with a database of your own,
 * `movesForward` is the same rule.
 */
export class StatusTracker {
  readonly #statuses = new Map<string, MessageStatus>();
  readonly #capacity: number;

  /** @param options.capacity how many messages are remembered; the ones longest without news are forgotten. @default 10000 */
  constructor(options: { capacity?: number | undefined } = {}) {
    checkOptions('StatusTracker', options);
    this.#capacity = options.capacity ?? 10_000;
  }

  /** Takes an event in; false if it brings nothing new: a duplicate, or a status that the message has passed. @throws {TypeError} */
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

  /** How far a message has come, if it is remembered. */
  statusOf(id: string): MessageStatus | undefined {
    return this.#statuses.get(id);
  }
}
