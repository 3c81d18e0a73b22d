import { isBusy } from '../drivers/error-codes.ts';
import type { OutboxTask } from '../outbox/task.ts';
import type { WorkerContext } from './context.ts';

/** The tasks that a queue of this process holds. */
interface LeaseHolder {
  running(): Iterable<OutboxTask>;
  /** Resolves when the leases that are being taken now have been granted or refused. */
  leased(): Promise<unknown>;
}

/**
 * Ends leases of this worker that no task of it runs. They are left when a connection to the database fails: a lease was
 * committed, but the worker did not learn it, or a failed task could not be released. Otherwise these tasks, and all
 * later ones with their ordering keys, would wait until the leases expire.
 */
interface OrphanedLeases {
  /**
   * Reports that there may be some.
   *
   * @param unstarted tasks whose attempts did not start, whatever the database has recorded
   */
  suspect(unstarted?: readonly OutboxTask[]): void;
  /** Ends them, if there may be some. Their tasks are then due. If the database refuses, the next call tries again. */
  release(): Promise<void>;
}

/** @param queues by name */
export function createOrphanedLeases(
  app: Pick<WorkerContext, 'now' | 'log' | 'store'>,
  lessee: string,
  queues: ReadonlyMap<string, LeaseHolder>,
): OrphanedLeases {
  let suspicions = 0;
  /** By the ID of the task, when the lease of its unstarted attempt expires. */
  const unstarted = new Map<number, number>();

  async function release(): Promise<void> {
    const before = suspicions;
    const unstartedBefore = new Map(unstarted);
    const leases = await app.store.read.outbox.leasesOf(lessee, [...queues.keys()], app.now());
    // The database may show leases of which this process is just learning.
    await Promise.allSettled([...queues.values()].map((queue) => queue.leased()));
    const running = new Set([...queues.values()].flatMap((queue) => [...queue.running()].map(({ id }) => id)));
    const orphaned = leases.filter(({ id }) => !running.has(id));
    if (orphaned.length > 0) {
      await app.store.transaction(async ({ outbox }) => {
        const starts = orphaned.filter(({ id, until }) => unstartedBefore.get(id) === until);
        await outbox.clearStarts(starts, lessee);
        await outbox.endLeases(orphaned, lessee, app.now());
      });
      app.log.warn({ tasks: orphaned.length }, 'tasks were leased by this worker but not run; they are due again');
    }
    suspicions -= before;
    unstartedBefore.forEach((until, id) => {
      if (unstarted.get(id) === until) {
        unstarted.delete(id);
      }
    });
  }

  return {
    suspect(tasks = []) {
      suspicions += 1;
      tasks.forEach(({ id, leasedUntil }) => void unstarted.set(id, leasedUntil));
    },
    async release() {
      if (suspicions > 0) {
        await release().catch((error) => {
          if (!isBusy(error)) {
            app.log.error({ error }, 'leases without a running task could not be ended');
          }
        });
      }
    },
  };
}
