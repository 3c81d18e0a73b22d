import type { Command } from 'commander';
import { accountOption, jsonOption, positive } from '../../program/options.ts';

const load = () => import('./access.ts');
type Access = Awaited<ReturnType<typeof load>>;
type ListFlags = Parameters<Access['listKeys']>[0];

/** What `wigwag admin keys` does beside `add`. */
export function addKeyCommands(keys: Command): void {
  keys
    .command('list')
    .description('list the keys: id, mode, scopes, when made and revoked; never the key itself')
    .addOption(accountOption())
    .addOption(jsonOption())
    .addHelpText('after', '\nExample:\n  $ wigwag admin keys list --account 1')
    .action(async (flags: ListFlags) => (await load()).listKeys(flags));
  keys
    .command('revoke')
    .description('revoke a key for good')
    .argument('<id>', 'what `admin keys list` shows', positive)
    .addOption(accountOption())
    .addOption(jsonOption())
    .addHelpText('after', '\nExample:\n  $ wigwag admin keys revoke 7 --account 1')
    .action(async (id: number, flags: ListFlags) => (await load()).revokeKey(id, flags));
}

/** What `wigwag admin connections` does beside `add` and `check`. */
export function addConnectionCommands(connections: Command): void {
  connections
    .command('list')
    .description('list the connections, switched on or off')
    .addOption(accountOption())
    .addOption(jsonOption())
    .addHelpText('after', '\nExample:\n  $ wigwag admin connections list --account 1')
    .action(async (flags: ListFlags) => (await load()).listConnections(flags));
  connections
    .command('set-token')
    .description('give one a new token, after checking it; it comes from WIGWAG_ACCESS_TOKEN or stdin')
    .argument('<id>', 'as wa_1')
    .addOption(accountOption())
    .option('--app <app_id>', 'the app that calls back from now on, if it was registered anew')
    .option('--force', 'even if the check fails')
    .addOption(jsonOption())
    .addHelpText('after', '\nExample:\n  $ wigwag admin connections set-token wa_1 --account 1 < token.txt')
    .action(async (id: string, flags: Parameters<Access['setToken']>[1]) => (await load()).setToken(id, flags));
  connections
    .command('origins')
    .description('say which sites may put a web chat on their pages')
    .argument('<id>', 'as web_1')
    .addOption(accountOption())
    .option('--set <origins...>', 'these and no others, as https://shop.example')
    .option('--none', 'only our own page')
    .addOption(jsonOption())
    .addHelpText(
      'after',
      '\nExample:\n  $ wigwag admin connections origins web_1 --account 1 --set https://shop.example',
    )
    .action(async (id: string, flags: Parameters<Access['setOrigins']>[1]) => (await load()).setOrigins(id, flags));
  for (const [name, description] of [
    ['activate', 'switch one on again'],
    ['deactivate', 'switch one off: nothing is sent over it'],
  ] as const) {
    connections
      .command(name)
      .description(description)
      .argument('<id>', 'as wa_1')
      .addOption(accountOption())
      .addOption(jsonOption())
      .addHelpText('after', `\nExample:\n  $ wigwag admin connections ${name} wa_1 --account 1`)
      .action(async (id: string, flags: ListFlags) => (await load())[`${name}Connection`](id, flags));
  }
}
