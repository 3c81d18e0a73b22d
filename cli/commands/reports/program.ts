import { type Command, Option } from 'commander';
import { apiCommand, listCommand, orderOption, runs } from '../../program/frame.ts';
import { day } from '../../program/options.ts';

const load = () => import('./reports.ts');

export function defineStats(stats: Command): void {
  apiCommand(
    stats
      .addOption(new Option('--from <day>', 'the first day (default: 30 days ago)').argParser(day))
      .addOption(new Option('--to <day>', 'the last day (default: today)').argParser(day))
      .option('--daily', 'add sparklines of the daily counts (one request for each day)'),
    'wigwag stats',
    'wigwag stats --from 2026-11-01 --to 2026-11-30 --daily',
  ).action(runs(() => import('./stats.ts'), 'showStats'));
}

export const defineLabels = (labels: Command): void => {
  listCommand(labels.command('list').description('list labels').addOption(orderOption()), 'wigwag labels list').action(
    runs(load, 'listLabels'),
  );
};

export const defineAgents = (agents: Command): void => {
  listCommand(agents.command('list').description('list agents').addOption(orderOption()), 'wigwag agents list').action(
    runs(load, 'listAgents'),
  );
};
