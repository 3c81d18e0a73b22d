import { createReadStream, existsSync, statSync, watch } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import { ConnectionError } from '@wigwag/sdk';
import type { admin, ServedRequest } from '@wigwag/server';
import { lineOf, requestLogPath } from '../../dev/request-log.ts';
import { UsageError } from '../../program/errors/errors.ts';
import { whenReaderLeaves } from '../../program/process/reader.ts';
import { untilStopped } from '../../program/process/signals.ts';
import { loadProjectEnvironment } from '../../settings/project-environment.ts';
import { findDevData } from '../../settings/settings.ts';
import { queryOf, type RequestFilters, requestFilter } from './request-filter.ts';

export interface LogsFlags extends RequestFilters {
  data?: string;
  url?: string;
  account?: string;
  json?: boolean;
  follow: boolean;
}

type LoggedRequest = admin.AdminOutput<'listRequests'>['requests'][number];

/** How often to request new entries from the admin API, in milliseconds. */
const POLL_MILLISECONDS = 1_000;
/** The number of earlier requests of a server, and the most for one call. */
const [EARLIER, AT_ONCE] = [100, 1_000];

/**
 * `wigwag logs`: prints the requests that a server has served, and the next ones as they come: the server of `--url`, or
 * the `wigwag dev` of this folder, or the server whose database the environment names.
 *
 * @throws {UsageError} if there is no server and no log
 */
export async function runLogs({ data, url, ...flags }: LogsFlags): Promise<void> {
  const stop = new AbortController();
  if (flags.follow) {
    void untilStopped().then(() => stop.abort());
  }
  const leaving = flags.follow ? whenReaderLeaves(() => stop.abort()) : undefined;
  process.env.WIGWAG_ADMIN_URL = url ?? process.env.WIGWAG_ADMIN_URL ?? '';
  const isRemote = data === undefined && process.env.WIGWAG_ADMIN_URL !== '';
  const found = isRemote ? undefined : (data ?? findDevData(process.cwd())?.data);
  try {
    if (found !== undefined && existsSync(requestLogPath(found))) {
      await followFile(requestLogPath(found), flags, stop.signal);
    } else {
      loadProjectEnvironment();
      if (found !== undefined || !(isRemote || process.env.WIGWAG_SECRET_KEY)) {
        throw new UsageError(
          'there is no request log: run `wigwag dev` in this folder or above it, name its folder with --data, or a server with --url',
        );
      }
      await followServer(flags, stop.signal);
    }
  } finally {
    clearInterval(leaving);
  }
}

/** Prints the requests in the file of a `wigwag dev`. */
async function followFile(path: string, { json, follow, ...filters }: LogsFlags, stop: AbortSignal): Promise<void> {
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
  // The reader of a pipe can have left meanwhile.
  if (!follow || stop.aborted) {
    return;
  }
  let pending = printNew(path);
  const watcher = watch(path, () => {
    pending = pending.then(() => printNew(path));
  });
  await new Promise((resolve) => stop.addEventListener('abort', resolve));
  watcher.close();
  await pending;
}

/** Prints the requests in the database of a server, through its admin API if it has an address. */
async function followServer({ json, follow, account, ...filters }: LogsFlags, stop: AbortSignal): Promise<void> {
  const { withOperatorOf } = await import('../admin/operator.ts');
  const print = (one: LoggedRequest) => {
    process.stdout.write(`${json ? JSON.stringify(one) : lineOf(one)}\n`);
    if (one.left_out > 0 && !json) {
      process.stdout.write(`... ${one.left_out} more requests in this second are not listed\n`);
    }
  };
  await withOperatorOf({ ...(account !== undefined && { account }) }, async (call, id) => {
    const wanted = { account: id, ...queryOf(filters) };
    const { requests } = await call('listRequests', { ...wanted, limit: EARLIER });
    requests.forEach(print);
    let after = requests.at(-1)?.id ?? 0;
    let isReached = true;
    while (follow && !stop.aborted) {
      await pause(POLL_MILLISECONDS, undefined, { signal: stop }).catch(() => {});
      try {
        const { requests: next } = await call('listRequests', { ...wanted, after, limit: AT_ONCE });
        next.forEach(print);
        after = next.at(-1)?.id ?? after;
        isReached = true;
      } catch (error) {
        if (!(error instanceof ConnectionError)) {
          throw error;
        }
        if (isReached) {
          process.stderr.write(`${error.message}; retrying\n`);
        }
        isReached = false;
      }
    }
  });
}
