import { setImmediate } from 'node:timers/promises';
import type { Account } from '../../store/account/accounts.ts';
import type { Tx } from '../../store/index.ts';
import type { MessageCounts, ResponseWait } from '../../store/reports/stats.ts';
import { spanOfDays } from './days.ts';
import { billableOf } from './stats.ts';

/** The messages of a day. */
export interface ReportDay extends MessageCounts {
  day: string;
  billable: Record<string, number>;
}

/** The waits for replies in the conversations of an agent, in microseconds. */
export interface AgentWaits {
  agentId: number;
  replies: number;
  median: number;
  /** Nine of ten waits are not longer. */
  slowestTenth: number;
}

/**
 * Counts the messages of each day in the account's time zone. On SQLite, queries block the event loop, so other work
 * runs between the days.
 */
export async function countDays(tx: Tx, { id, timeZone }: Account, days: readonly string[]): Promise<ReportDay[]> {
  const counted: ReportDay[] = [];
  for (const day of days) {
    const span = spanOfDays(timeZone, day, day);
    const counts = await tx.stats.countMessages(id, span);
    const billable = billableOf(await tx.stats.countPrices(id, span));
    counted.push({ day, ...counts, billable });
    await setImmediate();
  }
  return counted;
}

/** Returns the replies of each agent who has any, by ID. @param agents the agent of each conversation */
export const waitsByAgent = (waits: readonly ResponseWait[], agents: ReadonlyMap<number, number>): AgentWaits[] =>
  [...Map.groupBy(waits, ({ conversationId }) => agents.get(conversationId) ?? 0)]
    .map(([agentId, own]) => {
      const sorted = own.map(({ wait }) => wait).sort((a, b) => a - b);
      return { agentId, replies: sorted.length, median: shareOf(sorted, 0.5), slowestTenth: shareOf(sorted, 0.9) };
    })
    .sort((a, b) => a.agentId - b.agentId);

/** Returns the least value that at least this share of the values does not exceed. */
const shareOf = (sorted: readonly number[], share: number): number => sorted[Math.ceil(sorted.length * share) - 1] ?? 0;
