import type { Data, Query } from '@wigwag/sdk';
import { barOf, sparkline } from '../../output/bars.ts';
import { onOneLine } from '../../output/sanitize-terminal.ts';
import type { CommandContext } from '../../program/context/context.ts';
import { wanted } from '../../program/options/paginate.ts';

type Stats = Data<'getStats'>;

const AT_A_TIME = 5;
const DAY_MILLISECONDS = 86_400_000;

/** `wigwag stats`: draws the counts as bars, and with `--daily` also sparklines of the daily counts. */
export async function showStats(
  { wigwag, output }: CommandContext,
  { from, to, daily }: Query<'getStats'> & { daily?: boolean },
): Promise<void> {
  const stats = await wigwag.reports.stats(wanted({ from, to }) as Query<'getStats'>);
  const days = daily ? await inBatches(daysOf(stats), (day) => wigwag.reports.stats({ from: day, to: day })) : [];
  await output.record(
    daily ? { ...stats, days: days.map(({ from: day, messages }) => ({ day, ...messages })) } : stats,
    () => pictureOf(stats, days, output.width),
  );
}

function daysOf({ from, to }: Stats): string[] {
  const count = Math.round((Date.parse(to) - Date.parse(from)) / DAY_MILLISECONDS) + 1;
  return Array.from({ length: count }, (_, index) =>
    new Date(Date.parse(from) + index * DAY_MILLISECONDS).toISOString().slice(0, 10),
  );
}

async function inBatches<Item, Result>(items: Item[], work: (item: Item) => Promise<Result>): Promise<Result[]> {
  const results: Result[] = [];
  for (let begin = 0; begin < items.length; begin += AT_A_TIME) {
    results.push(...(await Promise.all(items.slice(begin, begin + AT_A_TIME).map(work))));
  }
  return results;
}

function pictureOf({ from, to, messages, conversations }: Stats, days: Stats[], width: number): string {
  const most = Math.max(messages.incoming, messages.outgoing, 1);
  const row = (name: string, count: number, of: number, rate?: number, names = 11) => {
    const share = rate === undefined ? '' : `  ${rate}%`;
    return `${name.padEnd(names)}${barOf(count / of, Math.min(30, width - names - 19))} ${count.toLocaleString('en')}${share}`;
  };
  const billable = Object.entries(messages.billable ?? {}).map(([name, count]) => [onOneLine(name), count] as const);
  const longest = Math.max(11, ...billable.map(([name]) => name.length + 1));
  const dearest = Math.max(...billable.map(([, count]) => count), 1);
  const fullest = Math.max(...Object.values(conversations), 1);
  return [
    `Messages from ${from} to ${to}`,
    row('incoming', messages.incoming, most),
    row('outgoing', messages.outgoing, most),
    row('delivered', messages.delivered, most, messages.delivered_rate),
    row('read', messages.read, most, messages.read_rate),
    row('failed', messages.failed, most, messages.failed_rate),
    ...(days.length > 0
      ? [
          '',
          `Each day    in  ${sparkline(
            days.map((day) => day.messages.incoming),
            width - 16,
          )}`,
          `            out ${sparkline(
            days.map((day) => day.messages.outgoing),
            width - 16,
          )}`,
        ]
      : []),
    ...(billable.length > 0
      ? [
          '',
          'Billed by Meta',
          ...billable.map(([category, count]) => row(category, count, dearest, undefined, longest)),
        ]
      : []),
    '',
    'Conversations',
    ...Object.entries(conversations).map(([status, count]) => row(status, count, fullest)),
  ].join('\n');
}
