import DataLoader from 'dataloader';
import type { Knex } from 'knex';
import { createBatchWindow } from '../../engine/batching/batch-window.ts';
import { isPostgres } from '../../engine/drivers/dialect.ts';
import { type PostgresStatement, runDirectly } from '../../engine/drivers/postgres-connection.ts';
import { keysByHash, type Owned, type OwnedRow, ownedOf } from './keys.ts';

/** A request made with an API key. */
export interface KeyRequest {
  accountId: number;
  keyId: number;
  /** How many requests the key may make per minute and per second. */
  perMinute: number;
  perSecond: number;
  /** When the request arrived, in milliseconds since the epoch. */
  now: number;
  /** Counts the request only if the key and the account still have this version. @default any version */
  version?: string | undefined;
}

/** The result of counting a request. */
export interface KeyRequestCount {
  /** The number of requests in this minute, including this one if it was admitted. */
  counted: number;
  /** When the next request is admitted, in milliseconds since the epoch; set only if this request was refused. */
  freeAt: number | undefined;
}

interface TakenRow {
  place: number;
  taken: number;
  counted: number;
  free_at: number | null;
}

/** The requests of one key, which share its rate limit. */
type KeyGroup = [KeyRequest, ...KeyRequest[]];

/** Sorts groups so that every transaction locks rows in the same order, which prevents deadlocks. */
const inOrder = ([left]: KeyGroup, [right]: KeyGroup): number =>
  left.accountId - right.accountId || left.keyId - right.keyId;

const groupsOf = (requests: readonly KeyRequest[]): KeyGroup[] =>
  (
    [
      ...Map.groupBy(
        requests,
        ({ accountId, keyId, perMinute, version }) => `${accountId} ${keyId} ${perMinute} ${version}`,
      ).values(),
    ] as KeyGroup[]
  ).sort(inOrder);

/**
 * An SQL expression for a version that changes whenever the key or its account changes. It consists of the IDs of the
 * PostgreSQL transactions that last wrote the two rows (`xmin`).
 */
const VERSION = "api_keys.xmin::text || ' ' || accounts.xmin::text";

/**
 * Returns one statement that counts all requests of each key. `take_key_rate` is defined in `0001-schema.ts`. The
 * counts are not fsynced, since a database crash loses them anyway. PostgreSQL processes a list of values faster than
 * arrays. The offset makes PostgreSQL select the rows before it counts requests for them.
 */
function takeFor(groups: readonly KeyGroup[]): PostgresStatement {
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

/** Admits requests in the order in which they arrived. */
function countsOf(groups: readonly KeyGroup[], rows: readonly TakenRow[]): Map<KeyRequest, KeyRequestCount> {
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

/** A key and its account, with the result of the count. */
interface FoundKey extends Owned {
  /** The result of the count; undefined if the request was not counted because the key or the account had changed. */
  count?: KeyRequestCount | undefined;
}

/** The database work for one request: look up the key by its hash, count the request, or both. */
interface CallerLookup {
  hash?: string;
  request?: KeyRequest | undefined;
}

type LookupResult = Partial<FoundKey>;

export interface Callers {
  /**
   * Returns the key with this hash and its account. If the database does the counting, `request` is counted in the same
   * round trip.
   */
  find(hash: string, request?: KeyRequest): Promise<FoundKey | undefined>;
  /** Counts a request, unless the limit is reached, across all processes that share a PostgreSQL database. */
  count(request: KeyRequest): Promise<KeyRequestCount>;
}

/** The maximum number of lookups and counts per round trip to the database. */
const AT_ONCE = 64;
/** The longest time that a batch for PostgreSQL waits for more requests, in milliseconds. */
const GATHER = 2;

/**
 * Returns the queries that run before each request is handled. Requests that arrive together share one round trip. On
 * PostgreSQL, requests that arrive during a round trip share the next one, because their counts would wait for its row
 * locks anyway.
 */
export function createCallers(db: Knex): Callers {
  const gather = createBatchWindow(isPostgres(db) ? GATHER : 0);
  let inFlight: Promise<unknown> = Promise.resolve();
  let waiting = 0;

  async function answer(questions: readonly CallerLookup[]): Promise<LookupResult[]> {
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

  async function askPostgres(hashes: readonly string[], groups: readonly KeyGroup[]) {
    const lookup =
      hashes.length > 0
        ? [
            keysByHash(db, hashes)
              .select(db.raw(`${VERSION} as version`))
              .toSQL()
              .toNative(),
          ]
        : [];
    const take = groups.length > 0 ? [takeFor(groups)] : [];
    const results = await runDirectly(db, [...lookup, ...take]);
    return [
      ownedOf(results.slice(0, lookup.length).flat() as OwnedRow[]),
      countsOf(groups, results.slice(lookup.length).flat() as TakenRow[]),
    ] as const;
  }

  const questions = new DataLoader(
    (batch: readonly CallerLookup[]) => {
      waiting -= batch.length;
      gather.onBatch(batch.length);
      const answering = answer(batch);
      inFlight = isPostgres(db) ? answering.catch(() => {}) : inFlight;
      return answering;
    },
    {
      cache: false,
      maxBatchSize: AT_ONCE,
      // oxlint-disable-next-line typescript/no-misused-promises -- underWay never rejects.
      batchScheduleFn: async (send) => {
        await inFlight;
        gather.whenEnough(waiting, send);
      },
    },
  );

  function ask(question: CallerLookup): Promise<LookupResult> {
    waiting += 1;
    const asked = questions.load(question);
    gather.onArrival(waiting);
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
