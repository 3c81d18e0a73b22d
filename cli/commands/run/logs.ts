import { createReadStream, existsSync, statSync, watch } from 'node:fs';
import type { ServedRequest } from '@wigwag/server';
import { lineOf, requestLogPath } from '../../dev/request-log.ts';
import { UsageError } from '../../program/errors.ts';
import { whenReaderLeaves } from '../../program/reader.ts';
import { untilStopped } from '../../program/signals.ts';
import { findDevData } from '../../settings/settings.ts';
import { type RequestFilters, requestFilter } from './request-filter.ts';

export interface LogsFlags extends RequestFilters {
  data?: string;
  json?: boolean;
  follow: boolean;
}

/**
 * `wigwag logs`: prints the requests that the `wigwag dev` of this folder has served, and the next ones as they come.
 *
 * @throws {UsageError} if there is no log
 */
export async function runLogs({
  data = findDevData(process.cwd())?.data,
  json,
  follow,
  ...filters
}: LogsFlags): Promise<void> {
  const path = data === undefined ? undefined : requestLogPath(data);
  if (path === undefined || !existsSync(path)) {
    throw new UsageError(
      'there is no request log: run `wigwag dev` in this folder or above it, or name its folder with --data',
    );
  }
  const isWanted = requestFilter(filters);
  const print = (line: string) => {
    const served = JSON.parse(line) as ServedRequest;
    if (isWanted(served)) {
      process.stdout.write(`${json ? line : lineOf(served)}\n`);
    }
  };
  let at = 0;
  let rest = '';
  /** Prints the lines that were added since the last call. A restart of `wigwag dev` begins a new file. */
  async function printNew(file: string): Promise<void> {
    const { size } = statSync(file);
    if (size < at) {
      [at, rest] = [0, ''];
    }
    for await (const chunk of createReadStream(file, { start: at, encoding: 'utf8' })) {
      at += Buffer.byteLength(chunk as string);
      const lines = (rest + chunk).split('\n');
      rest = lines.pop() ?? '';
      lines.forEach(print);
    }
  }
  await printNew(path);
  if (!follow) {
    return;
  }
  const stop = new AbortController();
  void untilStopped().then(() => stop.abort());
  const leaving = whenReaderLeaves(() => stop.abort());
  let pending = printNew(path);
  const watcher = watch(path, () => {
    pending = pending.then(() => printNew(path));
  });
  await new Promise((resolve) => stop.signal.addEventListener('abort', resolve));
  watcher.close();
  clearInterval(leaving);
  await pending;
}
