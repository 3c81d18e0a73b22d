import { EVENTS } from '@wigwag/sdk/names';
import { type Command, Option } from 'commander';
import { accountOption, jsonOption, positive } from '../../program/options.ts';

const load = () => import('./deliveries.ts');
type Deliveries = Awaited<ReturnType<typeof load>>;

const eventOption = () => new Option('--event <event>', 'only these').choices(EVENTS);
const fromOption = (what: string) => new Option('--from <time>', `${what}, as 2026-05-04T12:00:00Z`);
const toOption = () => new Option('--to <time>', 'before this time');

/** What `wigwag admin webhook` does beside `set`. */
export function addWebhookCommands(webhook: Command): void {
  webhook
    .command('enable')
    .description('enable an address that was disabled after failures; what waits for it goes on')
    .addOption(accountOption())
    .addOption(jsonOption())
    .addHelpText('after', '\nExample:\n  $ wigwag admin webhook enable --account 1')
    .action(async (flags: Parameters<Deliveries['enableAccountWebhook']>[0]) =>
      (await load()).enableAccountWebhook(flags),
    );
}

/** `wigwag admin deliveries`: the log of events that were sent, and sending them again. */
export function addDeliveryCommands(admin: Command): void {
  const deliveries = admin.command('deliveries').description('the log of events, and replays');
  deliveries
    .command('list')
    .description('list the newest deliveries with their attempts, the newest last')
    .addOption(accountOption())
    .addOption(
      new Option('--state <states...>', 'only these').choices(['pending', 'waiting', 'missed', 'delivered', 'failed']),
    )
    .addOption(eventOption())
    .addOption(fromOption('of events that happened from this time on'))
    .addOption(toOption())
    .option('--limit <number>', 'how many', positive, 50)
    .addOption(jsonOption())
    .addHelpText('after', '\nExample:\n  $ wigwag admin deliveries list --account 1 --state failed missed')
    .action(async (flags: Parameters<Deliveries['listDeliveries']>[0]) => (await load()).listDeliveries(flags));
  deliveries
    .command('replay')
    .description('send one event again, or all that happened in a time; each goes out under a new delivery id')
    .argument('[id]', 'what `admin deliveries list` shows; instead of --from')
    .addOption(accountOption())
    .addOption(fromOption('all that happened from this time on'))
    .addOption(toOption())
    .addOption(new Option('--state <states...>', 'of those only these').choices(['missed', 'delivered', 'failed']))
    .addOption(eventOption())
    .addOption(jsonOption())
    .addHelpText(
      'after',
      `
Examples:
  $ wigwag admin deliveries replay whd_17000000000000000009 --account 1
  $ wigwag admin deliveries replay --account 1 --from 2026-05-04T12:00:00Z --to 2026-05-04T18:00:00Z --state missed failed`,
    )
    .action(async (id: string | undefined, flags: Parameters<Deliveries['replay']>[1]) =>
      (await load()).replay(id, flags),
    );
}
