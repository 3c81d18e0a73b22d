import type { Command } from 'commander';
import { accountOption, channelOption, jsonOption } from '../../../program/options.ts';

const load = () => import('./connections.ts');
const loadAdd = () => import('./add-connection.ts');
const loadCheck = () => import('./check-connections.ts');
const loadSync = () => import('./sync-templates.ts');
type Connections = Awaited<ReturnType<typeof load>>;
type Add = Awaited<ReturnType<typeof loadAdd>>;
type ListFlags = Parameters<Connections['listConnections']>[0];

/** `wigwag admin apps`, `connections` and `templates`: the commands that connect accounts to providers. */
export function addConnectionCommands(admin: Command): void {
  admin
    .command('apps')
    .description("the provider's apps, whose secrets sign callbacks")
    .command('add')
    .description('register a Meta app; its secret comes from WIGWAG_APP_SECRET or stdin')
    .addOption(jsonOption())
    .addHelpText('after', '\nExample:\n  $ wigwag admin apps add < app-secret.txt')
    .action(async (flags: Parameters<Add['addApp']>[0]) => (await loadAdd()).addApp(flags));

  const connections = admin.command('connections').description('connected phone numbers, pages and accounts');
  connections
    .command('add')
    .description('check and connect a channel account; its token comes from WIGWAG_ACCESS_TOKEN or stdin')
    .addOption(accountOption())
    .addOption(channelOption('channel of the connection').makeOptionMandatory())
    .option('--app <app_id>', 'ID printed by `admin apps add`; not for web')
    .option('--id <id>', 'phone number ID, page ID or Instagram account ID; not for web')
    .option('--waba <id>', 'WhatsApp business account ID')
    .option('--name <name>', 'name of the connection')
    .option(
      '--origins <origins...>',
      'sites that may embed the web chat, such as https://shop.example (default: only the built-in chat page)',
    )
    .option('--force', 'connect even if the check fails')
    .addOption(jsonOption())
    .addHelpText(
      'after',
      '\nExample:\n  $ wigwag admin connections add --account 1 --channel whatsapp --app APP --id 106540352242922 --waba 102290129340398 < token.txt',
    )
    .action(async (flags: Parameters<Add['addConnection']>[0]) => (await loadAdd()).addConnection(flags));
  connections
    .command('check')
    .description('check the token, number or page, and callbacks of every connection')
    .addOption(accountOption())
    .addHelpText('after', '\nExample:\n  $ wigwag admin connections check --account 1')
    .action(async (flags: { account: string }) => (await loadCheck()).checkConnections(flags));
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
    .argument('<id>', 'ID of the connection, such as wa_1')
    .addOption(accountOption())
    .option('--app <app_id>', 'ID of the app, if you registered it again; it sends the callbacks from now on')
    .option('--force', 'store the token even if the check fails')
    .addOption(jsonOption())
    .addHelpText('after', '\nExample:\n  $ wigwag admin connections set-token wa_1 --account 1 < token.txt')
    .action(async (id: string, flags: Parameters<Connections['setToken']>[1]) => (await load()).setToken(id, flags));
  connections
    .command('origins')
    .description('set which sites may embed a web chat')
    .argument('<id>', 'ID of the connection, such as web_1')
    .addOption(accountOption())
    .option('--set <origins...>', 'allow only these sites, such as https://shop.example')
    .option('--none', 'allow only the built-in chat page')
    .addOption(jsonOption())
    .addHelpText(
      'after',
      '\nExample:\n  $ wigwag admin connections origins web_1 --account 1 --set https://shop.example',
    )
    .action(async (id: string, flags: Parameters<Connections['setOrigins']>[1]) =>
      (await load()).setOrigins(id, flags),
    );
  for (const [name, description] of [
    ['activate', 'activate a connection'],
    ['deactivate', 'deactivate a connection; no messages are sent over it'],
  ] as const) {
    connections
      .command(name)
      .description(description)
      .argument('<id>', 'ID of the connection, such as wa_1')
      .addOption(accountOption())
      .addOption(jsonOption())
      .addHelpText('after', `\nExample:\n  $ wigwag admin connections ${name} wa_1 --account 1`)
      .action(async (id: string, flags: ListFlags) => (await load())[`${name}Connection`](id, flags));
  }

  admin
    .command('templates')
    .description('import message templates from the provider')
    .command('sync')
    .description('import the templates that the provider lists')
    .addOption(accountOption())
    .requiredOption('--connection <id>', 'ID of the connection, such as wa_1')
    .addHelpText('after', '\nExample:\n  $ wigwag admin templates sync --account 1 --connection wa_1')
    .action(async (flags: { account: string; connection: string }) => (await loadSync()).syncAccountTemplates(flags));
}
