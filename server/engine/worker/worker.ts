import { randomUUID } from 'node:crypto';
import { realClock } from '../clock.ts';
import { isBusy } from '../drivers/error-codes.ts';
import { retryWhileBusy } from '../drivers/retry-while-busy.ts';
import { workTopic } from '../drivers/signals.ts';
import type { DueTasks, OutboxTask } from '../outbox/task.ts';
import type { Sweep, TaskKind, WorkerContext } from './context.ts';
import { createHeartbeat } from './heartbeat.ts';
import { createOrphanedLeases } from './orphaned-leases.ts';
import { createQueue, type WithheldTasks } from './queue.ts';
import type { Concurrency } from './shares.ts';

/** How often the worker checks for due tasks without being notified, in milliseconds of real time. */
const POLL = 2_000;

/** Runs the tasks that commits create. */
export interface Worker {
  /** Starts running due tasks. */
  start(): void;
  /** Runs everything that is due now, and returns the number of tasks. It does not wait for tasks in `withheld`. */
  drain(withheld?: WithheldTasks): Promise<number>;
  /** True between start and stop. */
  running(): boolean;
  /** True if no task is running, except those in `withheld`, and none is being leased. */
  idle(withheld?: WithheldTasks): boolean;
  /** Returns the running task of this queue with this subject. */
  runningTask(queue: string, subject: string): OutboxTask | undefined;
  /** Returns how many tasks have run since the start. */
  ran(): number;
  /** Stops taking new tasks and waits for the running ones. */
  stop(): Promise<void>;
}

/** What a worker runs. */
export interface WorkerOptions<App> {
  /** How many tasks of each queue run concurrently. */
  queues: Readonly<Record<string, Concurrency>>;
  /** How each kind of task runs, by name. */
  tasks: Readonly<Record<string, TaskKind<App>>>;
  createSweep(app: App): Sweep;
}

export function createWorker<App extends WorkerContext>(
  server: App,
  { queues: concurrency, tasks, createSweep }: WorkerOptions<App>,
): Worker {
  const app = { ...server, store: retryWhileBusy(server.store) };
  const lessee = randomUUID();
  const named = new Map(
    Object.entries(concurrency).map(([name, own]) => [
      name,
      createQueue(app, {
        name,
        lessee,
        concurrency: own,
        tasks,
        onLeaseUnknown: (unstarted) => orphaned.suspect(unstarted),
      }),
    ]),
  );
  const orphaned = createOrphanedLeases(app, lessee, named);
  const queues = [...named.values()];
  const sweep = createSweep(app);
  const heartbeat = createHeartbeat(app, lessee);
  let polling: Promise<void> | undefined;
  let cancelPoll = () => {};
  let cancelListening = () => {};
  let running = false;

  const idle = (withheld?: WithheldTasks) => queues.every((queue) => queue.idle(withheld));
  const ran = () => queues.reduce((sum, queue) => sum + queue.ran(), 0);

  async function untilIdle(withheld?: WithheldTasks): Promise<void> {
    while (!idle(withheld)) {
      const progress = Promise.all(queues.map((queue) => queue.progress(withheld)));
      await (withheld ? Promise.race([progress, withheld.changed()]) : progress);
    }
  }

  /** Takes tasks as soon as they are stored. */
  function listen(): void {
    app.store.dispatchTo({
      offer: (row) => named.get(row.queue)?.offer(row),
      isFree: (queue, orderingKey) => named.get(queue)?.isFree(orderingKey) === true,
      wake: (queue, runAt) => named.get(queue)?.wakeAt(runAt),
    });
    const listening = [...named].map(([name, queue]) => app.store.signals.listen(workTopic(name), queue.wake));
    cancelListening = () => listening.forEach((cancel) => void cancel());
  }

  function start(): void {
    running = true;
    // A worker leases tasks only after its first heartbeat: others end the leases only of workers that had one.
    void heartbeat.beat().then(() => {
      if (running) {
        listen();
      }
    });
    poll();
  }

  /** Checks all queues with one statement. A poll rarely finds anything, because commits wake their queues. */
  async function pollDue(): Promise<void> {
    const due = await app.store.read.outbox.dueAt([...named.keys()], app.monotonicNow());
    for (const [name, queue] of named) {
      queue.onDue(due[name] as DueTasks);
    }
  }

  function poll(): void {
    if (!running) {
      return;
    }
    // Each heartbeat may release tasks of dead workers.
    const beat = heartbeat.beat();
    polling ??= beat
      .then(() => orphaned.release())
      .then(pollDue)
      .catch((error) => {
        if (!isBusy(error)) {
          app.log.error({ error }, 'the outbox cannot be read');
        }
      })
      .finally(() => {
        polling = undefined;
      });
    void sweep.run();
    cancelPoll = realClock.setTimeout(poll, POLL, true);
  }

  return {
    start,
    running: () => running,
    idle,
    ran,
    runningTask: (queue, subject) => [...(named.get(queue)?.running() ?? [])].find((task) => task.subject === subject),
    async drain(withheld) {
      const before = ran();
      await pollDue().catch(() => queues.forEach((queue) => void queue.wake()));
      await untilIdle(withheld);
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
      await polling;
      await untilIdle();
      await sweep.ended();
      await orphaned.release();
      await heartbeat.end();
    },
  };
}
