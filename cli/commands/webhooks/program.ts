import { EVENTS } from '@wigwag/sdk/names';
import { type Command, Option } from 'commander';
import { apiCommand, localCommand, runs } from '../../program/options/frame.ts';
import { known, positive, seconds, unixSeconds } from '../../program/options/options.ts';

const load = () => import('./webhooks.ts');

export function defineTrigger(trigger: Command): void {
  apiCommand(
    trigger
      .argument('<event>', EVENTS.join(', '))
      .option(
        '--override <fields...>',
        'fields of the event, each as name=value, such as from.name=Ada; only with `wigwag dev`',
      )
      .option(
        '--control-url <url>',
        'URL of the control port (or WIGWAG_CONTROL_URL; default: that of the `wigwag dev` in this folder)',
      )
      .option('--sample', 'make the server send a sample event to the webhook address instead; works with any server'),
    'wigwag trigger message.received --override "text=Where is my order?" from.name=Ada',
    'wigwag trigger message.status --override status=failed code=131026',
    'wigwag trigger template.status --sample',
  ).action(runs(() => import('./trigger.ts'), 'triggerEvent'));
}

export function defineWebhooks(webhooks: Command): void {
  apiCommand(
    webhooks
      .command('test')
      .description('make the server send a sample event to the webhook address')
      .addOption(known(new Option('--event <event>', 'event to send'), EVENTS)),
    'wigwag webhooks test --event message.status',
  ).action(runs(load, 'testWebhook'));
  localCommand(
    webhooks
      .command('verify')
      .description('verify a delivery offline; the secret comes from WIGWAG_SIGNING_SECRET')
      .argument('[file]', 'file with the raw body; - reads stdin', '-')
      .requiredOption('--header <signature>', 'value of X-Service-Signature')
      .addOption(new Option('--tolerance <seconds>', 'maximum age of the signature').argParser(seconds).default(300))
      .addOption(new Option('--content-length <bytes>', 'Content-Length of the request').argParser(positive)),
    'wigwag webhooks verify body.json --header "t=1795179703,v1=..."',
  ).action(runs(load, 'verifyWebhook'));
  localCommand(
    webhooks
      .command('sign')
      .description('sign a body as the server does; the secret comes from WIGWAG_SIGNING_SECRET')
      .argument('[file]', 'file with the body; - reads stdin', '-')
      .addOption(
        new Option('--timestamp <unix_seconds>', 'time of the signature (default: now)').argParser(unixSeconds),
      ),
    'wigwag webhooks sign body.json',
  ).action(runs(load, 'signWebhook'));
}
