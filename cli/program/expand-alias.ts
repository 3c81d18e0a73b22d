import { aliasOf, wordsOf } from '../settings/aliases.ts';
import { UsageError } from './errors.ts';
import { commandNames } from './groups.ts';
import { profileLast } from './profile-last.ts';

/** Returns whether a word is a top-level command, which no alias can replace. */
export const isCommand = (word: string): boolean => commandNames().includes(word);

/**
 * Returns the words of a command line with an alias at its start replaced by its command. Arguments without a
 * placeholder follow the command.
 *
 * @throws {UsageError} if the alias has a placeholder without an argument, or if the file is damaged
 */
export function expandAlias(given: readonly string[]): string[] {
  const [name = '', ...args] = profileLast(given);
  const command = name === '' || name.startsWith('-') || isCommand(name) ? undefined : aliasOf(name);
  if (command === undefined) {
    return [...given];
  }
  if (args.some((word) => word === '--help' || word === '-h')) {
    return ['help', name];
  }
  const used = new Set<number>();
  const words = wordsOf(command, (number) => {
    used.add(number);
    return args[number - 1] ?? '';
  });
  const needed = Math.max(0, ...used);
  if (needed > args.length) {
    throw new UsageError(`the alias ${name} needs ${needed} argument${needed === 1 ? '' : 's'}, for \`${command}\``);
  }
  return [...words, ...args.filter((_, at) => !used.has(at + 1))];
}
