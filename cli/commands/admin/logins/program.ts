import type { admin } from '@wigwag/server';
import { type Command, Option } from 'commander';
import { localCommand, runs } from '../../../program/options/frame.ts';
import { accountOption, positive } from '../../../program/options/options.ts';

const load = () => import('./logins.ts');

const ROLES = ['owner', 'manager', 'agent', 'viewer'] satisfies admin.AdminInput<'inviteAgent'>['role'][];

/** `wigwag admin agents invite`, `wigwag admin logins` and `wigwag admin operators`: who may use the dashboard. */
export function addLoginCommands(parent: Command): void {
  const agents = parent.commands.find((command) => command.name() === 'agents') ?? parent.command('agents');
  localCommand(
    agents
      .command('invite')
      .description('create a login of the dashboard for an agent; prints a link that works once')
      .argument('<id>', 'ID from `admin agents list`', positive)
      .addOption(accountOption())
      .requiredOption('--email <email>', 'email address with which the agent logs in')
      .addOption(new Option('--role <role>', 'what the agent may do').choices(ROLES).default('agent')),
    'wigwag admin agents invite 3 --email grace@shop.example --role owner',
  ).action(runs(load, 'inviteAgent'));

  const logins = parent.command('logins').description('logins of the dashboard');
  localCommand(
    logins.command('list').description('list the logins of an account').addOption(accountOption()),
    'wigwag admin logins list',
  ).action(runs(load, 'listLogins'));
  const about = (command: Command, name: string, description: string, list: string) =>
    command.command(name).description(description).argument('<id>', `ID from \`${list}\``, positive);
  localCommand(
    about(logins, 'reset', 'print a link that sets a new password', 'admin logins list').addOption(accountOption()),
    'wigwag admin logins reset 4',
  ).action(runs(load, 'resetLogin'));
  localCommand(
    about(logins, 'disable', 'refuse a login and end its sessions', 'admin logins list').addOption(accountOption()),
    'wigwag admin logins disable 4',
  ).action(runs(load, 'disableLogin'));
  localCommand(
    about(logins, 'enable', 'accept a disabled login again', 'admin logins list').addOption(accountOption()),
    'wigwag admin logins enable 4',
  ).action(runs(load, 'enableLogin'));

  const operators = parent.command('operators').description('logins that see all accounts of the installation');
  localCommand(
    operators
      .command('invite')
      .description('create a login for an operator; prints a link that works once')
      .requiredOption('--email <email>', 'email address with which the operator logs in'),
    'wigwag admin operators invite --email ops@example.com',
  ).action(runs(load, 'inviteOperator'));
  localCommand(operators.command('list').description('list the operators'), 'wigwag admin operators list').action(
    runs(load, 'listOperators'),
  );
  localCommand(
    about(operators, 'reset', 'print a link that sets a new password', 'admin operators list'),
    'wigwag admin operators reset 1',
  ).action(runs(load, 'resetOperator'));
}
