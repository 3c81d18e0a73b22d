import { Command, CommanderError } from 'commander';
import { GROUPS } from './groups.ts';
import { DESCRIPTION, overview, version } from './overview.ts';

/**
 * The command tree.
 *
 * @param words what the person typed: only the commands among it are loaded, so that all others start without them
 */
export async function createProgram(words?: readonly string[]): Promise<Command> {
  const program = new Command('wigwag')
    .description(DESCRIPTION)
    .version(version())
    .showHelpAfterError('(add --help for the options and examples)')
    // What stands behind `send template` is for that, also where `send` has an option of the same name.
    .enablePositionalOptions()
    .exitOverride()
    .configureOutput({ outputError: (text, write) => write(text.replace(/^error: /, 'wigwag: ')) });
  for (const { name, description, load } of Object.values(GROUPS).flat()) {
    const command = program.command(name).description(description);
    if (words === undefined || words.includes(name)) {
      (await load())(command, createProgram);
    }
  }
  program.helpInformation = overview;
  return program;
}

/** Whether commander has already said what is wrong, or only showed help. */
export const isSaid = (error: unknown): error is CommanderError => error instanceof CommanderError;
