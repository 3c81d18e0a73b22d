import type { Command } from 'commander';
import { localCommand, runs } from '../../../program/options/frame.ts';
import { accountOption, positive } from '../../../program/options/options.ts';

const load = () => import('./labels-agents.ts');

/** `wigwag admin labels` and `wigwag admin agents`: the labels and agents of conversations. */
export function addInboxCommands(admin: Command): void {
  const labels = admin.command('labels').description('conversation labels');
  localCommand(
    labels
      .command('add')
      .description('add a label')
      .addOption(accountOption())
      .requiredOption('--name <name>', 'text of the label')
      .option('--color <color>', 'color such as #c0392b'),
    'wigwag admin labels add --name VIP --color "#c0392b"',
  ).action(runs(load, 'addLabel'));
  localCommand(
    labels.command('list').description('list the labels').addOption(accountOption()),
    'wigwag admin labels list',
  ).action(runs(load, 'listLabels'));

  const agents = admin.command('agents').description('agents to whom conversations are assigned');
  localCommand(
    agents
      .command('add')
      .description('add an agent')
      .addOption(accountOption())
      .requiredOption('--name <name>', 'name of the agent'),
    'wigwag admin agents add --name Grace',
  ).action(runs(load, 'addAgent'));
  localCommand(
    agents.command('list').description('list the agents').addOption(accountOption()),
    'wigwag admin agents list',
  ).action(runs(load, 'listAgents'));
  localCommand(
    agents
      .command('deactivate')
      .description('deactivate an agent; current assignments stay, but the agent gets no new ones')
      .argument('<id>', 'ID from `admin agents list`', positive)
      .addOption(accountOption()),
    'wigwag admin agents deactivate 3',
  ).action(runs(load, 'deactivateAgent'));
}
