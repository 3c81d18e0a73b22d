import type { Knex } from 'knex';
import { MICROSECONDS } from '../../time.ts';
import { among, skipLocked } from '../drivers/dialect.ts';
import type { OutboxRow } from '../tables.ts';

/**
 * What waits to be done after a commit, and in which queue: each task is a file in `worker/tasks`. Queues are worked off apart
 * from each other, so that a slow receiver of webhooks keeps no message waiting.
 */
const QUEUE_OF = {
  'send-message': 'send',
  'confirm-send': 'send',
  'feed-campaign': 'campaign',
  'send-campaign-message': 'campaign',
  'simulate-statuses': 'send',
  'sync-templates': 'send',
  'process-callback': 'callback',
  'deliver-webhook': 'deliver',
  'run-flow-step': 'flow',
} as const;

export type TaskName = keyof typeof QUEUE_OF;
export type QueueName = (typeof QUEUE_OF)[TaskName];

const QUEUES = [...new Set(Object.values(QUEUE_OF))];
const NO_TASKS = { tasks: 0, due: 0, running: 0, oldest: null };

export interface OutboxTask {
  id: number;
  accountId: number;
  task: TaskName;
  /** The message, callback or delivery that the task is about. */
  subject: string;
  /** Tasks of one lane run one after the other. */
  orderingKey: string | null;
  /** How many tries have ended, this one not included. */
  attempts: number;
  /** Somebody let this try leave (`begin`) and never wrote down what came of it: the process died, or its claim ran out. */
  interrupted: boolean;
  /** Which part of a message that was; undefined when nothing was begun, or it is not known. */
  begunPart: number | undefined;
  /** Its moment below the ceiling of its line has been given out: it is now. */
  isPaced: boolean;
  /** Who claims it. */
  claimant: string;
}

/** A try that leaves, and which part of a message it is. */
export interface Beginning extends Pick<OutboxTask, 'id' | 'claimant'> {
  part: number;
}

/** How full a queue is. */
export interface QueueLevel {
  queue: QueueName;
  /** Nobody has begun them although it is time. */
  due: number;
  /** Their time has not come. */
  waiting: number;
  running: number;
  /** For how long the oldest due task has been due; 0 when none is. */
  oldestDueSeconds: number;
}

/** What `claims` says of a try: nothing of it has left, something has, and from `part` on, which part of a message. */
const BEGUN = { nothing: 0, something: 1, part: 2 };

const taskOf = (row: OutboxRow): OutboxTask => ({
  id: Number(row.id),
  accountId: row.account_id,
  task: row.task as TaskName,
  subject: row.subject,
  orderingKey: row.lane,
  attempts: row.attempts,
  interrupted: row.claims > BEGUN.nothing,
  begunPart: row.claims < BEGUN.part ? undefined : row.claims - BEGUN.part,
  isPaced: row.paced > 0,
  claimant: row.claimed_by ?? '',
});

/** A task as it is added. */
export const taskRow = (
  accountId: number,
  task: TaskName,
  subject: string,
  runAt: number,
  lane: string | null = null,
): Omit<OutboxRow, 'id' | 'claimed_by' | 'paced'> => ({
  account_id: accountId,
  queue: QUEUE_OF[task],
  task,
  subject,
  run_at: runAt,
  lane,
  attempts: 0,
  claims: BEGUN.nothing,
});

/** SQLite takes so many values in one statement that this is far below. */
const ROWS_PER_INSERT = 200;
/** When less is due, the accounts are those that it belongs to. */
const FEW_DUE = 64;
/** SQLite unites 500 queries at most. */
const ACCOUNTS_PER_CLAIM = 64;

export type OutboxQueries = ReturnType<typeof outboxQueries>;

export const outboxQueries = (db: Knex) => {
  /** The oldest due tasks among some. */
  const seenDue = (among: { queue: QueueName; account_id?: number }, now: number, limit: number) =>
    db('outbox').where(among).where('run_at', '<=', now).orderBy(['run_at', 'id']).limit(limit);

  /** Those of them that nobody else is taking at this moment. */
  const oldestDue = (...due: Parameters<typeof seenDue>) => skipLocked(db, seenDue(...due).select('id'));

  /** Each in parentheses, which alone lets it have an order and a limit, and lock, within a union. */
  const union = (all: readonly Knex.QueryBuilder[]): Knex.QueryBuilder => {
    const [first, ...others] = all.map((due) => db.select('id').from(due.as('oldest')));
    return (first as Knex.QueryBuilder).unionAll(others);
  };

  /**
   * The oldest due tasks of an account. Half of them may be sends whose moment on their line has come: one with a long backlog, which
   * only asks for its moments, goes on meanwhile.
   */
  const shareOf = (queue: QueueName, account_id: number, now: number, limit: number): Knex.QueryBuilder => {
    const oldest = oldestDue({ queue, account_id }, now, limit);
    if (queue !== 'send') {
      return oldest;
    }
    // No bound value: SQLite takes the index of these only for what it can read.
    const paced = oldestDue({ queue, account_id }, now, Math.ceil(limit / 2)).whereRaw('paced = 1');
    return union([paced, oldest]).limit(limit);
  };

  const take = async (due: Knex.QueryBuilder, claimant: string, until: number): Promise<OutboxTask[]> => {
    // Materialized: PostgreSQL is free to run a subquery again for each row, and each time it would lock, and take, others.
    const rows = await db('outbox')
      .withMaterialized('due', due)
      .whereIn('id', db('due').select('id'))
      .update({ claimed_by: claimant, run_at: until })
      .returning('*');
    return rows.map(taskOf).sort((a, b) => a.id - b.id);
  };

  /** Every account that something is due of, the one that has waited longest first. */
  const accountsWithDue = async (queue: QueueName, now: number): Promise<number[]> => {
    const few = await seenDue({ queue }, now, FEW_DUE).select('account_id');
    return few.length < FEW_DUE ? [...new Set(few.map(({ account_id }) => account_id))] : leapToAccounts(queue, now);
  };

  /** The same where much is due: from one account to the next through the index, also over those of which something only waits. */
  const leapToAccounts = async (queue: QueueName, now: number): Promise<number[]> => {
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
    /** Adds a task inside the transaction that makes it necessary. `runAt` in microseconds. */
    async add(
      accountId: number,
      task: TaskName,
      subject: string,
      runAt: number,
      lane: string | null = null,
    ): Promise<void> {
      await db('outbox').insert(taskRow(accountId, task, subject, runAt, lane));
    },

    /** Adds a task for each of many subjects, in their order. */
    async addAll(accountId: number, task: TaskName, subjects: readonly string[], runAt: number): Promise<void> {
      const rows = subjects.map((subject) => taskRow(accountId, task, subject, runAt));
      for (let start = 0; start < rows.length; start += ROWS_PER_INSERT) {
        await db('outbox').insert(rows.slice(start, start + ROWS_PER_INSERT));
      }
    },

    /**
     * Takes up to `limit` due tasks of a queue for `claimant`, oldest first. A claim is a lease: the task falls due again at
     * `until`, so that what a dead process held is taken up by another.
     */
    async claim(queue: QueueName, claimant: string, now: number, until: number, limit: number): Promise<OutboxTask[]> {
      return take(oldestDue({ queue }, now, limit), claimant, until);
    },

    /**
     * The same, but no account holds more than its share: `held` says how many each has already. A share is `perAccount` at
     * most, and less when so many accounts want one that together they would hold more than `shared`. The account that has
     * waited longest comes first, and how much waits behind one of them makes no difference to the others.
     */
    async claimShares(
      queue: QueueName,
      claimant: string,
      now: number,
      until: number,
      limit: number,
      { perAccount, shared }: { perAccount: number; shared: number },
      held: ReadonlyMap<number, number>,
    ): Promise<OutboxTask[]> {
      const accounts = await accountsWithDue(queue, now);
      const wanting = new Set([...accounts, ...held.keys()]).size;
      const most = Math.max(1, Math.min(perAccount, Math.floor(shared / wanting)));
      const taken: OutboxTask[] = [];
      while (accounts.length > 0 && taken.length < limit) {
        const wanted: Knex.QueryBuilder[] = [];
        for (let left = limit - taken.length; left > 0 && accounts.length > 0 && wanted.length < ACCOUNTS_PER_CLAIM; ) {
          const account_id = accounts.shift() as number;
          const share = Math.min(most - (held.get(account_id) ?? 0), left);
          if (share > 0) {
            wanted.push(shareOf(queue, account_id, now, share));
            left -= share;
          }
        }
        if (wanted.length > 0) {
          taken.push(...(await take(union(wanted), claimant, until)));
        }
      }
      return taken;
    },

    /**
     * Writes down that these tries leave now: whoever takes up one that is not written down as ended knows that it may have
     * had its effect. Gives the ids of those that are still their claimant's and have not left; the others must not leave.
     */
    async begin(tasks: readonly Beginning[]): Promise<number[]> {
      const begun: number[] = [];
      // Nearly always one statement: few messages have a second part.
      for (const [part, those] of Map.groupBy(tasks, ({ part }) => part)) {
        const own = those.map(({ id, claimant }) => [id, claimant]);
        const rows = await among(db('outbox'), { id: 'bigint', claimed_by: 'text' }, own)
          .where({ claims: BEGUN.nothing })
          .update({ claims: BEGUN.part + part })
          .returning('id');
        begun.push(...rows.map(({ id }) => Number(id)));
      }
      return begun;
    },

    /**
     * Whether this try is still its claimant's, and nobody takes it over before the transaction ends. Who slept through a claim
     * may find that another one makes the try, or has made it.
     */
    async holds({ id, claimant, attempts }: OutboxTask): Promise<boolean> {
      const row = await db('outbox').where({ id, claimed_by: claimant, attempts }).forUpdate().first('id');
      return row !== undefined;
    },

    /**
     * Whether a task of the same lane that came before this one is still at its first try, or waits for it: with another process, since
     * each runs those that it has one after the other.
     */
    async isOvertaking({ id, task, orderingKey: lane }: OutboxTask): Promise<boolean> {
      const before = db('outbox').where({ queue: QUEUE_OF[task], lane, attempts: 0 }).where('id', '<', id);
      return (await before.first('id')) !== undefined;
    },

    async finish(id: number): Promise<void> {
      await db('outbox').where({ id }).delete();
    },

    /** Takes back tasks that nobody has begun. */
    async cancel(accountId: number, task: TaskName, subjects: readonly string[]): Promise<void> {
      if (subjects.length > 0) {
        await db('outbox')
          .where({ account_id: accountId, task, claimed_by: null })
          .whereIn('subject', subjects)
          .delete();
      }
    },

    /** Ends this try; the next one is due at `runAt`. */
    async runAgain(id: number, runAt: number): Promise<void> {
      await db('outbox')
        .where({ id })
        .update({
          run_at: runAt,
          claimed_by: null,
          claims: BEGUN.nothing,
          paced: 0,
          attempts: db.raw('attempts + 1') as unknown as number,
        });
    },

    /**
     * Gives a task back whose try broke off, unless somebody else has taken it over: it is due at `runAt`, and whoever takes it up
     * then knows whether it was begun.
     */
    async release({ id, claimant }: Pick<OutboxTask, 'id' | 'claimant'>, runAt: number): Promise<void> {
      await db('outbox').where({ id, claimed_by: claimant }).update({ run_at: runAt, claimed_by: null });
    },

    /**
     * Puts a try off before it has done anything; `isPaced` when `runAt` is the moment that its line has for it. Who slept through a
     * claim does not put off what another one has let leave: it would leave again.
     */
    async postpone(id: number, runAt: number, isPaced = false): Promise<void> {
      await db('outbox')
        .where({ id, claims: BEGUN.nothing })
        .update({ run_at: runAt, claimed_by: null, paced: Number(isPaced) });
    },

    /** Makes another task of this one, with tries of its own. */
    async replaceWith(id: number, task: TaskName, subject: string, runAt: number): Promise<void> {
      await db('outbox')
        .where({ id })
        .update({ task, subject, run_at: runAt, claimed_by: null, claims: BEGUN.nothing, paced: 0, attempts: 0 });
    },

    /** Lets a waiting task fall due now. */
    async runNow(accountId: number, task: TaskName, subject: string, now: number): Promise<void> {
      await db('outbox')
        .where({ account_id: accountId, subject, task, claimed_by: null })
        .where('run_at', '>', now)
        .update({ run_at: now });
    },

    /** When the next task of a queue falls due after `now`, in microseconds; when the first one does, if that is left out. */
    async nextDue(queue: QueueName, now = 0): Promise<number | undefined> {
      const row = await db('outbox').where({ queue }).where('run_at', '>', now).min({ due: 'run_at' }).first();
      return row?.due ?? undefined;
    },

    /** How full every queue is, over all accounts. */
    async levels(now: number): Promise<QueueLevel[]> {
      const rows: { queue: string; tasks: number; due: number; running: number; oldest: number | null }[] = await db(
        'outbox',
      )
        .select('queue')
        .count({ tasks: '*' })
        .select(
          db.raw('sum(case when run_at <= ? then 1 else 0 end) as due', [now]),
          db.raw('sum(case when run_at > ? and claimed_by is not null then 1 else 0 end) as running', [now]),
          db.raw('min(case when run_at <= ? then run_at end) as oldest', [now]),
        )
        .groupBy('queue');
      return QUEUES.map((queue) => {
        const { tasks, due, running, oldest } = rows.find((row) => row.queue === queue) ?? NO_TASKS;
        const oldestDueSeconds = oldest === null ? 0 : (now - oldest) / MICROSECONDS.second;
        return { queue, due, running, waiting: tasks - due - running, oldestDueSeconds };
      });
    },

    /** Tasks of these kinds count as begun by somebody who died over them; gives how many there are. */
    async countAsBegun(tasks: readonly TaskName[]): Promise<number> {
      const own = () => db('outbox').whereIn('task', [...tasks]);
      // Of a part, too: what the database knows of it may be older than what left.
      await own().update({ claims: BEGUN.something });
      const row = await own().count({ count: '*' }).first();
      return Number(row?.count);
    },

    /** Ends every claim: at the start of the only process on this database, claims belong to one that died. */
    async releaseClaims(now: number): Promise<void> {
      await db('outbox').whereNotNull('claimed_by').update({ run_at: now, claimed_by: null });
    },

    /** Ends the claims of workers that died. */
    async releaseClaimsOf(claimants: readonly string[], now: number): Promise<void> {
      await db('outbox').whereIn('claimed_by', claimants).update({ run_at: now, claimed_by: null });
    },
  };
};
