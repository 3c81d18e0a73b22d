import { type Command, Option } from 'commander';
import { jsonOption, MODULES } from '../../../program/options.ts';

const load = () => import('./accounts.ts');
type Accounts = Awaited<ReturnType<typeof load>>;

/** `wigwag admin accounts` */
export function addAccountCommands(admin: Command): void {
  const accounts = admin.command('accounts').description('company accounts');
  accounts
    .command('add')
    .description('create an account and show its signing secret')
    .requiredOption('--name <name>', 'name of the account')
    .option('--country <code>', 'country for reading local phone numbers', 'TR')
    .option('--time-zone <zone>', 'time zone of quiet hours', 'Europe/Istanbul')
    .addOption(jsonOption())
    .addHelpText(
      'after',
      '\nExample:\n  $ wigwag admin accounts add --name "Corner shop" --country DE --time-zone Europe/Berlin',
    )
    .action(async (flags: Parameters<Accounts['addAccount']>[0]) => (await load()).addAccount(flags));
  accounts
    .command('list')
    .description('list the accounts with their state, license expiry and modules')
    .addOption(jsonOption())
    .addHelpText('after', '\nExample:\n  $ wigwag admin accounts list')
    .action(async (flags: Parameters<Accounts['listAccounts']>[0]) => (await load()).listAccounts(flags));
  accounts
    .command('set')
    .description('change an account; omitted options keep their values. Servers apply the change to the next request')
    .argument('<id>', 'ID of the account')
    .option('--name <name>', 'new name')
    .option('--country <code>', 'country for reading local phone numbers')
    .option('--time-zone <zone>', 'time zone of quiet hours')
    .option('--license-until <time>', 'license expiry, such as 2027-01-01T00:00:00Z, or "unlimited"')
    .addOption(
      new Option('--modules <modules...>', 'enable only these modules; put this option after the ID').choices(MODULES),
    )
    .addOption(jsonOption())
    .addHelpText(
      'after',
      '\nExamples:\n  $ wigwag admin accounts set 1 --license-until 2027-01-01T00:00:00Z\n  $ wigwag admin accounts set 1 --modules api webhook',
    )
    .action(async (id: string, flags: Parameters<Accounts['setAccount']>[1]) => (await load()).setAccount(id, flags));
  for (const [name, description] of [
    ['activate', 'activate an account again; its campaigns stay stopped until you resume each of them'],
    ['deactivate', "refuse the account's keys and stop its campaigns and flows; accepted messages are still sent"],
  ] as const) {
    accounts
      .command(name)
      .description(description)
      .argument('<id>', 'ID of the account')
      .addOption(jsonOption())
      .addHelpText('after', `\nExample:\n  $ wigwag admin accounts ${name} 1`)
      .action(async (id: string, flags: Parameters<Accounts['listAccounts']>[0]) =>
        (await load())[`${name}Account`](id, flags),
      );
  }
}
