import type { Command } from 'commander';
import { apiCommand, listCommand, runs } from '../../program/options/frame.ts';
import { withQuery } from '../../program/options/query-options.ts';

const load = () => import('./reports.ts');

export function defineStats(stats: Command): void {
  apiCommand(
    withQuery(stats, 'getStats').option('--daily', 'add sparklines of the daily counts (one request for each day)'),
    'wigwag stats',
    'wigwag stats --from 2026-11-01 --to 2026-11-30 --daily',
  ).action(runs(() => import('./stats.ts'), 'showStats'));
}

export const defineLabels = (labels: Command): void => {
  listCommand(withQuery(labels.command('list').description('list labels'), 'listLabels'), 'wigwag labels list').action(
    runs(load, 'listLabels'),
  );
};

export const defineAgents = (agents: Command): void => {
  listCommand(withQuery(agents.command('list').description('list agents'), 'listAgents'), 'wigwag agents list').action(
    runs(load, 'listAgents'),
  );
};
