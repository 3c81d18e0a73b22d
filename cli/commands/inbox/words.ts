import { personOf } from '../../output/event-line.ts';
import { localDay, localTime } from '../../output/local-time.ts';
import { messageText } from '../../output/message-text.ts';
import { onOneLine } from '../../output/sanitize-terminal.ts';
import type { Conversation, HistoryMessage, Window } from './model.ts';

const MARKS = { queued: '…', sent: '✓', delivered: '✓✓', read: '✓✓ read', failed: '✗ failed' } as const;

/** Returns a message of any type as its lines of text, the last one with its status. */
export function saidIn(message: HistoryMessage): string[] {
  const { status, error } = message;
  const mark = status === null ? '' : ` ${MARKS[status]}`;
  const why = error ? ` (${error.code} ${error.title ?? ''})` : '';
  return `${messageText(message)}${mark}${why}`.split(/\r\n?|\n/).map(onOneLine);
}

/** Returns the newest message of a conversation as one line of text. */
export const latestIn = ({ last_message }: Conversation): string =>
  last_message ? onOneLine(last_message.message ? messageText(last_message.message) : (last_message.text ?? '')) : '';

/** Returns how long free-form replies are still allowed. */
export function countdownOf(window: Window | undefined, now: number): string {
  if (window === undefined) {
    return '';
  }
  if (!window.window_open) {
    return window.last_inbound_at === null ? 'window never opened' : 'window closed';
  }
  if (window.closes_at === null) {
    return 'no window limit';
  }
  const minutes = Math.max(0, Math.ceil((Date.parse(window.closes_at) - now) / 60_000));
  return `window open ${Math.floor(minutes / 60)} h ${String(minutes % 60).padStart(2, '0')} min`;
}

/** Returns the person's name, else the username, else the number or ID. */
export const nameOf = ({ name, username, phone }: Pick<Conversation, 'name' | 'username' | 'phone'>): string =>
  personOf({ name, username, id: phone });

/** Returns the time of the newest message in the local zone: `14:05` today, `11-21` on other days. */
export function shortTime(at: string | undefined, now: number): string {
  if (at === undefined) {
    return '';
  }
  const time = new Date(at);
  return localDay(time) === localDay(new Date(now)) ? localTime(time).slice(0, 5) : localDay(time).slice(5);
}

/** Returns whether a conversation matches a search by name, username, number, agent or latest message. */
export function isFound(conversation: Conversation, search: string): boolean {
  const { phone, name, username, agent, status, channel } = conversation;
  const text = [phone, name, username, agent?.name, latestIn(conversation), status, channel].join(' ').toLowerCase();
  return search
    .toLowerCase()
    .split(/\s+/)
    .every((word) => text.includes(word));
}
