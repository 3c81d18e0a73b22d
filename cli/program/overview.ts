import { GROUPS } from './groups.ts';

export const DESCRIPTION = 'One API for WhatsApp, Instagram, Messenger and web chat.';

/**
 * Returns the text of `wigwag --help`. It loads no command: commander would take 54 ms of CPU instead of 37, and `npm
 * run bench -- cli-start` is at its limit.
 */
export function overview(): string {
  const width = Math.max(...Object.values(GROUPS).flatMap((entries) => entries.map(({ name }) => name.length)));
  const groups = Object.entries(GROUPS).map(([heading, entries]) =>
    [`${heading}:`, ...entries.map(({ name, description }) => `  ${name.padEnd(width)}  ${description}`)].join('\n'),
  );
  return `Usage: wigwag <command> [options]

${DESCRIPTION}

${groups.join('\n\n')}

Run "wigwag <command> --help" for the options and examples of a command.
Run "wigwag --version" for the version.
`;
}
