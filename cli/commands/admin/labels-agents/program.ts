import type { Command } from 'commander';
import { accountOption, jsonOption, positive } from '../../../program/options.ts';

const load = () => import('./labels-agents.ts');
type Inbox = Awaited<ReturnType<typeof load>>;
type FlagsOf<Name extends 'addLabel' | 'listLabels' | 'addAgent' | 'listAgents'> = Parameters<Inbox[Name]>[0];

/** `wigwag admin labels` and `wigwag admin agents`: the labels and agents of conversations. */
export function addInboxCommands(admin: Command): void {
  const labels = admin.command('labels').description('conversation labels');
  labels
    .command('add')
    .description('add a label')
    .addOption(accountOption())
    .requiredOption('--name <name>', 'text of the label')
    .option('--color <color>', 'color such as #c0392b')
    .addOption(jsonOption())
    .addHelpText('after', '\nExample:\n  $ wigwag admin labels add --account 1 --name VIP --color "#c0392b"')
    .action(async (flags: FlagsOf<'addLabel'>) => (await load()).addLabel(flags));
  labels
    .command('list')
    .description('list the labels')
    .addOption(accountOption())
    .addOption(jsonOption())
    .addHelpText('after', '\nExample:\n  $ wigwag admin labels list --account 1')
    .action(async (flags: FlagsOf<'listLabels'>) => (await load()).listLabels(flags));

  const agents = admin.command('agents').description('agents to whom conversations are assigned');
  agents
    .command('add')
    .description('add an agent')
    .addOption(accountOption())
    .requiredOption('--name <name>', 'name of the agent')
    .addOption(jsonOption())
    .addHelpText('after', '\nExample:\n  $ wigwag admin agents add --account 1 --name Grace')
    .action(async (flags: FlagsOf<'addAgent'>) => (await load()).addAgent(flags));
  agents
    .command('list')
    .description('list the agents')
    .addOption(accountOption())
    .addOption(jsonOption())
    .addHelpText('after', '\nExample:\n  $ wigwag admin agents list --account 1')
    .action(async (flags: FlagsOf<'listAgents'>) => (await load()).listAgents(flags));
  agents
    .command('deactivate')
    .description('deactivate an agent; current assignments stay, but the agent gets no new ones')
    .argument('<id>', 'ID from `admin agents list`', positive)
    .addOption(accountOption())
    .addOption(jsonOption())
    .addHelpText('after', '\nExample:\n  $ wigwag admin agents deactivate 3 --account 1')
    .action(async (id: number, flags: FlagsOf<'listAgents'>) => (await load()).deactivateAgent(id, flags));
}
