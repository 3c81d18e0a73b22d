import { GROUPS } from './groups.ts';
import { NARROW_COLUMNS, under } from './narrow-help.ts';

export const DESCRIPTION = 'One API for WhatsApp, Instagram, Messenger and web chat.';

/**
 * Returns the text of `wigwag --help`. It loads no command: commander would take 54 ms of CPU instead of 37, and `npm
 * run bench -- cli-start` is at its limit.
 *
 * @param columns the width of the terminal; without a terminal, the widest layout
 */
export function overview(columns = process.stdout.columns ?? NARROW_COLUMNS): string {
  const isNarrow = columns < NARROW_COLUMNS;
  const width = Math.max(...Object.values(GROUPS).flatMap((entries) => entries.map(({ name }) => name.length)));
  const groups = Object.entries(GROUPS).map(([heading, entries]) =>
    [
      `${heading}:`,
      ...entries.map(({ name, description }) =>
        isNarrow ? `  ${name}\n${under(description, columns)}` : `  ${name.padEnd(width)}  ${description}`,
      ),
    ].join('\n'),
  );
  const fitted = (text: string) => (isNarrow ? under(text, columns, '') : text);
  return `Usage: wigwag <command> [options]

${fitted(DESCRIPTION)}

${groups.join('\n\n')}

${fitted('Run "wigwag <command> --help" for the options and examples of a command.')}
${fitted('Run "wigwag --version" for the version.')}
`;
}
