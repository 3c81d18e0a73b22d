import { adminDocument, STATS_DEFAULT_DAYS } from '@wigwag/openapi';
import { Temporal } from 'temporal-polyfill';
import type { App } from '../app/app.ts';
import { dayAt, spanOfDays } from '../domain/reports/days.ts';
import { type AgentWaits, countDays, type ReportDay, waitsByAgent } from '../domain/reports/report.ts';
import { findAccount } from './accounts.ts';
import { invalidField } from './admin-error.ts';
import { listAgents } from './labels-agents.ts';

const { 'x-max-days': MAX_DAYS, 'x-max-conversations': MAX_CONVERSATIONS } = adminDocument.components.schemas.Report;

interface Report {
  days: ReportDay[];
  timeZone: string;
  /** The number of conversations whose waits were read. */
  conversations: number;
  /** Whether these are all. */
  isComplete: boolean;
  agents: (AgentWaits & { name: string })[];
}

/**
 * Returns the report of a range of days; the default is the last 30 days.
 *
 * @throws {AdminError} for a range that has no days, or more than 92
 */
export async function reportOf(
  app: App,
  accountKey: string,
  range: { from?: string | undefined; to?: string | undefined },
): Promise<Report> {
  const account = await findAccount(app, accountKey);
  const { id, timeZone } = account;
  const last = plainDate('to', range.to ?? dayAt(timeZone, app.now()));
  const first =
    range.from === undefined ? last.subtract({ days: STATS_DEFAULT_DAYS - 1 }) : plainDate('from', range.from);
  const count = first.until(last).days + 1;
  if (count < 1) {
    throw invalidField('from', `must not be after to; it is ${first}, and to is ${last}`);
  }
  if (count > MAX_DAYS) {
    throw invalidField('from', `must be at most ${MAX_DAYS - 1} days before to; it is ${first}, and to is ${last}`);
  }
  const { read } = app.store;
  const span = spanOfDays(timeZone, first.toString(), last.toString());
  const days = Array.from({ length: count }, (_, index) => first.add({ days: index }).toString());
  const assigned = [...(await read.stats.agentsOfConversations(id, span.from, MAX_CONVERSATIONS + 1))];
  const agentOf = new Map(assigned.slice(0, MAX_CONVERSATIONS));
  const waits = await read.stats.responseWaits(id, span, [...agentOf.keys()]);
  const names = new Map((await listAgents(app, id)).map((agent) => [agent.id, agent.name]));
  return {
    days: await countDays(read, account, days),
    timeZone,
    conversations: agentOf.size,
    isComplete: agentOf.size === assigned.length,
    agents: waitsByAgent(waits, agentOf).map((one) => ({ ...one, name: names.get(one.agentId) ?? '' })),
  };
}

function plainDate(field: string, text: string): Temporal.PlainDate {
  try {
    return Temporal.PlainDate.from(text);
  } catch {
    throw invalidField(field, `must be a day such as 2026-05-04; it is "${text}"`);
  }
}
