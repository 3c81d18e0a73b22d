import { type Command, Option } from 'commander';
import { localCommand, runs } from '../../../program/options/frame.ts';
import { MODULES, positive } from '../../../program/options/options.ts';

const load = () => import('./accounts.ts');

/** `wigwag admin accounts` */
export function addAccountCommands(admin: Command): void {
  const accounts = admin.command('accounts').description('company accounts');
  const about = (name: string, description: string) =>
    accounts.command(name).description(description).argument('<id>', 'ID of the account');
  localCommand(
    accounts
      .command('add')
      .description('create an account and show its signing secret')
      .requiredOption('--name <name>', 'name of the account')
      .option('--country <code>', 'country for reading local phone numbers', 'TR')
      .option('--time-zone <zone>', 'time zone of quiet hours', 'Europe/Istanbul'),
    'wigwag admin accounts add --name "Corner shop" --country DE --time-zone Europe/Berlin',
  ).action(runs(load, 'addAccount'));
  localCommand(
    accounts.command('list').description('list the accounts with their state, license expiry and modules'),
    'wigwag admin accounts list',
  ).action(runs(load, 'listAccounts'));
  localCommand(about('show', 'show an account'), 'wigwag admin accounts show 1').action(runs(load, 'showAccount'));
  localCommand(
    about('set', 'change an account; omitted options keep their values. Servers apply the change to the next request')
      .option('--name <name>', 'new name')
      .option('--country <code>', 'country for reading local phone numbers')
      .option('--time-zone <zone>', 'time zone of quiet hours')
      .option('--license-until <time>', 'license expiry, such as 2027-01-01T00:00:00Z, or "unlimited"')
      .addOption(
        new Option('--modules <modules...>', 'enable only these modules; put this option after the ID').choices(
          MODULES,
        ),
      ),
    'wigwag admin accounts set 1 --license-until 2027-01-01T00:00:00Z',
    'wigwag admin accounts set 1 --modules api webhook',
  ).action(runs(load, 'setAccount'));
  localCommand(
    about('activate', 'activate an account again; its campaigns stay stopped until you resume each of them'),
    'wigwag admin accounts activate 1',
  ).action(runs(load, 'activateAccount'));
  localCommand(
    about('move', 'move an account to another installation while it works')
      .requiredOption('--to <file>', "environment file of the target's server, such as target.env")
      .option('--as <number>', 'number of the account in the target (default: the same)', positive)
      .option('--cancel', 'end a move that is not complete, and let the account continue here')
      .option('--yes', 'do not ask for confirmation')
      .addHelpText(
        'after',
        `
Copies everything, then pauses the account for a moment: requests get 429 with Retry-After, and the provider repeats its callbacks.
Afterwards this installation forwards requests, callbacks, links and web chats to WIGWAG_PUBLIC_URL of the target. If the command is
interrupted, run it again. Logins move; people log in again.`,
      ),
    'wigwag admin accounts move 5 --to target.env --yes',
    'wigwag admin accounts move 5 --to target.env --cancel',
  ).action(runs(() => import('./move.ts'), 'moveAccount'));
  localCommand(
    about('deactivate', "refuse the account's keys and stop its campaigns and flows; accepted messages are still sent"),
    'wigwag admin accounts deactivate 1',
  ).action(runs(load, 'deactivateAccount'));
}
