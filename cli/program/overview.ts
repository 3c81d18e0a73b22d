import { readFileSync } from 'node:fs';
import { GROUPS } from './groups.ts';

export const DESCRIPTION = 'One API over WhatsApp, Instagram, Messenger and web chat.';

/**
 * What `wigwag --help` shows. It loads no command: through commander it takes 54 ms of CPU and not 37,
 * and `npm run bench -- cli-start` is at its limit.
 */
export function overview(): string {
  const width = Math.max(...Object.values(GROUPS).flatMap((entries) => entries.map(({ name }) => name.length)));
  const groups = Object.entries(GROUPS).map(([heading, entries]) =>
    [`${heading}:`, ...entries.map(({ name, description }) => `  ${name.padEnd(width)}  ${description}`)].join('\n'),
  );
  return `Usage: wigwag <command> [options]

${DESCRIPTION}

${groups.join('\n\n')}

wigwag <command> --help shows what a command takes, with examples.
wigwag --version says the version.
`;
}

/** The version of this package. */
export const version = (): string =>
  (JSON.parse(readFileSync(new URL(import.meta.resolve('@wigwag/cli/package.json')), 'utf8')) as { version: string })
    .version;
