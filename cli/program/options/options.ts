import { CHANNELS, EVENTS } from '@wigwag/sdk/names';
import { InvalidArgumentError, Option } from 'commander';

/** Parses a port; 0 picks a free one. */
export function port(value: string): number {
  const number = Number(value);
  if (!/^\d{1,5}$/.test(value) || number > 65535) {
    throw new InvalidArgumentError('It must be a port from 0 to 65535.');
  }
  return number;
}

/** `main.ts` handles this option before any drawing code is loaded. */
export const noColorOption = () => new Option('--no-color', 'print plain text (or NO_COLOR)');

/** Parses a number of seconds above 0. */
export function seconds(value: string): number {
  const number = Number(value);
  if (!/^\d+(\.\d+)?$/.test(value) || number === 0) {
    throw new InvalidArgumentError('It must be a number of seconds above 0.');
  }
  return number;
}

/** Seconds of a day. */
export const DAY = 86_400;

const SECONDS: Record<string, number> = { s: 1, m: 60, h: 3_600, d: DAY };

/** Parses a duration such as 90s, 30m, 24h or 7d, and returns it in seconds. */
export function duration(value: string): number {
  const [, amount = '', unit = ''] = /^(\d{1,6})([smhd])$/.exec(value) ?? [];
  const length = SECONDS[unit];
  if (length === undefined) {
    throw new InvalidArgumentError('It must be a duration such as 90s, 30m, 24h or 7d.');
  }
  return Number(amount) * length;
}

/** Checks the form of a database URL. The server checks only its own variable. */
export function databaseUrl(value: string): string {
  if (!/^(sqlite:.+|postgres(ql)?:\/\/.+)$/.test(value)) {
    throw new InvalidArgumentError('It must be sqlite:PATH or postgres://...');
  }
  return value;
}

export const baseUrlOption = () =>
  new Option(
    '--base-url <url>',
    'URL of the server, ending in /api/v1 (or WIGWAG_BASE_URL; default: the local `wigwag dev`)',
  );

/** Parses a whole number of at least 0. */
export function count(value: string): number {
  if (!/^\d{1,9}$/.test(value)) {
    throw new InvalidArgumentError('It must be a whole number of at least 0.');
  }
  return Number(value);
}

/** Parses a time in the form that webhooks use. */
export function unixSeconds(value: string): number {
  if (!/^\d{1,11}$/.test(value)) {
    throw new InvalidArgumentError('It must be a Unix time in seconds.');
  }
  return Number(value);
}

/** Parses a day. */
export function day(value: string): string {
  if (!/^\d{4}-\d\d-\d\d$/.test(value) || Number.isNaN(Date.parse(value))) {
    throw new InvalidArgumentError('It must be a day such as 2026-11-21.');
  }
  return value;
}

export const channelOption = (what = 'only this channel') => known(new Option('--channel <channel>', what), CHANNELS);

/** The modules that an account can have (§5.6). */
export const MODULES = ['api', 'webhook', 'flows'] as const;

export const eventsOption = () => known(new Option('--events <kinds...>', 'only events of these kinds'), EVENTS);

/**
 * Shows the values that the document knows in help texts and completions. Any other value goes to the server, which may
 * know more than this version.
 */
export function known(option: Option, values: readonly string[]): Option {
  option.argChoices = [...values];
  return option;
}

export const accountOption = (what = 'ID of the account') =>
  new Option('--account <id>', `${what} (default: the only account)`);

/** Parses a whole number of at least 1. */
export function positive(value: string): number {
  if (!/^[1-9]\d{0,8}$/.test(value)) {
    throw new InvalidArgumentError('It must be a whole number of at least 1.');
  }
  return Number(value);
}

const MAX_PARALLEL = 100;

/** Parses a number of parallel sends. */
export function parallel(value: string): number {
  if (!/^[1-9]\d*$/.test(value) || Number(value) > MAX_PARALLEL) {
    throw new InvalidArgumentError(`It must be a whole number from 1 to ${MAX_PARALLEL}.`);
  }
  return Number(value);
}

/** A public name such as `shop.example`. Names with a port, IP addresses and names of a local network are not. */
const PUBLIC_NAME = /^[^/:?#@]+\.(?!(local|localhost|internal|lan|test)\b)[a-z][^./:?#@]*(?=[/?#]|$)/i;

/**
 * Parses an http or https address. As in other tools, `3000` and `:3000` are ports of this machine, and `localhost:3000/x` is
 * an http address. A public name without a scheme is an https address.
 */
export function httpUrl(value: string): string {
  const hasScheme = /^[a-z][a-z\d+.-]*:\/\//i.test(value);
  const address = value.replace(/^:?(?=\d{1,5}([/?#]|$))/, 'localhost:');
  const url = hasScheme ? value : `http${PUBLIC_NAME.test(address) ? 's' : ''}://${address}`;
  if (/^[/?#]/.test(value) || !/^https?:$/.test(URL.parse(url)?.protocol ?? '')) {
    throw new InvalidArgumentError('It must be an address such as http://127.0.0.1:8080/webhooks, or a port.');
  }
  return url;
}

/** Parses one address and adds it to the previous ones. */
export const httpUrls = (value: string, before: string[] = []): string[] => [...before, httpUrl(value)];

export const allowedHostsOption = () =>
  new Option(
    '--allowed-hosts <names...>',
    'host names that clients use for this machine, besides localhost, such as that of a tunnel',
  );
