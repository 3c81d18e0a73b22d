import { EVENTS } from '@wigwag/sdk/names';
import { type Command, Option } from 'commander';
import { localCommand, runs } from '../../../program/options/frame.ts';
import { accountOption } from '../../../program/options/options.ts';

const load = () => import('./webhook.ts');

/** `wigwag admin webhook`: the address that receives events. */
export function addWebhookCommands(admin: Command): void {
  const webhook = admin.command('webhook').description('the address that receives events');
  localCommand(
    webhook
      .command('set')
      .description('set or remove the address, and show the signing secret')
      .addOption(accountOption())
      .option('--url <url>', 'an https address')
      .option('--off', 'send no events')
      .addOption(new Option('--events <events...>', 'send only these events').choices(EVENTS)),
    'wigwag admin webhook set --url https://example.com/hooks',
  ).action(runs(load, 'setAccountWebhook'));
  localCommand(
    webhook
      .command('show')
      .description('show the address and whether events are sent to it')
      .addOption(accountOption()),
    'wigwag admin webhook show',
  ).action(runs(load, 'showAccountWebhook'));
  localCommand(
    webhook
      .command('enable')
      .description('enable an address that was disabled after failures, and resume its pending deliveries')
      .addOption(accountOption()),
    'wigwag admin webhook enable',
  ).action(runs(load, 'enableAccountWebhook'));
  localCommand(
    webhook
      .command('renew-secret')
      .description('create a new signing secret, show it, and sign all deliveries with it from now on')
      .addOption(accountOption())
      .option('--yes', 'do not ask for confirmation'),
    'wigwag admin webhook renew-secret',
  ).action(runs(load, 'renewSecret'));
}
