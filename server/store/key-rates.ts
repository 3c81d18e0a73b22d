import DataLoader from 'dataloader';
import type { Knex } from 'knex';
import { runDirectly } from './postgres-connection.ts';

/** A request of a key. */
export interface KeyRequest {
  accountId: number;
  keyId: number;
  /** What the key may have in any minute and in any second. */
  perMinute: number;
  perSecond: number;
  /** When it came, in milliseconds since the epoch. */
  now: number;
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

/**
 * Takes for so many keys, each with its place among them. The function is of the migration 0013. What it writes is not waited for
 * by the disk: a crash of the database forgets it in any case. Values cost PostgreSQL less than arrays of them.
 */
function takeFor(keys: number): string {
  const values = Array.from({ length: keys }, (_, place) => {
    const [account, key, asked, perMinute, perSecond, moment] = [1, 2, 3, 4, 5, 6].map((at) => `$${place * 6 + at}`);
    return `(${place}, ${account}::integer, ${key}::integer, ${asked}::integer, ${perMinute}::integer, ${perSecond}::integer, ${moment}::bigint)`;
  });
  return `select set_config('synchronous_commit', 'off', true), place, taken, counted, free_at
    from (values ${values.join(', ')}) as a (place, account_id, key_id, asked, per_minute, per_second, moment),
    take_key_rate(account_id, key_id, asked, per_minute, per_second, moment)`;
}

/** Requests of one key that share a limit. */
type Group = [KeyRequest, ...KeyRequest[]];

/** Rows are held in the same order by everybody, so that nobody waits for anybody in a circle. */
const inOrder = ([left]: Group, [right]: Group): number => left.accountId - right.accountId || left.keyId - right.keyId;

/**
 * Counts requests of keys over all processes of a PostgreSQL. Those that come at the same time share a statement, and so do those
 * that come while one is under way, which would only wait for its rows.
 */
export function createKeyCounts(db: Knex): (request: KeyRequest) => Promise<KeyRequestCount> {
  let underWay: Promise<unknown> = Promise.resolve();

  async function take(requests: readonly KeyRequest[]): Promise<KeyRequestCount[]> {
    const groups = [
      ...Map.groupBy(requests, ({ accountId, keyId, perMinute }) => `${accountId} ${keyId} ${perMinute}`).values(),
    ] as Group[];
    groups.sort(inOrder);
    const moment = requests.reduce((latest, { now }) => Math.max(latest, now), 0);
    const rows = await runDirectly<TakenRow>(
      db,
      takeFor(groups.length),
      groups.flatMap(({ length, 0: { accountId, keyId, perMinute, perSecond } }) => [
        accountId,
        keyId,
        length,
        perMinute,
        perSecond,
        moment,
      ]),
    );
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
    return requests.map((request) => counts.get(request) as KeyRequestCount);
  }

  const requests = new DataLoader(
    (batch: readonly KeyRequest[]) => {
      const taking = take(batch);
      underWay = taking.catch(() => {});
      return taking;
    },
    {
      cache: false,
      batchScheduleFn: (send) =>
        setImmediate(async () => {
          await underWay;
          send();
        }),
    },
  );
  return (request) => requests.load(request);
}
