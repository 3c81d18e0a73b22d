import { UsageError } from '../program/errors/errors.ts';
import { readProfiles } from './profiles.ts';

/** The user's aliases: names, each with its command without `wigwag`. @throws {UsageError} if the file is damaged */
export const readAliases = (): Record<string, string> => readProfiles(process.env).aliases ?? {};

/** Returns the aliases for the overview; none if the file is damaged, which other commands report. */
export function listedAliases(): Record<string, string> {
  try {
    return readAliases();
  } catch {
    return {};
  }
}

/** Returns the command of an alias. @throws {UsageError} if the file is damaged */
export function aliasOf(name: string): string | undefined {
  const aliases = readAliases();
  return Object.hasOwn(aliases, name) ? aliases[name] : undefined;
}

/** A space, a quoted part, or an unquoted part of a word. */
const PART = /(\s+)|'([^']*)'|"((?:[^"\\]|\\.)*)"|((?:[^\s'"\\]|\\.)+)/gsy;

/**
 * Splits a command into words as a shell does: single quotes keep everything, and a backslash keeps the next character.
 *
 * @param argument returns the value of a placeholder such as `$1`. @default the placeholder itself
 * @throws {UsageError} if a quote is open
 */
export function wordsOf(command: string, argument = (number: number): string => `$${number}`): string[] {
  const words: string[] = [];
  let end = 0;
  let isNew = true;
  for (const { 0: whole, 1: space, 2: literal, 3: quoted, 4: plain = '' } of command.matchAll(PART)) {
    end += whole.length;
    if (space === undefined) {
      const filled = (quoted ?? plain).replace(
        /\\(.)|\$([1-9]\d*)/gs,
        (_, escaped, number) => escaped ?? argument(Number(number)),
      );
      words.push(`${isNew ? '' : words.pop()}${literal ?? filled}`);
    }
    isNew = space !== undefined;
  }
  if (end < command.length) {
    throw new UsageError(`the command has an open quote: ${command}`);
  }
  return words;
}
