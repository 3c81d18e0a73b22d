import type { WebhookEvent } from '@wigwag/sdk';
import { onOneLine } from './sanitize-terminal.ts';

/** One event in a few words, on one line: what customers write may hold line breaks and commands to the terminal. */
export const eventLine = (event: WebhookEvent): string => onOneLine(wordsOf(event));

function wordsOf(event: WebhookEvent): string {
  switch (event.event) {
    case 'message.received': {
      const { from, channel, type, text } = event.data.message;
      return `${event.event}  ${from.name ?? from.id} on ${channel}: ${text ?? `(${type})`}`;
    }
    case 'message.status': {
      const { id, status, to, error } = event.data.message;
      return `${event.event}    ${id} to ${to} is ${status}${error ? ` (${error.code} ${error.title ?? ''})` : ''}`;
    }
    case 'template.status': {
      const { name, language, status } = event.data.template;
      return `${event.event}   ${name} (${language}) is ${status}`;
    }
    default:
      // §9: new events may come.
      return (event as { event: string }).event;
  }
}
