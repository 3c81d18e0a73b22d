import { EVENTS } from '@wigwag/sdk/names';
import { type Command, Option } from 'commander';
import { accountOption, jsonOption } from '../../../program/options.ts';

const load = () => import('./webhook.ts');
type Webhook = Awaited<ReturnType<typeof load>>;

/** `wigwag admin webhook`: the address that receives events. */
export function addWebhookCommands(admin: Command): void {
  const webhook = admin.command('webhook').description('the address that receives events');
  webhook
    .command('set')
    .description('set or remove the address, and show the signing secret')
    .addOption(accountOption())
    .option('--url <url>', 'an https address')
    .option('--off', 'send no events')
    .addOption(new Option('--events <events...>', 'send only these events').choices(EVENTS))
    .addOption(jsonOption())
    .addHelpText('after', '\nExample:\n  $ wigwag admin webhook set --account 1 --url https://example.com/hooks')
    .action(async (flags: Parameters<Webhook['setAccountWebhook']>[0]) => (await load()).setAccountWebhook(flags));
  webhook
    .command('enable')
    .description('enable an address that was disabled after failures, and resume its pending deliveries')
    .addOption(accountOption())
    .addOption(jsonOption())
    .addHelpText('after', '\nExample:\n  $ wigwag admin webhook enable --account 1')
    .action(async (flags: Parameters<Webhook['enableAccountWebhook']>[0]) =>
      (await load()).enableAccountWebhook(flags),
    );
  webhook
    .command('renew-secret')
    .description('create a new signing secret, show it, and sign all deliveries with it from now on')
    .addOption(accountOption())
    .option('--yes', 'do not ask for confirmation')
    .addOption(jsonOption())
    .addHelpText('after', '\nExample:\n  $ wigwag admin webhook renew-secret --account 1')
    .action(async (flags: Parameters<Webhook['renewSecret']>[0]) => (await load()).renewSecret(flags));
}
