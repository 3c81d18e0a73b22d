import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Credentials } from '@wigwag/mock-provider';
import type { AccountSecrets } from '@wigwag/server';
import { replacePrivate } from '@wigwag/server/private-file';
import { UsageError } from '../program/errors/errors.ts';
import { readTextFile } from '../program/input/read-text.ts';

/** What `wigwag dev` stores in its data folder between starts. */
export interface DevState {
  /** Encrypts the secrets in the database next to it. */
  secretKey: string;
  /** Opens the admin API. */
  adminToken?: string;
  account?: AccountSecrets;
  /** The mock provider's businesses for accounts created later. The mock itself does not store them. */
  businesses: Credentials[];
  providerAppId?: string;
  /** Where the last `wigwag dev` listened; other commands read it. */
  baseUrl?: string;
  /** URL of its control port. */
  controlUrl?: string;
  /** URL of its mock provider. */
  mockUrl?: string;
  /** URL of its database, unless it is the file next to this one. */
  databaseUrl?: string;
}

/** A port without a program refuses at once, but a busy machine may need seconds to respond. */
const TIMEOUT_MILLISECONDS = 10_000;

/** Returns the database of a `wigwag dev`, in the form of WIGWAG_DATABASE_URL. */
export const databaseOf = (folder: string, { databaseUrl }: Pick<DevState, 'databaseUrl'> = {}): string =>
  databaseUrl ?? `sqlite:${join(folder, 'wigwag.db')}`;

/** Returns the path of the state file in a data folder. */
const statePath = (folder: string): string => join(folder, 'dev.json');

/** @throws {UsageError} if the folder cannot be used */
export function readState(folder: string): DevState | undefined {
  const path = statePath(folder);
  let text: string;
  try {
    text = readTextFile(path);
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
      `${path} was not written by \`wigwag dev\`, or is damaged: choose another folder, or delete the file`,
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

/** The file contains keys, so only its owner may read it. @throws {UsageError} if the folder is not writable */
export function writeState(folder: string, state: DevState): void {
  const path = statePath(folder);
  try {
    mkdirSync(folder, { recursive: true });
    replacePrivate(path, `${JSON.stringify(state, null, 2)}\n`);
  } catch (error) {
    throw new UsageError(`cannot use the data folder ${folder}: ${(error as Error).message}`);
  }
}

/** Returns the API address of the running `wigwag dev` of a data folder, or undefined if none responds. */
export async function runningDev(folder: string): Promise<string | undefined> {
  const { baseUrl, account } = readState(folder) ?? {};
  if (baseUrl === undefined || account === undefined) {
    return undefined;
  }
  // The `wigwag dev` of another folder may have the same port by now. It does not have this key.
  const isThere = await fetch(`${baseUrl}/me`, {
    signal: AbortSignal.timeout(TIMEOUT_MILLISECONDS),
    headers: { authorization: `Bearer ${account.liveKey}` },
  }).then(
    ({ ok }) => ok,
    () => false,
  );
  return isThere ? baseUrl : undefined;
}
