import type { Knex } from 'knex';
import { isPostgres, skipLocked } from '../drivers/dialect.ts';
import { type OutboxTask, taskOf } from './task.ts';

/** If fewer tasks are due, the queries read the accounts from the tasks. */
const FEW_DUE = 64;
/** Stays within SQLite's limit of 500 queries in a union. */
const ACCOUNTS_PER_LEASE = 64;

/** How many tasks of an account may be leased. */
interface AccountShare {
  accountId: number;
  share: number;
}

/** Selects the share of one account on PostgreSQL, as `shareOf` does on SQLite. */
const dueShare = (limit: string, condition = ''): string =>
  `select id from outbox where queue = ? and outbox.account_id = own.account_id and run_at <= ?${condition}
   order by run_at, id limit ${limit} for update skip locked`;
const SHARE = dueShare('own.share');
const PACED_SHARE = `select id from (
    (select id from (${dueShare('(own.share + 1) / 2', ' and paced = 1')}) as paced)
    union all (select id from (${SHARE}) as oldest)
  ) as both_kinds limit own.share`;

/** Queries that lease due tasks to workers, from a whole queue or with a share for each account. */
export const leaseQueries = (db: Knex) => {
  /** Selects the oldest due tasks that match a filter. */
  const seenDue = (among: { queue: string; account_id?: number }, now: number, limit: number) =>
    db('outbox').where(among).where('run_at', '<=', now).orderBy(['run_at', 'id']).limit(limit);

  /** Selects the same tasks, except those that another transaction is leasing now. */
  const oldestDue = (...due: Parameters<typeof seenDue>) => skipLocked(db, seenDue(...due).select('id'));

  /** Each query is in parentheses. Otherwise it must not have an order, a limit or a lock within a union. */
  const union = (all: readonly Knex.QueryBuilder[]): Knex.QueryBuilder => {
    const [first, ...others] = all.map((due) => db.select('id').from(due.as('oldest')));
    return (first as Knex.QueryBuilder).unionAll(others);
  };

  /**
   * Selects the oldest due tasks of an account. Up to half of `limit` is for sends whose time slot has come. These
   * sends therefore continue while the rest of a long backlog waits for time slots.
   */
  const shareOf = (queue: string, account_id: number, now: number, limit: number): Knex.QueryBuilder => {
    const oldest = oldestDue({ queue, account_id }, now, limit);
    if (queue !== 'send') {
      return oldest;
    }
    // Not a bound value: SQLite uses the partial index only if it can read the condition in the SQL.
    const paced = oldestDue({ queue, account_id }, now, Math.ceil(limit / 2)).whereRaw('paced = 1');
    return union([paced, oldest]).limit(limit);
  };

  /**
   * Selects the shares of several accounts. On PostgreSQL, the text of the query does not depend on their number, so the
   * database prepares it once. SQLite cannot refer to the share of an account in a limit.
   */
  const sharesOf = (queue: string, shares: readonly AccountShare[], now: number): Knex.QueryBuilder =>
    isPostgres(db)
      ? db.select('id').from(
          db.raw(
            `unnest(cast(? as integer[]), cast(? as integer[])) as own(account_id, share)
               cross join lateral (${queue === 'send' ? PACED_SHARE : SHARE}) as due`,
            [
              shares.map(({ accountId }) => accountId),
              shares.map(({ share }) => share),
              ...Array(queue === 'send' ? 2 : 1)
                .fill([queue, now])
                .flat(),
            ],
          ),
        )
      : union(shares.map(({ accountId, share }) => shareOf(queue, accountId, now, share)));

  const take = async (due: Knex.QueryBuilder, lessee: string, until: number): Promise<OutboxTask[]> => {
    // Otherwise, PostgreSQL may run the subquery again for each row, and each run would lock and take other rows.
    const rows = await db('outbox')
      .withMaterialized('due', due)
      .whereIn('id', db('due').select('id'))
      .update({ claimed_by: lessee, run_at: until })
      .returning('*');
    return rows.map(taskOf).sort((a, b) => a.id - b.id);
  };

  /** Returns the accounts that have due tasks, starting with the one that has waited longest. */
  const accountsWithDue = async (queue: string, now: number): Promise<number[]> => {
    const few = await seenDue({ queue }, now, FEW_DUE).select('account_id');
    return few.length < FEW_DUE ? [...new Set(few.map(({ account_id }) => account_id))] : leapToAccounts(queue, now);
  };

  /**
   * Returns the same accounts, and is faster if many tasks are due. It jumps from one account to the next in the index.
   * It also visits accounts whose tasks are not due, and leaves them out.
   */
  const leapToAccounts = async (queue: string, now: number): Promise<number[]> => {
    const rows: { account_id: number }[] = await db
      .withRecursive(
        'owners',
        ['account_id'],
        db.raw(
          `select min(account_id) from outbox where queue = ? union all
           select (select min(account_id) from outbox where queue = ? and account_id > owners.account_id)
           from owners where account_id is not null`,
          [queue, queue],
        ),
      )
      .from(
        db.raw(
          `(select account_id, (select min(run_at) from outbox where queue = ? and outbox.account_id = owners.account_id)
            as due from owners where account_id is not null) as heads`,
          [queue],
        ),
      )
      .where('due', '<=', now)
      .orderBy(['due', 'account_id'])
      .select('account_id');
    return rows.map(({ account_id }) => account_id);
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
     * Leases due tasks like `lease`, but no account gets more than its share. `running` contains how many tasks of each
     * account already run. A share is at most `perAccount`, and less if all shares together would exceed `shared`.
     * The account that has waited longest comes first. The backlog of one account therefore does not delay the others.
     * Also returns the accounts that have their whole share and may have more due tasks.
     */
    async leaseShares(
      queue: string,
      lessee: string,
      now: number,
      until: number,
      limit: number,
      { perAccount, shared }: { perAccount: number; shared: number },
      running: ReadonlyMap<number, number>,
    ): Promise<{ tasks: OutboxTask[]; behind: Set<number> }> {
      const accounts = await accountsWithDue(queue, now);
      const wanting = new Set([...accounts, ...running.keys()]).size;
      const most = Math.max(1, Math.min(perAccount, Math.floor(shared / wanting)));
      const tasks: OutboxTask[] = [];
      const shares = new Map<number, number>();
      while (accounts.length > 0 && tasks.length < limit) {
        const wanted: AccountShare[] = [];
        for (let left = limit - tasks.length; left > 0 && accounts.length > 0 && wanted.length < ACCOUNTS_PER_LEASE; ) {
          const accountId = accounts.shift() as number;
          const share = Math.min(most - (running.get(accountId) ?? 0), left);
          shares.set(accountId, share);
          if (share > 0) {
            wanted.push({ accountId, share });
            left -= share;
          }
        }
        if (wanted.length > 0) {
          tasks.push(...(await take(sharesOf(queue, wanted, now), lessee, until)));
        }
      }
      const counts = Map.groupBy(tasks, ({ accountId }) => accountId);
      const isBehind = ([account, share]: [number, number]) => (counts.get(account)?.length ?? 0) >= share;
      return { tasks, behind: new Set([...shares].filter(isBehind).map(([account]) => account)) };
    },
  };
};
