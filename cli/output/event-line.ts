import type { WebhookEvent } from '@wigwag/sdk';
import type { Channel, EventName } from '@wigwag/sdk/names';
import { messageText } from './message-text.ts';
import { onOneLine } from './sanitize-terminal.ts';

/** Returns a username as people write it, or undefined if there is none. */
export const handleOf = (username: string | null | undefined): string | undefined =>
  username ? `@${username}` : undefined;

/** What a terminal shows as nothing: white space, control codes, and characters such as the Hangul filler. */
const INVISIBLE = /[\p{White_Space}\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}\u2800]/gu;

/** Returns a person's name, else the username, else the number or ID. A name that shows nothing does not count. */
export function personOf(person: { name?: string | null; username?: string | null; id: string }): string {
  const name = onOneLine(person.name ?? '');
  return name.replace(INVISIBLE, '') === '' ? onOneLine(handleOf(person.username) ?? person.id) : name;
}

/** The event with this name. */
type EventNamed<Name extends EventName> = Extract<WebhookEvent, { event: Name }>;

/** How the CLI shows the data of one event. */
interface EventLineRow<Data> {
  /** Returns whether the data has the fields that `line` and `channel` read. */
  isComplete(data: { message?: { from?: object }; template?: object } | undefined): boolean;
  /** Returns a short description of the event. */
  line(data: Data): string;
  channel(data: Data): Channel;
}

const ROWS: { [Name in EventName]: EventLineRow<EventNamed<Name>['data']> } = {
  'message.received': {
    isComplete: (data) => data?.message?.from instanceof Object,
    line: ({ message }) => {
      const { from, channel } = message;
      return `message.received  ${personOf(from)} on ${channel}: ${messageText(message)}`;
    },
    channel: ({ message }) => message.channel,
  },
  'message.status': {
    isComplete: (data) => data?.message instanceof Object,
    line: ({ message: { id, status, to, error } }) =>
      `message.status    ${id} to ${to} is ${status}${error ? ` (${error.code} ${error.title ?? ''})` : ''}`,
    channel: ({ message }) => message.channel,
  },
  'template.status': {
    isComplete: (data) => data?.template instanceof Object,
    line: ({ template: { name, language, status } }) => `template.status   ${name} (${language}) is ${status}`,
    // Only WhatsApp has templates (§1).
    channel: () => 'whatsapp',
  },
};

/** Returns the row of an event, or undefined for events of a newer server (§9). */
const rowOf = (name: unknown) =>
  typeof name === 'string' && Object.hasOwn(ROWS, name)
    ? (ROWS[name as EventName] as EventLineRow<unknown>)
    : undefined;

/**
 * Returns a short description of an event on one line. Customers' texts can contain line breaks and escape sequences.
 */
export const eventLine = ({ event, data }: WebhookEvent): string => onOneLine(rowOf(event)?.line(data) ?? event);

/** Returns the channel of an event, or undefined if this version does not know the event and it has no message. */
export const channelOf = ({ event, data }: WebhookEvent): Channel | undefined =>
  rowOf(event)?.channel(data) ?? (data as { message?: { channel?: Channel } } | undefined)?.message?.channel;

/** Returns whether a signed body is an event. An event that this version does not know needs only a name. */
export function isEvent(body: unknown): boolean {
  const { event, data } = (body ?? {}) as { event?: unknown; data?: object };
  return rowOf(event)?.isComplete(data) ?? typeof event === 'string';
}
