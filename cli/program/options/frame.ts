import { type Command, Option } from 'commander';
import type { CommandContext, FrameFlags } from '../context/context.ts';
import { baseUrlOption, count, noColorOption, positive } from './options.ts';

/** The function that does the work of a command, with its context, arguments and flags. */
type RunCommand = (context: CommandContext, ...rest: never[]) => Promise<void>;

/** Returns an action that loads the command's file only when the command runs, so that other commands start faster. */
export function runs<Name extends string>(load: () => Promise<Record<Name, RunCommand>>, name: Name) {
  return async (...args: unknown[]): Promise<void> => {
    const command = args.pop() as Command;
    const flags = args.at(-1) as FrameFlags;
    const [{ CommandContext: Context }, { endOnInterrupt }, module] = await Promise.all([
      import('../context/context.ts'),
      import('../process/signals.ts'),
      load(),
    ]);
    endOnInterrupt();
    try {
      await module[name](new Context(flags), ...(args as never[]));
    } catch (error) {
      throw (await import('../errors/option-names.ts')).withOptionNames(error, command);
    }
  };
}

/** Adds examples to a command's help, each a shell command. */
export function withExamples(command: Command, ...examples: [string, ...string[]]): Command {
  const lines = examples.map((example) => `\n  $ ${example}`).join('');
  return command.addHelpText('after', `\nExample${examples.length > 1 ? 's' : ''}:${lines}`);
}

/** Adds the output options to a command that prints data. */
export function localCommand(command: Command, ...examples: [string, ...string[]]): Command {
  const heading = 'Output:';
  const options = [
    new Option('--json', 'print JSON').conflicts(['jsonl', 'output']),
    new Option('--jsonl', 'print one line of JSON for each record of a list').conflicts('output'),
    new Option('--jq <expression>', 'print the result of a jq expression').conflicts(['jsonl', 'output']),
    new Option('--output <format>', 'output format').choices(['table', 'json', 'jsonl', 'csv']),
    noColorOption(),
    new Option('--quiet', 'print only data and errors'),
  ];
  for (const option of options) {
    command.addOption(option.helpGroup(heading));
  }
  return withExamples(command, ...examples);
}

/** Adds the options for server, key and output to a command that calls the API. */
export function apiCommand(command: Command, ...examples: [string, ...string[]]): Command {
  const heading = 'Connection:';
  const options = [
    new Option('--profile <name>', 'use the server and key of this profile (or WIGWAG_PROFILE)'),
    baseUrlOption(),
    new Option('--retries <number>', 'maximum number of retries after retryable errors').argParser(count).default(0),
    new Option('--dry-run', 'print the request as curl without sending it'),
    new Option('--verbose', 'show requests, responses and timings on stderr'),
  ];
  for (const option of options) {
    command.addOption(option.helpGroup(heading));
  }
  return localCommand(command, ...examples);
}

/** Adds the options of a list to a command. */
export function listCommand(command: Command, ...examples: [string, ...string[]]): Command {
  return apiCommand(
    command
      .addOption(new Option('--limit <number>', 'maximum number of records').argParser(positive).default(25))
      .addOption(new Option('--all', 'print all records')),
    ...examples,
  );
}
