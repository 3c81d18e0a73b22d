import { closeSync, existsSync, readFileSync, rmSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import type { ServedRequest } from '@wigwag/server';
import { createPrivate } from '@wigwag/server/private-file';
import { localTime } from '../output/local-time.ts';
import { onOneLine } from '../output/sanitize-terminal.ts';

/** Returns the file in the data folder of a `wigwag dev` that has one line of JSON for each request. */
export const requestLogPath = (data: string): string => join(data, 'requests.jsonl');

/** The request log of a `wigwag dev`, readable only by its owner. The first request starts a new file. */
export class RequestLog {
  readonly #data: string;
  #file: number | undefined;
  #isClosed = false;

  constructor(data: string) {
    this.#data = data;
  }

  write(served: ServedRequest): void {
    if (!this.#isClosed) {
      this.#file ??= newFile(requestLogPath(this.#data));
      writeSync(this.#file, `${JSON.stringify(served)}\n`);
    }
  }

  close(): void {
    this.#isClosed = true;
    if (this.#file !== undefined) {
      closeSync(this.#file);
    }
  }
}

function newFile(path: string): number {
  rmSync(path, { force: true });
  return createPrivate(path);
}

/** Returns the latest requests of a data folder, newest first; none if there is no log yet. */
export function readRequests(data: string, most: number): ServedRequest[] {
  const path = requestLogPath(data);
  if (!existsSync(path)) {
    return [];
  }
  // A line can be incomplete while it is written.
  const lines = readFileSync(path, 'utf8').split('\n').slice(0, -1);
  return lines
    .slice(-most)
    .map((line) => JSON.parse(line) as ServedRequest)
    .reverse();
}

/** Addresses of this machine, from which nearly all requests to a `wigwag dev` come. */
const OF_THIS_MACHINE = /^(127\.|::1$)/;

/**
 * Returns a request as a line for people: local time, method, path, status, duration, request ID, error code, and the
 * address of a client on another machine.
 */
export function lineOf({ at, method, path, status, ms, request_id, error, ip }: ServedRequest): string {
  const result = status === 0 ? 'client left' : String(status);
  const from = ip && !OF_THIS_MACHINE.test(ip) ? `from ${ip}` : null;
  const rest = [request_id, error, from].filter((part) => part !== null).join('  ');
  return onOneLine(`${localTime(new Date(at))} ${method.padEnd(6)} ${path}  ${result}  ${ms} ms  ${rest}`.trimEnd());
}
