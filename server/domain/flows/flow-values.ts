import { WINDOW_HOURS } from '@wigwag/openapi';
import { MICROSECONDS } from '../../base/time.ts';
import { keyString } from '../../engine/drivers/dialect.ts';
import type { Conversation } from '../../store/conversations/conversations.ts';
import type { KnownValues } from '../../store/flows/flow-runs.ts';
import type { Tx } from '../../store/index.ts';

/**
 * Returns the values of the placeholders. Values from a campaign of the last 24 hours take precedence (§2.11). Only
 * campaigns of the flow's own template count, since the placeholders use its numbering.
 *
 * @param at the end of the 24 hours, in microseconds since the epoch
 * @param sentWith the values that the template was sent with, used if no campaign has any
 */
export async function knownValues(
  tx: Tx,
  { accountId, person, templateId }: { accountId: number; person: string; templateId: number },
  at: number,
  sentWith: Record<string, string> = {},
): Promise<KnownValues> {
  const since = at - WINDOW_HOURS * MICROSECONDS.hour;
  const recipient = await tx.campaigns.latestRecipient(accountId, person, templateId, since);
  const given = recipient?.variables ?? {};
  const nameFor = (key: string) => (Array.isArray(given) ? String(Number(key) + 1) : key);
  const variables = Object.fromEntries(Object.entries(given).map(([key, value]) => [nameFor(key), value]));
  return { variables: { ...sentWith, ...variables }, name: recipient?.name ?? null };
}

/** Loads the names of contacts in conversations, by `keyString`. */
export const loadNames = (tx: Tx, conversations: readonly Conversation[]): Promise<Map<string, string | null>> =>
  tx.contacts.namesByIds(
    conversations.flatMap(({ accountId, contactId: id }) => (id === null ? [] : [{ accountId, id }])),
  );

/** Returns the name of the person in a conversation: from the contact record, or else from the channel (§2.11). */
export const nameOf = (
  names: ReadonlyMap<string, string | null>,
  { accountId, contactId, name }: Conversation,
): string | null => (contactId === null ? null : names.get(keyString({ accountId, id: contactId }))) ?? name;
