import { EVENTS } from '@wigwag/sdk/names';
import { type Command, Option } from 'commander';
import { accountOption, channelOption, jsonOption, positive } from '../../program/options.ts';
import { addCampaignCommands } from '../campaigns/program.ts';
import { addConnectionCommands, addKeyCommands } from './access-program.ts';
import { addAccountCommands, addSigningSecretCommand } from './accounts-program.ts';
import { addDeliveryCommands, addWebhookCommands } from './deliveries-program.ts';
import { addInboxCommands } from './inbox-program.ts';
import { addBackupCommands, addMoveCommand, addPeopleCommands, addSecretCommands } from './operations-program.ts';

const load = () => import('./admin.ts');
type Admin = Awaited<ReturnType<typeof load>>;
type FlagsOf<Name extends keyof Admin> = Parameters<Admin[Name]>[0];

/**
 * `wigwag admin`: the operator's commands. They run on the server's machine, directly on the database that WIGWAG_*
 * names.
 */
export function defineAdmin(admin: Command): void {
  addAccountCommands(admin);

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
    .option('--scopes <scopes...>', 'restrict the key, such as messages:send (default: full access)')
    .option('--allowed-ips <addresses...>', 'restrict the key to IP addresses or CIDRs')
    .option('--requests-per-minute <number>', 'rate limit (default: 1800)', positive)
    .addOption(jsonOption())
    .addHelpText('after', '\nExample:\n  $ wigwag admin keys add --account 1 --scopes messages:send')
    .action(async (flags: FlagsOf<'addKey'>) => (await load()).addKey(flags));

  addKeyCommands(keys);

  admin
    .command('apps')
    .description("the provider's apps, whose secrets sign callbacks")
    .command('add')
    .description('register a Meta app; its secret comes from WIGWAG_APP_SECRET or stdin')
    .addOption(jsonOption())
    .addHelpText('after', '\nExample:\n  $ wigwag admin apps add < app-secret.txt')
    .action(async (flags: FlagsOf<'addApp'>) => (await load()).addApp(flags));

  const connections = admin.command('connections').description('connected phone numbers, pages and accounts');
  connections
    .command('add')
    .description('check and connect a channel account; its token comes from WIGWAG_ACCESS_TOKEN or stdin')
    .addOption(accountOption())
    .addOption(channelOption('channel of the connection').makeOptionMandatory())
    .option('--app <app_id>', 'id printed by `admin apps add`; not for web')
    .option('--id <id>', 'phone number id, page id or Instagram account id; not for web')
    .option('--waba <id>', 'WhatsApp business account id')
    .option('--name <name>', 'name of the connection')
    .option(
      '--origins <origins...>',
      'sites that may show the web chat, such as https://shop.example (default: only the built-in chat page)',
    )
    .option('--force', 'connect even if the check fails')
    .addOption(jsonOption())
    .addHelpText(
      'after',
      '\nExample:\n  $ wigwag admin connections add --account 1 --channel whatsapp --app APP --id 106540352242922 --waba 102290129340398 < token.txt',
    )
    .action(async (flags: FlagsOf<'addConnection'>) => (await load()).addConnection(flags));
  connections
    .command('check')
    .description('check the token, number or page, and callbacks of every connection')
    .addOption(accountOption())
    .addHelpText('after', '\nExample:\n  $ wigwag admin connections check --account 1')
    .action(async (flags: FlagsOf<'checkConnections'>) => (await load()).checkConnections(flags));

  addConnectionCommands(connections);

  addInboxCommands(admin);

  admin
    .command('templates')
    .description('approved templates')
    .command('sync')
    .description('import the templates that the provider lists')
    .addOption(accountOption())
    .requiredOption('--connection <id>', 'id of the connection, such as wa_1')
    .addHelpText('after', '\nExample:\n  $ wigwag admin templates sync --account 1 --connection wa_1')
    .action(async (flags: FlagsOf<'syncAccountTemplates'>) => (await load()).syncAccountTemplates(flags));

  const webhook = admin.command('webhook').description('the address that receives events');
  webhook
    .command('set')
    .description('set or remove the address; shows the signing secret')
    .addOption(accountOption())
    .option('--url <url>', 'an https address')
    .option('--off', 'send no events')
    .addOption(new Option('--events <events...>', 'send only these events').choices(EVENTS))
    .addOption(jsonOption())
    .addHelpText('after', '\nExample:\n  $ wigwag admin webhook set --account 1 --url https://example.com/hooks')
    .action(async (flags: FlagsOf<'setAccountWebhook'>) => (await load()).setAccountWebhook(flags));
  addWebhookCommands(webhook);
  addSigningSecretCommand(webhook);

  addDeliveryCommands(admin);

  addCampaignCommands(admin);

  addBackupCommands(admin);
  addSecretCommands(admin);
  addMoveCommand(admin);
  addPeopleCommands(admin);
}
