import { Command, CommanderError } from 'commander';
import { GROUPS } from './groups.ts';
import { DESCRIPTION, overview } from './overview.ts';
import { version } from './version.ts';

/**
 * Returns the command tree.
 *
 * @param words the words of the command line; only the commands that they name are loaded, for a faster start
 */
export async function createProgram(words?: readonly string[]): Promise<Command> {
  const program = new Command('wigwag')
    .description(DESCRIPTION)
    .version(version())
    .showHelpAfterError('(add --help for the options and examples)')
    // Options after `send template` belong to it, even if `send` has an option of the same name.
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

/** Returns whether commander has already printed the error, or only printed help. */
export const isSaid = (error: unknown): error is CommanderError => error instanceof CommanderError;
