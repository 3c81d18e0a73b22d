import type { App } from '../app.ts';
import { workTopic } from '../store/drivers/signals.ts';
import { MICROSECONDS } from '../time.ts';

/**
 * Whoever is silent for so long counts as dead: five signs of life are missing then. One that only was too busy loses nothing
 * by it, since what others have taken over it does not let leave (`Store.begin`). In microseconds.
 */
const LONGEST_SILENCE = 10 * MICROSECONDS.second;

/** Tells the other workers of a database that this one lives, and takes over what dead ones held. */
interface Heartbeat {
  /** Gives a sign of life and looks after the others; never twice at once. Where there are no others it does nothing. */
  beat(): Promise<void>;
  /** The others need not wait for this one. */
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
      app.log.warn({ workers: dead }, 'workers were silent for too long; others go on with what they held');
      app.store.signals.notify(workTopic());
    }
  }

  return {
    beat() {
      if (app.store.isShared) {
        beating ??= beat()
          .catch((error) => app.log.error({ error }, 'the database took no sign of life'))
          .finally(() => {
            beating = undefined;
          });
      }
      return beating ?? Promise.resolve();
    },
    async end() {
      await beating;
      if (app.store.isShared) {
        await app.store.transaction((tx) => tx.workers.forget(claimant)).catch(() => {}); // its silence will tell
      }
    },
  };
}
