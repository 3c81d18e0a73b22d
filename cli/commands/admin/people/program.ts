import { CHANNELS } from '@wigwag/sdk/names';
import { type Command, Option } from 'commander';
import { localCommand, runs, withExamples } from '../../../program/options/frame.ts';
import { accountOption } from '../../../program/options/options.ts';

const load = () => import('./people.ts');

/** `wigwag admin people`: carries out a person's request for a copy or the erasure of their data. */
export function addPeopleCommands(admin: Command): void {
  const people = admin.command('people').description('export or erase the stored data of one person');
  const about = (name: string, description: string) =>
    people
      .command(name)
      .description(description)
      .argument('<phone-or-id>', 'a phone number in any format, or the ID of a person on a channel')
      .addOption(accountOption())
      .addOption(new Option('--channel <channel>', 'only data on this channel').choices(CHANNELS));
  withExamples(
    about('export', 'print all stored data of one person, as JSON').option(
      '--file <file>',
      'a new file; - writes to stdout',
      '-',
    ),
    'wigwag admin people export "+90 555 111 22 33" --file ada.json',
    'wigwag admin people export 1784140012345 --channel instagram',
  ).action(runs(load, 'exportOne'));
  localCommand(
    about('erase', 'erase everything that identifies one person; reports keep only counts of the messages')
      .option('--yes', 'do not ask for confirmation')
      .option('--dry-run', 'only count what the erasure would erase')
      .addHelpText(
        'after',
        `
Works while a server runs. Cancels messages queued for the person. Also removes the person from the opt-out and block lists:
to stop all messages to them, also remove them from your own lists. If something cannot be erased yet, the command says why and exits with 1: run it again later.`,
      ),
    'wigwag admin people erase "+90 555 111 22 33" --dry-run',
    'wigwag admin people erase "+90 555 111 22 33" --yes',
  ).action(runs(load, 'eraseOne'));
}
