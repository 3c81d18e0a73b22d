import type { components } from '@wigwag/openapi';
import { hashOf, randomText } from '../../base/secrets.ts';
import type { MessageError } from '../../store/messages/messages.ts';

const PREFIX = 'erased_';

/** Returns a random replacement for an erased person, which cannot be traced back to the person. */
export const anonymousPerson = (): string => PREFIX + randomText(16);

/** Returns whether this person of a message has been erased. */
export const isErased = (person: string): boolean => person.startsWith(PREFIX);

/**
 * Returns the replacement for the provider's ID of an erased message, by which a repeated callback is recognized. The
 * provider's ID may contain the phone number, but it is too random to be found from its hash.
 */
export const erasedId = (externalId: string): string => PREFIX + hashOf(externalId);

type EventMessage = components['schemas']['ReceivedMessage'] | components['schemas']['StatusMessage'];

/** Returns the person, the channel and the message of an event about a message. */
export function personOf(data: unknown): { person: string; channel: string; messageId: string } | undefined {
  const message = (data as { message?: EventMessage } | null)?.message;
  return (
    message && {
      person: 'from' in message ? message.from.id : message.to,
      channel: message.channel,
      messageId: message.id,
    }
  );
}

/** Returns an error without the provider's text, which may quote personal data. */
export const redactedError = (error: MessageError): MessageError => ({
  ...error,
  detail: null,
  provider_message: null,
});

/** Returns a customer's message without its content. */
export function withoutContent(message: components['schemas']['ReceivedMessage']) {
  const { id, external_id, channel, connection_id, from, type, received_at } = message;
  const nothing = { text: null, media: null, button: null, location: null, reply_to: null };
  return { id, external_id, channel, connection_id, from, type, ...nothing, received_at };
}

/** Returns the `data` of an event about a message, without its person and its content. */
export function redactedEvent(data: unknown, person: string): object {
  const { message } = data as { message: EventMessage };
  if ('from' in message) {
    return { message: { ...withoutContent(message), external_id: person, from: { id: person, name: null } } };
  }
  const error = message.error && redactedError(message.error);
  return { message: { ...message, external_id: null, to: person, error } };
}

/** Removes the innermost list items that name one of these people from JSON; undefined if there are none. */
export function withoutItemsOf(json: string, persons: readonly string[]): string | undefined {
  const quoted = persons.map((person) => JSON.stringify(person));
  const names = (text: string): boolean => quoted.some((one) => text.includes(one));
  if (!names(json)) {
    return undefined;
  }
  const prune = (node: unknown): unknown => {
    if (Array.isArray(node)) {
      return node.map(prune).filter((item) => !names(JSON.stringify(item)));
    }
    return node !== null && typeof node === 'object'
      ? Object.fromEntries(Object.entries(node).map(([name, value]) => [name, prune(value)]))
      : node;
  };
  const pruned = JSON.stringify(prune(JSON.parse(json)));
  return names(pruned) ? '{}' : pruned;
}
