import { chmodSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Credentials } from '@wigwag/mock-provider';
import type { AccountSecrets } from '@wigwag/server';
import { UsageError } from '../program/errors.ts';

/** What `wigwag dev` remembers in its data folder from one start to the next. */
export interface DevState {
  /** Encrypts the secrets in the database beside it. */
  secretKey: string;
  account?: AccountSecrets;
  /** The businesses at the mock provider of accounts made later; the mock itself forgets them. */
  businesses: Credentials[];
  providerAppId?: string;
  /** Where the last `wigwag dev` was found: other commands read it. */
  baseUrl?: string;
  /** Its control port. */
  controlUrl?: string;
  /** Its mock provider. */
  mockUrl?: string;
  /** Its database, when that is not the file beside this one. */
  databaseUrl?: string;
}

/** A program on the same machine answers at once. */
const TIMEOUT_MILLISECONDS = 1_000;

/** The database of a `wigwag dev`, as WIGWAG_DATABASE_URL has it. */
export const databaseOf = (folder: string, { databaseUrl }: Pick<DevState, 'databaseUrl'> = {}): string =>
  databaseUrl ?? `sqlite:${join(folder, 'wigwag.db')}`;

/** The file in a data folder. */
const statePath = (folder: string): string => join(folder, 'dev.json');

/** @throws {UsageError} when the folder cannot be used */
export function readState(folder: string): DevState | undefined {
  const path = statePath(folder);
  let text: string;
  try {
    text = readFileSync(path, 'utf8');
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT') {
      return undefined;
    }
    throw new UsageError(`cannot read ${path}: ${message}`);
  }
  const state = parsed(text);
  if (typeof state?.secretKey !== 'string' || !Array.isArray(state.businesses)) {
    throw new UsageError(
      `${path} was not written by \`wigwag dev\`, or is damaged: choose another folder, or remove it`,
    );
  }
  return state;
}

function parsed(text: string): DevState | undefined {
  try {
    return JSON.parse(text) as DevState;
  } catch {
    return undefined;
  }
}

/** Holds keys, so only its owner may read it. @throws {UsageError} when the folder cannot be written */
export function writeState(folder: string, state: DevState): void {
  const path = statePath(folder);
  try {
    mkdirSync(folder, { recursive: true });
    writeFileSync(`${path}.new`, `${JSON.stringify(state, null, 2)}\n`, { mode: 0o600 });
    chmodSync(`${path}.new`, 0o600);
    renameSync(`${path}.new`, path);
  } catch (error) {
    throw new UsageError(`cannot use the data directory ${folder}: ${(error as Error).message}`);
  }
}

/** Where the `wigwag dev` of a data folder serves the API; undefined when none answers. */
export async function runningDev(folder: string): Promise<string | undefined> {
  const { baseUrl, controlUrl } = readState(folder) ?? {};
  if (controlUrl === undefined) {
    return undefined;
  }
  const signal = AbortSignal.timeout(TIMEOUT_MILLISECONDS);
  const isThere = await fetch(`${controlUrl}/clock`, { signal }).then(
    ({ ok }) => ok,
    () => false,
  );
  return isThere ? baseUrl : undefined;
}
