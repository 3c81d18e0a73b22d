import { EVENTS } from '@wigwag/sdk/names';
import { type Command, InvalidArgumentError, Option } from 'commander';
import { localCommand, runs } from '../../../program/options/frame.ts';
import { accountOption, positive } from '../../../program/options/options.ts';

const load = () => import('./webhooks.ts');

/** Parses delays such as `1,5,30`; `none` is the empty list. */
function minutes(text: string): number[] {
  const parts = text === 'none' ? [] : text.split(',').map((part) => part.trim());
  if (!parts.every((part) => /^\d{1,5}$/.test(part))) {
    throw new InvalidArgumentError('It must be minutes such as 1,5,30, or none.');
  }
  return parts.map(Number);
}

const ADDRESS = 'an https address, or the one of a Redis stream, a NATS subject or an exchange of RabbitMQ';

/** Parses a number of hours, also 0. */
function hours(text: string): number {
  if (!/^\d{1,3}$/.test(text)) {
    throw new InvalidArgumentError('It must be a whole number of hours, from 0 to 720.');
  }
  return Number(text);
}

const withSettings = (command: Command): Command =>
  command
    .addOption(accountOption())
    .option('--name <name>', 'what the endpoint is for')
    .addOption(new Option('--events <events...>', 'send only these events').choices(EVENTS))
    .option('--filter <expression>', 'send only events for which this CEL expression is true')
    .option('--password', 'store the password of a message broker; it comes from WIGWAG_BROKER_PASSWORD or stdin')
    .option('--header <header...>', 'headers of each request, such as "Authorization: Bearer token"')
    .option('--retry-minutes <minutes>', 'delays before the retries, such as 1,5,30, or none', minutes)
    .option('--failures-to-disable <number>', 'failures in a row that disable the endpoint', positive);

/** `wigwag admin webhooks`: all webhook endpoints of an account. */
export function addEndpointCommands(admin: Command): void {
  const webhooks = admin.command('webhooks').description('all webhook endpoints of an account');
  const one = (name: string, description: string) =>
    webhooks.command(name).description(description).argument('<endpoint>', 'ID from `admin webhooks list`', positive);
  localCommand(
    webhooks.command('list').description('list the endpoints and their states').addOption(accountOption()),
    'wigwag admin webhooks list',
  ).action(runs(load, 'listEndpoints'));
  localCommand(
    withSettings(
      webhooks
        .command('add')
        .description('add an endpoint, and show its signing secret')
        .requiredOption('--url <url>', ADDRESS),
    ).option('--paused', 'let events wait until `admin webhooks resume`'),
    'wigwag admin webhooks add --url https://crm.example.com/hooks --name CRM',
    'wigwag admin webhooks add --url rediss://wigwag@redis.example.com:6379/0/events --password < password.txt',
    `wigwag admin webhooks add --url https://example.com/images --filter 'data.message.type == "image"'`,
  ).action(runs(load, 'addEndpoint'));
  localCommand(
    one('show', 'show an endpoint and its state').addOption(accountOption()),
    'wigwag admin webhooks show 2',
  ).action(runs(load, 'showEndpoint'));
  localCommand(
    withSettings(one('update', 'change the given settings of an endpoint').option('--url <url>', ADDRESS))
      .option('--no-password', 'remove the password')
      .option('--no-filter', 'send all subscribed events')
      .option('--no-header', 'remove all headers')
      .option('--default-retries', 'retry as the specification says'),
    'wigwag admin webhooks update 2 --events message.received',
  ).action(runs(load, 'updateEndpoint'));
  localCommand(
    one('remove', 'remove an endpoint; its deliveries that were not made yet fail')
      .addOption(accountOption())
      .option('--yes', 'do not ask for confirmation'),
    'wigwag admin webhooks remove 2',
  ).action(runs(load, 'removeEndpoint'));
  localCommand(
    one('pause', 'let events wait instead of sending them').addOption(accountOption()),
    'wigwag admin webhooks pause 2',
  ).action(runs(load, 'pauseEndpoint'));
  localCommand(
    one('resume', 'send the events that waited, and all later ones').addOption(accountOption()),
    'wigwag admin webhooks resume 2',
  ).action(runs(load, 'resumeEndpoint'));
  localCommand(
    one('enable', 'enable an endpoint that was disabled after failures, and resume its deliveries').addOption(
      accountOption(),
    ),
    'wigwag admin webhooks enable 2',
  ).action(runs(load, 'enableEndpoint'));
  localCommand(
    one('test', 'send a sample event to an endpoint, immediately and once')
      .addOption(accountOption())
      .addOption(new Option('--event <event>', 'the event to send').choices(EVENTS).default('message.received')),
    'wigwag admin webhooks test 2',
    'wigwag admin webhooks test 2 --event message.status',
  ).action(runs(load, 'testEndpoint'));
  localCommand(
    one('rotate-secret', 'create a signing secret and show it; the old one also signs during an overlap')
      .addOption(accountOption())
      .option('--overlap-hours <hours>', 'how long the old secret also signs', hours, 24),
    'wigwag admin webhooks rotate-secret 2',
    'wigwag admin webhooks rotate-secret 2 --overlap-hours 0',
  ).action(runs(load, 'rotateSecret'));
  localCommand(
    one('end-overlap', 'stop signing with the old secret now').addOption(accountOption()),
    'wigwag admin webhooks end-overlap 2',
  ).action(runs(load, 'endOverlap'));
}
