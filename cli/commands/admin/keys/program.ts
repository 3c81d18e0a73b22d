import { type Command, Option } from 'commander';
import { accountOption, jsonOption, positive } from '../../../program/options.ts';

const load = () => import('./keys.ts');
type Keys = Awaited<ReturnType<typeof load>>;
type ListFlags = Parameters<Keys['listKeys']>[0];

/** `wigwag admin keys` */
export function addKeyCommands(admin: Command): void {
  const keys = admin.command('keys').description('API keys');
  keys
    .command('add')
    .description('create an API key; it is shown once')
    .addOption(accountOption())
    .addOption(
      new Option('--mode <mode>', 'mode of the key; a test key sends nothing')
        .choices(['live', 'test'])
        .default('live'),
    )
    .option('--scopes <scopes...>', 'restrict the key to these scopes, such as messages:send (default: full access)')
    .option('--allowed-ips <addresses...>', 'restrict the key to these IP addresses or CIDR ranges')
    .option('--requests-per-minute <number>', 'rate limit of the key (default: 1800)', positive)
    .addOption(jsonOption())
    .addHelpText('after', '\nExample:\n  $ wigwag admin keys add --account 1 --scopes messages:send')
    .action(async (flags: Parameters<Keys['addKey']>[0]) => (await load()).addKey(flags));
  keys
    .command('list')
    .description('list the keys with ID, mode, scopes, and creation and revocation times, but not the keys themselves')
    .addOption(accountOption())
    .addOption(jsonOption())
    .addHelpText('after', '\nExample:\n  $ wigwag admin keys list --account 1')
    .action(async (flags: ListFlags) => (await load()).listKeys(flags));
  keys
    .command('revoke')
    .description('revoke a key permanently')
    .argument('<id>', 'ID from `admin keys list`', positive)
    .addOption(accountOption())
    .addOption(jsonOption())
    .addHelpText('after', '\nExample:\n  $ wigwag admin keys revoke 7 --account 1')
    .action(async (id: number, flags: ListFlags) => (await load()).revokeKey(id, flags));
}
