import DataLoader from 'dataloader';
import type { Knex } from 'knex';
import { createBatchWindow } from '../batching/batch-window.ts';
import { isPostgres } from '../drivers/dialect.ts';
import { runDirectly, type Statement } from '../drivers/postgres-connection.ts';
import { keysByHash, type Owned, type OwnedRow, ownedOf } from './keys.ts';

/** A request of a key. */
export interface KeyRequest {
  accountId: number;
  keyId: number;
  /** What the key may have in any minute and in any second. */
  perMinute: number;
  perSecond: number;
  /** When it came, in milliseconds since the epoch. */
  now: number;
  /** It is counted only if key and account are as they were found with this version. @default however they are */
  version?: string | undefined;
}

/** What became of it. */
export interface KeyRequestCount {
  /** How many count in the minute, this one included if it was taken. */
  counted: number;
  /** For one that was not taken: when there is room, in milliseconds since the epoch. */
  freeAt: number | undefined;
}

interface TakenRow {
  place: number;
  taken: number;
  counted: number;
  free_at: number | null;
}

/** Requests of one key that share a limit. */
type Group = [KeyRequest, ...KeyRequest[]];

/** Rows are held in the same order by everybody, so that nobody waits for anybody in a circle. */
const inOrder = ([left]: Group, [right]: Group): number => left.accountId - right.accountId || left.keyId - right.keyId;

const groupsOf = (requests: readonly KeyRequest[]): Group[] =>
  (
    [
      ...Map.groupBy(
        requests,
        ({ accountId, keyId, perMinute, version }) => `${accountId} ${keyId} ${perMinute} ${version}`,
      ).values(),
    ] as Group[]
  ).sort(inOrder);

/** Another one after each change of a key or of its account: PostgreSQL's own numbers of the transactions that wrote the two rows. */
const VERSION = "api_keys.xmin::text || ' ' || accounts.xmin::text";

/**
 * Takes for each key as many as there are requests of it. `take_key_rate` is in `0001-schema.ts`. What it writes is not waited for by
 * the disk: a crash of the database forgets it in any case. Values cost PostgreSQL less than arrays of them. With an offset, which
 * rows there are is decided before anything is taken for them.
 */
function takeFor(groups: readonly Group[]): Statement {
  const types = ['integer', 'integer', 'integer', 'integer', 'integer', 'bigint', 'text'];
  const values = groups.map(
    (_, place) => `(${place}, ${types.map((type, at) => `$${place * types.length + at + 1}::${type}`).join(', ')})`,
  );
  const moment = groups.flat().reduce((latest, { now }) => Math.max(latest, now), 0);
  return {
    sql: `select set_config('synchronous_commit', 'off', true), place, taken, counted, free_at
      from (
        select a.* from (values ${values.join(', ')}) as a (place, account, key, asked, per_minute, per_second, moment, version)
        left join api_keys on api_keys.account_id = a.account and api_keys.id = a.key left join accounts on accounts.id = a.account
        where a.version is null or a.version = ${VERSION}
        order by place offset 0
      ) as b,
      take_key_rate(account, key, asked, per_minute, per_second, moment)`,
    bindings: groups.flatMap(({ length, 0: { accountId, keyId, perMinute, perSecond, version } }) => [
      accountId,
      keyId,
      length,
      perMinute,
      perSecond,
      moment,
      version ?? null,
    ]),
  };
}

/** Who came first is taken first. */
function countsOf(groups: readonly Group[], rows: readonly TakenRow[]): Map<KeyRequest, KeyRequestCount> {
  const counts = new Map<KeyRequest, KeyRequestCount>();
  for (const { place, taken, counted, free_at } of rows) {
    for (const [index, request] of (groups[place] ?? []).entries()) {
      const isTaken = index < taken;
      counts.set(request, {
        counted: counted + (isTaken ? index + 1 : taken),
        freeAt: isTaken ? undefined : (free_at ?? undefined),
      });
    }
  }
  return counts;
}

/** Whose key it is. */
interface Found extends Owned {
  /** What became of the request that was to be counted; undefined when it was not, for key or account have changed. */
  count?: KeyRequestCount | undefined;
}

/** What is to be found out for one request: whose key has a hash, how it counts, or both. */
interface Question {
  hash?: string;
  request?: KeyRequest | undefined;
}

type Answer = Partial<Found>;

export interface Callers {
  /** Whose key has this hash; a `request` of it is counted, where the database counts, on the same way there and back. */
  find(hash: string, request?: KeyRequest): Promise<Found | undefined>;
  /** Counts a request of a key over all processes that share a PostgreSQL, unless it has no room. */
  count(request: KeyRequest): Promise<KeyRequestCount>;
}

/** So many questions share a way to the database, at most. */
const AT_ONCE = 64;
/** How long those who come to PostgreSQL wait for others at most, in milliseconds. */
const GATHER = 2;

/**
 * What stands before each request. Those that come at the same time share a way to the database, and on PostgreSQL so do those that
 * come while one is under way, whose counts would only wait for its rows.
 */
export function createCallers(db: Knex): Callers {
  const gather = createBatchWindow(isPostgres(db) ? GATHER : 0);
  let underWay: Promise<unknown> = Promise.resolve();
  let waiting = 0;

  async function answer(questions: readonly Question[]): Promise<Answer[]> {
    const hashes = [...new Set(questions.flatMap(({ hash }) => hash ?? []))];
    const groups = groupsOf(questions.flatMap(({ request }) => request ?? []));
    const [owned, counts] = isPostgres(db)
      ? await askPostgres(hashes, groups)
      : [ownedOf(await keysByHash(db, hashes)), new Map<KeyRequest, KeyRequestCount>()];
    return questions.map(({ hash, request }) => ({
      ...(hash !== undefined && owned.get(hash)),
      ...(request && { count: counts.get(request) }),
    }));
  }

  async function askPostgres(hashes: readonly string[], groups: readonly Group[]) {
    const look =
      hashes.length > 0
        ? [
            keysByHash(db, hashes)
              .select(db.raw(`${VERSION} as version`))
              .toSQL()
              .toNative(),
          ]
        : [];
    const take = groups.length > 0 ? [takeFor(groups)] : [];
    const results = await runDirectly(db, [...look, ...take]);
    return [
      ownedOf(results.slice(0, look.length).flat() as OwnedRow[]),
      countsOf(groups, results.slice(look.length).flat() as TakenRow[]),
    ] as const;
  }

  const questions = new DataLoader(
    (batch: readonly Question[]) => {
      waiting -= batch.length;
      gather.left(batch.length);
      const answering = answer(batch);
      underWay = isPostgres(db) ? answering.catch(() => {}) : underWay;
      return answering;
    },
    {
      cache: false,
      maxBatchSize: AT_ONCE,
      // eslint-disable-next-line @typescript-eslint/no-misused-promises -- underWay never rejects.
      batchScheduleFn: async (send) => {
        await underWay;
        gather.whenEnough(waiting, send);
      },
    },
  );

  function ask(question: Question): Promise<Answer> {
    waiting += 1;
    const asked = questions.load(question);
    gather.came(waiting);
    return asked;
  }

  return {
    async find(hash, request) {
      const { key, account, version, count } = await ask({ hash, request });
      return key && account && { key, account, version, count };
    },
    count: async (request) => (await ask({ request })).count as KeyRequestCount,
  };
}
