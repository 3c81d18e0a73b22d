import { join } from 'node:path';
import { readConfig, startServer } from '@wigwag/server';
import { copyDatabase } from '../tables.ts';
import type { CommandResult } from './command.ts';
import type { PreparedState } from './prepared.ts';

/** A separate installation, on which a command is run and killed. */
export interface CommandAttempt {
  args: readonly string[];
  env: Record<string, string>;
  /** Checks the state after a kill, and returns a short description of it. @throws if the state is invalid */
  afterKill(): Promise<string>;
  /** Checks the state after repeated calls of the command have completed it. @throws if the state is invalid */
  afterEnd(ended: CommandResult): Promise<void>;
  close?(): Promise<void>;
}

/** One operator command and the installation to test it on. */
export type Scenario = (folder: string) => Promise<CommandAttempt>;

/** Copies the prepared data to this folder. */
export function copyOf({ database }: PreparedState, folder: string): string {
  const path = join(folder, 'wigwag.db');
  copyDatabase(database, path);
  return path;
}

/** Starts a server without workers, sends these requests, and stops it. @throws if it does not start, or fails */
export async function statusesOf(
  server: { databaseUrl: string; secretKey: string; previousSecretKey?: string },
  key: string,
  paths: readonly string[],
): Promise<number[]> {
  const broken: string[] = [];
  const config = readConfig({}, { ...server, port: 0, role: 'api', logLevel: 'error' });
  const running = await startServer(config, { log: { write: (line) => void broken.push(line) } });
  const statuses: number[] = [];
  try {
    for (const path of paths) {
      const response = await fetch(`${running.origin}/api/v1${path}`, { headers: { authorization: `Bearer ${key}` } });
      await response.arrayBuffer();
      statuses.push(response.status);
    }
  } finally {
    await running.stop();
  }
  if (broken.length > 0) {
    throw new Error(`the server failed: ${broken.join('')}`);
  }
  return statuses;
}

/** @throws unless the condition holds */
export function must(isSo: boolean, otherwise: string): void {
  if (!isSo) {
    throw new Error(otherwise);
  }
}

export function mustEndWell({ code, stderr }: CommandResult, codes: readonly number[] = [0]): void {
  must(code !== null && codes.includes(code), `the repeated command exited with ${code}: ${stderr.trim()}`);
}
