import type { Knex } from 'knex';
import { MICROSECONDS } from '../../base/time.ts';
import { among, amongValues, isPostgres, recordsOf, withRows } from '../drivers/dialect.ts';
import { leaseQueries } from './leases.ts';
import {
  ATTEMPT_STATE,
  type AttemptStart,
  type DueTasks,
  LEASE,
  type Lease,
  type NewTask,
  type OutboxRow,
  type OutboxTask,
  type PostponedTask,
  type QueueLevel,
  type ReplacedTask,
  type StoredTasks,
  type TaskChange,
  type TaskRow,
  taskOf,
  type WaitingTask,
  type WorkerSlot,
} from './task.ts';

/** Returns the columns that show when the first task of a queue is due, and when the next one after a time is due. */
const dueColumns = (queue: string): string => {
  const first = `select min(run_at) from outbox where queue = '${queue}'`;
  return `(${first}) as first_${queue}, (${first} and run_at > ?) as next_${queue}`;
};

const NO_TASKS = { tasks: 0, due: 0, running: 0, oldest: null };

/** Well below SQLite's limit on values per statement. */
const ROWS_PER_INSERT = 200;
const taskKeyString = ({ account_id, task, subject }: Pick<OutboxRow, 'account_id' | 'task' | 'subject'>): string =>
  `${account_id} ${task} ${subject}`;

/** Returns the stored rows. On PostgreSQL, one statement stores all of them. */
async function insertTasks(db: Knex, rows: readonly (TaskRow & Pick<OutboxRow, 'claimed_by'>)[]): Promise<OutboxRow[]> {
  const [first] = rows;
  if (!first) {
    return [];
  }
  if (isPostgres(db)) {
    const columns = Object.keys(first).join(', ');
    const { sql, json } = recordsOf('outbox', rows);
    const text = `insert into outbox (${columns}) select ${columns} from ${sql} returning *`;
    return (await db.raw<{ rows: OutboxRow[] }>(text, [json])).rows;
  }
  const inserted: OutboxRow[] = [];
  for (let start = 0; start < rows.length; start += ROWS_PER_INSERT) {
    inserted.push(
      ...(await db('outbox')
        .insert(rows.slice(start, start + ROWS_PER_INSERT))
        .returning('*')),
    );
  }
  return inserted;
}

export const outboxQueries = (db: Knex, stored?: StoredTasks) => {
  function reportWaiting(tasks: readonly { queue: string; runAt: number }[]): void {
    for (const { queue, runAt } of tasks) {
      stored?.waits(queue, runAt);
    }
  }

  /** Selects the tasks of these leases of a worker, except those whose lease has changed since. */
  const ofLeases = (leases: readonly Pick<Lease, 'id' | 'until'>[], lessee: string) =>
    among(
      db('outbox'),
      { id: 'bigint', run_at: 'bigint', claimed_by: 'text' },
      leases.map(({ id, until }) => [id, until, lessee]),
    );

  return {
    ...leaseQueries(db),

    /**
     * Adds a task unless the same task is already waiting. If it is running now, and may have read the state before the
     * change, the new one runs `pause` later. Times are in microseconds.
     */
    async addOnce(row: TaskRow, pause: number): Promise<void> {
      const { account_id, task, subject, run_at } = row;
      const same = await db('outbox').where({ account_id, task, subject }).select('claimed_by');
      if (same.every(({ claimed_by }) => claimed_by !== null)) {
        await this.add([{ ...row, run_at: run_at + (same.length > 0 ? pause : 0) }]);
      }
    },

    /** Returns whether the same task has been added again since. */
    async hasLater({
      id,
      accountId,
      task,
      subject,
    }: Pick<OutboxTask, 'id' | 'accountId' | 'task' | 'subject'>): Promise<boolean> {
      const same = db('outbox').where({ account_id: accountId, task, subject });
      return (await same.where('id', '>', id).first('id')) !== undefined;
    },

    /**
     * Adds tasks, in order, in the same transaction as the changes that require them. Leases them to the worker of this
     * process if it can run them now.
     */
    async add(tasks: readonly NewTask[]): Promise<void> {
      const slots = new Map<string, { slot: WorkerSlot; facts: unknown }>();
      const withLeases = tasks.map(({ facts, ...row }) => {
        // A slot is found by the account, name and subject of its task, so only the first of two equal tasks gets one.
        const slot = slots.has(taskKeyString(row)) ? undefined : stored?.offer(row);
        if (slot) {
          slots.set(taskKeyString(row), { slot, facts });
        }
        return { ...row, run_at: slot?.until ?? row.run_at, claimed_by: slot?.lessee ?? null };
      });
      for (const row of await insertTasks(db, withLeases)) {
        const reserved = slots.get(taskKeyString(row));
        if (reserved && row.claimed_by !== null) {
          stored?.leased(reserved.slot, { ...taskOf(row), facts: reserved.facts });
        }
      }
    },

    /**
     * Returns whether a new task with this ordering key would run at once in the worker of this process, before all
     * others with the key. The transaction may then do its work instead.
     */
    isFree: (queue: string, orderingKey: string): boolean => stored?.isFree(queue, orderingKey) ?? false,

    /**
     * Records that these attempts start now. If a worker later takes over an attempt without a recorded result, it
     * knows that the attempt may have had an effect.
     */
    async begin(tasks: readonly AttemptStart[]): Promise<void> {
      const begin = ([part, those]: [number, readonly AttemptStart[]]) =>
        among(
          db('outbox'),
          { id: 'bigint', claimed_by: 'text' },
          those.map(({ id, lessee }) => [id, lessee]),
        ).update({ claims: ATTEMPT_STATE.startedPart + part });
      // Nearly always one statement, because few messages have a second part.
      await Promise.all([...Map.groupBy(tasks, ({ part }) => part)].map(begin));
    },

    /**
     * Returns which of these attempts still belong to their workers, by ID, and whether they have started. Locks them
     * until the transaction ends. If the process was suspended past the lease of an attempt, another worker may run it
     * now or may have finished it.
     */
    async listLeased(tasks: readonly OutboxTask[]): Promise<Map<number, boolean>> {
      if (tasks.length === 0) {
        return new Map();
      }
      const rows = await among(
        db('outbox'),
        { id: 'bigint', claimed_by: 'text', attempts: 'integer' },
        tasks.map(({ id, lessee, attempts }) => [id, lessee, attempts]),
      )
        .orderBy('id')
        .forUpdate()
        .select('id', 'claims');
      return new Map(rows.map((row) => [Number(row.id), row.claims > ATTEMPT_STATE.notStarted]));
    },

    /**
     * Returns the first task of each of these ordering keys that is earlier than these tasks and has not finished its
     * first attempt. Such a task is in another process, because each process runs the tasks of one ordering key one
     * after another.
     */
    async firstUnprocessed(
      tasks: readonly Pick<OutboxTask, 'id' | 'queue' | 'orderingKey'>[],
    ): Promise<Map<string, number>> {
      const found = new Map<string, number>();
      for (const [orderingKey, own] of Map.groupBy(tasks, ({ orderingKey }) => orderingKey)) {
        const [queue] = own.map((task) => task.queue);
        const ids = own.map(({ id }) => id);
        const row = await db('outbox')
          .where({ queue, lane: orderingKey, attempts: 0 })
          .where('id', '<', Math.max(...ids))
          .whereNotIn('id', ids)
          .min({ id: 'id' })
          .first();
        if (orderingKey !== null && row?.id !== null && row?.id !== undefined) {
          found.set(orderingKey, Number(row.id));
        }
      }
      return found;
    },

    /** Ends the leases of tasks that run later. */
    async change(changes: readonly TaskChange[]): Promise<void> {
      if (changes.length > 0) {
        await withRows(
          db,
          {
            id: 'bigint',
            task: 'text',
            subject: 'text',
            runAt: 'bigint',
            attempts: 'integer',
            paced: 'integer',
          },
          changes,
          `update outbox set task = given.task, subject = given.subject, run_at = given.runAt, attempts = given.attempts,
             paced = given.paced, claims = 0, claimed_by = null
           from given where outbox.id = given.id`,
        );
        reportWaiting(changes);
      }
    },

    async finish(ids: readonly number[]): Promise<void> {
      if (ids.length > 0) {
        await amongValues(db('outbox'), 'id', ids).delete();
      }
    },

    /** Deletes these tasks, except those that a worker has leased. */
    async cancel(tasks: readonly WaitingTask[]): Promise<void> {
      const cancel = ([task, own]: [string, readonly WaitingTask[]]) => {
        const keys = new Map(own.map(({ accountId, subject }) => [`${accountId} ${subject}`, [accountId, subject]]));
        return among(db('outbox'), { account_id: 'integer', subject: 'text' }, [...keys.values()])
          .where({ task, claimed_by: null })
          .delete();
      };
      await Promise.all([...Map.groupBy(tasks, (one) => one.task)].map(cancel));
    },

    /**
     * Releases a task whose attempt was interrupted, unless its lease has changed since. The task is due at `runAt`, and
     * the next worker knows whether the attempt had started.
     */
    async release(
      { id, queue, lessee, leasedUntil }: Pick<OutboxTask, 'id' | 'queue' | 'lessee' | 'leasedUntil'>,
      runAt: number,
    ): Promise<void> {
      await ofLeases([{ id, until: leasedUntil }], lessee).update({ run_at: runAt, claimed_by: null });
      reportWaiting([{ queue, runAt }]);
    },

    /**
     * Postpones attempts that have not started. A worker whose lease has expired cannot postpone the task of another
     * worker: that worker may have started the attempt, or turned the task into one that waits for a callback.
     */
    async postpone(tasks: readonly PostponedTask[]): Promise<void> {
      if (tasks.length > 0) {
        await withRows(
          db,
          { id: 'bigint', runAt: 'bigint', paced: 'integer', lessee: 'text', leasedUntil: 'bigint' },
          tasks,
          `update outbox set run_at = given.runAt, claimed_by = null, paced = given.paced from given
           where outbox.id = given.id and outbox.claims = 0
             and outbox.claimed_by = given.lessee and outbox.run_at = given.leasedUntil`,
        );
        reportWaiting(tasks);
      }
    },

    /** Makes a waiting task due now. */
    async runNow(accountId: number, task: string, subject: string, now: number): Promise<void> {
      const rows = await db('outbox')
        .where({ account_id: accountId, subject, task, claimed_by: null })
        .where('run_at', '>', now)
        .update({ run_at: now })
        .returning('queue');
      reportWaiting(rows.map(({ queue }) => ({ queue, runAt: now })));
    },

    /** Turns a waiting task into a different one. */
    async replaceWaiting({ accountId, task, subject, by }: ReplacedTask): Promise<void> {
      const rows = await db('outbox')
        .where({ account_id: accountId, subject, task, claimed_by: null })
        .update({
          task: by.task,
          subject: by.subject,
          run_at: by.runAt,
          claims: ATTEMPT_STATE.notStarted,
          paced: 0,
          attempts: 0,
        })
        .returning('queue');
      reportWaiting(rows.map(({ queue }) => ({ queue, runAt: by.runAt })));
    },

    /**
     * Returns for each queue whether a task is due at `now`, and when the next one after `now` is due, in microseconds.
     */
    async dueAt<Name extends string>(queues: readonly Name[], now: number): Promise<Record<Name, DueTasks>> {
      const columns = queues.map(dueColumns).join(', ');
      const [row] = await db.select(
        db.raw(
          columns,
          queues.map(() => now),
        ),
      );
      const dueOf = (queue: Name): DueTasks => {
        const earliest: number | null = row[`first_${queue}`];
        return { isDue: earliest !== null && earliest <= now, next: row[`next_${queue}`] ?? undefined };
      };
      return Object.fromEntries(queues.map((queue) => [queue, dueOf(queue)])) as Record<Name, DueTasks>;
    },

    /** Returns the levels of queues, over all accounts. */
    async levels(queues: readonly string[], now: number): Promise<QueueLevel[]> {
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
      return queues.map((queue) => {
        const { tasks, due, running, oldest } = rows.find((row) => row.queue === queue) ?? NO_TASKS;
        const oldestDueSeconds = oldest === null ? 0 : (now - oldest) / MICROSECONDS.second;
        return { queue, due, running, waiting: tasks - due - running, oldestDueSeconds };
      });
    },

    /** Returns the leases of a worker on tasks of these queues that have not expired. */
    async leasesOf(lessee: string, queues: readonly string[], now: number): Promise<Lease[]> {
      const rows = await db('outbox')
        .whereIn('queue', [...queues])
        .whereBetween('run_at', [now, now + LEASE])
        .where({ claimed_by: lessee })
        .select('id', 'queue', { until: 'run_at' });
      return rows.map(({ id, queue, until }) => ({ id: Number(id), queue, until: Number(until) }));
    },

    /** Ends leases of a worker, except those that have changed since. The tasks are due at `runAt`. */
    async endLeases(leases: readonly Lease[], lessee: string, runAt: number): Promise<void> {
      if (leases.length > 0) {
        await ofLeases(leases, lessee).update({ run_at: runAt, claimed_by: null });
        reportWaiting(leases.map(({ queue }) => ({ queue, runAt })));
      }
    },

    /**
     * Removes the marks of attempts that their worker knows not to have started. A lease that has changed since keeps
     * its mark: the worker may have leased the task again, and started that attempt.
     */
    async clearStarts(leases: readonly Pick<Lease, 'id' | 'until'>[], lessee: string): Promise<void> {
      if (leases.length > 0) {
        await ofLeases(leases, lessee).update({ claims: ATTEMPT_STATE.notStarted });
      }
    },

    /** Marks tasks of these kinds as started by a worker that died, and returns how many. */
    async countAsBegun(tasks: readonly string[]): Promise<number> {
      const own = () => db('outbox').whereIn('task', [...tasks]);
      // Also clears the part, because the last recorded part may be older than the last send.
      await own().update({ claims: ATTEMPT_STATE.started });
      const row = await own().count({ count: '*' }).first();
      return Number(row?.count);
    },

    /**
     * Ends the leases of workers that died. When the only process on a database starts, these are all leases.
     *
     * @param lessees @default all workers
     */
    async releaseAllLeases(now: number, lessees?: readonly string[]): Promise<void> {
      const leased = lessees ? db('outbox').whereIn('claimed_by', lessees) : db('outbox').whereNotNull('claimed_by');
      await leased.update({ run_at: now, claimed_by: null });
    },
  };
};
