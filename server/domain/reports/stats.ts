import { type components, STATS_DEFAULT_DAYS } from '@wigwag/openapi';
import type { Account } from '../../store/account/accounts.ts';
import type { Tx } from '../../store/index.ts';
import type { MessageStatus } from '../../store/messages/messages.ts';
import type { MessageCount, PriceCount } from '../../store/reports/stats.ts';
import { dayAt, daysBefore, spanOfDays } from './days.ts';
import { percentOf } from './percent.ts';

type Stats = components['schemas']['Stats'];

/**
 * Returns the counts for a range of days in the account's time zone; the default is the last 30 days (§2.12, §4.9).
 *
 * @param now microseconds since the epoch
 * @throws {ApiError} VALIDATION_FAILED naming `from` if it is after `to`
 */
export async function statsOf(
  tx: Tx,
  account: Account,
  days: { from?: string | undefined; to?: string | undefined },
  now: number,
): Promise<Stats> {
  const { id, timeZone } = account;
  const to = days.to ?? dayAt(timeZone, now);
  const from = days.from ?? daysBefore(to, STATS_DEFAULT_DAYS - 1); // both days count
  const span = spanOfDays(timeZone, from, to);
  const messages = {
    ...messageStats(await tx.stats.countMessages(id, span)),
    billable: billableOf(await tx.stats.countPrices(id, span)),
  };
  const byStatus = await tx.stats.countConversations(id, span);
  const conversations = {
    open: byStatus.get('open') ?? 0,
    closed: byStatus.get('closed') ?? 0,
    bot: byStatus.get('bot') ?? 0,
  };
  return { from, to, messages, conversations };
}

/** The category of messages for which the provider names none. */
const NO_CATEGORY = 'unknown';

/** Returns the number of messages that the provider charges for, by category. */
export function billableOf(counts: readonly PriceCount[]): Record<string, number> {
  const billable = counts.filter(({ pricing }) => pricing.billable === true);
  const byCategory = Map.groupBy(billable, ({ pricing }) => pricing.category ?? NO_CATEGORY);
  return Object.fromEntries(
    [...byCategory].sort().map(([category, own]) => [category, own.reduce((sum, { count }) => sum + count, 0)]),
  );
}

/** Returns the counts and rates of a period. */
export function messageStats(counts: readonly MessageCount[]): Omit<Stats['messages'], 'billable'> {
  const count = (direction: 'in' | 'out', statuses?: readonly MessageStatus[]): number =>
    counts
      .filter((one) => one.direction === direction && (statuses?.includes(one.status) ?? true))
      .reduce((sum, one) => sum + one.count, 0);
  const outgoing = count('out');
  const delivered = count('out', ['delivered', 'read']);
  const read = count('out', ['read']);
  const failed = count('out', ['failed']);
  return {
    incoming: count('in'),
    outgoing,
    delivered,
    read,
    failed,
    delivered_rate: percentOf(delivered, outgoing),
    read_rate: percentOf(read, outgoing),
    failed_rate: percentOf(failed, outgoing),
  };
}
