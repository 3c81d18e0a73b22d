import { asRun } from '../words/command-name.ts';
import { GROUPS } from './groups.ts';
import { NARROW_COLUMNS, under } from './narrow-help.ts';

export const DESCRIPTION = 'One API for WhatsApp, Instagram, Messenger and web chat.';

/**
 * Returns the text of `wigwag --help`. It loads no command: commander would take 54 ms of CPU instead of 37, and `npm
 * run bench -- cli-start` is at its limit.
 *
 * @param aliases the user's aliases with their commands
 * @param columns the width of the terminal; without a terminal, the widest layout
 */
export function overview(aliases: Record<string, string>, columns = process.stdout.columns ?? NARROW_COLUMNS): string {
  const isNarrow = columns < NARROW_COLUMNS;
  // `npx wigwag` is longer than `wigwag`, so it is written before the lines are fitted.
  const grouped = Object.fromEntries(
    Object.entries(GROUPS).map(([heading, entries]) => [
      heading,
      entries.map(({ name, description }) => ({ name, description: asRun(description) })),
    ]),
  );
  const listed = Object.entries(aliases).map(([name, description]) => ({ name, description }));
  const all: Record<string, { name: string; description: string }[]> = {
    ...grouped,
    ...(listed.length > 0 && { Aliases: listed }),
  };
  const width = Math.max(...Object.values(all).flatMap((entries) => entries.map(({ name }) => name.length)));
  const groups = Object.entries(all).map(([heading, entries]) =>
    [
      `${heading}:`,
      ...entries.map(({ name, description }) =>
        isNarrow ? `  ${name}\n${under(description, columns)}` : `  ${name.padEnd(width)}  ${description}`,
      ),
    ].join('\n'),
  );
  const fitted = (text: string) => (isNarrow ? under(asRun(text), columns, '') : asRun(text));
  return `${asRun('Usage: wigwag <command> [options]')}

${fitted(DESCRIPTION)}

${groups.join('\n\n')}

${fitted('Run "wigwag <command> --help" for the options and examples of a command.')}
${fitted('Run "wigwag dev", and then "wigwag" alone in another terminal for the cockpit.')}
${fitted('Run "wigwag --version" for the version.')}
`;
}
