import { type Command, Option } from 'commander';
import type { Context, FrameFlags } from './context.ts';
import { baseUrlOption, count, noColorOption, positive } from './options.ts';

/** A command's work: what it works with, its arguments, its flags. */
type Run = (context: Context, ...rest: never[]) => Promise<void>;

/** Loads a command's file when it is called, so that all others start without it. */
export function runs<Name extends string>(load: () => Promise<Record<Name, Run>>, name: Name) {
  return async (...args: unknown[]): Promise<void> => {
    args.pop();
    const flags = args.at(-1) as FrameFlags;
    const [{ Context, endOnInterrupt }, module] = await Promise.all([import('./context.ts'), load()]);
    endOnInterrupt();
    await module[name](new Context(flags), ...(args as never[]));
  };
}

/** Adds examples to a command's help, each a line for a shell. */
export function withExamples(command: Command, ...examples: [string, ...string[]]): Command {
  const lines = examples.map((example) => `\n  $ ${example}`).join('');
  return command.addHelpText('after', `\nExample${examples.length > 1 ? 's' : ''}:${lines}`);
}

/** A command that answers with data: how it is put out. */
export function localCommand(command: Command, ...examples: [string, ...string[]]): Command {
  const heading = 'Output:';
  const options = [
    new Option('--json', 'print JSON').conflicts(['jsonl', 'output']),
    new Option('--jsonl', 'print one line of JSON for each record').conflicts('output'),
    new Option('--jq <expression>', 'print what jq makes of the JSON').conflicts(['jsonl', 'output']),
    new Option('--output <format>', 'how to print').choices(['table', 'json', 'csv']),
    noColorOption(),
    new Option('--quiet', 'say nothing but data and errors'),
  ];
  for (const option of options) {
    command.addOption(option.helpGroup(heading));
  }
  return withExamples(command, ...examples);
}

/** A command that asks the API: which server and key, and how its answer is put out. */
export function apiCommand(command: Command, ...examples: [string, ...string[]]): Command {
  const heading = 'Connection:';
  const options = [
    new Option('--profile <name>', 'server and key of this profile (or WIGWAG_PROFILE)'),
    baseUrlOption(),
    new Option('--retries <number>', 'try so often again what the table of errors allows').argParser(count).default(0),
    new Option('--dry-run', 'print the request as curl, and send nothing'),
    new Option('--verbose', 'show requests, answers and times on stderr'),
  ];
  for (const option of options) {
    command.addOption(option.helpGroup(heading));
  }
  return localCommand(command, ...examples);
}

/** A command that lists records. */
export function listCommand(command: Command, ...examples: [string, ...string[]]): Command {
  return apiCommand(
    command
      .addOption(new Option('--limit <number>', 'at most so many').argParser(positive).default(25))
      .addOption(new Option('--all', 'every one of them')),
    ...examples,
  );
}

export const orderOption = () => new Option('--order <order>', 'newest or oldest first').choices(['desc', 'asc']);
