import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type RunningServer, readConfig, startServer } from '@wigwag/server';
import { createAccount } from '../../../server/domain/account/accounts.ts';
import { createKey } from '../../../server/domain/account/create-key.ts';
import { type Benchmark, type Figure, figure, median } from '../figure.ts';
import { AGENT, fillLists, type ListSizes, LONG_HISTORY } from '../support/lists-data.ts';

/** The maximum ratio of the page times of a large list to those of a small one. */
const REACH = 1.2;

interface Pagination {
  has_more: boolean;
  next_cursor?: string;
  before?: string;
}

/** A server whose lists have one of the two sizes. */
class ListsContender {
  readonly #server: RunningServer;
  readonly #key: string;

  private constructor(server: RunningServer, key: string) {
    this.#server = server;
    this.#key = key;
  }

  /** Creates an account in a new database, fills its lists and serves them. */
  static async start(databaseUrl: string, sizes: ListSizes): Promise<ListsContender> {
    const secretKey = 'a secret key for benchmarks';
    const server = await startServer(
      readConfig({}, { databaseUrl, secretKey, port: 0, role: 'all', logLevel: 'warn' }),
    );
    const { app } = server;
    const [accountId, key] = await app.store.transaction(async (tx) => {
      const { id } = await createAccount(app, tx, { name: 'Benchmark' });
      return [id, await createKey(app, tx, { accountId: id, mode: 'live', requestsPerMinute: 1_000_000_000 })];
    });
    await fillLists(databaseUrl, accountId, sizes, app.now());
    return new ListsContender(server, key);
  }

  async get(path: string): Promise<Pagination> {
    const response = await fetch(`${this.#server.origin}/api/v1${path}`, {
      headers: { authorization: `Bearer ${this.#key}` },
    });
    const body = (await response.json()) as { success: boolean; data: { pagination: Pagination } };
    if (!body.success) {
      throw new Error(`${path} answered ${JSON.stringify(body)}`);
    }
    return body.data.pagination;
  }

  /** Returns the path of a page in the middle of a list. */
  async halfWay(path: string): Promise<string> {
    const ways: string[] = [];
    for (let way = ''; ; ) {
      const { has_more, next_cursor, before } = await this.get(`${path}&limit=100${way}`);
      if (!has_more) {
        return path + (ways[Math.floor(ways.length / 2)] ?? '');
      }
      way = next_cursor === undefined ? `&before=${encodeURIComponent(before ?? '')}` : `&cursor=${next_cursor}`;
      ways.push(way);
    }
  }

  async milliseconds(path: string): Promise<number> {
    const begun = performance.now();
    await this.get(path);
    return performance.now() - begun;
  }

  stop(): Promise<void> {
    return this.#server.stop();
  }
}

const CONVERSATIONS = ['', 'order=asc', 'status=open&unread=true', `agent_id=${AGENT}`, 'channel=messenger'].map(
  (filter) => `/conversations?${filter}`,
);
const HISTORY = ['', 'direction=in'].map((filter) => `/conversations/${LONG_HISTORY}/messages?${filter}`);

/** Returns the ratio of the medians, larger over smaller. Both are measured alternately, so noise affects both. */
async function ratioOf(paths: { small: string; large: string }, servers: Servers, rounds: number): Promise<number> {
  const times = { small: [] as number[], large: [] as number[] };
  for (let round = -10; round < rounds; round += 1) {
    for (const size of ['small', 'large'] as const) {
      const time = await servers[size].milliseconds(paths[size]);
      if (round >= 0) {
        times[size].push(time); // the other requests are the warm-up
      }
    }
  }
  return median(times.large) / median(times.small);
}

interface Servers {
  small: ListsContender;
  large: ListsContender;
}

/** Returns the worst ratio of first and deep pages, with and without filters. */
async function measure(name: string, lists: readonly string[], servers: Servers, rounds: number): Promise<Figure[]> {
  const first: number[] = [];
  const deep: number[] = [];
  for (const path of lists) {
    first.push(await ratioOf({ small: path, large: path }, servers, rounds));
    const halfWay = { small: await servers.small.halfWay(path), large: await servers.large.halfWay(path) };
    deep.push(await ratioOf(halfWay, servers, rounds));
  }
  return [
    figure(`${name}-first-page`, Math.max(...first), 'ratio', REACH, 'down'),
    figure(`${name}-deep-page`, Math.max(...deep), 'ratio', REACH, 'down'),
  ];
}

/**
 * Pages of long lists compared with pages of short lists, over HTTP on SQLite. Page times must not grow with the list.
 */
export const lists: Benchmark = async ({ quick, progress }) => {
  const small = { conversations: 1_000, messages: 10_000 };
  const large = quick ? { conversations: 10_000, messages: 100_000 } : { conversations: 100_000, messages: 1_000_000 };
  const folder = mkdtempSync(join(tmpdir(), 'wigwag-bench-'));
  const started: ListsContender[] = [];
  const start = async (name: string, sizes: ListSizes) => {
    progress(`${name}: ${sizes.conversations} conversations, ${sizes.messages} messages`);
    const contender = await ListsContender.start(`sqlite:${join(folder, `${name}.db`)}`, sizes);
    started.push(contender);
    return contender;
  };
  try {
    const servers = { small: await start('small', small), large: await start('large', large) };
    const rounds = quick ? 40 : 300;
    return [
      ...(await measure('conversations', CONVERSATIONS, servers, rounds)),
      ...(await measure('history', HISTORY, servers, rounds)),
    ];
  } finally {
    await Promise.all(started.map((contender) => contender.stop()));
    rmSync(folder, { recursive: true, force: true });
  }
};
