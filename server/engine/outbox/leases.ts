import type { Knex } from 'knex';
import { isPostgres, skipLocked } from '../drivers/dialect.ts';
import { type OutboxTask, taskOf } from './task.ts';

/** If fewer tasks are due, the queries read the owners from the tasks. */
const FEW_DUE = 64;
/** Stays within SQLite's limit of 500 queries in a union. */
const OWNERS_PER_LEASE = 64;

type OwnerColumn = 'account_id' | 'share';

/** How the tasks of a queue are shared. */
export interface Shares {
  /** The column that names the owners of the shares. @default account_id */
  by?: OwnerColumn;
  /** How many tasks an owner runs at most. */
  each: number;
  /** How many tasks all owners together run at most, except those that run no task yet. */
  shared: number;
  /**
   * Whether up to half of a share is for tasks whose time slot has come. These continue while the rest of a long backlog
   * waits for time slots. @default false
   */
  hasTimeSlots?: boolean;
}

type ShareKind = Required<Pick<Shares, 'by' | 'hasTimeSlots'>>;

/** How many tasks of an owner may be leased. */
interface OwnerShare {
  owner: number;
  share: number;
}

/** Selects the share of one owner on PostgreSQL, as `shareOf` does on SQLite. */
const dueShare = (by: OwnerColumn, limit: string, condition = ''): string =>
  `select id from outbox where queue = ? and outbox.${by} = own.owner and run_at <= ?${condition}
   order by run_at, id limit ${limit} for update skip locked`;
/** `share is not null` is the condition of the partial index. */
const SHARES: Record<OwnerColumn, string> = {
  account_id: dueShare('account_id', 'own.most'),
  share: dueShare('share', 'own.most', ' and share is not null'),
};
const PACED_SHARE = `select id from (
    (select id from (${dueShare('account_id', '(own.most + 1) / 2', ' and paced = 1')}) as paced)
    union all (select id from (${SHARES.account_id}) as oldest)
  ) as both_kinds limit own.most`;

/** Queries that lease due tasks to workers, from a whole queue or with a share for each owner. */
export const leaseQueries = (db: Knex) => {
  /** Selects the oldest due tasks that match a filter. */
  const seenDue = (among: { queue: string; account_id?: number; share?: number }, now: number, limit: number) =>
    db('outbox')
      .where(among)
      .modify((query) => {
        if (among.share !== undefined) {
          query.whereRaw('share is not null'); // as in the partial index
        }
      })
      .where('run_at', '<=', now)
      .orderBy(['run_at', 'id'])
      .limit(limit);

  /** Selects the same tasks, except those that another transaction is leasing now. */
  const oldestDue = (...due: Parameters<typeof seenDue>) => skipLocked(db, seenDue(...due).select('id'));

  /** Each query is in parentheses. Otherwise it must not have an order, a limit or a lock within a union. */
  const union = (all: readonly Knex.QueryBuilder[]): Knex.QueryBuilder => {
    const [first, ...others] = all.map((due) => db.select('id').from(due.as('oldest')));
    return (first as Knex.QueryBuilder).unionAll(others);
  };

  /** Selects the oldest due tasks of an owner. */
  const shareOf = (
    queue: string,
    { by, hasTimeSlots }: ShareKind,
    { owner, share: limit }: OwnerShare,
    now: number,
  ): Knex.QueryBuilder => {
    const own = { queue, [by]: owner };
    const oldest = oldestDue(own, now, limit);
    if (!hasTimeSlots) {
      return oldest;
    }
    // Not a bound value: SQLite uses the partial index only if it can read the condition in the SQL.
    const paced = oldestDue(own, now, Math.ceil(limit / 2)).whereRaw('paced = 1');
    return union([paced, oldest]).limit(limit);
  };

  /**
   * Selects the shares of several owners. On PostgreSQL, the text of the query does not depend on their number, so the
   * database prepares it once. SQLite cannot refer to the share of an owner in a limit.
   */
  const sharesOf = (queue: string, kind: ShareKind, shares: readonly OwnerShare[], now: number): Knex.QueryBuilder =>
    isPostgres(db)
      ? db.select('id').from(
          db.raw(
            `unnest(cast(? as integer[]), cast(? as integer[])) as own(owner, most)
               cross join lateral (${kind.hasTimeSlots ? PACED_SHARE : SHARES[kind.by]}) as due`,
            [
              shares.map(({ owner }) => owner),
              shares.map(({ share }) => share),
              ...Array(kind.hasTimeSlots ? 2 : 1)
                .fill([queue, now])
                .flat(),
            ],
          ),
        )
      : union(shares.map((share) => shareOf(queue, kind, share, now)));

  const take = async (due: Knex.QueryBuilder, lessee: string, until: number): Promise<OutboxTask[]> => {
    // Otherwise, PostgreSQL may run the subquery again for each row, and each run would lock and take other rows.
    const rows = await db('outbox')
      .withMaterialized('due', due)
      .whereIn('id', db('due').select('id'))
      .update({ claimed_by: lessee, run_at: until })
      .returning('*');
    return rows.map(taskOf).sort((a, b) => a.id - b.id);
  };

  /** Returns the owners that have due tasks, starting with the one that has waited longest. */
  const ownersWithDue = async (queue: string, by: OwnerColumn, now: number): Promise<number[]> => {
    const few: Record<OwnerColumn, number>[] = await seenDue({ queue }, now, FEW_DUE).select(by);
    return few.length < FEW_DUE ? [...new Set(few.map((row) => row[by]))] : leapToOwners(queue, by, now);
  };

  /**
   * Returns the same owners, and is faster if many tasks are due. It jumps from one owner to the next in the index. It
   * also visits owners whose tasks are not due, and leaves them out.
   */
  const leapToOwners = async (queue: string, by: OwnerColumn, now: number): Promise<number[]> => {
    // Neither name is user input.
    const own = by === 'share' ? `${by} is not null and queue = ?` : 'queue = ?'; // the partial index of shares
    const rows: { owner: number }[] = await db
      .withRecursive(
        'owners',
        ['owner'],
        db.raw(
          `select min(${by}) from outbox where ${own} union all
           select (select min(${by}) from outbox where ${own} and ${by} > owners.owner)
           from owners where owner is not null`,
          [queue, queue],
        ),
      )
      .from(
        db.raw(
          `(select owner, (select min(run_at) from outbox where ${own} and outbox.${by} = owners.owner)
            as due from owners where owner is not null) as heads`,
          [queue],
        ),
      )
      .where('due', '<=', now)
      .orderBy(['due', 'owner'])
      .select('owner');
    return rows.map(({ owner }) => owner);
  };

  return {
    /**
     * Leases up to `limit` due tasks of a queue to `lessee`, oldest first. If the worker dies, the lease expires at
     * `until`, and another worker can take the task.
     */
    async lease(queue: string, lessee: string, now: number, until: number, limit: number): Promise<OutboxTask[]> {
      return take(oldestDue({ queue }, now, limit), lessee, until);
    },

    /**
     * Leases due tasks like `lease`, but no owner gets more than its share. `running` contains how many tasks of each
     * owner already run. A share is at most `each`, and less if all shares together would exceed `shared`. The owner
     * that has waited longest comes first. The backlog of one owner therefore does not delay the others. Also returns
     * the owners that have their whole share and may have more due tasks.
     */
    async leaseShares(
      queue: string,
      lessee: string,
      now: number,
      until: number,
      limit: number,
      { by = 'account_id', each, shared, hasTimeSlots = false }: Shares,
      running: ReadonlyMap<number, number>,
    ): Promise<{ tasks: OutboxTask[]; behind: Set<number> }> {
      const owners = await ownersWithDue(queue, by, now);
      const wanting = new Set([...owners, ...running.keys()]).size;
      const most = Math.max(1, Math.min(each, Math.floor(shared / wanting)));
      const tasks: OutboxTask[] = [];
      const shares = new Map<number, number>();
      while (owners.length > 0 && tasks.length < limit) {
        const wanted: OwnerShare[] = [];
        for (let left = limit - tasks.length; left > 0 && owners.length > 0 && wanted.length < OWNERS_PER_LEASE; ) {
          const owner = owners.shift() as number;
          const share = Math.min(most - (running.get(owner) ?? 0), left);
          shares.set(owner, share);
          if (share > 0) {
            wanted.push({ owner, share });
            left -= share;
          }
        }
        if (wanted.length > 0) {
          tasks.push(...(await take(sharesOf(queue, { by, hasTimeSlots }, wanted, now), lessee, until)));
        }
      }
      const counts = Map.groupBy(tasks, ({ shareOwner }) => shareOwner);
      const isBehind = ([owner, share]: [number, number]) => (counts.get(owner)?.length ?? 0) >= share;
      return { tasks, behind: new Set([...shares].filter(isBehind).map(([owner]) => owner)) };
    },
  };
};
