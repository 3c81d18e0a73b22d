import { setImmediate } from 'node:timers/promises';
import type { App } from '../app.ts';
import { realClock } from '../clock.ts';
import { isBusy } from '../store/drivers/error-codes.ts';
import type { DueTasks, OutboxTask, Place, QueueName, TaskName, TaskRow } from '../store/outbox/task.ts';
import { MICROSECONDS } from '../time.ts';
import { processCallbacks } from './callbacks/process-callback.ts';
import { feedCampaign } from './campaigns/feed-campaign.ts';
import { sendSignal } from './conversations/send-signal.ts';
import { runFlowStep } from './flows/run-flow-step.ts';
import { resolveUnconfirmedSend } from './messages/resolve-unconfirmed-send.ts';
import { sendMessage } from './messages/send-message.ts';
import { simulateStatuses } from './messages/simulate-statuses.ts';
import { optOutRecipient } from './opt-outs/opt-out-recipient.ts';
import type { BatchTask, Task } from './task.ts';
import { syncTemplates } from './templates/sync-templates.ts';
import { deliverWebhook } from './webhooks/deliver-webhook.ts';

const BATCH_TASKS = { 'process-callback': processCallbacks } satisfies Partial<Record<TaskName, BatchTask>>;

const isBatchTask = (task: TaskName): task is keyof typeof BATCH_TASKS => task in BATCH_TASKS;

const TASKS: Record<Exclude<TaskName, keyof typeof BATCH_TASKS>, Task> = {
  'send-message': sendMessage,
  'confirm-send': resolveUnconfirmedSend,
  'feed-campaign': feedCampaign,
  'send-campaign-message': sendMessage,
  'simulate-statuses': simulateStatuses,
  'send-signal': sendSignal,
  'deliver-webhook': deliverWebhook,
  'sync-templates': syncTemplates,
  'opt-out-recipient': optOutRecipient,
  'run-flow-step': runFlowStep,
};

/**
 * The length of a lease, in microseconds. It is longer than any task timeout. Leases of a process that is known to be
 * dead end earlier (heartbeat.ts).
 */
const CLAIM = 2 * MICROSECONDS.minute;
/**
 * How long a task that a running one has changed, such as the next part of a message, waits at most for a search, in
 * milliseconds of real time.
 */
const LATEST_SEARCH = 100;
/** The retry delay of a task that failed because of a bug, in microseconds. */
const PAUSE_AFTER_FAULT = 30 * MICROSECONDS.second;

/** A task that waits for its lane. */
interface Waiting {
  task: OutboxTask;
  done(): void;
}

/** Running tasks whose receivers are known to withhold their responses. Tests do not wait for them. */
export interface HeldTasks {
  has(task: OutboxTask): boolean;
  /** Resolves at the next change. */
  changed(): Promise<void>;
}

/** Runs the tasks of one queue of the outbox. */
interface Queue {
  /** Reports that a task may be due. */
  wake(): void;
  /** Reserves a place for a new task, unless it is not due or older ones wait. */
  offer(row: TaskRow): Place | undefined;
  /** Reports what a poll of all queues has found for this one. */
  see(due: DueTasks): void;
  /** True if no task is running, except held ones, and none is being leased. */
  idle(held?: HeldTasks): boolean;
  /** Resolves when a task has ended or has been leased; resolves at once if the queue is idle. */
  progress(held?: HeldTasks): Promise<void>;
  /** Returns the tasks that are running. */
  running(): Iterable<OutboxTask>;
  /** Returns how many tasks have run. */
  ran(): number;
  /** Stops taking new tasks. */
  close(): void;
}

/** How many tasks of a queue run concurrently. */
export interface Concurrency {
  total: number;
  /**
   * The limits for each account, so that a slow one does not delay the others. An account holds at most `perAccount`
   * tasks, and fewer if the accounts together would hold more than `shared`. The remaining places, between `shared` and
   * `total`, are for accounts that hold no tasks yet.
   */
  shares?: { perAccount: number; shared: number };
}

export function createQueue(app: App, name: QueueName, claimant: string, concurrency: Concurrency): Queue {
  const running = new Map<OutboxTask, Promise<void>>();
  /** The places that are reserved for new tasks until their transactions end. */
  const places = new Set<Promise<void>>();
  /** How many running tasks belong to each account. */
  const held = new Map<number, number>();
  /** How many tasks each account held after it last took some, for accounts that may have more. */
  const taken = new Map<number, number>();
  /** Whether tasks may be waiting for a free place, as at the start. */
  let crowded = true;
  /** The tasks of each lane that wait for the running one. */
  const lanes = new Map<string, Waiting[]>();
  let claiming: Promise<void> | undefined;
  let again = false;
  let closed = false;
  let ran = 0;
  let cancelTimer = () => {};
  let cancelSearch: (() => void) | undefined;
  /** When the timer runs, in microseconds. */
  let armedFor = Number.POSITIVE_INFINITY;

  async function run(task: OutboxTask, ...others: readonly OutboxTask[]): Promise<void> {
    try {
      await (isBatchTask(task.task) ? BATCH_TASKS[task.task](app, [task, ...others]) : TASKS[task.task](app, task));
    } catch (error) {
      const fields = { task: task.task, subject: task.subject, error };
      if (isBusy(error)) {
        app.log.warn(
          fields,
          'a task could not use the database because of locks or conflicts of other sessions; it will be retried',
        );
      } else {
        app.log.error(fields, 'a task failed unexpectedly; it will be retried');
      }
      await app.store
        // The provider may have accepted the message before the failure, so the next attempt must know that this one
        // was started.
        .transaction(async (tx) => {
          for (const one of [task, ...others]) {
            await tx.outbox.release(one, app.now() + (isBusy(error) ? 0 : PAUSE_AFTER_FAULT));
          }
        })
        .catch((fault) => {
          app.log.error(
            { error: fault },
            'the outbox cannot be written; the task will be retried when its lease expires',
          );
        });
    }
  }

  function hold(accountId: number, change: 1 | -1): void {
    const count = (held.get(accountId) ?? 0) + change;
    if (count === 0) {
      held.delete(accountId);
      taken.delete(accountId);
    } else {
      held.set(accountId, count);
    }
  }

  /**
   * Returns whether the account should take new tasks. With shares, it takes some only when half of its last ones have
   * ended: tasks that run together share costs, so larger groups are cheaper.
   */
  function wantsMore(accountId: number): boolean {
    const before = taken.get(accountId) ?? 0;
    return concurrency.shares === undefined || crowded || 2 * (held.get(accountId) ?? 0) <= before;
  }

  /** Returns how many tasks an account may hold now. */
  function shareOf(accountId: number, { perAccount, shared }: { perAccount: number; shared: number }): number {
    const accounts = held.size + (held.has(accountId) ? 0 : 1);
    return Math.max(1, Math.min(perAccount, Math.floor(shared / accounts)));
  }

  function offer({ account_id: accountId, run_at }: TaskRow): Place | undefined {
    if (closed || run_at > app.monotonicNow()) {
      return undefined;
    }
    crowded ||= running.size + places.size >= concurrency.total;
    const own = held.get(accountId) ?? 0;
    const isBehind =
      concurrency.shares !== undefined && (taken.has(accountId) || own >= shareOf(accountId, concurrency.shares));
    if (isBehind && !taken.has(accountId)) {
      taken.set(accountId, own);
    }
    if (crowded || isBehind) {
      return undefined;
    }
    const { promise, resolve } = Promise.withResolvers<void>();
    places.add(promise);
    hold(accountId, 1);
    const free = () => {
      places.delete(promise);
      hold(accountId, -1);
      resolve();
    };
    return {
      claimant,
      until: app.now() + CLAIM,
      run(task) {
        begin(task);
        free();
      },
      cancel() {
        const mayWait = crowded || taken.has(accountId);
        free();
        if (mayWait && wantsMore(accountId)) {
          wake();
        }
      },
    };
  }

  function begin(task: OutboxTask): void {
    hold(task.accountId, 1);
    const done = (task.orderingKey === null ? run(task) : runInLane(task.orderingKey, task)).finally(() => {
      running.delete(task);
      hold(task.accountId, -1);
      ran += 1;
      if (wantsMore(task.accountId)) {
        wake();
      } else if (!taken.has(task.accountId)) {
        // The task may be due again, now or soon, and new tasks that are handed over cause no search.
        wakeSoon();
      }
    });
    running.set(task, done);
  }

  /** Runs a task after the earlier ones of its lane. */
  function runInLane(key: string, task: OutboxTask): Promise<void> {
    return new Promise((done) => {
      const lane = lanes.get(key);
      if (lane) {
        lane.push({ task, done });
      } else {
        const own = [{ task, done }];
        lanes.set(key, own);
        // Later, so that tasks that were leased together are together in the lane.
        queueMicrotask(() => void runLane(key, own));
      }
    });
  }

  /** Runs the tasks of a lane until none is left. Batch tasks that wait run together. */
  async function runLane(key: string, lane: Waiting[]): Promise<void> {
    for (let first = lane[0]; first; first = lane[0]) {
      const other = lane.findIndex(({ task }) => task.task !== first.task.task);
      const batch = lane.splice(0, isBatchTask(first.task.task) ? (other < 0 ? lane.length : other) : 1);
      await run(first.task, ...batch.slice(1).map(({ task }) => task));
      for (const { done } of batch) {
        done();
      }
    }
    lanes.delete(key);
  }

  /** Leases due tasks. Also returns the accounts that may have more of them. */
  const claim = (now: number, free: number): Promise<{ tasks: OutboxTask[]; behind: ReadonlySet<number> }> =>
    app.store.transaction(
      async ({ outbox }) =>
        concurrency.shares === undefined
          ? { tasks: await outbox.claim(name, claimant, now, now + CLAIM, free), behind: new Set() }
          : outbox.claimShares(name, claimant, now, now + CLAIM, free, concurrency.shares, held),
      // A crash may lose the lease, because the start of the attempt is recorded separately (`begin`).
      { isDurable: false },
    );

  async function claimDue(): Promise<void> {
    const { outbox } = app.store.read;
    let next: number | undefined;
    do {
      // Let tasks that were just handed over begin first.
      await setImmediate();
      again = false;
      const free = concurrency.total - running.size - places.size;
      if (free <= 0 || closed) {
        return;
      }
      const now = app.monotonicNow();
      // Most wake-ups find nothing due, and a check costs less than a lease.
      const {
        [name]: { isDue, next: later },
      } = await outbox.dueAt([name], now);
      next = later;
      if (!isDue) {
        crowded = false;
      } else {
        const { tasks: due, behind } = await claim(now, free);
        if (closed) {
          // The lease waited for a lock and was granted after the stop. Another worker or the next start runs these
          // tasks.
          await app.store.transaction(async ({ outbox }) => {
            for (const task of due) {
              await outbox.release(task, now);
            }
          });
          return;
        }
        due.forEach(begin);
        for (const accountId of new Set([...due.map((task) => task.accountId), ...behind])) {
          if (behind.has(accountId)) {
            taken.set(accountId, held.get(accountId) ?? 0);
          } else {
            taken.delete(accountId);
          }
        }
        crowded = due.length === free;
        again ||= crowded;
      }
    } while (again);
    arm(next);
  }

  /**
   * Sleeps until the next task is due. Tasks that were due but not taken belong to an account that holds its full
   * share.
   */
  function arm(due: number | undefined): void {
    cancelTimer();
    armedFor = Number.POSITIVE_INFINITY;
    if (due !== undefined && !closed) {
      armedFor = due;
      cancelTimer = app.clock.setTimeout(wake, Math.max(0, Math.ceil(due / 1000) - app.clock.now()));
    }
  }

  function see({ isDue, next }: DueTasks): void {
    if (isDue) {
      wake();
    } else if (next !== undefined && next < armedFor) {
      arm(next);
    }
  }

  function wake(): void {
    if (closed) {
      return;
    }
    cancelSearch?.();
    cancelSearch = undefined;
    again = true;
    armedFor = Number.POSITIVE_INFINITY;
    claiming ??= claimDue()
      .catch((error) => {
        if (isBusy(error)) {
          again = true;
        } else {
          app.log.error({ error, queue: name }, 'the outbox cannot be read');
        }
      })
      .finally(() => {
        claiming = undefined;
        if (again) {
          wake();
        }
      });
  }

  function wakeSoon(): void {
    if (!closed) {
      cancelSearch ??= realClock.setTimeout(wake, LATEST_SEARCH, true);
    }
  }

  const awaited = (held: HeldTasks | undefined): Promise<void>[] => [
    ...places,
    ...[...running].filter(([task]) => !held?.has(task)).map(([, done]) => done),
  ];

  return {
    wake,
    offer,
    see,
    idle: (held) => claiming === undefined && awaited(held).length === 0,
    progress(held) {
      const tasks = awaited(held);
      return claiming ?? (tasks.length === 0 ? Promise.resolve() : Promise.race(tasks));
    },
    running: () => running.keys(),
    ran: () => ran,
    close() {
      closed = true;
      cancelTimer();
      cancelSearch?.();
    },
  };
}
