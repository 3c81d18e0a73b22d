import { type Command, Option } from 'commander';
import { localCommand, runs } from '../../../program/options/frame.ts';
import { positive } from '../../../program/options/options.ts';

/** `wigwag admin capacity`. It uses neither a database nor a server. */
export function addCapacityCommand(admin: Command): void {
  localCommand(
    admin
      .command('capacity')
      .description('estimate the processes, database and storage for a number of messages; needs no database')
      .addOption(
        new Option('--messages-per-day <number>', 'messages sent per day').argParser(positive).makeOptionMandatory(),
      )
      .addOption(
        new Option('--peak <factor>', 'how many times the average the busiest second has')
          .argParser(positive)
          .default(5),
      )
      .addHelpText(
        'after',
        `
All results are calculated, from measured figures per message and from assumptions (docs/capacity.md). Measure your own
machines before you rely on them.`,
      ),
    'wigwag admin capacity --messages-per-day 1000000',
    'wigwag admin capacity --messages-per-day 50000 --peak 20 --json',
  ).action(runs(() => import('./capacity.ts'), 'capacity'));
}
