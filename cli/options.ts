import { InvalidArgumentError, Option } from 'commander';

/** Reads a port; 0 means any free one. */
export function port(value: string): number {
  const number = Number(value);
  if (!/^\d{1,5}$/.test(value) || number > 65535) {
    throw new InvalidArgumentError('It must be a port from 0 to 65535.');
  }
  return number;
}

export const baseUrlOption = () =>
  new Option('--base-url <url>', 'the server, ending in /api/v1 (or WIGWAG_BASE_URL; else the local `wigwag dev`)');
