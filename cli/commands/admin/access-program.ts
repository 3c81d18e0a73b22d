import type { Command } from 'commander';
import { accountOption, jsonOption, positive } from '../../program/options.ts';

const load = () => import('./access.ts');
type Access = Awaited<ReturnType<typeof load>>;
type ListFlags = Parameters<Access['listKeys']>[0];

/** Adds the subcommands of `wigwag admin keys` other than `add`. */
export function addKeyCommands(keys: Command): void {
  keys
    .command('list')
    .description('list the keys with id, mode, scopes, and creation and revocation times; never the key itself')
    .addOption(accountOption())
    .addOption(jsonOption())
    .addHelpText('after', '\nExample:\n  $ wigwag admin keys list --account 1')
    .action(async (flags: ListFlags) => (await load()).listKeys(flags));
  keys
    .command('revoke')
    .description('revoke a key permanently')
    .argument('<id>', 'id from `admin keys list`', positive)
    .addOption(accountOption())
    .addOption(jsonOption())
    .addHelpText('after', '\nExample:\n  $ wigwag admin keys revoke 7 --account 1')
    .action(async (id: number, flags: ListFlags) => (await load()).revokeKey(id, flags));
}

/** Adds the subcommands of `wigwag admin connections` other than `add` and `check`. */
export function addConnectionCommands(connections: Command): void {
  connections
    .command('list')
    .description('list the connections and whether they are active')
    .addOption(accountOption())
    .addOption(jsonOption())
    .addHelpText('after', '\nExample:\n  $ wigwag admin connections list --account 1')
    .action(async (flags: ListFlags) => (await load()).listConnections(flags));
  connections
    .command('set-token')
    .description('check and store a new access token; it comes from WIGWAG_ACCESS_TOKEN or stdin')
    .argument('<id>', 'id of the connection, such as wa_1')
    .addOption(accountOption())
    .option('--app <app_id>', 'the app that sends callbacks from now on, if it was registered again')
    .option('--force', 'store the token even if the check fails')
    .addOption(jsonOption())
    .addHelpText('after', '\nExample:\n  $ wigwag admin connections set-token wa_1 --account 1 < token.txt')
    .action(async (id: string, flags: Parameters<Access['setToken']>[1]) => (await load()).setToken(id, flags));
  connections
    .command('origins')
    .description('set which sites may show a web chat')
    .argument('<id>', 'id of the connection, such as web_1')
    .addOption(accountOption())
    .option('--set <origins...>', 'allow only these sites, such as https://shop.example')
    .option('--none', 'allow only the built-in chat page')
    .addOption(jsonOption())
    .addHelpText(
      'after',
      '\nExample:\n  $ wigwag admin connections origins web_1 --account 1 --set https://shop.example',
    )
    .action(async (id: string, flags: Parameters<Access['setOrigins']>[1]) => (await load()).setOrigins(id, flags));
  for (const [name, description] of [
    ['activate', 'activate a connection'],
    ['deactivate', 'deactivate a connection; no messages are sent over it'],
  ] as const) {
    connections
      .command(name)
      .description(description)
      .argument('<id>', 'id of the connection, such as wa_1')
      .addOption(accountOption())
      .addOption(jsonOption())
      .addHelpText('after', `\nExample:\n  $ wigwag admin connections ${name} wa_1 --account 1`)
      .action(async (id: string, flags: ListFlags) => (await load())[`${name}Connection`](id, flags));
  }
}
