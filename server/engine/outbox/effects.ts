import { kindsFor } from '../batching/effect-kind.ts';
import type { outboxQueries } from './outbox.ts';
import type {
  AttemptStart,
  NewTask,
  OutboxTask,
  PostponedTask,
  ReplacedTask,
  TaskChange,
  WaitingTask,
} from './task.ts';

/** A transaction, as far as these effects use it. */
export interface OutboxTx {
  outbox: ReturnType<typeof outboxQueries>;
}

const { effectKind, singleEffect } = kindsFor<OutboxTx>();

export const outboxEffects = {
  /** Attempts that start now. */
  begun: effectKind<AttemptStart>({ write: (tx, begun) => tx.outbox.begin(begun) }),

  /** New tasks. */
  tasks: effectKind<NewTask>({ write: (tx, tasks) => tx.outbox.add(tasks) }),

  /** Tasks that run later. */
  changedTasks: effectKind<TaskChange>({ write: (tx, changes) => tx.outbox.change(changes) }),

  postponed: effectKind<PostponedTask>({ write: (tx, postponed) => tx.outbox.postpone(postponed) }),

  /** Tasks that have ended. */
  ended: effectKind<OutboxTask>({ write: (tx, ended) => tx.outbox.finish(ended.map(({ id }) => id)) }),

  /** Tasks that no worker has leased and that are no longer needed. */
  cancelled: effectKind<WaitingTask>({ write: (tx, cancelled) => tx.outbox.cancel(cancelled) }),

  /** Waiting tasks that are due now. */
  due: singleEffect<WaitingTask & { at: number }>((tx, { accountId, task, subject, at }) =>
    tx.outbox.runNow(accountId, task, subject, at),
  ),

  /** Waiting tasks, and the tasks that replace them. */
  replaced: singleEffect<ReplacedTask>((tx, task) => tx.outbox.replaceWaiting(task)),
};
