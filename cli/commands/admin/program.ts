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

/** `wigwag admin`: what the operator does, on the server's machine, straight on the database that WIGWAG_* names. */
export function defineAdmin(admin: Command): void {
  addAccountCommands(admin);

  const keys = admin.command('keys').description('API keys');
  keys
    .command('add')
    .description('make a key; it is shown once')
    .addOption(accountOption())
    .addOption(new Option('--mode <mode>', 'a test key sends nothing').choices(['live', 'test']).default('live'))
    .option('--scopes <scopes...>', 'restrict it, as messages:send; full access when left out')
    .option('--allowed-ips <addresses...>', 'restrict it to addresses or CIDRs')
    .option('--requests-per-minute <number>', 'instead of 1800', positive)
    .addOption(jsonOption())
    .addHelpText('after', '\nExample:\n  $ wigwag admin keys add --account 1 --scopes messages:send')
    .action(async (flags: FlagsOf<'addKey'>) => (await load()).addKey(flags));

  addKeyCommands(keys);

  admin
    .command('apps')
    .description("the provider's apps, whose secret signs callbacks")
    .command('add')
    .description('register a Meta app; its secret comes from WIGWAG_APP_SECRET or stdin')
    .addOption(jsonOption())
    .addHelpText('after', '\nExample:\n  $ wigwag admin apps add < app-secret.txt')
    .action(async (flags: FlagsOf<'addApp'>) => (await load()).addApp(flags));

  const connections = admin.command('connections').description('connected numbers, pages and accounts');
  connections
    .command('add')
    .description('connect one, after checking it; its token comes from WIGWAG_ACCESS_TOKEN or stdin')
    .addOption(accountOption())
    .addOption(channelOption('of the connection').makeOptionMandatory())
    .option('--app <app_id>', 'what `admin apps add` printed; not for web')
    .option('--id <id>', 'phone number id, page id or Instagram account id; not for web')
    .option('--waba <id>', 'WhatsApp business account id')
    .option('--name <name>', 'what it is called')
    .option(
      '--origins <origins...>',
      'sites that may show a web chat, as https://shop.example; only our own page without',
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
    .description('check token, number or page, and callbacks of every connection')
    .addOption(accountOption())
    .addHelpText('after', '\nExample:\n  $ wigwag admin connections check --account 1')
    .action(async (flags: FlagsOf<'checkConnections'>) => (await load()).checkConnections(flags));

  addConnectionCommands(connections);

  addInboxCommands(admin);

  admin
    .command('templates')
    .description('approved templates')
    .command('sync')
    .description('take over what the provider lists')
    .addOption(accountOption())
    .requiredOption('--connection <id>', 'as wa_1')
    .addHelpText('after', '\nExample:\n  $ wigwag admin templates sync --account 1 --connection wa_1')
    .action(async (flags: FlagsOf<'syncAccountTemplates'>) => (await load()).syncAccountTemplates(flags));

  const webhook = admin.command('webhook').description('where events go');
  webhook
    .command('set')
    .description('set or take away the address; the signing secret is shown')
    .addOption(accountOption())
    .option('--url <url>', 'an https address')
    .option('--off', 'send no events')
    .addOption(new Option('--events <events...>', 'only these').choices(EVENTS))
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
