import type { App } from '../app.ts';
import type { OutboxTask, QueueName, TaskName } from '../store/outbox.ts';
import { MICROSECONDS } from '../time.ts';
import { deliverWebhook } from './tasks/deliver-webhook.ts';
import { processCallback } from './tasks/process-callback.ts';
import { confirmSend, sendMessage } from './tasks/send-message.ts';
import { simulateStatuses } from './tasks/simulate-statuses.ts';
import { syncTemplates } from './tasks/sync-templates.ts';
import type { Task } from './tasks/task.ts';

const TASKS: Record<TaskName, Task> = {
  'send-message': sendMessage,
  'confirm-send': confirmSend,
  'simulate-statuses': simulateStatuses,
  'process-callback': processCallback,
  'deliver-webhook': deliverWebhook,
  'sync-templates': syncTemplates,
};

/** A claim outlasts every timeout of a task, so that only a dead process loses one. In microseconds. */
const CLAIM = 2 * MICROSECONDS.minute;
/** A task that broke, by a fault of ours, is tried again after this long. In microseconds. */
const PAUSE_AFTER_FAULT = 30 * MICROSECONDS.second;

/** Works off one queue of the outbox. */
export interface Queue {
  /** Something may have fallen due. */
  wake(): void;
  /** Nothing runs and nothing is being claimed. */
  idle(): boolean;
  /** Resolves when something has happened; at once when idle. */
  progress(): Promise<void>;
  /** How many tasks have run. */
  ran(): number;
  /** Takes nothing new from now on. */
  close(): void;
}

/** @param concurrency how many tasks run at once */
export function createQueue(app: App, name: QueueName, claimant: string, concurrency: number): Queue {
  const running = new Set<Promise<void>>();
  /** The task of each lane that was begun last. */
  const lanes = new Map<string, Promise<void>>();
  let claiming: Promise<void> | undefined;
  let again = false;
  let closed = false;
  let ran = 0;
  let cancelTimer = () => {};

  async function run(task: OutboxTask): Promise<void> {
    try {
      await TASKS[task.task](app, task);
    } catch (error) {
      app.log.error({ task: task.task, subject: task.subject, error }, 'a task broke; it is tried again');
      await app.store
        // It may have broken after the provider took the message: the next try must know that one was begun.
        .transaction((tx) => tx.outbox.retake(task.id, app.now() + PAUSE_AFTER_FAULT))
        .catch((fault) => {
          app.log.error({ error: fault }, 'the outbox cannot be written; the claim will run out');
        });
    }
  }

  function begin(task: OutboxTask): void {
    const before = task.lane === null ? undefined : lanes.get(task.lane);
    const done = (before ? before.then(() => run(task)) : run(task)).finally(() => {
      running.delete(done);
      if (task.lane !== null && lanes.get(task.lane) === done) {
        lanes.delete(task.lane);
      }
      ran += 1;
      wake();
    });
    running.add(done);
    if (task.lane !== null) {
      lanes.set(task.lane, done);
    }
  }

  async function claimDue(): Promise<void> {
    do {
      again = false;
      const free = concurrency - running.size;
      if (free <= 0 || closed) {
        return;
      }
      const now = app.stamp();
      const due = await app.store.transaction((tx) => tx.outbox.claim(name, claimant, now, now + CLAIM, free));
      due.forEach(begin);
      again ||= due.length === free;
    } while (again);
    await arm();
  }

  /** Sleeps until the next task falls due. */
  async function arm(): Promise<void> {
    const due = await app.store.read.outbox.nextDue(name);
    cancelTimer();
    if (due !== undefined && !closed) {
      cancelTimer = app.clock.setTimeout(wake, Math.max(0, Math.ceil(due / 1000) - app.clock.now()));
    }
  }

  function wake(): void {
    if (closed) {
      return;
    }
    again = true;
    claiming ??= claimDue()
      .catch((error) => app.log.error({ error, queue: name }, 'the outbox cannot be read'))
      .finally(() => {
        claiming = undefined;
        if (again) {
          wake();
        }
      });
  }

  return {
    wake,
    idle: () => claiming === undefined && running.size === 0,
    progress: () => claiming ?? Promise.race([...running, ...(running.size === 0 ? [Promise.resolve()] : [])]),
    ran: () => ran,
    close() {
      closed = true;
      cancelTimer();
    },
  };
}
