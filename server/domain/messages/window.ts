import { CAPABILITIES, type Channel, type components, WINDOW_HOURS } from '@wigwag/openapi';
import type { App } from '../../app/app.ts';
import { isoOf, MICROSECONDS } from '../../base/time.ts';
import type { Account } from '../../store/account/accounts.ts';
import type { Connection } from '../../store/connections/connections.ts';
import type { Conversation, LastInbound } from '../../store/conversations/conversations.ts';
import type { Caller } from '../account/caller.ts';
import { ApiError } from '../api-error.ts';
import { withOtherNames } from '../contacts/person.ts';
import { readRecipient, requireRecipient } from './recipient.ts';

/** The longest time until a free-form message is sent. After that, its window has closed. */
export const MAX_SEND_TIME = WINDOW_HOURS * MICROSECONDS.hour;

/** Returns when the window opened at `lastInboundAt` closes, in microseconds; null if the channel has no limit. */
export function windowCloses(hours: number | null, lastInboundAt: number): number | null {
  return hours === null ? null : lastInboundAt + hours * MICROSECONDS.hour;
}

/** Returns when a conversation's window closes; a time in the distant past if the customer never wrote. */
export const conversationCloses = ({ channel, lastInboundAt }: Conversation): number | null =>
  windowCloses(CAPABILITIES[channel].windowHours, lastInboundAt ?? 0);

/** Returns whether the window of a conversation is open at `now`, or whether its channel has no limit. */
export function isWindowOpen(channel: Channel, conversation: Conversation | undefined, now: number): boolean {
  const hours = CAPABILITIES[channel].windowHours;
  const closesAt = windowCloses(hours, conversation?.lastInboundAt ?? 0);
  return closesAt === null || now < closesAt;
}

/**
 * Checks that the customer's last message to this connection is less than 24 hours old. Free-form messages require
 * this (§1). If the window of another connection of the channel is open, the error names that connection.
 *
 * @param conversation the person's conversation on this connection, if there is one
 * @param last when the person last wrote on any connection of the channel, and to which connection
 * @param now microseconds since the epoch
 * @throws {ApiError} WINDOW_NEVER_OPENED or WINDOW_CLOSED
 */
export function requireOpenWindow(
  { id: connectionId, channel }: Connection,
  person: string,
  conversation: Conversation | undefined,
  last: LastInbound | undefined,
  now: number,
): void {
  const hours = CAPABILITIES[channel].windowHours;
  if (hours === null || isWindowOpen(channel, conversation, now)) {
    return;
  }
  const isOpenElsewhere =
    last !== undefined && last.connectionId !== connectionId && now < (windowCloses(hours, last.at) ?? now);
  const elsewhere = isOpenElsewhere ? `, but the window with ${last.connectionId} is open` : '';
  const told = { connection_id: connectionId, elsewhere };
  const details = { param: 'to', ...(isOpenElsewhere && { fix: `Send with the connection_id ${last.connectionId}.` }) };
  const lastInboundAt = conversation?.lastInboundAt ?? null;
  throw lastInboundAt === null
    ? new ApiError('WINDOW_NEVER_OPENED', { ...told, to: person }, details)
    : new ApiError(
        'WINDOW_CLOSED',
        { ...told, hours, closed_at: isoOf(windowCloses(hours, lastInboundAt) ?? 0) },
        details,
      );
}

/** Returns the person of a window. @throws {ApiError} RECIPIENT_INVALID */
async function requireNamed(
  app: App,
  { id: accountId, country }: Account,
  channel: Channel,
  id: string,
): Promise<string> {
  const { recipient, mustBeKnown } = readRecipient(channel, id, country, 'id');
  const isKnown = !mustBeKnown || (await app.store.read.contacts.find(accountId, [recipient])) !== undefined;
  return isKnown ? recipient : requireRecipient(channel, id, country, 'id');
}

/**
 * Returns what can be sent to a person now (§2.7). The window is open if that of any active connection of the channel
 * is open (window-connections), since a send without `connection_id` uses that connection (default-line).
 *
 * @param id the person, in the format of `to`
 * @throws {ApiError} RECIPIENT_INVALID
 */
export async function windowTo(
  app: App,
  { account }: Caller,
  channel: Channel,
  id: string,
): Promise<components['schemas']['Window']> {
  const { blockedNumbers, conversations } = app.store.read;
  const persons = await withOtherNames(app.store.read, account.id, [await requireNamed(app, account, channel, id)]);
  const { windowHours, features } = CAPABILITIES[channel];
  const lastInboundAt = (await conversations.lastInbound(account.id, channel, persons))?.at ?? null;
  const closesAt = lastInboundAt === null ? null : windowCloses(windowHours, lastInboundAt);
  const isOpen = windowHours === null || (closesAt !== null && app.now() < closesAt);
  const isBlocked = (await blockedNumbers.hasAmong(persons.map((id) => ({ accountId: account.id, id })))).length > 0;
  return {
    window_open: isOpen,
    last_inbound_at: lastInboundAt === null ? null : isoOf(lastInboundAt),
    closes_at: closesAt === null ? null : isoOf(closesAt),
    can_send: {
      session_message: isOpen && !isBlocked,
      template: features.includes('template') && !isBlocked,
    },
  };
}
