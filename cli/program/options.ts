import { CHANNELS, EVENTS } from '@wigwag/sdk/names';
import { InvalidArgumentError, Option } from 'commander';

/** Reads a port; 0 means any free one. */
export function port(value: string): number {
  const number = Number(value);
  if (!/^\d{1,5}$/.test(value) || number > 65535) {
    throw new InvalidArgumentError('It must be a port from 0 to 65535.');
  }
  return number;
}

/** What it does is done in `main.ts`, before anything that draws is loaded. */
export const noColorOption = () => new Option('--no-color', 'print plain text (or NO_COLOR)');

/** Reads a number of seconds above 0. */
export function seconds(value: string): number {
  const number = Number(value);
  if (!/^\d+(\.\d+)?$/.test(value) || number === 0) {
    throw new InvalidArgumentError('It must be a number of seconds above 0.');
  }
  return number;
}

/** Checks the form of a database's address; the server does so for its own variable only. */
export function databaseUrl(value: string): string {
  if (!/^(sqlite:.+|postgres(ql)?:\/\/.+)$/.test(value)) {
    throw new InvalidArgumentError('It must be sqlite:PATH or postgres://...');
  }
  return value;
}

export const baseUrlOption = () =>
  new Option('--base-url <url>', 'the server, ending in /api/v1 (or WIGWAG_BASE_URL; else the local `wigwag dev`)');

/** Reads a whole number from 0. */
export function count(value: string): number {
  if (!/^\d{1,9}$/.test(value)) {
    throw new InvalidArgumentError('It must be a whole number from 0.');
  }
  return Number(value);
}

/** Reads a time as webhooks have it. */
export function unixSeconds(value: string): number {
  if (!/^\d{1,11}$/.test(value)) {
    throw new InvalidArgumentError('It must be a number of seconds since 1970.');
  }
  return Number(value);
}

/** Reads a day. */
export function day(value: string): string {
  if (!/^\d{4}-\d\d-\d\d$/.test(value) || Number.isNaN(Date.parse(value))) {
    throw new InvalidArgumentError('It must be a day such as 2026-11-21.');
  }
  return value;
}

export const channelOption = (what = 'only this channel') => new Option('--channel <channel>', what).choices(CHANNELS);

/** What an account may have of the service (§5.6). */
export const MODULES = ['api', 'webhook', 'flows'] as const;

export const eventsOption = () => new Option('--events <kinds...>', 'only these').choices(EVENTS);

export const accountOption = () => new Option('--account <id>', 'the account').makeOptionMandatory();

export const jsonOption = () => new Option('--json', 'print JSON');

/** Reads a whole number from 1. */
export function positive(value: string): number {
  if (!/^[1-9]\d{0,8}$/.test(value)) {
    throw new InvalidArgumentError('It must be a whole number from 1.');
  }
  return Number(value);
}

const MOST_PARALLEL = 100;

/** Reads how many sends go on at the same time. */
export function parallel(value: string): number {
  if (!/^[1-9]\d*$/.test(value) || Number(value) > MOST_PARALLEL) {
    throw new InvalidArgumentError(`It must be a whole number from 1 to ${MOST_PARALLEL}.`);
  }
  return Number(value);
}

/** Reads an address of the web. */
export function httpUrl(value: string): string {
  if (!/^https?:$/.test(URL.parse(value)?.protocol ?? '')) {
    throw new InvalidArgumentError('It must be an address such as http://127.0.0.1:8080/webhooks.');
  }
  return value;
}

/** Reads addresses of the web, one after the other. */
export const httpUrls = (value: string, before: string[] = []): string[] => [...before, httpUrl(value)];
