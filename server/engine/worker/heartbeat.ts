import { MICROSECONDS } from '../../base/time.ts';
import type { WorkerContext } from './context.ts';

/**
 * A worker without a heartbeat for this long, in microseconds, counts as dead: it has missed five. A worker that was
 * only too busy sends nothing twice, because it cannot start tasks that others have taken over (`outbox.listLeased`).
 * A worker whose own heartbeats had a gap lets the others send theirs for as long.
 */
export const LONGEST_SILENCE = 10 * MICROSECONDS.second;

/** Shows the other workers on a database that this one is alive, and takes over the tasks of dead workers. */
interface Heartbeat {
  /**
   * Records a heartbeat and checks the others. It never runs concurrently, and does nothing if there are no other
   * workers.
   */
  beat(): Promise<void>;
  /** Removes this worker, so that the others do not have to wait until it counts as dead. */
  end(): Promise<void>;
}

/** @param longestSilence replaces the default in tests, which do not wait */
export function createHeartbeat(
  app: Pick<WorkerContext, 'now' | 'log' | 'store'>,
  lessee: string,
  longestSilence = LONGEST_SILENCE,
): Heartbeat {
  let beating: Promise<void> | undefined;
  /** Since when the heartbeats of this worker have had no gap, by the database clock, in microseconds. */
  let steadySince = Number.NEGATIVE_INFINITY;

  async function beat(): Promise<void> {
    const dead = await app.store.transaction(async (tx) => {
      const before = await tx.workers.lastSeen(lessee);
      const now = await tx.workers.noteAlive(lessee);
      if (before !== undefined && now - before > longestSilence / 2) {
        steadySince = now;
      }
      if (now - steadySince < longestSilence) {
        // If the database was away, the others sent no heartbeats either, and get time to send one.
        return [];
      }
      const silent = await tx.workers.forgetSilent(lessee, longestSilence);
      if (silent.length > 0) {
        await tx.outbox.releaseAllLeases(app.now(), silent);
      }
      return silent;
    });
    if (dead.length > 0) {
      app.log.warn({ workers: dead }, 'workers sent no heartbeat for too long; others continue their tasks');
    }
  }

  return {
    beat() {
      if (app.store.isShared) {
        beating ??= beat()
          .catch((error) => app.log.error({ error }, 'the heartbeat could not be written'))
          .finally(() => {
            beating = undefined;
          });
      }
      return beating ?? Promise.resolve();
    },
    async end() {
      await beating;
      if (app.store.isShared) {
        // If this fails, the others notice the missing heartbeat.
        await app.store.transaction((tx) => tx.workers.forget(lessee)).catch(() => {});
      }
    },
  };
}
