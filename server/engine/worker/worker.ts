import { randomUUID } from 'node:crypto';
import { CAMPAIGN_MOST_LEAVING } from '@wigwag/openapi';
import type { App } from '../../app/app.ts';
import { realClock } from '../clock.ts';
import { isBusy } from '../drivers/error-codes.ts';
import { retryWhileBusy } from '../drivers/retry-while-busy.ts';
import { workTopic } from '../drivers/signals.ts';
import type { OutboxTask, QueueName } from '../outbox/task.ts';
import type { Concurrency } from './account-shares.ts';
import { createHeartbeat } from './heartbeat.ts';
import { createQueue, type HeldTasks } from './queue.ts';
import { createSweep } from '../../worker/sweep.ts';

/**
 * How many tasks of each queue run concurrently. An account has one webhook endpoint, so its share of deliveries is
 * that of the endpoint. Its share of sends covers several connections with a slow provider. Its backlog does not delay
 * other accounts.
 */
const CONCURRENCY: Record<QueueName, Concurrency> = {
  send: { total: 256, shares: { perAccount: 128, shared: 192 } },
  campaign: { total: CAMPAIGN_MOST_LEAVING },
  // Callbacks of one provider app are processed in order, and together.
  callback: { total: 64 },
  flow: { total: 128 },
  deliver: { total: 512, shares: { perAccount: 8, shared: 256 } },
};
/** How often the worker checks for due tasks without being notified, in milliseconds of real time. */
const POLL = 2_000;

/** Runs the tasks that commits create. */
export interface Worker {
  /** Starts running due tasks. */
  start(): void;
  /** Reports that this process has committed a task in this queue, or in any queue. */
  wake(queue?: QueueName): void;
  /** Runs everything that is due now, and returns the number of tasks. It does not wait for held tasks. */
  drain(held?: HeldTasks): Promise<number>;
  /** True between start and stop. */
  running(): boolean;
  /** True if no task is running, except held ones, and none is being leased. */
  idle(held?: HeldTasks): boolean;
  /** Returns the running task of this queue with this subject. */
  runningTask(queue: QueueName, subject: string): OutboxTask | undefined;
  /** Returns how many tasks have run since the start. */
  ran(): number;
  /** Stops taking new tasks and waits for the running ones. */
  stop(): Promise<void>;
}

export function createWorker(server: App): Worker {
  const app = { ...server, store: retryWhileBusy(server.store) };
  const claimant = randomUUID();
  const named = new Map(
    (Object.keys(CONCURRENCY) as QueueName[]).map((name) => [
      name,
      createQueue(app, name, claimant, CONCURRENCY[name]),
    ]),
  );
  const queues = [...named.values()];
  const sweep = createSweep(app);
  const heartbeat = createHeartbeat(app, claimant);
  let looking: Promise<void> | undefined;
  let cancelPoll = () => {};
  let cancelListening = () => {};
  let running = false;

  app.store.handOverTo({
    offer: (row) => (running ? named.get(row.queue as QueueName)?.offer(row) : undefined),
    wake: server.wake,
  });

  const idle = (held?: HeldTasks) => queues.every((queue) => queue.idle(held));
  const ran = () => queues.reduce((sum, queue) => sum + queue.ran(), 0);

  function wake(only?: QueueName): void {
    for (const [name, queue] of named) {
      if (only === undefined || only === name) {
        queue.wake();
      }
    }
  }

  async function untilIdle(held?: HeldTasks): Promise<void> {
    while (!idle(held)) {
      const progress = Promise.all(queues.map((queue) => queue.progress(held)));
      await (held ? Promise.race([progress, held.changed()]) : progress);
    }
  }

  function start(): void {
    running = true;
    const listening = [undefined, ...named.keys()].map((queue) =>
      app.store.signals.listen(workTopic(queue), () => wake(queue)),
    );
    cancelListening = () => listening.forEach((cancel) => void cancel());
    // A worker leases tasks only after its first heartbeat.
    void heartbeat.beat().then(poll);
  }

  /** Asks for all queues in one statement, because a poll rarely finds anything: commits wake their queues. */
  async function look(): Promise<void> {
    const due = await app.store.read.outbox.dueAt([...named.keys()], app.monotonicNow());
    for (const [name, queue] of named) {
      queue.see(due[name]);
    }
  }

  function poll(): void {
    if (!running) {
      return;
    }
    void heartbeat.beat();
    looking ??= look()
      .catch((error) => {
        if (!isBusy(error)) {
          app.log.error({ error }, 'the outbox cannot be read');
        }
      })
      .finally(() => {
        looking = undefined;
      });
    void sweep.run();
    cancelPoll = realClock.setTimeout(poll, POLL, true);
  }

  return {
    start,
    running: () => running,
    wake,
    idle,
    ran,
    runningTask: (queue, subject) => [...(named.get(queue)?.running() ?? [])].find((task) => task.subject === subject),
    async drain(held) {
      const before = ran();
      wake();
      await untilIdle(held);
      await sweep.run();
      return ran() - before;
    },
    async stop() {
      running = false;
      cancelPoll();
      cancelListening();
      for (const queue of queues) {
        queue.close();
      }
      sweep.close();
      await looking;
      await untilIdle();
      await sweep.ended();
      await heartbeat.end();
    },
  };
}
