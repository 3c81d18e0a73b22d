import { effectKind, rareEffect } from '../batching/effect-kind.ts';
import type { Beginning, OutboxTask, PostponedTask, ReplacedTask, TaskChange, TaskRow, WaitingTask } from './task.ts';

export const outboxEffects = {
  /** Attempts that start now. */
  begun: effectKind<Beginning>({ write: (tx, begun) => tx.outbox.begin(begun) }),

  /** New tasks. */
  tasks: effectKind<TaskRow>({ write: (tx, tasks) => tx.outbox.add(tasks) }),

  /** Tasks that run later. */
  changedTasks: effectKind<TaskChange>({ write: (tx, changes) => tx.outbox.change(changes) }),

  postponed: effectKind<PostponedTask>({ write: (tx, postponed) => tx.outbox.postpone(postponed) }),

  /** Tasks that have ended. */
  ended: effectKind<OutboxTask>({ write: (tx, ended) => tx.outbox.finish(ended.map(({ id }) => id)) }),

  /** Tasks that no worker has leased and that are no longer needed. */
  cancelled: effectKind<WaitingTask>({ write: (tx, cancelled) => tx.outbox.cancel(cancelled) }),

  /** Waiting tasks that are due now. */
  due: rareEffect<WaitingTask & { at: number }>((tx, { accountId, task, subject, at }) =>
    tx.outbox.runNow(accountId, task, subject, at),
  ),

  /** Waiting tasks, and the tasks that replace them. */
  replaced: rareEffect<ReplacedTask>((tx, task) => tx.outbox.replaceWaiting(task)),
};
