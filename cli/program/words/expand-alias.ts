import { pluralize } from '../../output/pluralize.ts';
import { aliasOf, wordsOf } from '../../settings/aliases.ts';
import { UsageError } from '../errors/errors.ts';
import { commandNames } from '../tree/groups.ts';
import { profileLast } from './profile-last.ts';

/** Returns whether a word is a top-level command, which no alias can replace. */
export const isCommand = (word: string): boolean => commandNames().includes(word);

/**
 * Returns the words of a command line with an alias at its start replaced by its command. Arguments without a
 * placeholder follow the command.
 *
 * @throws {UsageError} if a placeholder has no argument or gets an option, or if the file is damaged
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
  wordsOf(command, (number) => {
    used.add(number);
    return '';
  });
  const needed = Math.max(0, ...used);
  const separator = args.indexOf('--');
  const isLiteral = separator !== -1 && separator < needed;
  const values = isLiteral ? args.toSpliced(separator, 1) : args;
  // An option in a placeholder would become a value: `$1` of `hi --dry-run` is not a text to send.
  const isOption = values.slice(0, isLiteral ? separator : needed).some((word) => /^-./.test(word));
  if (needed > values.length || isOption) {
    const problem = `the alias ${name} needs ${pluralize(needed, 'argument')}, for \`${command}\``;
    throw new UsageError(
      isOption ? `${problem}: write options after them, and -- before an argument that starts with -` : problem,
    );
  }
  const words = wordsOf(command, (number) => values[number - 1] ?? '');
  return [...words, ...values.filter((_, at) => !used.has(at + 1))];
}
