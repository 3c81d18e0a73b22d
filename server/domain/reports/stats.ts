import { setImmediate } from 'node:timers/promises';
import { type components, STATS_DEFAULT_DAYS } from '@wigwag/openapi';
import type { Account } from '../../store/account/accounts.ts';
import type { Tx } from '../../store/index.ts';
import type { MessageCounts, PriceCount } from '../../store/reports/stats.ts';
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
  // On SQLite, queries block the event loop, so other work runs between them.
  const counts = await tx.stats.countMessages(id, span);
  await setImmediate();
  const billable = billableOf(await tx.stats.countPrices(id, span));
  await setImmediate();
  const byStatus = await tx.stats.countConversations(id, span);
  const conversations = {
    open: byStatus.get('open') ?? 0,
    closed: byStatus.get('closed') ?? 0,
    bot: byStatus.get('bot') ?? 0,
  };
  return { from, to, messages: { ...withRates(counts), billable }, conversations };
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

/** Returns the counts of a period with their rates. */
const withRates = (counts: MessageCounts): Omit<Stats['messages'], 'billable'> => ({
  ...counts,
  delivered_rate: percentOf(counts.delivered, counts.outgoing),
  read_rate: percentOf(counts.read, counts.outgoing),
  failed_rate: percentOf(counts.failed, counts.outgoing),
});
