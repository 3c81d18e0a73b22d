import { onOneLine } from '../../output/sanitize-terminal.ts';
import type { Conversation, HistoryMessage, Window } from './model.ts';

const MARKS = { queued: '…', sent: '✓', delivered: '✓✓', read: '✓✓ read', failed: '✗ failed' } as const;

/** Returns a message of any type as one line of text. */
export function saidIn({ type, text, template, button, status, error }: HistoryMessage): string {
  const kind = type === 'text' ? '' : `[${template ?? type}] `;
  const mark = status === null ? '' : ` ${MARKS[status]}`;
  const why = error ? ` (${error.code} ${error.title ?? ''})` : '';
  return onOneLine(`${kind}${text ?? button?.title ?? ''}${mark}${why}`);
}

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

export const nameOf = ({ name, phone }: Pick<Conversation, 'name' | 'phone'>): string => onOneLine(name ?? phone);

/** Returns whether a conversation matches a search by name, number, agent or latest message. */
export function isFound(conversation: Conversation, search: string): boolean {
  const { phone, name, agent, last_message, status, channel } = conversation;
  const text = [phone, name, agent?.name, last_message?.text, status, channel].join(' ').toLowerCase();
  return search
    .toLowerCase()
    .split(/\s+/)
    .every((word) => text.includes(word));
}
