import { setImmediate } from 'node:timers/promises';
import { TAILS_PER_KEY } from '@wigwag/openapi';
import type { Tail } from './tail.ts';

/** The open tails of this process, indexed by key. */
export class OpenTails {
  readonly #byKey = new Map<number, Set<Tail>>();

  /** Registers a tail until its stream closes. Returns false if the key has reached its limit. */
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

  /** Ends all tails. Their clients reconnect with the last ID that they received. */
  async endAll(): Promise<void> {
    for (const tail of [...this.#byKey.values()].flatMap((own) => [...own])) {
      tail.end();
    }
    // Waits until the tails have processed it.
    await setImmediate();
  }
}
