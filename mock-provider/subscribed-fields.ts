import type { CallbackEvent } from './callbacks.ts';
import { list, object } from './graph-request.ts';
import type { Channel, Json, State } from './state.ts';

/** "Subscribed fields" of pages and accounts, by what an event carries. On Instagram echoes belong to `messages`. */
const FIELDS: Record<'messenger' | 'instagram', Record<string, string>> = {
  messenger: {
    message: 'messages',
    postback: 'messaging_postbacks',
    delivery: 'message_deliveries',
    read: 'message_reads',
    echo: 'message_echoes',
    reaction: 'message_reactions',
  },
  instagram: {
    message: 'messages',
    postback: 'messaging_postbacks',
    read: 'messaging_seen',
    reaction: 'message_reactions',
  },
};

/** What the app gets of a page or account: what it asked for, everything by default. */
export function subscribedFields(state: State, channel: Channel, id: string): string[] {
  return state.subscribedFields.get(id) ?? (channel === 'whatsapp' ? [] : Object.values(FIELDS[channel]));
}

/** Whether the app gets this event: of this WABA, page or account, and of this kind. */
export function isSubscribed(state: State, { channel, business_id, entry }: CallbackEvent): boolean {
  if (state.unsubscribed.has(String(entry.id)) || state.unsubscribed.has(business_id)) return false;
  const asked = state.subscribedFields.get(business_id);
  const field = asked && channel !== 'whatsapp' ? fieldOf(FIELDS[channel], entry) : undefined;
  return field === undefined || asked?.includes(field) === true;
}

function fieldOf(fields: Record<string, string>, entry: Json): string | undefined {
  const event = object(list(entry.messaging)[0]);
  if (fields.echo !== undefined && object(event.message).is_echo === true) return fields.echo;
  const kind = Object.keys(fields).find((one) => event[one] !== undefined);
  return kind === undefined ? undefined : fields[kind];
}
