import { MICROSECONDS } from '../../base/time.ts';
import { isBusy, isUnavailable } from '../drivers/error-codes.ts';
import { type DueTasks, LEASE, type OutboxTask, ownerOf, type TaskRow, type WorkerSlot } from '../outbox/task.ts';
import type { TaskKind, WorkerContext } from './context.ts';
import { OrderedRuns } from './ordered-runs.ts';
import { createSearch, type Found } from './search.ts';
import { type Concurrency, TaskShares } from './shares.ts';

import { UnstartedAttempt } from './unstarted-attempt.ts';

/** The retry delay of a task that failed because of a bug or a full disk, in microseconds. */
const PAUSE_AFTER_FAULT = 30 * MICROSECONDS.second;
/** The retry delay of a task that failed because the database did not respond, in microseconds. */
const PAUSE_WHILE_UNAVAILABLE = MICROSECONDS.second;

/** Running tasks whose receivers are known to withhold their responses. Tests do not wait for them. */
export interface WithheldTasks {
  has(task: OutboxTask): boolean;
  /** Resolves at the next change. */
  changed(): Promise<void>;
}

/** Runs the tasks of one queue of the outbox. */
interface Queue {
  /** Reports that a task may be due. */
  wake(): void;
  /** Reports that a task is due at a time, in microseconds. */
  wakeAt(runAt: number): void;
  /** Reserves a slot for a new task, unless it is not due or older ones wait. */
  offer(row: TaskRow): WorkerSlot | undefined;
  /** Returns whether a new task with this ordering key would run at once, before all others with the key. */
  isFree(orderingKey: string): boolean;
  /** Reports what a poll of all queues has found for this one. */
  onDue(due: DueTasks): void;
  /** True if no task is running, except those in `withheld`, and none is being leased. */
  idle(withheld?: WithheldTasks): boolean;
  /** Resolves when a task has ended or has been leased; resolves at once if the queue is idle. */
  progress(withheld?: WithheldTasks): Promise<void>;
  /** Returns the tasks that are running. */
  running(): Iterable<OutboxTask>;
  /** Resolves when the leases that are being taken now have been granted or refused. */
  leased(): Promise<unknown>;
  /** Returns how many tasks have run. */
  ran(): number;
  /** Stops taking new tasks. */
  close(): void;
}

/** The tasks of a queue, and how they run. */
interface QueueOptions<App> {
  name: string;
  lessee: string;
  concurrency: Concurrency;
  /** By name. */
  tasks: Readonly<Record<string, TaskKind<App>>>;
  /**
   * Reports that the database may have a lease of this worker that no running task has.
   *
   * @param unstarted tasks whose attempts did not start, whatever the database has recorded
   */
  onLeaseUnknown(unstarted?: readonly OutboxTask[]): void;
}

export function createQueue<App extends WorkerContext>(
  app: App,
  { name, lessee, concurrency, tasks: kinds, onLeaseUnknown }: QueueOptions<App>,
): Queue {
  const running = new Map<OutboxTask, Promise<void>>();
  /** The slots that are reserved for new tasks until their transactions end. */
  const reservedSlots = new Set<Promise<void>>();
  const shares = new TaskShares(concurrency.shares);
  const ordered = new OrderedRuns(
    (tasks) => run(app, kinds, tasks, onLeaseUnknown),
    ({ task }) => 'runTogether' in (kinds[task] ?? {}),
  );
  /** Whether tasks may be waiting for a free slot, as at the start. */
  let hasBacklog = true;
  let closed = false;
  let ran = 0;
  /** The leases that are being taken. */
  let leasing: Promise<Found> | undefined;
  const search = createSearch(app, name, searchOnce);

  function offer(row: TaskRow): WorkerSlot | undefined {
    const owner = ownerOf(row);
    if (closed || row.run_at > app.monotonicNow()) {
      return undefined;
    }
    hasBacklog ||= running.size + reservedSlots.size >= concurrency.total;
    if (shares.isFull(owner) || hasBacklog) {
      return undefined;
    }
    const { promise, resolve } = Promise.withResolvers<void>();
    reservedSlots.add(promise);
    shares.add(owner);
    const free = () => {
      reservedSlots.delete(promise);
      resolve();
      return shares.remove(owner);
    };
    return {
      lessee,
      until: app.now() + LEASE,
      run(task) {
        begin(task);
        free();
      },
      cancel() {
        onLeaseUnknown();
        if (free() || hasBacklog) {
          search.wake();
        }
      },
    };
  }

  function begin(task: OutboxTask): void {
    const { shareOwner, orderingKey } = task;
    shares.add(shareOwner);
    const begun = orderingKey === null ? run(app, kinds, [task], onLeaseUnknown) : ordered.add(orderingKey, task);
    const done = begun.finally(() => {
      running.delete(task);
      ran += 1;
      if (shares.remove(shareOwner) || hasBacklog) {
        search.wake();
      }
    });
    running.set(task, done);
  }

  /** Leases due tasks. Also returns the owners of shares that may have more of them. */
  const lease = (now: number, free: number): Promise<{ tasks: OutboxTask[]; behind: ReadonlySet<number> }> =>
    app.store.transaction(
      async ({ outbox }) =>
        concurrency.shares === undefined
          ? { tasks: await outbox.lease(name, lessee, now, now + LEASE, free), behind: new Set() }
          : outbox.leaseShares(name, lessee, now, now + LEASE, free, concurrency.shares, shares.running),
      // A crash may lose the lease, because the start of the attempt is recorded separately (`begin`).
      { isDurable: false },
    );

  /**
   * Leases due tasks and begins them. Returns whether more may be due, and when the next one becomes due. Tasks that
   * are due but were not leased belong to an owner that has its full share.
   */
  async function searchOnce(): Promise<Found> {
    const free = concurrency.total - running.size - reservedSlots.size;
    if (free <= 0 || closed) {
      hasBacklog = true;
      return undefined;
    }
    const now = app.monotonicNow();
    // Most searches find nothing due, and a check costs less than a lease.
    const { [name]: due } = await app.store.read.outbox.dueAt([name], now);
    const { isDue, next } = due as DueTasks;
    if (!isDue) {
      hasBacklog = false;
      shares.noteBehind([]);
      return { isAll: true, next };
    }
    leasing = leaseAndBegin(now, free, next);
    try {
      return await leasing;
    } catch (error) {
      onLeaseUnknown();
      throw error;
    } finally {
      leasing = undefined;
    }
  }

  async function leaseAndBegin(now: number, free: number, next: number | undefined): Promise<Found> {
    const { tasks, behind } = await lease(now, free);
    if (closed) {
      // The lease waited for a lock and was granted after the stop. Another worker or the next start runs these tasks.
      await release(app, tasks, now);
      return undefined;
    }
    tasks.forEach(begin);
    shares.noteBehind(behind);
    hasBacklog = tasks.length === free;
    return { isAll: !hasBacklog, next };
  }

  const awaited = (withheld: WithheldTasks | undefined): Promise<void>[] => [
    ...reservedSlots,
    ...[...running].filter(([task]) => !withheld?.has(task)).map(([, done]) => done),
  ];

  return {
    wake: search.wake,
    wakeAt: search.wakeAt,
    offer,
    // A search runs while tasks without a lease may be due.
    isFree: (orderingKey) =>
      !closed && !hasBacklog && search.running() === undefined && !ordered.isRunning(orderingKey),
    onDue(due) {
      if (hasBacklog) {
        search.wake();
      } else {
        search.onDue(due);
      }
    },
    idle: (withheld) => search.running() === undefined && awaited(withheld).length === 0,
    progress(withheld) {
      const tasks = awaited(withheld);
      return search.running() ?? (tasks.length === 0 ? Promise.resolve() : Promise.race(tasks));
    },
    running: () => running.keys(),
    leased: () => Promise.all([...reservedSlots, leasing]),
    ran: () => ran,
    close() {
      closed = true;
      search.close();
    },
  };
}

/** Runs a task, or several of a kind that runs together. A task that fails because of a bug is retried. */
async function run<App extends WorkerContext>(
  app: App,
  kinds: QueueOptions<App>['tasks'],
  tasks: [OutboxTask, ...OutboxTask[]],
  onLeaseUnknown: QueueOptions<App>['onLeaseUnknown'],
): Promise<void> {
  const [{ task, subject }] = tasks;
  try {
    const kind = kinds[task];
    if (!kind) {
      throw new Error(`no task is named ${task}`);
    }
    await ('runTogether' in kind ? kind.runTogether(app, tasks) : kind.run(app, tasks[0]));
  } catch (thrown) {
    const isUnstarted = thrown instanceof UnstartedAttempt;
    const error = isUnstarted ? thrown.cause : thrown;
    const fields = { task, subject, error };
    if (isBusy(error)) {
      app.log.warn(
        fields,
        'a task could not use the database because of locks or conflicts of other sessions; it will be retried',
      );
    } else {
      app.log.error(fields, 'a task failed unexpectedly; it will be retried');
    }
    // Unless the attempt did not start, the provider may have accepted the message before the failure, and the next
    // attempt must know that.
    await release(app, tasks, app.now() + pauseAfter(error), isUnstarted).catch((fault) => {
      app.log.error({ error: fault }, 'the outbox cannot be written; the task will be retried when it can');
      onLeaseUnknown(isUnstarted ? tasks : []);
    });
  }
}

/** Returns after how many microseconds a failed task is retried. */
function pauseAfter(error: unknown): number {
  if (isBusy(error)) {
    return 0;
  }
  return isUnavailable(error) ? PAUSE_WHILE_UNAVAILABLE : PAUSE_AFTER_FAULT;
}

/** Ends the leases of tasks, which are then due at `runAt`. */
const release = (app: WorkerContext, tasks: readonly OutboxTask[], runAt: number, isUnstarted = false): Promise<void> =>
  app.store.transaction(async ({ outbox }) => {
    for (const task of tasks) {
      if (isUnstarted) {
        await outbox.clearStarts([{ id: task.id, until: task.leasedUntil }], task.lessee);
      }
      await outbox.release(task, runAt);
    }
  });
