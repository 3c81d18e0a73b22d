import type { OutboxTask } from '../outbox/task.ts';

/** A task that waits for the earlier ones with its ordering key. */
interface Waiting {
  task: OutboxTask;
  done(): void;
}

/** Runs tasks with the same ordering key one after another, in the order in which they were stored. */
export class OrderedRuns {
  readonly #run: (tasks: [OutboxTask, ...OutboxTask[]]) => Promise<void>;
  readonly #runsTogether: (task: OutboxTask) => boolean;
  /** The tasks of each ordering key that have not begun. A key is missing if none of its tasks is running. */
  readonly #waiting = new Map<string, Waiting[]>();

  /** @param runsTogether whether successive tasks like this one run together */
  constructor(
    run: (tasks: [OutboxTask, ...OutboxTask[]]) => Promise<void>,
    runsTogether: (task: OutboxTask) => boolean,
  ) {
    this.#run = run;
    this.#runsTogether = runsTogether;
  }

  /** Returns whether a task with this key is running. */
  isRunning(key: string): boolean {
    return this.#waiting.has(key);
  }

  /** Runs a task after the earlier ones with this key. Resolves when it has run. */
  add(key: string, task: OutboxTask): Promise<void> {
    return new Promise((done) => {
      const waiting = this.#waiting.get(key);
      if (waiting) {
        // A task that this process leased as it stored it may begin before one that a search has leased.
        const later = waiting.findIndex((one) => one.task.id > task.id);
        waiting.splice(later < 0 ? waiting.length : later, 0, { task, done });
      } else {
        const own = [{ task, done }];
        this.#waiting.set(key, own);
        // Later, so that tasks that were leased together can run together.
        queueMicrotask(() => void this.#runAll(key, own));
      }
    });
  }

  async #runAll(key: string, waiting: Waiting[]): Promise<void> {
    for (let first = waiting[0]; first; first = waiting[0]) {
      const { task } = first;
      const other = waiting.findIndex((one) => one.task.task !== task.task);
      const [, ...others] = waiting.splice(0, this.#runsTogether(task) ? (other < 0 ? waiting.length : other) : 1);
      await this.#run([task, ...others.map((one) => one.task)]);
      for (const { done } of [first, ...others]) {
        done();
      }
    }
    this.#waiting.delete(key);
  }
}
