import { CHANNELS } from '@wigwag/sdk/names';
import { type Command, Option } from 'commander';
import { localCommand, runs } from '../../../program/options/frame.ts';
import { accountOption } from '../../../program/options/options.ts';

const load = () => import('./connections.ts');
const loadAdd = () => import('./add-connection.ts');
const loadCheck = () => import('./check-connections.ts');
const loadSync = () => import('./sync-templates.ts');

/** `wigwag admin apps`, `connections` and `templates`: the commands that connect accounts to providers. */
export function addConnectionCommands(admin: Command): void {
  const apps = admin.command('apps').description("the provider's apps, whose secrets sign callbacks");
  localCommand(
    apps.command('list').description('list the apps, without their secrets'),
    'wigwag admin apps list',
  ).action(runs(load, 'listApps'));
  localCommand(
    apps.command('add').description('register a Meta app; its secret comes from WIGWAG_APP_SECRET or stdin'),
    'wigwag admin apps add < app-secret.txt',
  ).action(runs(loadAdd, 'addApp'));

  const connections = admin.command('connections').description('connected phone numbers, pages and accounts');
  const about = (name: string, description: string, example = 'wa_1') =>
    connections
      .command(name)
      .description(description)
      .argument('<id>', `ID of the connection, such as ${example}`)
      .addOption(accountOption());
  localCommand(
    connections
      .command('add')
      .description('check and connect a channel account; its token comes from WIGWAG_ACCESS_TOKEN or stdin')
      .addOption(accountOption())
      .addOption(new Option('--channel <channel>', 'channel of the connection').choices(CHANNELS).makeOptionMandatory())
      .option('--app <app_id>', 'ID printed by `admin apps add`; not for web')
      .option('--id <id>', 'phone number ID, page ID or Instagram account ID; not for web')
      .option('--waba <id>', 'WhatsApp business account ID')
      .option('--name <name>', 'name of the connection')
      .option(
        '--origins <origins...>',
        'sites that may embed the web chat, such as https://shop.example (default: only the built-in chat page)',
      )
      .option('--force', 'connect even if the check fails'),
    'wigwag admin connections add --channel whatsapp --app APP --id 106540352242922 --waba 102290129340398 < token.txt',
  ).action(runs(loadAdd, 'addConnection'));
  localCommand(
    connections
      .command('check')
      .description('check the token, number or page, and callbacks of every connection')
      .addOption(accountOption()),
    'wigwag admin connections check',
  ).action(runs(loadCheck, 'checkConnections'));
  localCommand(
    connections
      .command('list')
      .description('list the connections and whether they are active')
      .addOption(accountOption()),
    'wigwag admin connections list --account 1',
  ).action(runs(load, 'listConnections'));
  localCommand(
    about('set-token', 'check and store a new access token; it comes from WIGWAG_ACCESS_TOKEN or stdin')
      .option('--app <app_id>', 'ID of the app, if you registered it again; it sends the callbacks from now on')
      .option('--force', 'store the token even if the check fails'),
    'wigwag admin connections set-token wa_1 < token.txt',
  ).action(runs(loadAdd, 'setToken'));
  localCommand(
    about('origins', 'set which sites may embed a web chat', 'web_1')
      .option('--set <origins...>', 'allow only these sites, such as https://shop.example')
      .option('--none', 'allow only the built-in chat page'),
    'wigwag admin connections origins web_1 --set https://shop.example',
  ).action(runs(load, 'setOrigins'));
  localCommand(
    about('set', 'set whether the provider learns that messages were read').addOption(
      new Option('--mark-as-read <on|off>', 'report messages as read when an unread count becomes 0')
        .choices(['on', 'off'])
        .makeOptionMandatory(),
    ),
    'wigwag admin connections set wa_1 --mark-as-read on',
  ).action(runs(load, 'setConnection'));
  localCommand(about('activate', 'activate a connection'), 'wigwag admin connections activate wa_1').action(
    runs(load, 'activateConnection'),
  );
  localCommand(
    about('deactivate', 'deactivate a connection; no messages are sent over it'),
    'wigwag admin connections deactivate wa_1',
  ).action(runs(load, 'deactivateConnection'));

  localCommand(
    admin
      .command('templates')
      .description('import message templates from the provider')
      .command('sync')
      .description('sync the templates that the provider lists')
      .addOption(accountOption())
      .requiredOption('--connection <id>', 'ID of the connection, such as wa_1'),
    'wigwag admin templates sync --connection wa_1',
  ).action(runs(loadSync, 'syncAccountTemplates'));
}
