import { partOf } from './part-of.ts';
import { handleOf } from './people.ts';
import type { Channel, Read, State } from './state.ts';
import type { World } from './world.ts';

/** What a business showed a person without a message: that it read theirs, or that it is typing. */
export interface Signal {
  channel: Channel;
  business_id: string;
  /** The person. */
  to: string;
  /** On all channels alike: `mark_seen` of Messenger and Instagram is `read`. */
  action: 'read' | 'typing_on' | 'typing_off' | 'react' | 'unreact';
  /** WhatsApp: the message that was read or is being answered. */
  message_id?: string;
  /** ISO 8601. */
  at: string;
  /** `typing_on`: when the indicator ended or will end. ISO 8601. */
  until?: string;
}

/** How long the typing indicator stays. WhatsApp's page says 25 seconds, Messenger's 20. */
const TYPING_MS: Record<Channel, number> = { whatsapp: 25_000, messenger: 20_000, instagram: 20_000 };

/** How many sends there were before each read: two times on a stopped clock can be equal. */
const sendsBefore = partOf(() => new WeakMap<Read, number>());

/** Stores that a message was read, or the use of a `sender_action`. */
export function keepRead(state: State, read: Read): void {
  state.reads.push(read);
  sendsBefore(state).set(read, state.sends.length);
}

/** Returns read receipts and typing indicators, oldest first. */
export function signals(world: World): Signal[] {
  return world.state.reads.flatMap((read, index) => signalsOf(world, read, index));
}

function signalsOf(world: World, read: Read, index: number): Signal[] {
  const { channel, business_id, message_id, at } = read;
  const user = userOf(world.state, read);
  const asset = world.state.assets.get(business_id);
  if (user === undefined || !asset) {
    return [];
  }
  const base = { channel, business_id, to: handleOf(world, asset, user), at, ...(message_id ? { message_id } : {}) };
  return actionsOf(read).map((action) => ({
    ...base,
    action,
    ...(action === 'typing_on' ? { until: endOf(world.state, read, index, user) } : {}),
  }));
}

function actionsOf({ channel, payload }: Read): Signal['action'][] {
  if (channel === 'whatsapp') {
    return payload.typing_indicator === undefined ? ['read'] : ['read', 'typing_on'];
  }
  const action = String(payload.sender_action);
  return [action === 'mark_seen' ? 'read' : (action as Signal['action'])];
}

const userOf = (state: State, { to, message_id = '' }: Read) => to ?? state.inbound.get(message_id)?.user;

/** Typing ends with the next message to the person, with `typing_off`, or after its time. */
function endOf(state: State, read: Read, index: number, user: string): string {
  const { channel, business_id, at } = read;
  const first = sendsBefore(state).get(read) ?? 0;
  const sent = state.sends
    .slice(first)
    .find((send) => send.business_id === business_id && (state.recipients.get(send.external_id) ?? send.to) === user);
  const off = state.reads
    .slice(index + 1)
    .find(
      (one) => one.business_id === business_id && userOf(state, one) === user && actionsOf(one).includes('typing_off'),
    );
  const limit = new Date(Date.parse(at) + TYPING_MS[channel]).toISOString();
  return [limit, sent?.at, off?.at].filter((time) => time !== undefined).sort()[0] ?? limit;
}
