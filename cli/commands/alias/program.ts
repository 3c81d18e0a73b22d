import { Argument, type Command } from 'commander';
import { UsageError } from '../../program/errors/errors.ts';
import { localCommand, runs } from '../../program/options/frame.ts';
import { profileLast } from '../../program/words/profile-last.ts';
import { wordsOf } from '../../settings/aliases.ts';

/** `wigwag alias`: the user's names for commands. */
export function defineAlias(alias: Command): void {
  const isCommand = (word: string) => word === 'version' || alias.parent?.commands.some((one) => one.name() === word);
  const freeName = (name: string): string => {
    if (!/^\w[\w-]*$/.test(name)) {
      throw new UsageError(`the name of an alias consists of letters, digits, - and _; it is ${JSON.stringify(name)}`);
    }
    if (isCommand(name)) {
      throw new UsageError(`\`wigwag ${name}\` is a command: choose another name for the alias`);
    }
    return name;
  };
  const knownCommand = (command: string): string => {
    const [first = ''] = profileLast(wordsOf(command));
    if (!isCommand(first)) {
      const reason = first === '' ? '' : `, and ${first} is not one`;
      throw new UsageError(`an alias must start with a command${reason}; \`wigwag --help\` lists all commands`);
    }
    return command;
  };
  const load = () => import('./alias.ts');
  localCommand(
    alias
      .command('set')
      .description('give a command a name, or change the command of a name')
      .addArgument(new Argument('<name>', 'letters, digits, - and _').argParser(freeName))
      .addArgument(
        new Argument(
          '<command>',
          'the command without `wigwag`; $1 is the first argument, and the other arguments follow',
        ).argParser(knownCommand),
      ),
    `wigwag alias set find 'contacts list --search "$1"'`,
    "wigwag alias set keys 'admin keys list'",
  ).action(runs(load, 'setAlias'));
  localCommand(alias.command('list').description('list aliases'), 'wigwag alias list').action(
    runs(load, 'listAliases'),
  );
  localCommand(
    alias.command('delete').description('delete an alias').argument('<name>'),
    'wigwag alias delete find',
  ).action(runs(load, 'deleteAlias'));
}
