import type { CallbackEvent } from '../callbacks/callback-event.ts';
import type { Channel, Json, State } from '../world/state.ts';
import { list, object } from './graph-request.ts';

/** "Webhooks": the object of each channel's callbacks. */
export const CHANNEL_OBJECTS: Record<Channel, string> = {
  whatsapp: 'whatsapp_business_account',
  messenger: 'page',
  instagram: 'instagram',
};

/** "Subscribed fields" of pages and accounts, by kind of event. On Instagram, echoes belong to `messages`. */
const FIELDS: Record<'messenger' | 'instagram', Record<string, string>> = {
  messenger: {
    message: 'messages',
    postback: 'messaging_postbacks',
    delivery: 'message_deliveries',
    read: 'message_reads',
    echo: 'message_echoes',
    reaction: 'message_reactions',
    message_edit: 'message_edits',
    policy_enforcement: 'messaging_policy_enforcement',
    referral: 'messaging_referrals',
    standby: 'standby',
  },
  instagram: {
    message: 'messages',
    postback: 'messaging_postbacks',
    read: 'messaging_seen',
    reaction: 'message_reactions',
    message_edit: 'message_edit',
    referral: 'messaging_referral',
    standby: 'standby',
  },
};

/** Returns the fields of a page or account that the app receives. @default all */
export function subscribedFields(state: State, channel: Channel, id: string): string[] {
  return state.subscribedFields.get(id) ?? (channel === 'whatsapp' ? [] : Object.values(FIELDS[channel]));
}

/** Fields of an object that the app receives by default. */
export function defaultFields(object: string): string[] {
  if (object === CHANNEL_OBJECTS.messenger) {
    return Object.values(FIELDS.messenger);
  }
  if (object === CHANNEL_OBJECTS.instagram) {
    return Object.values(FIELDS.instagram);
  }
  return ['messages', 'message_template_status_update'];
}

/** Returns whether the app receives this event, by its object, its WABA, page or account, and its kind. */
export function isSubscribed(state: State, event: CallbackEvent): boolean {
  const { channel, business_id, entry } = event;
  const about = CHANNEL_OBJECTS[channel];
  if (state.silenced.has(about) || !wants(state.appFields.get(about), event)) {
    return false;
  }
  if (state.unsubscribed.has(String(entry.id)) || state.unsubscribed.has(business_id)) {
    return false;
  }
  return channel === 'whatsapp' || wants(state.subscribedFields.get(business_id), event);
}

/** Returns whether an event belongs to one of these fields. An event that belongs to no known field is included. */
function wants(asked: string[] | undefined, { channel, entry }: CallbackEvent): boolean {
  if (asked === undefined) {
    return true;
  }
  const field = channel === 'whatsapp' ? object(list(entry.changes)[0]).field : fieldOf(FIELDS[channel], entry);
  return field === undefined || asked.includes(String(field));
}

function fieldOf(fields: Record<string, string>, entry: Json): string | undefined {
  if (entry.standby !== undefined) {
    return fields.standby;
  }
  const event = object(list(entry.messaging)[0]);
  if (fields.echo !== undefined && object(event.message).is_echo === true) {
    return fields.echo;
  }
  const kind = Object.keys(fields).find((one) => event[one] !== undefined);
  return kind === undefined ? undefined : fields[kind];
}
