import { setImmediate } from 'node:timers/promises';
import { TAILS_PER_KEY } from '@wigwag/openapi';
import type { Tail } from './tail.ts';

/** The tails that are open at this process, by the key that opened them. */
export class OpenTails {
  readonly #byKey = new Map<number, Set<Tail>>();

  /** Keeps a tail until its stream closes; answers false when the key has as many as it may. */
  add(keyId: number, tail: Tail): boolean {
    const own = this.#byKey.get(keyId) ?? new Set();
    if (own.size >= TAILS_PER_KEY) {
      return false;
    }
    this.#byKey.set(keyId, own.add(tail));
    tail.stream.once('close', () => {
      own.delete(tail);
      if (own.size === 0) {
        this.#byKey.delete(keyId);
      }
    });
    return true;
  }

  /** Ends all of them; their clients come back with the id that they had last. */
  async endAll(): Promise<void> {
    for (const tail of [...this.#byKey.values()].flatMap((own) => [...own])) {
      tail.end();
    }
    // Until they have taken notice.
    await setImmediate();
  }
}
