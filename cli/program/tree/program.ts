import { Command, CommanderError } from 'commander';
import { aliasOf, listedAliases, wordsOf } from '../../settings/aliases.ts';
import { version } from '../context/version.ts';
import { asRun } from '../words/command-name.ts';
import { isCommand } from '../words/expand-alias.ts';
import { isJsonWanted } from '../words/json-wanted.ts';
import { GROUPS } from './groups.ts';
import { narrowHelp } from './narrow-help.ts';
import { DESCRIPTION, overview } from './overview.ts';

/** Commands of other tools, with the command that does the same here. */
const POINTERS: Record<string, string> = {
  login: 'To save a server and its key, run `wigwag profiles add`.',
  logout: 'To delete a server and its key, run `wigwag profiles remove`.',
  config: 'To see the server and the key in use, run `wigwag profiles show`.',
  whoami: 'To see the account of the key, run `wigwag me`.',
  tail: 'To see events as they happen, run `wigwag listen`.',
  events: 'To see events as they happen, run `wigwag listen`.',
  history: 'To read a conversation, run `wigwag conversations history`.',
  upload: 'To upload a file, run `wigwag media upload`.',
  keys: 'To manage API keys, run `wigwag admin keys`.',
  accounts: 'To manage accounts, run `wigwag admin accounts`.',
  connections: 'To manage connections, run `wigwag admin connections`; `wigwag channels` lists them.',
  campaigns: 'To manage campaigns, run `wigwag admin campaigns`.',
};

/** Verbs for the same action. Commander suggests by spelling, which would offer `rotate` for `create`. */
const SYNONYMS: readonly (readonly string[])[] = [
  ['add', 'create', 'new', 'register'],
  ['delete', 'remove', 'revoke', 'destroy'],
  ['get', 'show', 'view', 'describe'],
  ['update', 'set', 'edit', 'change'],
];

/** What commander does with an unknown subcommand; its types leave this out. */
const { unknownCommand } = Command.prototype as unknown as { unknownCommand(this: Command): never };

/** A command that prints its help to stdout if its subcommand is missing, which is not an error. */
class HelpfulCommand extends Command {
  override createCommand(name?: string): Command {
    return new HelpfulCommand(name);
  }

  override help(): never {
    return super.help();
  }

  /** Commander calls this if the first of `args` is no subcommand. */
  unknownCommand(): never {
    const [word = ''] = this.args;
    if (!this.parent && Object.hasOwn(POINTERS, word)) {
      this.error(`error: unknown command '${word}'\n(${POINTERS[word]})`);
    }
    const synonyms = SYNONYMS.find((group) => group.includes(word)) ?? [];
    const meant = this.commands.find((one) => synonyms.includes(one.name()));
    if (meant) {
      this.error(`error: unknown command '${word}'\n(Did you mean ${meant.name()}?)`);
    }
    return unknownCommand.call(this);
  }
}

/**
 * Returns the command tree.
 *
 * @param words the words of the command line; only the commands that they name are loaded, for a faster start
 */
export async function createProgram(words?: readonly string[]): Promise<Command> {
  const program = new HelpfulCommand('wigwag')
    .description(DESCRIPTION)
    .version(version(), '-v, --version')
    // Options after `send template` belong to it, even if `send` has an option of the same name.
    .enablePositionalOptions()
    .exitOverride()
    .helpCommand(false)
    .configureHelp(narrowHelp)
    .showHelpAfterError('(add --help for the options and examples)')
    .configureOutput({
      outputError: (text, write) => write(asRun(text.replace(/^error: /, 'wigwag: '))),
      writeOut: (text) => void process.stdout.write(asRun(text)),
    });
  const named = words?.[0] === 'help' ? [...words, ...wordsOf(aliasOf(words[1] ?? '') ?? '')] : words;
  for (const { name, description, load } of Object.values(GROUPS).flat()) {
    const command = program.command(name).description(description);
    if (named === undefined || named.includes(name)) {
      (await load())(command, createProgram);
    }
  }
  addShortNames(program);
  program
    .command('help', { hidden: true })
    .description('show the help of a command')
    .argument('[command...]', 'the words of the command')
    .action((path: string[]) => {
      if (!helpOfAlias(program, path)) {
        helpOf(program, path);
      }
    });
  program.helpInformation = () => overview(listedAliases());
  if (isJsonWanted(words ?? [])) {
    silence(program);
  }
  return program;
}

/** Short names of other tools. */
const SHORT_NAMES: Record<string, string> = { list: 'ls', delete: 'rm', remove: 'rm' };

function addShortNames(command: Command): void {
  for (const inner of command.commands) {
    const alias = SHORT_NAMES[inner.name()];
    if (alias !== undefined) {
      inner.alias(alias);
    }
    addShortNames(inner);
  }
}

/** Lets commander print no errors: the caller prints what it throws as JSON. */
function silence(command: Command): void {
  command.configureOutput({ outputError: () => {} }).showHelpAfterError(false);
  command.commands.forEach(silence);
}

/** Prints the help of a user's alias. Returns false if there is none, or if a command has its name. */
function helpOfAlias(program: Command, [word = '']: readonly string[]): boolean {
  const line = isCommand(word) ? undefined : aliasOf(word);
  if (line === undefined) {
    return false;
  }
  const command = wordsOf(line).reduce((at, part) => childOf(at, part) ?? at, program);
  process.stdout.write(`\`wigwag ${word}\` is an alias of \`${asRun(`wigwag ${line}`)}\`.\n\n`);
  command.outputHelp();
  return true;
}

const childOf = (command: Command, word: string | undefined): Command | undefined =>
  command.commands.find((one) => one.name() === word || one.aliases().includes(word ?? ''));

/** Prints the help of a command. @throws {CommanderError} if the command does not exist */
function helpOf(command: Command, [word, ...rest]: readonly string[]): void {
  const next = childOf(command, word);
  if (word === undefined) {
    command.outputHelp();
  } else if (next) {
    helpOf(next, rest);
  } else {
    command.args = [word];
    (command as HelpfulCommand).unknownCommand();
  }
}

/** Returns whether commander has already printed the error, or only printed help. */
export const isSaid = (error: unknown): error is CommanderError => error instanceof CommanderError;
