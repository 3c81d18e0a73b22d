import { readFileSync } from 'node:fs';

/** Returns the version of this package. */
export const version = (): string =>
  (JSON.parse(readFileSync(new URL(import.meta.resolve('@wigwag/cli/package.json')), 'utf8')) as { version: string })
    .version;

/** The name of this program for servers. */
export const app = (): string => `wigwag-cli/${version()}`;
