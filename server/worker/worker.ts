import { randomUUID } from 'node:crypto';
import type { App } from '../app.ts';
import { realClock } from '../clock.ts';
import type { OutboxTask, TaskName } from '../store/outbox.ts';
import { MICROSECONDS } from '../time.ts';
import { deliverWebhook } from './tasks/deliver-webhook.ts';
import { processCallback } from './tasks/process-callback.ts';
import { confirmSend, sendMessage } from './tasks/send-message.ts';
import { simulateStatuses } from './tasks/simulate-statuses.ts';
import type { Task } from './tasks/task.ts';

const TASKS: Record<TaskName, Task> = {
  'send-message': sendMessage,
  'confirm-send': confirmSend,
  'simulate-statuses': simulateStatuses,
  'process-callback': processCallback,
  'deliver-webhook': deliverWebhook,
};

/** How many tasks run at once. */
const CONCURRENCY = 32;
/** A claim outlasts every timeout of a task, so that only a dead process loses one. In microseconds. */
const CLAIM = 2 * MICROSECONDS.minute;
/** A task that broke, by a fault of ours, is tried again after this long. In microseconds. */
const PAUSE_AFTER_FAULT = 30 * MICROSECONDS.second;
/** How often tasks of other processes are looked for, in milliseconds of real time. */
const POLL = 2_000;

/** Does what commits left to be done: claims due rows of the outbox and runs their tasks. */
export interface Worker {
  /** Looks for due tasks from now on. */
  start(): void;
  /** A task was committed by this process. */
  wake(): void;
  /** Runs everything that is due now, and gives how many tasks that were. */
  drain(): Promise<number>;
  /** Nothing runs and nothing is being claimed. */
  idle(): boolean;
  /** How many tasks have run since the start. */
  ran(): number;
  /** Takes nothing new and waits for what runs. */
  stop(): Promise<void>;
}

export function createWorker(app: App): Worker {
  const claimant = randomUUID();
  const running = new Set<Promise<void>>();
  let pumping: Promise<void> | undefined;
  let again = false;
  let stopped = false;
  let ran = 0;
  let cancelTimer = () => {};
  let cancelPoll = () => {};

  async function run(task: OutboxTask): Promise<void> {
    try {
      await TASKS[task.task](app, task);
    } catch (error) {
      app.log.error({ task: task.task, subject: task.subject, error }, 'a task broke; it is tried again');
      await app.store
        // It may have broken after the provider took the message: the next try must know that one was begun.
        .transaction((tx) => tx.outbox.retake(task.id, app.stamp() + PAUSE_AFTER_FAULT))
        .catch((fault) => {
          app.log.error({ error: fault }, 'the outbox cannot be written; the claim will run out');
        });
    }
  }

  function begin(task: OutboxTask): void {
    const done = run(task).finally(() => {
      running.delete(done);
      ran += 1;
      wake();
    });
    running.add(done);
  }

  async function claimDue(): Promise<void> {
    do {
      again = false;
      const free = CONCURRENCY - running.size;
      if (free <= 0 || stopped) {
        return;
      }
      // Timers know milliseconds: what falls due within this one is due.
      const now = Math.max(app.stamp(), app.clock.now() * 1000 + 999);
      const due = await app.store.transaction((tx) => tx.outbox.claim(claimant, now, now + CLAIM, free));
      due.forEach(begin);
      again ||= due.length === free;
    } while (again);
    await arm();
  }

  /** Sleeps until the next task falls due. */
  async function arm(): Promise<void> {
    const due = await app.store.read.outbox.nextDue();
    cancelTimer();
    if (due !== undefined && !stopped) {
      cancelTimer = app.clock.setTimeout(wake, Math.max(0, Math.floor(due / 1000) - app.clock.now()));
    }
  }

  function wake(): void {
    if (stopped) {
      return;
    }
    again = true;
    pumping ??= claimDue()
      .catch((error) => app.log.error({ error }, 'the outbox cannot be read'))
      .finally(() => {
        pumping = undefined;
        if (again) {
          wake();
        }
      });
  }

  function poll(): void {
    wake();
    cancelPoll = realClock.setTimeout(poll, POLL);
  }

  const idle = () => pumping === undefined && running.size === 0;

  return {
    start: poll,
    wake,
    idle,
    ran: () => ran,
    async drain() {
      const before = ran;
      wake();
      while (!idle()) {
        await (pumping ?? Promise.race(running));
      }
      return ran - before;
    },
    async stop() {
      stopped = true;
      cancelTimer();
      cancelPoll();
      while (!idle()) {
        await (pumping ?? Promise.race(running));
      }
    },
  };
}
