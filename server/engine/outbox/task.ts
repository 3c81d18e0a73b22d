import { MICROSECONDS } from '../../base/time.ts';

/** A row of the outbox. */
export interface OutboxRow {
  id: number;
  account_id: number;
  queue: string;
  task: string;
  /** What the task is about. The format depends on its kind. */
  subject: string;
  run_at: number;
  /** The ordering key; null for tasks that may run at any time. */
  lane: string | null;
  /** The number of finished attempts. */
  attempts: number;
  /** How far this attempt has started without a recorded result; it may have had an effect (`ATTEMPT_STATE`). */
  claims: number;
  /** 1 if `run_at` is a time slot of the pacer on its connection, otherwise 0. */
  paced: number;
  /** The worker that has the lease, which ends at `run_at`. */
  claimed_by: string | null;
  /** The owner of the task's share of its queue, if it is not the account. All tasks of a queue have one, or none has. */
  share: number | null;
}

/** A task that runs after a commit. */
export interface OutboxTask {
  id: number;
  accountId: number;
  /** The name of its kind (`TaskKind`). */
  task: string;
  queue: string;
  /** What the task is about, such as a message. The format depends on its kind. */
  subject: string;
  /** In each process, tasks with the same key run one at a time. A retry may run after later ones. */
  orderingKey: string | null;
  /** The owner of the share of the queue that the task uses: an account, or one of its endpoints. */
  shareOwner: number;
  /** The number of finished attempts, not including this one. */
  attempts: number;
  /**
   * True if a worker started this attempt (`begin`) but never recorded the result, because the process died or its
   * lease expired.
   */
  interrupted: boolean;
  /**
   * The part of the message that the interrupted attempt sent; undefined if no part was started, or if the part is
   * unknown.
   */
  begunPart: number | undefined;
  /** True if the task was postponed to a time slot within the connection's rate limit, and that time has come. */
  isPaced: boolean;
  /** The worker that has the lease. */
  lessee: string;
  /** When the lease expires, in microseconds. */
  leasedUntil: number;
  /** What the transaction that added the task knew, if the task runs right after it. Undefined in all other cases. */
  facts?: unknown;
}

/** An attempt that is about to start, and the part of the message that it sends. */
export interface AttemptStart extends Pick<OutboxTask, 'id' | 'lessee'> {
  part: number;
}

/** Whether a queue has due tasks, and when the next one is due. */
export interface DueTasks {
  isDue: boolean;
  /** When the next task becomes due, in microseconds. Tasks that are already due do not count. */
  next: number | undefined;
}

/** The number of tasks in a queue, by state. */
export interface QueueLevel {
  queue: string;
  /** Due tasks that no worker has leased. */
  due: number;
  /** Tasks that are not due yet. */
  waiting: number;
  running: number;
  /** How long the oldest due task has been due; 0 if none is due. */
  oldestDueSeconds: number;
}

/**
 * The values of `claims`, which show whether the attempt has started. A value from `startedPart` on also contains the
 * part of the message that it sends.
 */
export const ATTEMPT_STATE = { notStarted: 0, started: 1, startedPart: 2 };

/** Returns the owner of the share of the queue that a task uses. */
export const ownerOf = ({ account_id, share }: Pick<OutboxRow, 'account_id' | 'share'>): number => share ?? account_id;

export const taskOf = (row: OutboxRow): OutboxTask => ({
  id: Number(row.id),
  accountId: row.account_id,
  task: row.task,
  queue: row.queue,
  subject: row.subject,
  orderingKey: row.lane,
  shareOwner: ownerOf(row),
  attempts: row.attempts,
  interrupted: row.claims > ATTEMPT_STATE.notStarted,
  begunPart: row.claims < ATTEMPT_STATE.startedPart ? undefined : row.claims - ATTEMPT_STATE.startedPart,
  isPaced: row.paced > 0,
  lessee: row.claimed_by ?? '',
  leasedUntil: Number(row.run_at),
});

/**
 * The length of a lease, in microseconds. It is longer than any task timeout. Leases of a process that is known to be
 * dead end earlier (heartbeat.ts), as do those that a worker has lost track of (orphaned-leases.ts).
 */
export const LEASE = 2 * MICROSECONDS.minute;

/** A task that a worker has leased. */
export interface Lease {
  id: number;
  queue: string;
  /** When it expires, in microseconds. */
  until: number;
}

/** The row of a new task. */
export type TaskRow = Omit<OutboxRow, 'id' | 'claimed_by' | 'paced'>;

/** A new task. */
export interface NewTask extends TaskRow {
  /** What its worker need not read if it runs the task right after the commit. They are not stored. */
  facts?: unknown;
}

/** A slot in a worker that is reserved for a task that a transaction adds. */
export interface WorkerSlot {
  lessee: string;
  /** When the lease expires, in microseconds. */
  until: number;
  /** Runs the task. Call it after the commit. */
  run(task: OutboxTask): void;
  /** Frees the slot, because the transaction failed. */
  cancel(): void;
}

/** Reports the tasks that one transaction stores to the worker of this process. */
export interface StoredTasks {
  /** Reserves a slot for a new task; undefined if no worker of this process can run it now. */
  offer(row: TaskRow): WorkerSlot | undefined;
  /** Reports that a task has been stored with the lease of its slot. */
  leased(slot: WorkerSlot, task: OutboxTask): void;
  /** Returns whether a new task with this ordering key would run at once, before all others with the key. */
  isFree(queue: string, orderingKey: string): boolean;
  /** Reports that a task without a lease is due at this time, in microseconds. */
  waits(queue: string, runAt: number): void;
}

/** A task that no worker has leased. */
export interface WaitingTask {
  accountId: number;
  task: string;
  subject: string;
}

/** A task that no worker has leased, and the task that it becomes. */
export interface ReplacedTask extends WaitingTask {
  by: Pick<OutboxTask, 'task' | 'subject'> & { runAt: number };
}

/** A task that runs again later, possibly as a different one. */
export interface TaskChange extends Pick<OutboxTask, 'id' | 'queue' | 'task' | 'subject' | 'attempts'> {
  runAt: number;
  /** 1 if `runAt` is a time slot on the connection. */
  paced: 0 | 1;
}

/** A task to postpone. If its lease has changed or its attempt has started, the task does not change. */
export interface PostponedTask extends Pick<OutboxTask, 'id' | 'queue' | 'lessee' | 'leasedUntil'> {
  /** In microseconds. */
  runAt: number;
  /** 1 if `runAt` is a time slot on the connection. */
  paced: 0 | 1;
}

/**
 * Returns the change that postpones an attempt that has not started.
 *
 * @param isPaced whether `runAt` is a time slot on the connection
 */
export const postponedTo = (task: OutboxTask, runAt: number, isPaced = false): PostponedTask => ({
  id: task.id,
  queue: task.queue,
  lessee: task.lessee,
  leasedUntil: task.leasedUntil,
  runAt,
  paced: isPaced ? 1 : 0,
});

/** Returns the change that ends this attempt and schedules the next one. */
export const nextAttempt = (task: OutboxTask, runAt: number): TaskChange => ({
  ...task,
  attempts: task.attempts + 1,
  runAt,
  paced: 0,
});

/** Returns the change that turns a task into a different one and resets its attempts. */
export const replacedBy = (own: OutboxTask, task: string, subject: string, runAt: number): TaskChange => ({
  ...own,
  task,
  subject,
  attempts: 0,
  runAt,
  paced: 0,
});
