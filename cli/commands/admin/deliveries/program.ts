import { EVENTS } from '@wigwag/sdk/names';
import { type Command, Option } from 'commander';
import { localCommand, runs } from '../../../program/options/frame.ts';
import { accountOption, positive } from '../../../program/options/options.ts';

const load = () => import('./deliveries.ts');

const eventOption = () => new Option('--event <event>', 'only these events').choices(EVENTS);
const endpointOption = () => new Option('--endpoint <id>', 'only deliveries to this endpoint').argParser(positive);
const fromOption = (what: string) => new Option('--from <time>', `${what}, such as 2026-05-04T12:00:00Z`);
const toOption = () => new Option('--to <time>', 'events that happened before this time');

/** `wigwag admin deliveries`: the delivery log, retries and replays. */
export function addDeliveryCommands(admin: Command): void {
  const deliveries = admin.command('deliveries').description('list webhook deliveries and send them again');
  localCommand(
    deliveries
      .command('list')
      .description('list recent deliveries with their attempts, newest last')
      .addOption(accountOption())
      .addOption(
        new Option('--state <states...>', 'only deliveries in these states').choices([
          'pending',
          'waiting',
          'missed',
          'delivered',
          'failed',
        ]),
      )
      .addOption(eventOption())
      .addOption(endpointOption())
      .addOption(fromOption('events that happened at or after this time'))
      .addOption(toOption())
      .option('--limit <number>', 'number of deliveries', positive, 50),
    'wigwag admin deliveries list --state failed missed',
  ).action(runs(load, 'listDeliveries'));
  localCommand(
    deliveries
      .command('retry')
      .description('make the next attempt of a pending delivery now, instead of after its delay')
      .argument('<id>', 'ID from `admin deliveries list`')
      .addOption(accountOption()),
    'wigwag admin deliveries retry whd_17000000000000000009',
  ).action(runs(load, 'retry'));
  localCommand(
    deliveries
      .command('replay')
      .description('send one event again, or all events of a period; each gets a new delivery ID')
      .argument('[id]', 'ID from `admin deliveries list`; instead of --from')
      .addOption(accountOption())
      .addOption(fromOption('all events that happened at or after this time'))
      .addOption(toOption())
      .addOption(
        new Option('--state <states...>', 'only deliveries of that period in these states').choices([
          'missed',
          'delivered',
          'failed',
        ]),
      )
      .addOption(eventOption())
      .addOption(endpointOption())
      .option('--again', 'also send events of the period that were already sent again'),
    'wigwag admin deliveries replay whd_17000000000000000009',
    'wigwag admin deliveries replay --from 2026-05-04T12:00:00Z --to 2026-05-04T18:00:00Z --state missed failed',
  ).action(runs(load, 'replay'));
}
