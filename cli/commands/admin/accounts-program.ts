import { type Command, Option } from 'commander';
import { accountOption, jsonOption, MODULES } from '../../program/options.ts';

const load = () => import('./accounts.ts');
type Accounts = Awaited<ReturnType<typeof load>>;

/** `wigwag admin accounts` */
export function addAccountCommands(admin: Command): void {
  const accounts = admin.command('accounts').description('company accounts');
  accounts
    .command('add')
    .description('make an account; its signing secret is shown')
    .requiredOption('--name <name>', 'what it is called')
    .option('--country <code>', 'in which local phone numbers are read', 'TR')
    .option('--time-zone <zone>', 'of quiet hours', 'Europe/Istanbul')
    .addOption(jsonOption())
    .addHelpText(
      'after',
      '\nExample:\n  $ wigwag admin accounts add --name "Corner shop" --country DE --time-zone Europe/Berlin',
    )
    .action(async (flags: Parameters<Accounts['addAccount']>[0]) => (await load()).addAccount(flags));
  accounts
    .command('list')
    .description('list the accounts: whether they are active, until when licensed, which modules they have')
    .addOption(jsonOption())
    .addHelpText('after', '\nExample:\n  $ wigwag admin accounts list')
    .action(async (flags: Parameters<Accounts['listAccounts']>[0]) => (await load()).listAccounts(flags));
  accounts
    .command('set')
    .description('change an account; what is not named stays. Servers see it at the next request')
    .argument('<id>', 'the account')
    .option('--name <name>', 'what it is called')
    .option('--country <code>', 'in which local phone numbers are read')
    .option('--time-zone <zone>', 'of quiet hours')
    .option('--license-until <time>', 'as 2027-01-01T00:00:00Z, or "unlimited"')
    .addOption(new Option('--modules <modules...>', 'these and no others; behind the id').choices(MODULES))
    .addOption(jsonOption())
    .addHelpText(
      'after',
      '\nExamples:\n  $ wigwag admin accounts set 1 --license-until 2027-01-01T00:00:00Z\n  $ wigwag admin accounts set 1 --modules api webhook',
    )
    .action(async (id: string, flags: Parameters<Accounts['setAccount']>[1]) => (await load()).setAccount(id, flags));
  for (const [name, description] of [
    ['activate', 'let an account work again; its campaigns are resumed one by one'],
    ['deactivate', 'refuse its keys, stop its campaigns and flows; what was accepted is still sent'],
  ] as const) {
    accounts
      .command(name)
      .description(description)
      .argument('<id>', 'the account')
      .addOption(jsonOption())
      .addHelpText('after', `\nExample:\n  $ wigwag admin accounts ${name} 1`)
      .action(async (id: string, flags: Parameters<Accounts['listAccounts']>[0]) =>
        (await load())[`${name}Account`](id, flags),
      );
  }
}

/** What `wigwag admin webhook` does with the secret. */
export function addSigningSecretCommand(webhook: Command): void {
  webhook
    .command('renew-secret')
    .description('make a new signing secret, with which all is signed from now on; it is shown')
    .addOption(accountOption())
    .option('--yes', 'without asking')
    .addOption(jsonOption())
    .addHelpText('after', '\nExample:\n  $ wigwag admin webhook renew-secret --account 1')
    .action(async (flags: Parameters<Accounts['renewSecret']>[0]) => (await load()).renewSecret(flags));
}
