import type { Command } from 'commander';
import { accountOption, channelOption, jsonOption } from '../../../program/options.ts';

const loadPeople = () => import('./people.ts');

const PERSON = 'a phone number in any format, or the ID of a person on a channel';

/** `wigwag admin people`: carries out a person's request for a copy or the erasure of their data. */
export function addPeopleCommands(admin: Command): void {
  type People = Awaited<ReturnType<typeof loadPeople>>;
  const people = admin.command('people').description('export or erase the stored data of one person');
  people
    .command('export')
    .description('print all stored data of one person, as JSON')
    .argument('<phone-or-id>', PERSON)
    .addOption(accountOption())
    .addOption(channelOption('only data on this channel'))
    .option('--output <file>', 'a new file; - writes to stdout', '-')
    .addHelpText(
      'after',
      `
Examples:
  $ wigwag admin people export "+90 555 111 22 33" --account 1 --output ada.json
  $ wigwag admin people export 1784140012345 --account 1 --channel instagram`,
    )
    .action(async (text: string, flags: Parameters<People['exportOne']>[1]) =>
      (await loadPeople()).exportOne(text, flags),
    );
  people
    .command('erase')
    .description('erase everything that identifies one person; reports keep only counts of the messages')
    .argument('<phone-or-id>', PERSON)
    .addOption(accountOption())
    .addOption(channelOption('only data on this channel'))
    .option('--yes', 'do not ask for confirmation')
    .option('--dry-run', 'only count the rows')
    .addOption(jsonOption())
    .addHelpText(
      'after',
      `
Works while a server runs. Cancels messages queued for the person. Also removes the person from the opt-out and block lists:
to stop all messages to them, also remove them from your own lists. If something cannot be erased yet, the command says why and exits with 1: run it again later.

Examples:
  $ wigwag admin people erase "+90 555 111 22 33" --account 1 --dry-run
  $ wigwag admin people erase "+90 555 111 22 33" --account 1 --yes`,
    )
    .action(async (text: string, flags: Parameters<People['eraseOne']>[1]) =>
      (await loadPeople()).eraseOne(text, flags),
    );
}
