import type { App } from '../app.ts';
import { workTopic } from '../store/drivers/signals.ts';
import { MICROSECONDS } from '../time.ts';

/**
 * A worker without a heartbeat for this long counts as dead: it has missed five. A worker that was only too busy sends
 * nothing twice, because it cannot start tasks that others have taken over (`Store.begin`). In microseconds.
 */
const LONGEST_SILENCE = 10 * MICROSECONDS.second;

/** Reports to the other workers of a database that this one is alive, and takes over the tasks of dead ones. */
interface Heartbeat {
  /** Records a heartbeat and checks the others; never runs concurrently. Without other workers it does nothing. */
  beat(): Promise<void>;
  /** Removes this worker, so that the others need not wait for it. */
  end(): Promise<void>;
}

/** @param longestSilence for tests, which do not wait */
export function createHeartbeat(app: App, claimant: string, longestSilence = LONGEST_SILENCE): Heartbeat {
  let beating: Promise<void> | undefined;

  async function beat(): Promise<void> {
    const dead = await app.store.transaction(async (tx) => {
      await tx.workers.noteAlive(claimant);
      const silent = await tx.workers.forgetSilent(claimant, longestSilence);
      if (silent.length > 0) {
        await tx.outbox.releaseClaimsOf(silent, app.now());
      }
      return silent;
    });
    if (dead.length > 0) {
      app.log.warn({ workers: dead }, 'workers sent no heartbeat for too long; others continue their tasks');
      app.store.signals.notify(workTopic());
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
        await app.store.transaction((tx) => tx.workers.forget(claimant)).catch(() => {}); // its silence will show
      }
    },
  };
}
